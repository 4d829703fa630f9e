#!/usr/bin/python3
"""Writes the tables of README.md, docs/study.md and docs/benchmarks.md from the published tables of a study.

    scripts/study_page.py [--check]

The published tables are in results/published/2026.1. The written tables stand between two marks in each page. --check writes
nothing, and ends with 1 if a page has other tables.
"""

import argparse
import functools
import math
import pathlib
import sys

import numpy as np
import pandas as pd

from fairway_results import claims
from fairway_results.advice import LEAST_ANSWERED, NEAR, PREDICTORS, ridge
from fairway_results.metrics import SHARE, by_name

ROOT = pathlib.Path(__file__).resolve().parents[1]
PUBLISHED = ROOT / "results/published/2026.1"
BEGIN, END = "<!-- begin of the tables of scripts/study_page.py -->", "<!-- end of the tables -->"
INVERSIONS = (("grid-jps", "grid", "query_p50_ns"), ("visibility-graph", "polyanya", "query_p50_ns"),
              ("hub-labels", "polyanya", "query_p50_ns"), ("quadtree", "grid", "query_p50_ns"),
              ("triangle-mesh", "grid", "median_bytes"))
MEASURES = {"query_p50_ns": "query time", "median_bytes": "memory"}
LIMITS = (("none", math.inf, math.inf), ("gap 1 %", 0.01, math.inf), ("gap 0", 1e-9, math.inf), ("1 MiB, gap 1 %", 0.01, 2 ** 20))
"""Name, greatest mean gap, most bytes."""
QUERIES = (1, 1000, 1000000)
FINDINGS = ("grid-gap", "homotopic-and-theta-star", "triangle-mesh-gap", "convex-mesh-gap", "jps-in-mazes", "jps-on-random-cells",
            "visibility-graph-in-cities", "visibility-graph-in-mazes", "mesh-memory-on-random-cells", "mesh-memory-on-game-maps")
"""The claims of the page. Values are gaps, or ratios."""
METHODS = {
    "grid": "8 neighbours", "grid-homotopic": "shortened in its homotopy class",
    "hexgrid": "6 neighbours", "quadtree": "merged leaves", "triangle-mesh": "corners of [junctions](docs/glossary.md#worlds)",
    "medial-axis": "corridors of the Voronoi diagram", "visibility-graph": "pruned to taut links",
    "probabilistic-roadmap": "random points", "hpa": "hierarchy of clusters", "grid-jps": "the grid by jump point search",
    "theta-star": "any angle over the grid", "anya": "worlds of cells only", "polyanya": "merged convex polygons",
    "hub-labels": "tables of distances to hubs"}
"""The methods of the tables, and what README says of them."""
PROGRAMS = (
    "grid", "triangle-mesh", "polyanya", "detour", "detour-snapped", "detour-recast", "detour-recast-tight", "skimage", "networkx",
    "cgal-shortest-path", "ompl-prm", "ompl-prm-star", "ompl-rrt-connect", "ompl-bit-star-10ms")
"""The methods of the table of programs."""
CAUSES = {"mean_gap": "gap", "mean_corridor_gap": "corridor gap", "mean_slack": "slack", "p95_gap": "gap p95", "query_p95_ns": "query p95"}
RESAMPLES, SEED = 1000, 1
FEATURES = dict(zip(PREDICTORS, ("cells", "number of cells", "corners", "corridor width", "dimension of the walls", "detour")))


def at_radius_0(rows):
    """The rows of radius 0 on the host with most rows."""
    rows = rows[rows.stratum == "radius 0"]
    return rows[rows.host == rows.host.value_counts().index[0]]


def block(title, lines, titles):
    """A title, and lines of cells as aligned text."""
    return f"**{title}**\n\n```text\n{pd.DataFrame(lines, columns=titles).to_string(index=False)}\n```"


def finding(claim):
    """The sentence of a claim, its value and its interval."""
    share = any(word in claim.query for word in ("gap", "answered", "legal_share"))
    value, low, high = (SHARE.text(end) if share else f"{end:.3g}" for end in (claim.value, *claim.interval))
    return f"- {claim.finding} {value}" + (f" [{low}, {high}]" if low != high else "")


def of_findings(folder):
    known = [claim for claim in claims.read(folder / "claims.toml") if claim.value is not None]
    named = {claim.name: claim for claim in known}
    others = [finding(claim) for claim in known if claim.part != "static"]
    return "\n".join([
        "**Findings**: each with a gap or ratio, and its 95 % interval over maps", "",
        *(finding(named[name]) for name in FINDINGS if name in named),
        *(["", "**Other parts**: with a gap, share, ratio, or number of wrong answers", "", *others] if others else [])])


def shown(row, *columns):
    metrics = [by_name[column] for column in columns]
    return [metric.never if row[metric.name] == np.inf else metric.kind.text(row[metric.name]) for metric in metrics]


def of_methods(tables):
    """(name, row) of the methods of the tables. The first row of a method is of all maps that it supports."""
    rows = at_radius_0(tables("static/methods")).drop_duplicates("method").set_index("method")
    return [(name, rows.loc[name]) for name in METHODS if name in rows.index]


def of_causes(tables):
    return block("Causes of the gap", [(name, *shown(row, *CAUSES)) for name, row in of_methods(tables)],
                 ("method", *CAUSES.values()))


def readme(tables):
    """The table of README."""
    lines = ["| method | smoother | answered | median gap | mean gap | query | build (own) | memory (own) |",
             "|---|---|--:|--:|--:|--:|--:|--:|"]
    for name, row in of_methods(tables):
        build, own_build, size, own_size = shown(row, "build_p50_ns", "build_own_p50_ns", "median_bytes", "median_own_bytes")
        lines.append(" | ".join([f"| `{name}` ({METHODS[name]})", row.smoother,
                                 *shown(row, "answered", "median_gap", "mean_gap", "query_p50_ns"),
                                 f"{build} ({own_build})", f"{size} ({own_size}) |"]))
    return "\n".join(lines)


def of_programs(tables):
    """Programs of others and methods of Fairway."""
    columns = ("answered", "mean_gap", "query_p50_ns", "build_own_p50_ns", "median_own_bytes")
    rows = at_radius_0(tables("programs/methods")).drop_duplicates("method")
    lines = [(row.method, *shown(row, *columns)) for _, row in rows[rows.method.isin(PROGRAMS)].iterrows()]
    return block("Fairway and programs of others", lines, ("method", "answered", "mean gap", "query", "own build", "own memory"))


def explained(x, y):
    """The standardised predictor with the largest effect, its slope with an interval of 95 % by resampled maps, and the share of
    the variance that the model explains in maps that are left out of tenths."""
    scale = x.std(axis=0)
    x = (x - x.mean(axis=0)) / np.where(scale, scale, 1)
    zero, one = np.zeros(x.shape[1]), np.ones(x.shape[1])
    slopes = ridge(x, y, zero, one)[1]
    largest = int(np.argmax(np.abs(slopes)))
    random = np.random.default_rng(SEED)
    samples = [random.integers(0, len(y), len(y)) for _ in range(RESAMPLES)]
    low, high = np.quantile([ridge(x[rows], y[rows], zero, one)[1][largest] for rows in samples], (0.025, 0.975))
    predicted, tenths = np.empty(len(y)), random.permutation(len(y)) % 10
    for tenth in range(10):
        out = tenths == tenth
        intercept, coefficients, _ = ridge(x[~out], y[~out], zero, one)
        predicted[out] = intercept + x[out] @ coefficients
    return largest, (slopes[largest], low, high), 1 - ((y - predicted) ** 2).sum() / ((y - y.mean()) ** 2).sum()


def of_inversions(tables):
    rows, maps = at_radius_0(tables("static/per_map")), tables("static/features").drop_duplicates("map").set_index("map")
    lines = []
    for method, against, column in INVERSIONS:
        values = rows[rows.method.isin((method, against))].pivot(index="map", columns="method", values=column)
        ratios = np.log(values[method] / values[against]).replace([np.inf, -np.inf], np.nan).dropna()
        ratios = ratios[ratios.index.isin(maps.index)]
        families = np.exp(ratios.groupby(maps.family).median()).sort_values()
        largest, slope, share = explained(maps.loc[ratios.index, PREDICTORS].to_numpy(float), ratios.to_numpy())
        low, high = sorted(np.exp(slope[1:]))
        lines.append((f"{method}/{against}", MEASURES[column], f"{np.exp(ratios.median()):.2g}", f"{(ratios > 0).mean():.0%}",
                      f"{families.index[0]} {families.iloc[0]:.2g}", f"{families.index[-1]} {families.iloc[-1]:.2g}",
                      list(FEATURES.values())[largest], f"{np.exp(slope[0]):.2f} [{low:.2f}, {high:.2f}]", f"{max(share, 0):.0%}"))
    titles = ("ratio", "of", "median", "maps above 1", "least family", "largest family", "main feature", "factor per deviation",
              "explained")
    return block("Ratios of two methods on each map", lines, titles)


def of_decisions(tables):
    rows = at_radius_0(tables("static/per_map"))
    rows = rows[(rows.answered >= LEAST_ANSWERED) & np.isfinite(rows.query_p50_ns) & np.isfinite(rows.build_p50_ns)]
    lines = []
    for name, gap, size in LIMITS:
        of, cells = rows[(rows.mean_gap <= gap) & (rows.median_bytes <= size)], []
        for queries in QUERIES:
            cost = of.query_p50_ns + of.build_p50_ns / queries
            near = cost <= NEAR * cost.groupby(of["map"]).transform("min")
            count = near.groupby(of.method).sum().sort_values(ascending=False, kind="stable")
            cells.append(", ".join(f"{method} {maps / of['map'].nunique():.0%}" for method, maps in count.head(2).items()))
        lines.append((name, of["map"].nunique(), *cells))
    titles = ("limits", "maps", *(f"N = {queries:,}" for queries in QUERIES))
    return block("Methods that are within 1.5 times the least cost on most maps, and the share of these maps", lines, titles)


def measured(tables, part):
    """A sentence about the run of a part."""
    run, worlds = tables(f"{part}/runs").iloc[-1], tables(f"{part}/worlds")
    families = worlds.family.nunique()
    return (f"Commit {run.commit[:7]}, {run.started[:10]}, {run.cpu}, {run.compiler}: {worlds['map'].nunique()} maps"
            f"{f' of {families} families' if families > 1 else ''}, {tables(f'{part}/hashes').answers.sum():,} judged answers.")


def texts(folder):
    """Returns the block of each page, by its file."""
    tables = functools.cache(lambda name: pd.read_csv(folder / f"{name}.csv.xz"))
    pages = {"README.md": (measured(tables, "static"), readme(tables)),
             "docs/study.md": (measured(tables, "static"), of_findings(folder), of_causes(tables), of_inversions(tables),
                               of_decisions(tables)),
             "docs/benchmarks.md": (measured(tables, "programs"), of_programs(tables))}
    return {ROOT / page: "\n\n".join(blocks) for page, blocks in pages.items()}


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(argv)
    try:
        blocks = texts(PUBLISHED)
    except FileNotFoundError as error:
        sys.exit(f"study_page.py: {error.filename}: there is no such file, expected a table of a study")
    differ = False
    for page, block_of_page in blocks.items():
        old = page.read_text(encoding="utf-8")
        if old.count(BEGIN) != 1 or old.count(END) != 1:
            sys.exit(f"study_page.py: {page}: expected one line '{BEGIN}' and one line '{END}'")
        fresh = f"{old[:old.index(BEGIN)]}{BEGIN}\n{block_of_page}\n{old[old.index(END):]}"
        differ |= fresh != old
        if not options.check:
            page.write_text(fresh, encoding="utf-8")
    return int(options.check and differ)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
