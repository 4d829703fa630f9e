"""Figures of query time against length, of builds, and of gaps during a search."""

import json

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from ..estimators import quantile
from ..store import ZERO_GAP
from ..text import duration, few, percent
from . import style, words

BINS = 8
MIN_PER_BIN = 3
MOST_PANELS = 15
MOST_ROWS = 24
PER_DECADE = 20
"""Moments shown of each power of ten of time."""
MOST_LINES = 6
"""The largest number of lines of one colour that a reader can distinguish."""


def binned(rows, bins=BINS):
    """Returns quantiles of query time in bins of optimal length with equally many answers each. Columns: length
    (median), low, median, high (10, 50 and 90 %), count."""
    count = min(bins, max(1, len(rows) // MIN_PER_BIN))
    order = np.argsort(rows.optimum.to_numpy(), kind="stable")
    parts = np.array_split(order, count)
    length, ns = rows.optimum.to_numpy(), rows.path_ns.to_numpy()
    return pd.DataFrame([{"length": quantile(length[part], 0.5), "low": quantile(ns[part], 0.1),
                          "median": quantile(ns[part], 0.5), "high": quantile(ns[part], 0.9), "count": len(part)}
                         for part in parts])


def time_against_length(results, styles, rows):
    """Query time against optimal length: a panel for each map or family of maps, with medians and 10-90 % bands of
    bins. Queries that timed out count with the limit."""
    asked = results.reachable()
    found = asked[np.isfinite(asked.path_ns) & (asked.optimum > 0)]
    leading = [m for m in styles.leading(results) if (found.method == m).any()]
    if not leading:
        raise style.NothingToShow("no path was found and timed")
    by, places = style.groups(results, MOST_PANELS)
    found = found.assign(place=found.world.map(results.worlds[by]))
    places = [place for place in places if (found.place == place).any()][:MOST_PANELS]
    columns = min(3, len(places))
    figure, grid = style.panels(len(places), columns, style.PAGE if columns > 1 else style.COLUMN, 1.75, sharey=True)
    low, high = found.path_ns.min(), found.path_ns.max()
    for axes, place in zip(grid, places):
        here = found[found.place == place]
        for method in leading:
            answers = here[here.method == method]
            if len(answers):
                line, colour = binned(answers), styles.colour(method)
                axes.fill_between(line.length, line.low, line.high, color=colour, alpha=0.12, lw=0)
                axes.plot(line.length, line["median"], color=colour, linestyle=styles.line(method), lw=1.2, zorder=3)
        axes.set(xscale="log", yscale="log", title=place)
        if here.limit_ns.notna().any():
            style.mark_limit(axes, here.limit_ns.max(), along="y")
        style.log_ticks(axes.xaxis, here.optimum.min(), here.optimum.max(), "{:g}".format)
        style.log_ticks(axes.yaxis, low, high, duration)
    figure.supxlabel("optimal length (the map's units)", fontsize=style.SMALL)
    figure.supylabel("query time (median of its repetitions)", fontsize=style.SMALL)
    style.title(figure, "Query time against optimal length", results)
    style.legend(figure, styles.handles(results, leading), handlelength=3)
    absent = [results.methods.name[m] for m in results.by_family() if m not in leading]
    style.caption(figure, words.scope(results), "Bins of length hold equally many queries. "
                  "Lines are medians, bands 10 to 90 %.", f"Not shown: {', '.join(absent)}." if absent else "",
                  words.timeouts(results), words.excluded(
                      results, asked[asked.method.isin(leading)], found, "without a time or of no length"))
    return figure


def build(results, styles, rows):
    """Build time and memory on every map, or medians of a family of maps. Both include the parts of the free space that
    a method uses; a thin line leads to the values without these parts. The leading methods are coloured, the others are
    grey."""
    built = results.built()
    if built.empty:
        raise style.NothingToShow("no method was built")
    by, places = style.groups(results, MOST_ROWS)
    leading = styles.leading(results)
    built = built.assign(place=built.world.map(results.worlds[by]))
    columns = ["own_build_ns", "own_bytes", "total_build_ns", "total_bytes"]
    shown = built.groupby(["place", "method"], sort=False)[columns].median().reset_index()
    row_of = {place: i for i, place in enumerate(places)}
    offset = dict(zip(leading, np.linspace(-0.36, 0.36, len(leading)) if len(leading) > 1 else [0.0]))
    figure, panels = plt.subplots(1, 2, figsize=(style.PAGE, min(style.PAGE_HEIGHT - 1, 0.8 + 0.42 * len(places))),
                                  sharey=True, layout="constrained")
    for axes, total, own, label in ((panels[0], "total_build_ns", "own_build_ns", "build time"),
                                    (panels[1], "total_bytes", "own_bytes", "memory")):
        for row in range(1, len(places), 2):
            axes.axhspan(row - 0.5, row + 0.5, color="#F4F4F4", zorder=0, lw=0)
        seen = shown[shown[total] > 0]
        for trial in seen.itertuples():
            at, row = getattr(trial, total), row_of[trial.place]
            if trial.method not in offset:
                axes.plot(at, row, ".", color=style.OTHERS, markersize=3, zorder=1.5)
                continue
            y, colour = row + offset[trial.method], styles.colour(trial.method)
            if 0 < getattr(trial, own) < at:
                axes.plot([getattr(trial, own), at], [y, y], color=colour, lw=0.7, zorder=2)
            axes.plot(at, y, styles.marker(trial.method), color=colour, markersize=4, markeredgecolor="white",
                      markeredgewidth=0.4)
        axes.set(xscale="log", xlabel=label, ylim=(len(places) - 0.5, -0.5))
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
        low, high = seen[[total, own]].replace(0, np.nan).min().min(), seen[total].max()
        if total == "total_bytes":
            style.size_ticks(axes.xaxis, low, high)
        else:
            style.log_ticks(axes.xaxis, low, high, duration)
    vertices = results.worlds.groupby(by).vertices.sum()
    panels[0].set_yticks(range(len(places)), [f"{place}\n{vertices[place]:,} vertices" for place in places])
    style.title(figure, "What it takes to build", results)
    style.legend(figure, styles.handles(results, set(leading) & set(shown.method), marker=True, line=False))
    unsized = int(built.total_bytes.isna().sum())
    style.caption(figure, f"{len(built):,} builds, on {words.maps(results)}{words.measured(results)}. A marker includes the "
                  "parts of the free space that the method uses, and in memory the scratch space of a thread. The thin line "
                  "ends at the method's own build. Grey: other methods.",
                  words.cold_builds(results),
                  f"{unsized} builds reported no size." if unsized else "", failed_builds(results))
    return figure


def failed_builds(results):
    failed = results.builds[~results.builds.status.isin(["built", "unsupported"])]
    named = [f"{results.methods.name[b.method]} on {results.worlds.name[b.world]} ({b.status})" for b in failed.itertuples()]
    return f"{len(failed)} failed: " + few(named, 12) + "." if named else "None failed."


def moments(first, last):
    """Returns times in ns that begin at or before `first` and end at or after `last`."""
    low, high = np.floor(PER_DECADE * np.log10(first)), np.ceil(PER_DECADE * np.log10(last))
    return 10 ** (np.arange(low, high + 1) / PER_DECADE)


def progress(results, method, times):
    """Returns for each time the median and the mean gap of the queries with a path by then, and their share of all
    queries that the method was asked."""
    asked = results.reachable()[lambda answers: answers.method == method]
    found = improved(results)[lambda rows: rows.method == method].groupby("query")
    gaps = np.full((len(found), len(times)), np.nan)
    for row, (_, steps) in zip(gaps, found):
        reached = np.searchsorted(steps.ns, times, side="right")
        row[reached > 0] = steps.gap.to_numpy()[reached[reached > 0] - 1]
    solved = [column[~np.isnan(column)] for column in gaps.T]
    return ([quantile(column, 0.5) for column in solved], [column.mean() if len(column) else np.nan for column in solved],
            np.array([len(column) for column in solved]) / len(asked))


def improved(results):
    """The improvements of these results."""
    return results.improvements.merge(results.reachable()[["query", "method"]], on=["query", "method"]).dropna(subset=["gap"])


def lines(results, rows):
    """Returns the methods to show: all, or one of each set of methods that differ only in numbers (a budget, a seed) if
    there are too many. It is the method with the last improvement."""
    methods = results.by_family(rows.method)
    if len(methods) <= MOST_LINES:
        return methods
    last = rows.groupby("method").ns.max()
    kinds = {}
    for method in methods:
        options = json.loads(results.methods.options[method])
        kind = results.methods.representation[method], json.dumps(
            {name: value for name, value in options.items() if isinstance(value, (str, bool))}, sort_keys=True)
        if kind not in kinds or last[method] > last[kinds[kind]]:
            kinds[kind] = method
    return list(kinds.values())[:MOST_LINES]


def anytime(results, styles, tables):
    """Median gap, mean gap and share solved against the time since the query began."""
    rows = improved(results)
    shown = lines(results, rows)
    if not shown:
        raise style.NothingToShow("no method reports how its paths improved")
    absent = [results.methods.name[m] for m in results.by_family(rows.method) if m not in shown]
    rows = rows[rows.method.isin(shown)]
    times = moments(max(rows.ns.min(), 1), rows.ns.max())
    plot, grid = style.panels(3, 3, style.PAGE, 2.1, sharex=True)
    handles, seen = [], {}
    for method in shown:
        colour = styles.colour(method)
        rank = seen[colour] = seen.get(colour, -1) + 1
        look = {"color": colour, "linestyle": style.LINES[rank % len(style.LINES)], "lw": 1.2}
        for axes, values in zip(grid, progress(results, method, times)):
            axes.step(times, values, where="post", **look)
        handles.append(Line2D([], [], label=results.methods.name[method], **look))
    for axes, title in zip(grid, ["median gap of the solved", "mean gap of the solved", "share solved"]):
        axes.set(xscale="log", xlim=(times[0], times[-1]), title=title)
        style.log_ticks(axes.xaxis, times[0], times[-1], duration, most=4)
    positive = rows.gap[rows.gap > ZERO_GAP]
    for axes in grid[:2]:
        style.gap_axis(axes, "y", [max(positive.quantile(0.05), 1e-6)] if len(positive) else [], axes.dataLim.ymax, percent)
    grid[2].set_ylim(-0.02, 1.02)
    grid[2].yaxis.set_major_formatter(FuncFormatter(percent))
    plot.supxlabel("time since the query began", fontsize=style.SMALL)
    style.title(plot, "Gap against time spent", results)
    style.legend(plot, handles, handlelength=3.4)
    style.caption(plot, words.scope(results), "At each time: gaps of the paths found so far. The mean "
                  "may grow when a harder query is solved. Times are of the first run of each query, by the clock "
                  "of the method's program.", f"Left out for space: {', '.join(absent)}." if absent else "")
    return plot
