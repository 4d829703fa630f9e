#!/usr/bin/python3
"""Writes the tables and figures of a result store. docs/statistics.md explains the statistics.

    plot.py RESULTS.sqlite --out DIR

Tables, each as CSV, Markdown and LaTeX (booktabs):
methods                    one row per method: quantiles, intervals, counts; in Markdown also conditions and warnings
by_map, by_family          time, gap, share answered, build and memory of each method on each map or family of maps
causes                     shares of time and gap that representation, search, smoother and map family explain
changes                    changing worlds: times to follow a burst of changes, to the first answer, and of a query
Tables as CSV:
comparisons.csv            one row per pair of methods, query by query: effects, intervals, tests
break_even.csv             one row per pair of methods: number of queries from which the slower build pays off
crossover.csv              one row per pair of methods, in changing worlds: queries per burst from which a slower reaction pays off
The figures follow, and captions.md with their captions. A figure without data is skipped, and a line states the
reason. Averages never mix agent radii, hosts, or maps with and without terrain. Each radius, each host, and each set
of maps that only some methods support has its own figures. The name of a figure ends with this restriction.
"""

import argparse
import pathlib
import sqlite3
import sys

import fairway_results as store
from fairway_results import figures, metrics, tables, text
from fairway_results.figures import style

FORMATS = ["svg", "png", "pdf"]
STYLES = ["screen", "paper"]


class Refused(Exception):
    """The command line names a figure that does not exist."""


def plot(file, out, choice):
    """Makes the tables, then the figures, of a result store in a folder, and returns the number of files."""
    for name in choice.figures or ():
        if name not in figures.NAMES and not name.startswith("map-"):
            raise Refused(f"no figure '{name}', expected some of {', '.join(figures.NAMES)}, map-NAME")
    try:
        whole = store.read(file)
    except store.NotBegun:
        out.mkdir(parents=True, exist_ok=True)
        (out / "methods.md").write_text(tables.NOTHING, encoding="utf-8")
        return 1
    results = chosen(whole, choice)
    names = text.file_names([*("map-" + whole.worlds.name), *("maps-of-" + whole.methods.name), *whole.hosts()])
    out.mkdir(parents=True, exist_ok=True)
    rows = tables.computed(results)
    count = tables.write(results, rows, out)
    ids = results.ids()
    styles = style.MethodStyles(results.methods, [ids[name] for name in choice.methods or ()])
    captions, known = [], set()
    for name, suffixes, make in figures.available(results, styles, rows):
        kind = "map" if name.startswith("map-") else name
        known |= {kind, name}
        if choice.figures and not {kind, name} & set(choice.figures):
            continue
        full = "-".join(names.get(part, text.file_name(part)) for part in [name, *suffixes])
        try:
            figure = make()
            count += len(style.save(figure, out, full, choice.format, choice.style == "paper"))
            captions.append(f"**{full}**: {figure.fairway_caption}\n")
        except style.NothingToShow as why:
            print(f"plot.py: {file}: {full} is left out: {why}", file=sys.stderr)
        except OSError:
            raise
        except Exception as error:  # after an unexpected error, the other figures are still drawn
            print(f"plot.py: {file}: {full} failed: {type(error).__name__}: {error}", file=sys.stderr)
    for name in set(choice.figures or ()) - known:
        print(f"plot.py: {file}: has no figure {name}, only {', '.join(name for name in figures.NAMES if name in known)}", file=sys.stderr)
    (out / "captions.md").write_text("\n".join(captions), encoding="utf-8")
    return count + 1


def chosen(results, choice):
    """The results, restricted to the methods and maps that the command line names."""
    for kind, names, known in (("method", choice.methods, results.methods.name),
                               ("map", choice.maps, results.worlds["map"]),
                               ("figure", [name for name in choice.figures or () if name not in figures.NAMES],
                                "map-" + results.worlds.name)):
        for name in names or ():
            if name not in set(known):
                raise Refused(f"no {kind} '{name}', expected some of {', '.join(dict.fromkeys(known))}")
    methods = results.methods.index[results.methods.name.isin(choice.methods)] if choice.methods else None
    maps = results.worlds.index[results.worlds["map"].isin(choice.maps)] if choice.maps else None
    return results.restricted(maps, methods)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, help="results.sqlite of a sweep")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the figures")
    parser.add_argument("--methods", type=listed, help="draw only methods A,B,...; the first nine get colours")
    parser.add_argument("--maps", type=listed, help="draw only maps A,B,...")
    parser.add_argument("--figures", type=listed, help="draw only figures A,B,...; `map` draws all maps")
    parser.add_argument("--format", type=listed, default=["svg", "png"],
                        help=f"file formats, from {','.join(FORMATS)} (default: svg,png)")
    parser.add_argument("--style", choices=STYLES, default=STYLES[0],
                        help="paper: write titles and captions to captions.md instead of the figures (default: screen)")
    parser.add_argument("--metrics", action="version", version=metrics.dictionary(),
                        help="print the definition of every column of methods.csv, and exit")
    choice = parser.parse_args()
    for kind in choice.format:
        if kind not in FORMATS:
            parser.error(f"argument --format: '{kind}', expected some of {', '.join(FORMATS)}")
    try:
        count = plot(choice.results, choice.out, choice)
    except (store.UnreadableResults, Refused) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        sys.exit(2)
    except sqlite3.Error as error:
        sys.exit(f"plot.py: {choice.results}: {error}")
    except OSError as error:
        sys.exit(f"plot.py: {error.filename or choice.out}: {error.strerror or error}")
    print(f"{count} files in {choice.out}")


def listed(text):
    return [part for part in text.split(",") if part]


if __name__ == "__main__":
    main()
