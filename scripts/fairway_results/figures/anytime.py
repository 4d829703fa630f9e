"""The figure of gaps during a search."""

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from ..estimators import quantile
from ..store import ZERO_GAP
from ..text import duration, percent
from . import style, words

PER_DECADE = 20
"""Moments shown of each power of ten of time."""
MOST_LINES = 6
"""The largest number of lines of one colour that a reader can distinguish."""


def moments(first, last):
    """Returns times in ns that begin at or before `first` and end at or after `last`."""
    low, high = np.floor(PER_DECADE * np.log10(first)), np.ceil(PER_DECADE * np.log10(last))
    return 10 ** (np.arange(low, high + 1) / PER_DECADE)


def progress(results, method, times):
    """Returns for each time the median and the mean gap of the queries with a path by then, and their share of all
    queries that the method was asked."""
    found = improved(results)[lambda rows: rows.method == method].groupby("query")
    gaps = np.array([np.append(np.nan, steps.gap)[np.searchsorted(steps.ns, times, side="right")] for _, steps in found])
    solved = [column[~np.isnan(column)] for column in gaps.T]
    return ([quantile(column, 0.5) for column in solved], [column.mean() if len(column) else np.nan for column in solved],
            np.array([len(column) for column in solved]) / (results.reachable().method == method).sum())


def improved(results):
    """The improvements of these results."""
    return results.improvements.merge(results.reachable()[["query", "method"]], on=["query", "method"]).dropna(subset=["gap"])


def longest(results, rows):
    """Returns the methods to show: the methods that improved their paths for the longest time."""
    return results.by_family(rows.groupby("method").ns.max().nlargest(MOST_LINES).index)


def against_time(results, styles, tables):
    """Median gap, mean gap and share solved against the time since the query began."""
    rows = improved(results)
    shown = longest(results, rows)
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
    style.legend(plot, handles, handlelength=3.4)
    style.caption(plot, words.scope(results), "At each time: gaps of the paths found so far. The mean "
                  "may grow when a harder query is solved. Times are of the first run of each query, by the clock "
                  "of the method's program.", f"Left out for space: {', '.join(absent)}." if absent else "")
    return plot
