#!/usr/bin/python3
"""Plots a result store, with the statistics that docs/statistics.md explains.

    plot.py RESULTS.sqlite --out DIR

Writes every figure as SVG and PNG, and the numbers behind them:
methods.md, methods.csv    a row a method: quantiles, intervals, counts; conditions and warnings
comparisons.csv            a row a pair of methods: query by query, effects, intervals, tests
break_even.csv             a row a pair of methods: queries until the dearer build has paid
Where several hosts measured, figures of times are made for each, with its name at the end.
"""

import argparse
import gc
import pathlib
import re
import sys

from plots import (break_even, comparison_figures, comparisons, conditions, cost, ecdf, gap, pareto,
                   refusal, results as store, style, summary, table, worlds)


def plot(file, out):
    """Makes all figures and tables of a result store in a folder and returns the files' paths."""
    database = store.connect(file)
    results = store.load(database)
    if results.answers.empty:
        raise store.UnreadableResults(f"{file}: holds no answers yet")
    out.mkdir(parents=True, exist_ok=True)
    styles = style.MethodStyles(results.methods)
    numbers = summary.summary(results)
    pairs = comparisons.table(results)
    pays = break_even.table(results)
    files = []
    for name, figure in figures(database, results, styles, numbers, pairs, pays):
        if figure is not None:
            files += style.save(figure, out, file_name(name))
    text = [table.markdown(numbers), conditions.markdown(results, pairs)]
    (out / "methods.md").write_text("\n".join(text), encoding="utf-8")
    tables = {"methods": numbers, "comparisons": pairs,
              "break_even": pays.drop(columns="per_map", errors="ignore")}
    for name, rows in tables.items():
        rows.to_csv(out / f"{name}.csv", index=False)
    return files + [out / "methods.md", *(out / f"{name}.csv" for name in tables)]


def figures(database, results, styles, numbers, pairs, pays):
    """Names and figures one after the other; None where there is nothing to show."""
    yield "terrain", gap.terrain(results, styles)
    yield "performance-profile", ecdf.profiles(results, styles)
    yield "comparisons", comparison_figures.planned(results, styles, pairs)
    yield "comparison-matrix", comparison_figures.matrix(results, styles, pairs)
    yield "break-even", break_even.between_representations(results, styles, pays)
    exact = results.held_against("exact")
    if not exact.answers.empty:
        yield "gap-ecdf", ecdf.gaps(exact, styles)
    hosts = results.hosts()
    for host in hosts:
        several = len(hosts) > 1
        part = results.on_host(host) if several else results
        for name, figure in of_times(part, styles, numbers[numbers.host == host]):
            yield f"{name}-{host}" if several else name, figure
    for world in worlds.drawn_worlds(database):
        yield f"map-{results.worlds.name[world]}", worlds.panels(database, results, styles, world)


def of_times(results, styles, numbers):
    """Figures of times, one for each host."""
    yield "time-against-length", cost.time_against_length(results, styles)
    yield "time-ecdf", ecdf.times(results, styles)
    yield "build", cost.build(results, styles)
    yield "refusal", refusal.figure(results, styles)
    yield "total-time", break_even.total_time(results, styles)
    yield "pareto", pareto.figure(results, styles, numbers)
    exact = results.held_against("exact")
    if not exact.answers.empty:
        yield "gap-against-time", gap.against_time(exact, styles)


def file_name(text):
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, help="results.sqlite of a sweep")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the figures")
    arguments = parser.parse_args()
    gc.freeze()  # modules stay: the collector need not look through them
    try:
        files = plot(arguments.results, arguments.out)
    except store.UnreadableResults as error:
        sys.exit(f"plot.py: {error}")
    except OSError as error:
        sys.exit(f"plot.py: {error.filename}: {error.strerror}")
    print(f"{len(files)} files in {arguments.out}")


if __name__ == "__main__":
    main()
