#!/usr/bin/python3
"""Prints the tables of docs/preprocessing.md from a result store of datasets/sweeps/preprocessing.toml.

    preprocessing.py results/preprocessing/results.sqlite

First table: a row for each representation and search. Query and build are geometric means over the maps where the
method was built. Index is the arithmetic mean. A ratio compares the median query with `astar` on the same representation
and maps, with a 95 % interval over maps. Second table: the table `causes` of the largest block of representations,
searches and maps in which every method was built.
"""

import argparse
import itertools
import json
import sys

import numpy as np
import pandas as pd

import fairway_results
from fairway_results import causes, estimators
from fairway_results.break_even import costs, queries_until
from fairway_results.tables import Column, Table, of_causes

ORDER = ["astar", "alt", "contraction_hierarchy", "two_levels", "goal_bounding", "first_moves"]


def trials(results):
    """A row for each map, representation and search that was built: median query, build and bytes."""
    methods = results.methods.assign(kind=results.methods.search.map(lambda text: json.loads(text)["search"]))
    median = results.reachable().groupby(["world", "method"]).path_ns.agg(
        lambda times: estimators.quantile(times, 0.5)).rename("query_ns")
    means = costs(results).set_index(["world", "method"]).query_ns.rename("mean_ns")
    rows = results.built().join(median, on=["world", "method"]).join(means, on=["world", "method"])
    rows = rows.join(methods[["representation", "kind"]], on="method").join(results.worlds["map"], on="world")
    return rows[rows.kind.isin(ORDER) & np.isfinite(rows.query_ns)]


def by_pair(rows, maps):
    """A row of texts for each pair of representation and search."""
    plain = rows[rows.kind == "astar"].set_index(["representation", "map"])
    table = []
    for representation, kind in itertools.product(dict.fromkeys(rows.representation), ORDER):
        some = rows[(rows.representation == representation) & (rows.kind == kind)]
        if some.empty:
            continue
        base = plain.reindex(pd.MultiIndex.from_product([[representation], some["map"]]))
        ratio = estimators.ratio_over_maps(np.log(some.query_ns.to_numpy() / base.query_ns.to_numpy()))
        until = queries_until(base.own_build_ns.to_numpy(), base.mean_ns.to_numpy(),
                              some.own_build_ns.to_numpy(), some.mean_ns.to_numpy())
        middle = estimators.quantile(until, 0.5)
        table.append({
            "representation": representation, "`search`": f"`{kind}`", "maps": f"{len(some)} of {maps}",
            "query, us": f"{geometric(some.query_ns) / 1e3:.1f}",
            "of `astar`": f"{ratio.value:.2f}" + ("" if kind == "astar" else interval(ratio.low, ratio.high, ".2f")),
            "build, ms": f"{geometric(some.own_build_ns) / 1e6:,.1f}", "index, MB": f"{some.own_bytes.mean() / 1e6:.2f}",
            "break-even, queries": "" if kind == "astar" else "never" if np.isinf(middle) else f"{middle:,.0f}"})
    return table


def interval(low, high, form):
    return "" if np.isnan(low) else f" [{low:{form}}, {high:{form}}]"


def geometric(values):
    return np.exp(np.log(values).mean())


def largest_block(rows):
    """Worlds and methods of the largest block without gaps: representations with the same searches on the same worlds."""
    cube = rows.pivot_table("method", ["representation", "kind"], "world")
    best = pd.DataFrame()
    for count in range(2, len(ORDER) + 1):
        for kinds in itertools.combinations([k for k in ORDER if k in cube.index.get_level_values(1)], count):
            names = [r for r in dict.fromkeys(rows.representation) if all((r, k) in cube.index for k in kinds)]
            block = cube.reindex(pd.MultiIndex.from_product([names, kinds])).dropna(axis=1)
            if block.size > best.size:
                best = block
    return list(best.columns), sorted(set(best.to_numpy().ravel()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", metavar="STORE.sqlite", help="result store of datasets/sweeps/preprocessing.toml")
    arguments = parser.parse_args()
    try:
        results = fairway_results.read(arguments.store)
    except fairway_results.UnreadableResults as error:
        sys.exit(f"preprocessing.py: {error}")
    rows = trials(results)
    if rows.kind.nunique() < 2:
        sys.exit(f"preprocessing.py: {arguments.store}: holds one kind of search, expected methods that differ in `search`")
    print(markdown("Representation and search", by_pair(rows, results.worlds["map"].nunique())))
    worlds, methods = largest_block(rows)
    print("\nMethods of the next table: " + ", ".join(results.methods.name[methods]) + "\n")
    block = results.restricted(worlds, methods)
    print("\n\n".join(table.markdown() for table in of_causes(block, causes.table(block))))


def markdown(title, rows):
    return Table(title, [Column(name, [row[name] for row in rows]) for name in rows[0]]).markdown()


if __name__ == "__main__":
    main()
