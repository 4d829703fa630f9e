"""How paths become shorter while a search goes on, of methods that tell it."""

import json

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator

from fairway_results import ZERO_GAP
from plots import style
from plots.style import duration, percent

PER_DECADE = 20
"""So many moments of each power of ten of time are shown."""
MOST_LINES = 6
"""Of methods that share a colour so many can be told apart by their lines."""


def moments(first, last):
    """Nanoseconds from no later than `first` to no earlier than `last`."""
    low, high = np.floor(PER_DECADE * np.log10(first)), np.ceil(PER_DECADE * np.log10(last))
    return 10 ** (np.arange(low, high + 1) / PER_DECADE)


def progress(results, method, times):
    """At each time: the median and the mean gap of the queries that have a path by then, and the share of all
    that the method was asked."""
    asked = results.reachable()[lambda answers: answers.method == method]
    found = told(results)[lambda rows: rows.method == method].groupby("query")
    gaps = np.full((len(found), len(times)), np.nan)
    for row, (_, steps) in zip(gaps, found):
        reached = np.searchsorted(steps.ns, times, side="right")
        row[reached > 0] = steps.gap.to_numpy()[reached[reached > 0] - 1]
    solved = ~np.isnan(gaps)
    any_solved = solved.any(axis=0)
    median, mean = np.full((2, len(times)), np.nan)
    median[any_solved] = np.nanmedian(gaps[:, any_solved], axis=0)
    mean[any_solved] = np.nanmean(gaps[:, any_solved], axis=0)
    return median, mean, solved.sum(axis=0) / len(asked)


def told(results):
    """The improvements of these results."""
    return results.improvements.merge(results.reachable()[["query", "method"]], on=["query", "method"]).dropna(subset=["gap"])


def lines(results, rows):
    """The methods to show: all, or if they are too many, of those whose options differ in numbers only (a budget, a
    seed) the one that still improves last."""
    methods = [m for m in style.by_family(results.methods) if (rows.method == m).any()]
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


def figure(results, styles):
    """Median gap, mean gap and share solved against the time since the query began."""
    rows = told(results)
    shown = lines(results, rows)
    if not shown:
        raise style.NothingToShow("no method tells how its paths improved")
    rows = rows[rows.method.isin(shown)]
    times = moments(max(rows.ns.min(), 1), rows.ns.max())
    plot, grid = style.panels(3, 3, style.PAGE, 2.1, sharex=True)
    for axes, title in zip(grid, ["median gap of the solved", "mean gap of the solved", "share solved"]):
        axes.set_title(title)
    handles, seen = [], {}
    least = rows.gap[rows.gap > ZERO_GAP]
    least = 10 ** np.floor(np.log10(max(least.quantile(0.05), 1e-6))) if len(least) else 1e-3
    for method in shown:
        colour = styles.colour(method)
        rank = seen[colour] = seen.get(colour, -1) + 1
        look = {"color": colour, "linestyle": style.LINES[rank % len(style.LINES)], "lw": 1.2}
        for axes, values in zip(grid, progress(results, method, times)):
            axes.step(times, values, where="post", **look)
        handles.append(Line2D([], [], label=results.methods.name[method], **look))
    for axes in grid:
        axes.set(xscale="log", xlim=(times[0], times[-1]))
        axes.xaxis.set_major_locator(LogLocator(numticks=6))
        axes.xaxis.set_major_formatter(FuncFormatter(duration))
        axes.minorticks_off()
        axes.yaxis.set_major_formatter(FuncFormatter(percent))
    for axes in grid[:2]:
        axes.set_yscale("symlog", linthresh=least, linscale=0.5)
        axes.set_ylim(0, 1.3 * max(axes.dataLim.ymax, least))
        axes.yaxis.set_major_formatter(FuncFormatter(percent))
        axes.minorticks_off()
    grid[2].set_ylim(-0.02, 1.02)
    plot.supxlabel("time since the query began", fontsize=style.SMALL)
    style.title(plot, "Gap against time spent", results)
    style.legend(plot, handles, handlelength=3.4)
    style.caption(plot, style.scope(results), "At each time: gaps of the paths found by then, of the queries that have one. A "
                  "gap may grow where a harder query is solved. Times are of the first asking of each query, by the clock "
                  "of the method's program.", of_others(results, shown))
    return plot


def of_others(results, shown):
    """A sentence on methods that tell of improvements and are not shown."""
    absent = [results.methods.name[m] for m in results.methods.index
              if m in set(told(results).method) and m not in shown]
    return f"Not shown, as too many: {', '.join(absent)}." if absent else ""
