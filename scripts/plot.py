#!/usr/bin/python3
"""Plots a result store, with the statistics that docs/statistics.md explains.

    plot.py RESULTS.sqlite --out DIR

Tables, each as CSV, Markdown and LaTeX (booktabs):
methods                    a row a method: quantiles, intervals, counts; in Markdown conditions and warnings too
by_map, by_family          time, gap and share answered of each method on each map, and family of maps
causes                     how much of time and gap comes from representation, search, smoother, map family
Tables as CSV:
comparisons.csv            a row a pair of methods: query by query, effects, intervals, tests
break_even.csv             a row a pair of methods: queries until the dearer build has paid
Of worlds that change:
changes                    a row a method and family of maps: time to follow a burst, to the first answer, of a query
crossover.csv              a row a pair of methods and family: queries a burst from which the dearer to follow pays
Then figures, and captions.md with what is printed below them. A figure that has nothing to show is left out
with a line that says why. Averages never mix radii of the agent, or maps with and without terrain: where a
store has several, each has figures of its own, as has each host, and each part of the maps that some method
was made for. The name of a figure ends with what it is restricted to.
"""

import argparse
import contextlib
import gc
import pathlib
import sqlite3
import sys

import fairway_results as store
from plots import (anytime, break_even, causes, change_figures, changes, comparison_figures, comparisons, conditions, cost, ecdf, gap, heat, memory, pareto,
                   refusal, style, summary, table, worlds)

ON_REQUEST = ["phases", "measures", "time-against-memory"]
"""Figures that are made only if --figures names them."""
FIGURES = ["comparisons", "comparisons-variants", "comparison-matrix", "break-even", "causes", "time-against-length", "build",
           "refusal", *(f"by-{by}-{measure}" for by in ("map", "family") for measure in heat.MEASURES), "pareto",
           "follow-against-share", "throughput-against-rate", "crossover", "crossover-matrix", "performance-profile", "total-time", "time-ecdf", "gap-against-time", "anytime", "gap-ecdf", "gap-causes", "terrain",
           *ON_REQUEST, "map"]
"""All figures; `map` stands for map-NAME of every map."""
FORMATS = ["svg", "png", "pdf"]
STYLES = ["screen", "paper"]
NOTHING = "No method has been measured yet.\n"


class Refused(Exception):
    """The command line asks for what there is not."""


def plot(file, out, choice):
    """Makes the tables, then the figures, of a result store in a folder, and returns how many files."""
    for name in choice.figures or ():
        if name not in FIGURES and not name.startswith("map-"):
            raise Refused(f"no figure '{name}', expected some of {', '.join(FIGURES)}, map-NAME")
    try:
        database = store.connect(file)
    except store.NotBegun:
        out.mkdir(parents=True, exist_ok=True)
        (out / "methods.md").write_text(NOTHING, encoding="utf-8")
        return 1
    with contextlib.closing(database):
        return plot_open(file, database, out, choice)


def plot_open(file, database, out, choice):
    whole = store.load(database, file)
    results = chosen(whole, choice)
    file_names = style.file_names([*("map-" + whole.worlds.name), *("maps-of-" + whole.methods.name), *whole.hosts()])
    out.mkdir(parents=True, exist_ok=True)
    numbers = summary.summary(results)
    pairs = comparisons.table(results)
    pays = break_even.table(results)
    reasons = causes.table(results)
    count = write_tables(out, results, numbers, pairs, pays, reasons)
    ids = {name: method for method, name in results.methods.name.items()}
    styles = style.MethodStyles(results.methods, [ids[name] for name in choice.methods or ()])
    captions, known = [], set()
    for name, where, make in figures(database, results, styles, numbers, pairs, pays, reasons):
        known.add("map" if name.startswith("map-") and name not in (choice.figures or ()) else name)
        if not wanted(name, choice.figures):
            continue
        full = "-".join(file_names.get(part, style.file_name(part)) for part in [name, *where])
        try:
            figure = make()
            count += len(style.save(figure, out, full, style.Output(tuple(choice.format), choice.style)))
            captions.append(f"**{full}**: {figure.fairway_caption}\n")
        except style.NothingToShow as why:
            print(f"plot.py: {file}: {full} is left out: {why}", file=sys.stderr)
        except Exception as error:  # of a kind that nobody foresaw: the other figures are still made
            print(f"plot.py: {file}: {full} failed: {type(error).__name__}: {error}", file=sys.stderr)
    for name in set(choice.figures or ()) - known:
        print(f"plot.py: {file}: has no figure {name}, only {', '.join(sorted(known))}", file=sys.stderr)
    (out / "captions.md").write_text("\n".join(captions), encoding="utf-8")
    return count + 1


def chosen(results, choice):
    """The part of the results that the command line asks for."""
    for kind, names, known in (("method", choice.methods, results.methods.name),
                               ("map", choice.maps, results.worlds["map"]),
                               ("figure", [name for name in choice.figures or () if name not in FIGURES],
                                "map-" + results.worlds.name)):
        for name in names or ():
            if name not in set(known):
                raise Refused(f"no {kind} '{name}', expected some of {', '.join(dict.fromkeys(known))}")
    methods = results.methods.index[results.methods.name.isin(choice.methods)] if choice.methods else None
    maps = results.worlds.index[results.worlds["map"].isin(choice.maps)] if choice.maps else None
    return results.restricted(maps, methods)


def write_tables(out, results, numbers, pairs, pays, reasons):
    """Writes all tables and returns how many files."""
    said = [table.markdown(numbers)] if len(numbers) else [
        "No method was made for any of the maps.\n" if len(results.builds) else NOTHING]
    text = {"methods.md": "\n".join([*said, unmade(results), conditions.markdown(results)]),
            "methods.tex": table.latex(numbers)}
    rows = {"methods": numbers, "comparisons": pairs, "break_even": pays.drop(columns="per_map", errors="ignore")}
    printed = {}
    for by in ("map", "family"):
        rows[f"by_{by}"] = heat.table(results, by)
        printed[f"by_{by}"] = heat.printed(results, rows[f"by_{by}"], by)
    rows["causes"] = reasons
    printed["causes"] = causes.printed(reasons)
    if len(results.follows):
        rows |= {"changes": changes.table(results), "crossover": changes.crossover(results)}
        printed["changes"] = changes.printed(rows["changes"])
    for name, parts in printed.items():
        text[f"{name}.md"] = "\n\n".join(part.markdown() for part in parts) + "\n"
        text[f"{name}.tex"] = "\n\n".join(part.latex() for part in parts) + "\n"
    for name, content in text.items():
        (out / name).write_text(content, encoding="utf-8")
    for name, content in rows.items():
        content.to_csv(out / f"{name}.csv", index=False)
    return len(text) + len(rows)


def unmade(results):
    """A line on methods that have no row anywhere."""
    made = set(results.builds.method[results.builds.status != "unsupported"])
    absent = [m.name for m in results.methods.itertuples() if m.Index not in made]
    return f"Not made for any of these maps, or not measured yet: {', '.join(absent)}.\n" if absent else ""


def figures(database, results, styles, numbers, pairs, pays, reasons):
    """Name, what it is restricted to, and how it is made, of each figure."""
    hosts = results.hosts()
    for stratum in results.strata():
        own = file_suffix(stratum)
        here = [rows[rows.stratum == stratum.worlds.stratum.iloc[0]] if len(rows) else rows for rows in (pairs, pays)]
        for family in (comparisons.BETWEEN, comparisons.VARIANT):
            yield NAMES[family], own, lambda: comparison_figures.planned(stratum, styles, here[0], family)
        yield "comparison-matrix", own, lambda: comparison_figures.matrix(stratum, styles, here[0])
        yield "break-even", own, lambda: break_even.between_families(stratum, styles, here[1])
        for host in hosts:
            part = stratum.on_host(host) if len(hosts) > 1 else stratum
            yield "causes", file_suffix(part), lambda: causes.figure(part, reasons)
            yield from of_host(part, host, styles, numbers)
    yield from maps(database, results, styles)


NAMES = {comparisons.BETWEEN: "comparisons", comparisons.VARIANT: "comparisons-variants"}


def of_host(part, host, styles, numbers):
    """Figures of times and gaps of one stratum, measured on one host."""
    own = file_suffix(part)
    yield "time-against-length", own, lambda: cost.time_against_length(part, styles)
    yield "build", own, lambda: cost.build(part, styles)
    yield "time-against-memory", own, lambda: memory.figure(part, styles)
    yield "refusal", own, lambda: refusal.figure(part, styles)
    if len(part.follows):
        yield "follow-against-share", own, lambda: change_figures.against_share(part, styles)
        yield "throughput-against-rate", own, lambda: change_figures.throughput(part, styles)
        yield "crossover", own, lambda: change_figures.bands(part, styles)
        yield "crossover-matrix", own, lambda: change_figures.matrix(part, styles)
    for by in ("map", "family"):
        rows = heat.table(part, by)
        for measure in heat.MEASURES:
            yield f"by-{by}-{measure}", own, lambda: heat.figure(part, styles, rows, by, measure)
    world = part.worlds.iloc[0]
    of_part = numbers[(numbers.host == host) & (numbers.radius == world.radius) & (numbers.terrain == world.terrain)] if (
        len(numbers)) else numbers
    for sample in part.samples():
        own = file_suffix(sample)
        rows = of_part[of_part.maps_of == sample.sample] if sample.sample else of_part[of_part.maps_of.isna()]
        yield "pareto", own, lambda: pareto.figure(sample, styles, rows)
        yield "performance-profile", own, lambda: ecdf.profiles(sample, styles)
        yield "total-time", own, lambda: break_even.total_time(sample, styles)
        yield "time-ecdf", own, lambda: ecdf.times(sample, styles)
        if world.optimum_by == "exact":
            yield "gap-against-time", own, lambda: gap.against_time(sample, styles)
            if len(part.improvements):
                yield "anytime", own, lambda: anytime.figure(sample, styles)
            yield "gap-ecdf", own, lambda: ecdf.gaps(sample, styles)
            yield "gap-causes", own, lambda: gap.causes(sample, styles)
        else:
            yield "terrain", own, lambda: gap.terrain(sample, styles)
        yield "phases", own, lambda: cost.phases(sample, styles)
        yield "measures", own, lambda: cost.measures(sample, styles)


def maps(database, results, styles):
    for world in worlds.drawn_worlds(database):
        if world in results.worlds.index:
            yield f"map-{results.worlds.name[world]}", [], lambda: worlds.panels(database, results, styles, world)


def file_suffix(results):
    """What the names of figures of these results end with."""
    return [*filter(None, [results.stratum and results.stratum.replace(" ", ""), results.host,
                           results.sample and f"maps-of-{results.sample}"])]


def wanted(name, names):
    """Whether a figure is asked for: all are that are not made on request only. `map` names all maps."""
    if not names:
        return name not in ON_REQUEST
    return name in names or ("map" in names and name.startswith("map-"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, help="results.sqlite of a sweep")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the figures")
    parser.add_argument("--methods", type=listed, help="only these: A,B,...; the first eight in colour")
    parser.add_argument("--maps", type=listed, help="only these: A,B,...")
    parser.add_argument("--figures", type=listed,
                        help=f"only these: A,B,...; {', '.join(ON_REQUEST)} are made on request only; map: all maps")
    parser.add_argument("--format", type=listed, default=["svg", "png"], help=f"some of {','.join(FORMATS)}")
    parser.add_argument("--style", choices=STYLES, default=STYLES[0],
                        help="paper: no titles and captions in the figures; captions.md has them")
    choice = parser.parse_args()
    for kind in choice.format:
        if kind not in FORMATS:
            parser.error(f"argument --format: '{kind}', expected some of {', '.join(FORMATS)}")
    gc.freeze()  # modules stay: the collector need not look through them
    try:
        count = plot(choice.results, choice.out, choice)
    except (store.UnreadableResults, Refused) as error:
        sys.exit(f"plot.py: {error}")
    except (OSError, sqlite3.Error) as error:
        file, reason = (getattr(error, name, None) for name in ("filename", "strerror"))
        sys.exit(f"plot.py: {file or choice.results}: {reason or error}")
    print(f"{count} files in {choice.out}")


def listed(text):
    return [part for part in text.split(",") if part]


if __name__ == "__main__":
    main()
