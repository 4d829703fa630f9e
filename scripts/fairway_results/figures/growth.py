"""Build time, query time and memory against the size of a world, measured by `fairway_benchmarks` (docs/benchmarks.md)."""

import json
import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from ..estimators import Estimate, is_supported, slope
from ..text import duration, size
from . import style

NAME = re.compile(r"growth/(?P<method>[^/]+)/(?P<kernel>build|query)/(?P<ladder>[^/_]+)/(?P<size>\d+)$")
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
LADDERS = {"resolution": ("Growth with resolution", "cells a side"),
           "polygons": ("Growth with the number of vertices", "vertices")}
MEASURES = {"build": ("build", duration), "query": ("query (mean)", duration), "memory": ("memory", size)}


class UnreadableBenchmarks(Exception):
    """The file is not the output of Google Benchmark for the families growth/..."""


def load(file):
    """Returns two tables. Points (ladder, method, measure, n, value): nanoseconds of CPU, or bytes; build and memory include
    the parts of the free space that a method uses. Gaps (ladder, method, n, missed, reason): the share of queries without a
    path, or the reason why a size was not measured."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["benchmarks"]
    except OSError as error:
        raise UnreadableBenchmarks(f"{file}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableBenchmarks(f"{file}: expected the JSON that fairway_benchmarks writes") from error
    points, gaps = [], []
    for row in rows:
        name = NAME.match(row["name"])
        if name is None:
            continue
        method, kernel, ladder, n = name["method"], name["kernel"], name["ladder"], int(name["size"])
        if row.get("error_occurred"):
            gaps.append((ladder, method, n, np.nan, row["error_message"]))
            continue
        time = row["cpu_time"] * NANOSECONDS[row["time_unit"]]
        values = {"query": time} if kernel == "query" else {"build": time + row["parts_ns"], "memory": row["total_bytes"]}
        points += [(ladder, method, measure, row["n"], value) for measure, value in values.items()]
        if row.get("found", 1) < 1:
            gaps.append((ladder, method, n, 1 - row["found"], ""))
    if not points:
        raise UnreadableBenchmarks(f"{file}: contains no benchmark growth/...; expected at least one")
    gaps = pd.DataFrame(gaps, columns=["ladder", "method", "n", "missed", "reason"]).drop_duplicates()
    return pd.DataFrame(points, columns=["ladder", "method", "measure", "n", "value"]), gaps


def caption(gaps):
    """Sentences for the caption of a ladder: which methods miss paths, and which sizes are left out."""
    most = gaps.dropna().groupby("method", sort=False).missed.max().map("{:.0%}".format)
    missed = [f"{share} ({', '.join(of.index)})" for share, of in most.groupby(most, sort=False)]
    sizes = gaps[gaps.missed.isna()].groupby("method", sort=False).n.apply(lambda of: ", ".join(map("{:,}".format, of)))
    left_out = [f"{', '.join(of.index)} at {at}" for at, of in sizes.groupby(sizes, sort=False)]
    return " ".join([*(["Largest share of queries without a path: " + ", ".join(missed) + "."] if missed else []),
                     *(["Left out, for the reasons in growth.md: " + "; ".join(left_out) + "."] if left_out else [])])


def exponent(line):
    """Returns the exponent of growth over the upper half of a line, with its interval. NaN if is_supported() is
    false."""
    line = line[line.value > 0]
    upper = line[line.n >= np.sqrt(line.n.min() * line.n.max()) * (1 - 1e-9)] if len(line) else line
    found = slope(upper.n, upper.value)
    return found if is_supported(found) else Estimate(np.nan)


def figure(points, ladder, gaps):
    """A panel for each measure with a line for each method; the legend has the exponents."""
    title, label = LADDERS[ladder]
    names = list(dict.fromkeys(points.method))
    styles = style.MethodStyles(pd.DataFrame({"name": names, "family": names}, index=names))
    here = points[points.ladder == ladder].sort_values("n", kind="stable")
    figure, panels = plt.subplots(1, 3, figsize=(style.PAGE, 2.7), layout="constrained")
    handles = []
    for method, of in here.groupby("method", sort=False):
        look = {"color": styles.colour(method), "linestyle": styles.line(method), "marker": styles.marker(method), "lw": 1,
                "markersize": 3.5, "markeredgecolor": "white", "markeredgewidth": 0.4}
        powers = []
        for axes, measure in zip(panels, MEASURES):
            line = of[of.measure == measure]
            handle, = axes.plot(line.n, line.value, **look)
            found = exponent(line)
            powers.append("–" if np.isnan(found.value) else f"n$^{{{found.value:.2f}}}$")
        handle.set_label(f"{method}: {', '.join(powers)}")
        handles.append(handle)
    sizes = sorted(set(here.n))
    for axes, (name, formatter) in zip(panels, MEASURES.values()):
        axes.set(xscale="log", yscale="log", xlabel=label, title=name)
        style.log_ticks(axes.yaxis, *axes.get_ylim(), formatter)
        if ladder == "resolution":
            style.ticks(axes.xaxis, sizes[::-1][::-(-len(sizes) // 5)], count)
        else:
            style.log_ticks(axes.xaxis, sizes[0], sizes[-1], count, most=4)
    figure.suptitle(title, fontweight="bold", fontsize=9)
    style.legend(figure, handles, columns=2, handlelength=3, title="method: exponents of build, query, memory")
    style.caption(figure, "CPU time. Build and memory count the parts of the free space that a method uses, memory also the "
                  "scratch space of a thread. Exponents are slopes of the upper half of a line; – stands for a 95 % interval "
                  "wider than 0.5 to each side.", caption(gaps[gaps.ladder == ladder]))
    return figure


def count(n):
    """A number of vertices, short enough for ticks side by side."""
    return f"{n / 1e6:g} M" if n >= 1e6 else f"{n / 1e3:g} k" if n >= 1e4 or n % 1000 == 0 and n else f"{n:g}"


def markdown(points, gaps):
    """A table for each ladder: exponents with their intervals, the figures of the largest world, and the gaps."""
    text = []
    for ladder in (name for name in LADDERS if (points.ladder == name).any()):
        here = points[points.ladder == ladder].sort_values("n", kind="stable")
        text += [f"{LADDERS[ladder][0]}, to n = {here.n.max():,.0f} {LADDERS[ladder][1]}:", "",
                 "| method | build | largest | query | largest | memory | largest |", "|---|--:|--:|--:|--:|--:|--:|"]
        for method, of in here.groupby("method", sort=False):
            cells = [f"`{method}`"]
            for measure, (_, formatter) in MEASURES.items():
                line = of[of.measure == measure]
                found, last = exponent(line), line[line.n == here.n.max()].value
                cells += ["–" if np.isnan(found.value) else f"n^{found.value:.2f} [{found.low:.2f}, {found.high:.2f}]",
                          formatter(float(f"{last.iloc[0]:.3g}")) if len(last) else "–"]
            text.append(f"| {' | '.join(cells)} |")
        text.append("")
        for (method, reason), of in gaps[gaps.ladder == ladder].groupby(["method", "reason"], sort=False):
            if reason:
                text.append(f"Left out: {method} at {', '.join(map('{:,}'.format, of.n))}: {reason}.")
            else:
                text.append(f"Queries without a path: {method}, "
                            + ", ".join(f"{missed:.0%} at {n:,}" for n, missed in zip(of.n, of.missed)) + ".")
        text.append("")
    return "\n".join(text).rstrip() + "\n"
