#!/usr/bin/python3
"""Plots the measurements of `fairway_benchmarks --benchmark_filter=growth/`.

    plot_growth.py BENCHMARKS.json --out DIR

Writes growth-resolution and growth-polygons as SVG and PNG, and growth.md, a table of exponents.
"""

import argparse
import pathlib
import sys

from fairway_results.figures import growth, style


def plot(file, out):
    """Makes the figures and the table in a folder and returns the files' paths."""
    points, gaps = growth.load(file)
    out.mkdir(parents=True, exist_ok=True)
    files = []
    for ladder in dict.fromkeys(points.ladder):
        files += style.save(growth.figure(points, ladder, gaps), out, f"growth-{ladder}")
    (out / "growth.md").write_text(growth.markdown(points, gaps), encoding="utf-8")
    return files + [out / "growth.md"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks", type=pathlib.Path, help="JSON file from --benchmark_out")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the figures")
    arguments = parser.parse_args()
    try:
        files = plot(arguments.benchmarks, arguments.out)
    except growth.UnreadableBenchmarks as error:
        sys.exit(f"plot_growth.py: {error}")
    except OSError as error:
        sys.exit(f"plot_growth.py: {error.filename}: {error.strerror}")
    print(f"{len(files)} files in {arguments.out}")


if __name__ == "__main__":
    main()
