"""Figures of build time, query time and memory against the size of a world, from a result store or from benchmarks."""

import json
import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from ..estimators import Estimate, is_supported, slope
from ..text import duration, size
from . import style

NAME = re.compile(r"growth/(?P<method>[^/]+)/(?P<kernel>build|query)/(?P<ladder>[^/_]+)(?:/(?P<size>\d+)|_BigO)$")
CLASSES = {"(1)": "1", "lgN": "lg n", "N": "n", "NlgN": "n lg n", "N^2": "n²", "N^3": "n³"}
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
LADDERS = {"resolution": ("Growth with resolution", "cells a side"),
           "polygons": ("Growth with the number of vertices", "vertices")}
MEASURES = {"build": ("build", duration), "query": ("query (mean)", duration), "memory": ("memory", size)}
OF_MAPS = {"build_p50_ns": ("build", duration), "query_p50_ns": ("query", duration), "median_bytes": ("memory", size)}
MIN_SIZES = 3
NOTE = "Build and memory count the parts of the free space that a method uses, memory also the scratch space of a thread"


class UnreadableBenchmarks(Exception):
    """The file is not the output of Google Benchmark for the families growth/..."""


class Growth:
    """What a run measured. `points`: ladder, method, measure, n, value (nanoseconds of CPU, bytes); a measure `own ...`
    is without the parts of the free space. `classes`: the complexity that Google Benchmark fitted to queries and own
    builds, by (ladder, method, kernel). `notes`: sentences on the sizes and queries that are missing, by ladder."""

    def __init__(self, points, classes, notes):
        self.points, self.classes, self.notes = points, classes, notes
        names = list(dict.fromkeys(points.method))
        self.methods = pd.DataFrame({"name": names, "representation": names, "family": names}, index=names)
        self.styles = style.MethodStyles(self.methods)

    def ladders(self):
        return [ladder for ladder in LADDERS if (self.points.ladder == ladder).any()]

    def line(self, ladder, method, measure):
        """The points of a line, n ascending."""
        p = self.points
        return p[(p.ladder == ladder) & (p.method == method) & (p.measure == measure)].sort_values("n")

    def by_family(self, methods):
        return list(dict.fromkeys(methods))


def load(file):
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["benchmarks"]
    except OSError as error:
        raise UnreadableBenchmarks(f"{file}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableBenchmarks(f"{file}: expected the JSON that fairway_benchmarks writes") from error
    points, classes, skipped, notes = [], {}, {}, {ladder: [] for ladder in LADDERS}
    for row in rows:
        name = NAME.match(row["name"])
        if name is None:
            continue
        method, kernel, ladder, n = name["method"], name["kernel"], name["ladder"], int(name["size"] or 0)
        if name["size"] is None:
            classes[ladder, method, kernel] = CLASSES.get(row["big_o"], row["big_o"])
        elif row.get("error_occurred"):
            skipped.setdefault((ladder, method, kernel, row["error_message"]), []).append(f"{n:,}")
        else:
            time = row["cpu_time"] * NANOSECONDS[row["time_unit"]]
            values = {"query": time} if kernel == "query" else {
                "build": time + row["parts_ns"], "own build": time, "memory": row["total_bytes"], "own memory": row["own_bytes"]}
            points += [(ladder, method, measure, row["n"], value) for measure, value in values.items()]
            if row.get("found", 1) < 1:
                notes[ladder].append(f"Queries without a path: {method} at {row['n']:,.0f} {1 - row['found']:.0%}.")
    if not points:
        raise UnreadableBenchmarks(f"{file}: holds no benchmark growth/...; expected some")
    shown = {point[:2] for point in points}
    for (ladder, method, kernel, reason), sizes in skipped.items():
        place = f", {kernel} at {', '.join(sizes)}" if (ladder, method) in shown else ""
        notes[ladder].append(f"Left out: {method}{place}: {reason}.")
    notes = {ladder: list(dict.fromkeys(sentences)) for ladder, sentences in notes.items()}
    return Growth(pd.DataFrame(points, columns=["ladder", "method", "measure", "n", "value"]), classes, notes)


def exponent(line):
    """Returns the slope of the upper half of a line in logarithms, with its interval; no value if it is not
    supported."""
    line = line[line.value > 0]
    upper = line[line.n >= np.sqrt(line.n.min() * line.n.max()) * (1 - 1e-9)] if len(line) else line
    found = slope(upper.n, upper.value)
    return found if is_supported(found) else Estimate(np.nan)


def figure(growth, ladder):
    """Build time, query time and memory of every method against the size of the world, with fitted exponents."""
    title, label = LADDERS[ladder]
    figure, panels = plt.subplots(1, 3, figsize=(style.PAGE, 2.7), layout="constrained")
    here, styles = growth.points[growth.points.ladder == ladder], growth.styles
    for axes, (measure, (name, formatter)) in zip(panels, MEASURES.items()):
        for method in growth.by_family(here.method):
            line, own = (growth.line(ladder, method, name) for name in (measure, f"own {measure}"))
            look = {"color": styles.colour(method), "linestyle": styles.line(method)}
            axes.plot(line.n, line.value, marker=styles.marker(method), lw=1, markersize=3.5, markeredgecolor="white",
                      markeredgewidth=0.4, **look)
            if len(own):
                axes.plot(own.n, own.value, lw=0.7, alpha=0.45, **look)
        axes.set(xscale="log", yscale="log", xlabel=label, title=name)
        style.log_ticks(axes.yaxis, *axes.get_ylim(), formatter)
        sizes = sorted(set(here.n))
        if ladder == "resolution":
            style.ticks(axes.xaxis, sizes[::-1][::-(-len(sizes) // 5)], count)
        else:
            style.log_ticks(axes.xaxis, sizes[0], sizes[-1], count, most=4)
    figure.suptitle(title, fontweight="bold", fontsize=9)
    handles = styles.handles(growth, here.method, marker=True)
    for handle in handles:
        method = handle.get_label()
        handle.set_label(f"{method}: " + ", ".join(power(exponent(growth.line(ladder, method, measure))) for measure in MEASURES))
    style.legend(figure, handles, columns=3, handlelength=3, title="method: exponents of build, query, memory")
    style.caption(figure, f"CPU time. {NOTE}; thin lines show the index alone. Exponents are slopes of the upper half of a line; "
                  "– stands for a 95 % interval wider than 0.5 to each side.", *growth.notes[ladder])
    return figure


def of_maps(results, styles, tables):
    """Build time, query time and memory against the vertices of maps. One row of panels for maps of cells, one for maps
    of polygons. A dot is a map. A method has a line if its exponent is supported."""
    rows, maps = tables("by_map"), results.worlds.drop_duplicates("map").set_index("map")
    if rows.empty:
        raise style.NothingToShow("no method has been measured yet")
    rows = rows.assign(id=rows.method.map(results.ids()), n=rows["map"].map(maps.vertices),
                       kind=rows["map"].map(maps.y_down).map({1: "cells", 0: "polygons"}))
    kinds = [kind for kind, of in rows.groupby("kind") if of.n.nunique() >= MIN_SIZES]
    if not kinds:
        raise style.NothingToShow(f"growth needs {MIN_SIZES} maps of cells, or of polygons, with different numbers of vertices")
    leading, said = [m for m in styles.leading(results) if (rows.id == m).any()], {}
    figure, grid = plt.subplots(len(kinds), 3, figsize=(style.PAGE, 2.2 * len(kinds)), layout="constrained", squeeze=False)
    for kind, panels in zip(kinds, grid):
        for axes, (column, (name, formatter)) in zip(panels, OF_MAPS.items()):
            here = rows[(rows.kind == kind) & rows[column].between(1, np.finfo(float).max)]
            for method in leading:
                own, colour = here[here.id == method].sort_values("n"), styles.colour(method)
                axes.plot(own.n, own[column], styles.marker(method), color=colour, markersize=3.5, markeredgecolor="white",
                          markeredgewidth=0.4)
                found = slope(own.n, own[column])
                if is_supported(found):
                    middle = np.exp(np.log(own[column]).mean() - found.value * np.log(own.n).mean())
                    axes.plot(own.n, middle * own.n ** found.value, color=colour, lw=1, linestyle=styles.line(method))
                    said.setdefault(f"{name} on {kind}", []).append(f"{results.methods.name[method]} {found.value:.2f}")
            axes.set(xscale="log", yscale="log", title=f"{name}, maps of {kind}")
            style.log_ticks(axes.xaxis, *axes.get_xlim(), count, most=4)
            style.log_ticks(axes.yaxis, *axes.get_ylim(), formatter)
    figure.supxlabel("vertices of the map", fontsize=style.SMALL)
    style.legend(figure, styles.handles(results, leading, marker=True), handlelength=3)
    style.caption(figure, f"A dot is a map. {NOTE}. A line, and its exponent, is shown only where the 95 % interval of the exponent "
                  "reaches at most 0.5 to each side.", *(f"Exponents of {place}: {', '.join(of)}." for place, of in said.items()))
    return figure


def count(n):
    """A number of vertices, short enough for ticks side by side."""
    return f"{n / 1e6:g} M" if n >= 1e6 else f"{n / 1e3:g} k" if n >= 1e4 or n % 1000 == 0 and n else f"{n:g}"


def power(found):
    return "–" if np.isnan(found.value) else f"n$^{{{found.value:.2f}}}$"


def markdown(growth):
    """A table for each ladder: fitted classes, exponents, and the figures of the largest world."""
    text = []
    for ladder in growth.ladders():
        here = growth.points[growth.points.ladder == ladder]
        text += [f"{LADDERS[ladder][0]}, to n = {here.n.max():,.0f} {LADDERS[ladder][1]}:", "",
                 "| method | build | | | query | | | memory | |", "|---|---|--:|--:|---|--:|--:|--:|--:|",
                 "| | fitted (own) | exponent | largest (own) | fitted | exponent | largest | exponent | largest (own) |"]
        for method in growth.by_family(here.method):
            cells = [f"`{method}`"]
            for measure, (_, formatter) in MEASURES.items():
                lines = [growth.line(ladder, method, name) for name in (measure, f"own {measure}")]
                if measure != "memory":
                    cells.append(growth.classes.get((ladder, method, measure)) or "–")
                found = exponent(lines[0])
                cells.append("–" if np.isnan(found.value) else f"{found.value:.2f} [{found.low:.2f}, {found.high:.2f}]")
                last = [formatter(float(f"{value:.3g}")) for line in lines for value in line[line.n == here.n.max()].value]
                cells.append(last[0] + "".join(f" ({own})" for own in last[1:]) if last else "–")
            text.append("| " + " | ".join(cells) + " |")
        text += ["", *growth.notes[ladder], ""]
    return "\n".join(text).rstrip() + "\n"
