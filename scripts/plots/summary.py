"""The numbers behind the figures: a row a method, for each sample of maps that methods have in common."""

import json

import numpy as np
import pandas as pd

from fairway_results import PATH_RETURNED, PHASES, ZERO_GAP
from plots import statistics

ALL_HOSTS = "all"
TIMES = ("query_", "refusal_", "build_")
"""How columns of times begin; where several hosts measured they are told host by host only."""
SPREAD = 1.5
"""Repetitions spread where their median is so many times their least."""


def summary(results):
    """A row per stratum, host, sample and method; with several hosts also rows of all hosts, without times."""
    hosts = results.hosts()
    tables = []
    for stratum in results.strata():
        for host in [ALL_HOSTS] * (len(hosts) > 1) + hosts:
            part = stratum if host == ALL_HOSTS else stratum.on_host(host)
            tables += [of_sample(sample, host) for sample in part.samples()]
    table = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=["host", "method"])
    table.loc[table.host == ALL_HOSTS, [c for c in table if c.startswith(TIMES)]] = np.nan
    return table


def of_sample(results, host):
    """The rows of one sample: whatever the methods, all are over the same maps."""
    worlds = results.worlds[results.worlds.index.isin(results.builds.world)]
    where = {"host": host, "radius": worlds.radius.iloc[0], "terrain": int(worlds.terrain.iloc[0]),
             "maps": worlds["map"].nunique(), "maps_of": results.sample}
    tables = results.reachable(), results.unreachable(), results.builds
    return pd.DataFrame([{**where, **row(results, method, *(table[table.method == method.Index] for table in tables))}
                         for method in results.methods.itertuples()])


def row(results, method, asked, refused, builds):
    found, returned = asked[asked.status == "found"], asked[asked.status.isin(PATH_RETURNED)]
    refused = refused[refused.status == "unreachable"]
    built = builds[builds.status == "built"]
    maps = builds.world.map(results.worlds["map"])
    taken = to_a_path(asked)
    gaps = found.gap.dropna()
    timed = asked.dropna(subset=["ns"])
    return {
        "method": method.name,
        **made_of(method),
        "reachable": len(asked),
        "found": len(found),
        "found_untimed": int(found.ns.isna().sum()),
        "legal_share": len(found) / len(returned) if len(returned) else None,
        "within_walls_share": (~returned.fault.isin(["walls", "ends and walls"])).mean(),
        "zero_gap": int((gaps <= ZERO_GAP).sum()),
        **statistics.quantile(gaps, found["map"][gaps.index], 0.5).columns("median_gap"),
        "mean_gap": gaps.mean(),
        "p90_gap": gaps.quantile(0.9),
        "p95_gap": gaps.quantile(0.95),
        "max_gap": gaps.max(),
        "mean_corridor_gap": found.corridor_gap.mean(),
        "p95_corridor_gap": found.corridor_gap.quantile(0.95),
        "mean_slack": found.slack.mean(),
        "p95_slack": found.slack.quantile(0.95),
        **statistics.quantile(taken, asked["map"][taken.index], 0.5).columns("query_p50_ns"),
        "query_p95_ns": statistics.point(taken, 0.95),
        "query_p99_ns": statistics.point(taken, 0.99),
        "query_max_ns": taken[taken < np.inf].max(),
        **{f"query_{phase}": middle(found[phase]) for phase in PHASES},
        "query_spread": middle(timed.ns / timed.least_ns),
        "query_spread_share": (timed.ns > SPREAD * timed.least_ns).mean() if len(timed) else np.nan,
        "timeout_ms": results.runs.timeout_ms.max(),
        "refused": len(refused),
        "refusal_p50_ns": middle(refused.ns),
        "expanded_p50": middle(found.expanded),
        "turning_p50": middle(found.turning),
        "clearance_p50": middle(found.clearance),
        "worlds": len(builds),
        "worlds_built": len(built),
        "built_once": int((built.times_built[built.ns.notna()] == 1).sum()),
        "coverage_p50": middle(built.coverage),
        "coverage_min": built.coverage.min(),
        **over_maps(builds, maps, "total_ns", "build_p50_ns"),
        "build_own_p50_ns": statistics.point(or_never(builds, "ns"), 0.5),
        **over_maps(builds, maps, "total_bytes", "median_bytes"),
        "median_own_bytes": statistics.point(or_never(builds, "bytes"), 0.5),
        **{status: int((asked.status == status).sum())
           for status in sorted(set(results.answers.status) - {"found", "unsupported"})},
        **{f"fault_{fault.replace(' ', '_')}": int((returned.fault == fault).sum())
           for fault in sorted(set(results.answers.fault.dropna()))},
    }


def made_of(method):
    """What a method is put together from."""
    search = json.loads(method.search) if method.search.startswith("{") else {}
    return {
        "representation": method.representation,
        "family": method.family,
        "search": search.get("search", "-"),
        "heuristic": method.heuristic,
        "weight": method.weight,
        "pruning": getattr(method, "pruning", None),
        "smoother": method.smoother,
    }


def to_a_path(asked):
    """What it took until a path was returned, of each query: the limit where the query timed out,
    which is less than it would have taken; infinite where none ever came. Paths that were not timed
    are left out, and counted in `found_untimed`."""
    taken = asked.ns.where(asked.status.isin(PATH_RETURNED), asked.limit_ns.fillna(np.inf))
    return taken.dropna()


def middle(values):
    """The median of what is known; NaN without a warning where nothing is."""
    return statistics.point(values.dropna(), 0.5)


def over_maps(builds, maps, column, name):
    """The median of a column of builds with its interval; what was not told is left out."""
    known = or_never(builds, column)
    return statistics.quantile(known, maps[known.index], 0.5).columns(name)


def or_never(builds, column):
    """A column of builds, infinite where the build failed."""
    return builds[column].where(builds.status == "built", np.inf).dropna()
