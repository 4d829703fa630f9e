"""The times of two result stores, method by method: B over A."""

import numpy as np
import pandas as pd

from . import estimators
from .metrics import NUMBER
from .store import frame
from .tables import Column, Table, column, verdicts

ENDS = ["start_x", "start_y", "goal_x", "goal_y"]


def times(a, b):
    """Returns a row for queries and a row for builds, for each method and stratum that both stores have: the geometric
    mean of the ratios B / A on each map, then over maps, with Student's t interval and p. It compares worlds of the
    same file, queries with the same number and ends, and answers with the same status. Holm's correction covers all
    rows of queries, and separately all rows of builds."""
    rows = []
    for what, keys in KEYS.items():
        both = timed(a, what).merge(timed(b, what), on=["world", "sha256", "method", *keys], suffixes=("_a", "_b"))
        both["logarithm"] = np.log(both.ns_b.clip(lower=1) / both.ns_a.clip(lower=1))
        for (method, stratum), part in both.groupby(["method", "stratum_a"], sort=False):
            effects = estimators.per_map(part.logarithm, part.map_a)
            rows.append({"times": what, "method": method, "stratum": stratum, "maps": len(effects),
                         **estimators.ratio_over_maps(effects).columns("ratio"), "p": estimators.p_of_mean(effects),
                         "other_host": int((part.host_a != part.host_b).sum())})
    table = pd.DataFrame(rows, columns=None if rows else ["times", "method", "stratum", "maps", "ratio", "p", "other_host"])
    table["p_holm"] = table.groupby("times").p.transform(estimators.holm) if rows else []
    return table


KEYS = {"queries": ["number", *ENDS, "status"], "builds": []}


def timed(results, what):
    """Rows of queries or builds with their time, and the names of their world and method."""
    if what == "queries":
        queries = frame(results.database, f"SELECT id, number, {', '.join(ENDS)} FROM query", "id")
        rows = results.answers[results.answers.repetitions > 0].join(queries, on="query")
    else:
        rows = results.built().dropna(subset=["own_build_ns"]).assign(ns=lambda built: built.own_build_ns)
    worlds = results.worlds.loc[rows.world]
    kept = [name for name in (*KEYS["queries"], "ns", "host") if name in rows]
    return rows[kept].assign(
        world=worlds.name.to_numpy(), sha256=worlds.sha256.to_numpy(), map=worlds["map"].to_numpy(),
        stratum=worlds.stratum.to_numpy(), method=results.methods.name[rows.method].to_numpy())


def table(rows):
    return Table("Times, B over A", [
        column(rows, "times", "times of"), column(rows, "method", "method", code=True), column(rows, "stratum", "stratum"),
        column(rows, "maps", "maps", NUMBER), column(rows, "ratio", "ratio", NUMBER),
        column(rows, "p_holm", "p (Holm)", NUMBER), Column("differs", verdicts(rows.p_holm))])


def printed(rows):
    """The table, and a line if the hosts differ."""
    other = "\n\nSome rows compare two hosts. Their ratios include the difference of the machines."
    return table(rows).markdown() + other * bool(rows.other_host.any())
