#!/usr/bin/python3
"""Plots a result store: gap, query time, refusals, build time, memory, and pictures of the maps.

    plot.py RESULTS.sqlite --out DIR

Writes every figure as SVG and PNG, and the numbers behind them as methods.csv and a table, methods.md.
"""

import argparse
import pathlib
import re
import sys

from plots import cost, gap, refusal, results as store, style, table, worlds


def plot(file, out):
    """Makes all figures of a result store in a folder and returns the files' paths."""
    database = store.connect(file)
    results = store.load(database)
    if results.answers.empty:
        raise store.UnreadableResults(f"{file}: holds no answers yet")
    out.mkdir(parents=True, exist_ok=True)
    styles = style.MethodStyles(results.methods)
    exact = results.held_against("exact")
    figures = {
        "time-against-length": cost.time_against_length(results, styles),
        "build": cost.build(results, styles),
        "refusal": refusal.figure(results, styles),
        "terrain": gap.terrain(results, styles),
    }
    if not exact.answers.empty:
        figures["gap-against-time"] = gap.against_time(exact, styles)
        figures["gap-ecdf"] = gap.cumulative(exact, styles)
    files = []
    for name, figure in figures.items():
        if figure is not None:
            files += style.save(figure, out, name)
    for world in worlds.drawn_worlds(database):
        figure = worlds.panels(database, results, styles, world)
        if figure is not None:
            name = re.sub(r"[^A-Za-z0-9._-]+", "-", results.worlds.name[world])
            files += style.save(figure, out, f"map-{name}")
    summary = store.summary(results)
    summary.to_csv(out / "methods.csv", index=False)
    (out / "methods.md").write_text(table.markdown(summary), encoding="utf-8")
    return files + [out / "methods.csv", out / "methods.md"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("results", type=pathlib.Path, help="results.sqlite of a sweep")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the figures")
    arguments = parser.parse_args()
    try:
        files = plot(arguments.results, arguments.out)
    except store.UnreadableResults as error:
        sys.exit(f"plot.py: {error}")
    except OSError as error:
        sys.exit(f"plot.py: {error.filename}: {error.strerror}")
    print(f"{len(files)} files in {arguments.out}")


if __name__ == "__main__":
    main()
