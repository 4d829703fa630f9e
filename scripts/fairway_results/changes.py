"""Worlds that change: the time to follow a burst of changes, and the cheapest method by queries per burst."""

import itertools

import numpy as np
import pandas as pd

from .estimators import quantile
from .store import RIGHT, NothingToShow

MOST_PANELS = 9
NONE = "no world changes"


def table(results):
    """Returns a row for each stratum, host, map or family of maps, and method in worlds that change. Shares and times are
    computed in each world first, then over worlds: quantiles by their median, means by their mean."""
    rows = follows(results)
    if rows.empty:
        return pd.DataFrame()
    keys = ["stratum", "host", "maps", "method"]
    by_world = rows.groupby([*keys, "world"]).agg(
        bursts=("ns", "size"), repaired=("repaired", "mean"), follow_p50_ns=("ns", middle),
        follow_p95_ns=("ns", lambda ns: quantile(ns, 0.95)), follow_mean_ns=("ns", "mean"),
        space_mean_ns=("space_ns", "mean"), first_answer_p50_ns=("first_answer_ns", middle)).reset_index("world")
    said = by_world.groupby(keys).agg(
        worlds=("world", "size"), bursts=("bursts", "sum"),
        **{name: (name, "mean" if "mean" in name else middle) for name in by_world.columns[2:]})
    followed = rows.groupby(keys[:3]).world.nunique()
    said.insert(1, "of_worlds", followed.reindex(said.index.droplevel("method")).to_numpy())
    asked = answers(results)
    wrong = asked[~asked.status.isin(RIGHT)].groupby(keys).size()
    said["query_mean_ns"] = asked.groupby([*keys, "world"]).ns.mean().groupby(keys).mean()
    said["wrong_or_missed"] = wrong.reindex(said.index, fill_value=0)
    said["outdated"] = asked.groupby(keys).outdated.sum()
    last = rows.dropna(subset=["bytes"]).sort_values("number").groupby([*keys, "world"]).bytes.last()
    said["bytes_after_last"] = last.groupby(level=keys).agg(middle)
    said = said.reset_index()
    said["method"] = said.method.map(results.methods.name)
    return said


def by(results):
    """Returns the column that groups changing worlds: map if there are few maps, else family."""
    changing = results.worlds[results.worlds.index.isin(results.follows.world)]
    return "map" if changing["map"].nunique() <= MOST_PANELS else "family"


def middle(values):
    return quantile(values.dropna(), 0.5)


def follows(results):
    """Returns a row for each burst that a method followed, with its map or family of maps."""
    rows = results.follows
    return rows.assign(maps=rows.world.map(results.worlds[by(results)])) if len(rows) else rows


def answers(results):
    """Returns all answers in changing worlds, also those before the first burst."""
    changing = set(results.follows.world)
    asked = results.supported()
    asked = asked[asked.world.isin(changing)]
    return asked.assign(maps=asked.world.map(results.worlds[by(results)]), stratum=asked.world.map(results.worlds.stratum))


def costs(results):
    """Returns mean nanoseconds of a burst and of a query, by map or family and by method, averaged over worlds. A query
    counts only if all methods of the world answered it correctly."""
    rows, asked = follows(results), answers(results)
    if rows.empty:
        raise NothingToShow(NONE)
    asked = asked[asked.status.isin(RIGHT) & asked.ns.gt(0)]
    methods = rows.groupby("maps").method.nunique()
    by_all = asked.groupby("query").method.transform("nunique") == asked.maps.map(methods)
    queries = asked[by_all].groupby(["maps", "world", "method"]).ns.mean()
    bursts = rows.groupby(["maps", "world", "method"]).ns.mean()
    both = pd.DataFrame({"burst": bursts, "query": queries}).dropna()
    if both.empty:
        raise NothingToShow("no query of a changing world was answered correctly and timed by all methods")
    return both.groupby(level=["maps", "method"]).mean()


def crossover(results):
    """Returns a row for each stratum, map or family of maps, and pair of methods. `dear` is the method that takes
    longer to follow a burst. The row states the number of queries per burst from which `dear` takes less time in total;
    infinite if it never does."""
    if results.follows.empty:
        return pd.DataFrame()
    rows = []
    for part in results.strata():
        try:
            means = costs(part)
        except NothingToShow:
            continue
        for place, of_one in means.sort_values("burst", kind="stable").groupby(level="maps"):
            for (cheap, a), (dear, b) in itertools.combinations(of_one.droplevel("maps").iterrows(), 2):
                rows.append((part.worlds.stratum.iloc[0], place, results.methods.name[cheap], results.methods.name[dear], breaks_even(a, b)))
    return pd.DataFrame(rows, columns=["stratum", "maps", "cheap", "dear", "queries_a_burst"])


def breaks_even(cheap, dear):
    """Returns the number of queries per burst from which `dear` takes less time in total."""
    gain = cheap["query"] - dear["query"]
    return (dear["burst"] - cheap["burst"]) / gain if gain > 0 else np.inf
