"""The metrics of every method: over the maps that methods have in common, by map, and by family of maps."""

import json

import numpy as np
import pandas as pd

from .estimators import Estimate
from .metrics import METRICS
from .store import PATH_RETURNED

ALL_HOSTS = "all"


class Rows:
    """Some rows of a table of NumPy columns."""

    def __init__(self, columns, at):
        self._columns, self._at = columns, at

    def __getattr__(self, name):
        return self._columns[name][self._at]

    def __len__(self):
        return len(self._at)

    def where(self, column):
        return Rows(self._columns, self._at[self._columns[column][self._at]])


class Group:
    """The answers and builds of one method on some maps, as metrics read them.

    `asked` are the reachable queries, `found` the queries with a legal path, `returned` the queries with any path,
    `refused` the correctly refused unreachable queries, `builds` all trials, `built` the successful trials.
    """

    def __init__(self, answers, builds):
        self.asked, self.builds = answers.where("reachable"), builds
        self.found, self.returned = self.asked.where("answered"), self.asked.where("returned")
        self.refused, self.built = answers.where("refused"), builds.where("built")

    def values(self, metrics=METRICS):
        """Returns a value for each column, with the ends of intervals."""
        values = {}
        for metric in metrics:
            value = metric.of(self)
            values |= value.columns(metric.name) if isinstance(value, Estimate) else {metric.name: value}
        return values


def groups(results, *keys):
    """Returns a Group of the supported trials for each combination of values of the keys."""
    codes = pd.Series(pd.factorize(results.worlds["map"], sort=True)[0], results.worlds.index)
    answers, builds = results.answers, results.builds[results.builds.status != "unsupported"]
    answers = answers.assign(returned=answers.reachable & answers.status.isin(PATH_RETURNED), refused=(
        answers.truth == "unreachable") & (answers.status == "unreachable"))
    frames = []
    for frame in (answers, builds):
        of_world = results.worlds[[*{"stratum", "map", "family"}]].reindex(frame.world)
        frame = frame.assign(map_code=codes.reindex(frame.world).to_numpy(), **{
            name: of_world[name].to_numpy() for name in of_world})
        columns = {name: frame[name].to_numpy() for name in frame}
        if frame is not answers and "total_bytes" in columns:  # a failed build counts as infinite
            for name in ("own_build_ns", "total_build_ns", "own_bytes", "scratch_bytes", "total_bytes"):
                columns[name] = np.where(columns["built"], columns[name], np.inf)
        frames.append((columns, frame.groupby(list(keys), sort=False).indices if len(frame) else {}))
    (answers, at), (builds, built_at) = frames
    nothing = np.array([], int)
    return {key: Group(Rows(answers, at.get(key, nothing)), Rows(builds, built_at.get(key, nothing)))
            for key in {**built_at, **at}}


def summary(results):
    """Returns a row for each stratum, host, sample and method. With several hosts, also returns rows of all hosts
    without times."""
    hosts = results.hosts()
    rows = []
    for stratum in results.strata():
        for host in [ALL_HOSTS] * (len(hosts) > 1) + hosts:
            part = stratum if host == ALL_HOSTS else stratum.on_host(host)
            rows += [row for sample in part.samples() for row in of_sample(sample, host)]
    table = pd.DataFrame(rows) if rows else pd.DataFrame(columns=["host", "method"])
    counts = [name for name in table if name in set(results.answers.status) or name.startswith("fault_")]
    table[counts] = table[counts].fillna(0).astype(int)  # a status or fault that does not occur in a sample gives NaN
    timed = [c for c in table for m in METRICS if m.timed and c in (m.name, f"{m.name}_low", f"{m.name}_high")]
    table.loc[table.host == ALL_HOSTS, timed] = np.nan
    return table


def of_sample(results, host):
    """The rows of one sample. All methods are summarised over the same maps."""
    worlds = results.worlds[results.worlds.index.isin(results.builds.world)]
    where = {"host": host, "stratum": worlds.stratum.iloc[0], "radius": worlds.radius.iloc[0],
             "terrain": int(worlds.terrain.iloc[0]), "maps": worlds["map"].nunique(), "maps_of": results.sample}
    statuses = sorted(set(results.answers.status) - {"found", "unsupported"})
    faults = sorted(set(results.answers.fault.dropna()))
    of_method = groups(results, "method")
    rows = []
    for method in results.methods.itertuples():
        group = of_method.get(method.Index)
        if group is not None:
            rows.append({
                **where, "method": method.name, **made_of(method), **group.values(),
                "limit_ns": min(group.asked.limit_ns[group.asked.censored], default=np.nan),
                **{status: int((group.asked.status == status).sum()) for status in statuses},
                **{f"fault_{fault.replace(' ', '_')}": int((group.returned.fault == fault).sum()) for fault in faults}})
    return rows


def made_of(method):
    """Returns the components of a method, by name."""
    search = json.loads(method.search) if method.search.startswith("{") else {}
    return {"representation": method.representation, "family": method.family, "search": search.get("search", "-"),
            "heuristic": method.heuristic, "weight": method.weight, "pruning": method.pruning, "smoother": method.smoother}


def by_place(results, by, metrics=tuple(metric for metric in METRICS if metric.by_place)):
    """Returns a row for each stratum, host, map or family (`by`), and method that was asked a reachable query there.
    `of_maps` is the number of maps there, `maps` the number of these maps that the method supports."""
    found = groups(results, "stratum", "host", by, "method")
    asked = {key: group for key, group in found.items() if len(group.asked)}
    maps = {}
    for (*place, _), group in asked.items():
        maps.setdefault(tuple(place), set()).update(group.asked.map)
    order = {m: i for i, m in enumerate(results.methods.index)}
    rows = [{"stratum": stratum, "host": host, by: place, "method": results.methods.name[method],
             "of_maps": len(maps[stratum, host, place]), "maps": len(set(group.asked.map)), **group.values(metrics)}
            for (stratum, host, place, method), group in sorted(asked.items(), key=lambda kv: (*kv[0][:3], order[kv[0][3]]))]
    return pd.DataFrame(rows, columns=None if rows else ["stratum", "host", by, "method", "of_maps", "maps"])
