#!/usr/bin/python3
"""Prints the tables of docs/navigation-meshes.md from a result store of datasets/sweeps/clearance.toml.

    navigation_meshes.py results/clearance/results.sqlite [--worlds worlds.csv]

First table: the metrics of van Toll et al. (MIG 2016; Computers & Graphics 91, 2020) for each method, at the smallest radius,
with the gap at each radius. Second table: a build for all radii of a map, or a build for each radius. `--worlds` writes the
metrics of each method in each world.

Regions and their areas are computed from the stored drawing, if it is complete and draws the sides of each region in order.
Overlap is the sum of these areas, minus the area that the method reports as covered, divided by the free area.
Drawings of disks are polygons inside them.
"""

import argparse
import pathlib
import sys

import numpy as np
import pandas as pd

import fairway_results
from fairway_results.break_even import costs, queries_until
from fairway_results.estimators import quantile
from fairway_results.metrics import NUMBER, SHARE, SIZE, TIME
from fairway_results.store import coordinates, frame
from fairway_results.tables import Column, Table


def regions(sides):
    """The polygons whose sides are drawn one after the other; None if some sides form no polygon."""
    found, ring = [], []
    for x0, y0, x1, y1 in sides:
        if ring and ring[-1] != (x0, y0):
            return None
        ring = (ring or [(x0, y0)]) + [(x1, y1)]
        if ring[0] == ring[-1]:
            found.append(ring[:-1])
            ring = []
    return None if ring else found


def area(ring):
    """The area of a polygon."""
    x, y = np.transpose(ring)
    x, y = x - x[0], y - y[0]
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2


def of_drawings(results):
    """Number of regions, and the sum of their areas, by world and structure (representation and options)."""
    drawings = frame(results.database, "SELECT world, method, segments, total FROM drawing WHERE kind = 'cells'")
    found = {}
    for drawing in drawings.itertuples():
        sides = coordinates(drawing.segments).reshape(-1, 4)
        rings = regions(sides) if len(sides) == drawing.total else None
        if rings:
            found[drawing.world, structure(results, drawing.method)] = len(rings), sum(map(area, rings))
    return found


def structure(results, method):
    return results.methods.representation[method], results.methods.options[method]


def of_worlds(results):
    """A row for each method and world: the metrics of the study."""
    drawn = of_drawings(results)
    asked = results.reachable()
    of_queries = asked.groupby(["world", "method"]).agg(
        reached=("answered", "mean"), query_ns=("path_ns", lambda ns: quantile(ns[np.isfinite(ns)], 0.5)))
    gaps = results.found().groupby(["world", "method"]).gap.mean()
    rows = results.built().join(of_queries, on=["world", "method"]).join(gaps, on=["world", "method"])
    rows = rows.join(results.worlds[["map", "radius", "components", "area"]].add_prefix("world_"), on="world")
    cells = [drawn.get((row.world, structure(results, row.method)), (np.nan, np.nan)) for row in rows.itertuples()]
    rows["regions"], areas = np.transpose(cells) if cells else ((), ())
    rows["overlap"] = (areas / rows.world_area - rows.coverage).round(9)  # removes the rounding errors of areas
    return rows.assign(name=results.methods.name[rows.method].to_numpy())


COLUMNS = {"maps": ("maps", NUMBER), "coverage": ("coverage", SHARE), "overlap": ("overlap", SHARE),
           "parts": ("components", NUMBER), "reached": ("pairs reached", SHARE), "vertices": ("vertices", NUMBER),
           "edges": ("edges", NUMBER), "regions": ("regions", NUMBER), "total_build_ns": ("build", TIME),
           "total_bytes": ("memory", SIZE), "query_ns": ("query", TIME)}


def of_methods(rows):
    """A row for each method, with means over maps at the smallest radius (geometric means of sizes and times). `parts` is the
    number of components, divided by the number of components of free space. The gap has a mean for each radius."""
    table = []
    for name, own in rows.groupby("name", sort=False):
        first = own[own.world_radius == rows.world_radius.min()]
        table.append({"method": name, "maps": len(first), "coverage": first.coverage.mean(), "overlap": first.overlap.mean(),
                      "parts": (first.components / first.world_components).mean(), "reached": first.reached.mean(),
                      **{c: geometric(first[c]) for c in ("vertices", "edges", "regions", "total_build_ns", "total_bytes", "query_ns")},
                      **{f"gap at {r:g}": own.gap[own.world_radius == r].mean() for r in sorted(set(rows.world_radius))}})
    return pd.DataFrame(table)


def geometric(values):
    known = values[values > 0]
    return np.exp(np.log(known).mean()) if len(known) else np.nan


def of_builds(results, rows):
    """Returns a row for each pair of methods: the first method serves all radii by one build, the second does not. A row
    compares build times and bytes, summed over the radii of a map, by geometric means over maps. The last entry is the median
    number of queries from which the slower build pays off, if all radii get equally many queries."""
    query = costs(results).set_index(["world", "method"]).query_ns.rename("mean_ns")
    rows = rows.join(query, on=["world", "method"])
    keys = ["name", "world_map"]
    whole = rows[rows.groupby(keys).world.transform("size") == rows.world_radius.nunique()]
    sums = whole.groupby(keys)[["total_build_ns", "total_bytes"]].sum().join(whole.groupby(keys).mean_ns.mean())
    once = set(whole.name[whole.message.fillna("").str.startswith("one build serves all radii")])
    table = []
    for one in sorted(once):
        for many in dict.fromkeys(whole.name[~whole.name.isin(once)]):
            both = sums.loc[one].join(sums.loc[many], rsuffix="_many", how="inner")
            if both.empty:
                continue
            pairs = zip(both[["total_build_ns", "mean_ns"]].to_numpy(), both[["total_build_ns_many", "mean_ns_many"]].to_numpy())
            cheap, dear = np.transpose([sorted(pair, key=lambda cost: cost[0]) for pair in pairs], (1, 2, 0))
            until = queries_until(*cheap, *dear)
            table.append({"one build": one, "a build per radius": many, "maps": len(both),
                          "build": f"{geometric(both.total_build_ns / both.total_build_ns_many):.2f}",
                          "memory": f"{geometric(both.total_bytes / both.total_bytes_many):.2f}",
                          "query": f"{geometric(both.mean_ns / both.mean_ns_many):.2f}",
                          "cheaper build": one if (both.total_build_ns < both.total_build_ns_many).mean() > 0.5 else many,
                          "break-even, queries": said(quantile(np.where(np.isnan(until), 0, until), 0.5))})
    return table


def said(queries):
    return "never" if np.isinf(queries) else f"{queries:,.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", metavar="STORE.sqlite", help="result store of datasets/sweeps/clearance.toml")
    parser.add_argument("--worlds", type=pathlib.Path, metavar="FILE.csv", help="write the metrics of each method in each world")
    arguments = parser.parse_args()
    try:
        results = fairway_results.read(arguments.store)
    except fairway_results.UnreadableResults as error:
        print(f"navigation_meshes.py: {error}", file=sys.stderr)
        sys.exit(2)
    rows = of_worlds(results)
    if rows.empty:
        print(f"navigation_meshes.py: {arguments.store}: no method was built, expected a sweep with results", file=sys.stderr)
        sys.exit(2)
    if arguments.worlds:
        names = {"name": "method", "world_map": "map", "world_radius": "radius", "gap": "mean_gap"}
        kept = [*names, "coverage", "overlap", "components", "world_components", "reached", "vertices", "edges", "regions",
                "total_build_ns", "total_bytes", "query_ns"]
        rows[kept].rename(columns=names).to_csv(arguments.worlds, index=False)
    table = of_methods(rows)
    gaps = {name: (name, SHARE) for name in table if name.startswith("gap at")}
    print(Table("Navigation meshes", [Column("method", table.method.to_list(), code=True), *(
        Column(title, table[name].to_list(), kind) for name, (title, kind) in {**COLUMNS, **gaps}.items())]).markdown())
    builds = of_builds(results, rows)
    if builds:
        print("\n" + Table(f"One build for {rows.world_radius.nunique()} radii", [
            Column(name, [row[name] for row in builds]) for name in builds[0]]).markdown())


if __name__ == "__main__":
    main()
