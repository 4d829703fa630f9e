"""Figures of worlds that change: time to follow a burst, queries that are left at a rate of bursts, and which method pays."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

from plots import changes, style
from plots.style import duration

RATES = np.logspace(-1, 5, 241)
"""Bursts a second."""
MOST_CELLS_OF_FULL_SIZE = 12
"""Of a row of the matrix: words of more get smaller, so that they do not meet."""
QUERIES = np.logspace(-2, 5, 281)
"""Queries a burst."""
MEANS = ("Following a burst counts with the free space and the parts of it that the method uses. Queries are those that all "
         "methods shown answered rightly")


def against_share(results, styles):
    """Time to follow a burst against the share of the world that it changes: a dot for each burst, a line the medians."""
    rows = changes.follows(results)
    rows = rows[rows.share.gt(0) & rows.ns.gt(0)] if len(rows) else rows
    if rows.empty:
        raise style.NothingToShow(changes.NONE)
    places = list(dict.fromkeys(rows.maps))
    if len(places) > changes.MOST_PANELS:
        raise style.NothingToShow(f"{len(places)} panels do not fit a page: name some maps with --maps")
    figure, panels = style.panels(len(places), 3 if len(places) > 1 else 1, style.PAGE if len(places) > 1 else
                                  style.COLUMN, 2)
    for axes, place in zip(panels, places):
        here = rows[rows.maps == place]
        for method in style.by_family(results.methods):
            own = here[here.method == method]
            if own.empty:
                continue
            colour = styles.colour(method)
            axes.scatter(own.share, own.ns, s=3, alpha=0.3, linewidths=0, color=colour, rasterized=True)
            bins = own.groupby(np.round(2 * np.log10(own.share))).agg(share=("share", "median"), ns=("ns", "median"))
            axes.plot(bins.share, bins.ns, color=colour, lw=1.1, linestyle=styles.line(method), marker=styles.marker(method),
                      markersize=3.2, markeredgecolor="white", markeredgewidth=0.3)
        axes.set(xscale="log", yscale="log", title=place)
        few_ticks(axes.xaxis, here.share.min(), here.share.max())
        style.plain_log_ticks(axes.yaxis, here.ns.min(), here.ns.max(), duration)
    figure.supxlabel("share of the world's box that a burst changes", fontsize=style.SMALL)
    figure.supylabel("time to follow a burst", fontsize=style.SMALL)
    style.title(figure, "What does a change cost?", results)
    style.legend(figure, handles(results, styles, rows.method, True), handlelength=3)
    style.caption(figure, f"A dot for each of {len(rows):,} bursts and methods on {style.maps(results, rows_as_maps(results, rows))}"
                  f"{style.measured(results)}; lines join the medians of half decades. Time counts with the free space and "
                  "the parts of it that the method uses.")
    return figure


def few_ticks(axis, low, high, most=3):
    """At most so many of the shares 1, 2, 5 x 10^k, or one that is rounded where there are none."""
    decades = 10.0 ** np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high)) + 1)
    ticks = [t for t in np.outer(decades, [1, 2, 5]).ravel() if low * 0.99 <= t <= high * 1.01]
    if not ticks:
        ticks = [float(f"{np.sqrt(low * high):.2g}")]
    axis.set_major_locator(FixedLocator(ticks[::-(-len(ticks) // most)]))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(style.percent))


def rows_as_maps(results, rows):
    return pd.DataFrame({"map": rows.world.map(results.worlds["map"])})


def handles(results, styles, shown, markers=False):
    methods = [m for m in style.by_family(results.methods) if m in set(shown)]
    return [Line2D([], [], color=styles.colour(m), lw=1.2, linestyle=styles.line(m), marker=styles.marker(m) if markers else None,
                   markersize=3.2, label=results.methods.name[m]) for m in methods]


def throughput(results, styles):
    """Queries answered a second against bursts a second, by map or family."""
    means = changes.costs(results)
    places = list(dict.fromkeys(means.index.get_level_values("maps")))
    if len(places) > changes.MOST_PANELS:
        raise style.NothingToShow(f"{len(places)} panels do not fit a page: name some maps with --maps")
    figure, panels = style.panels(len(places), 3 if len(places) > 1 else 1, style.PAGE if len(places) > 1 else
                                  style.COLUMN, 2)
    for axes, place in zip(panels, places):
        of_one = means.loc[place]
        for method, row in of_one.iterrows():
            left = 1 - RATES * 1e-9 * row.burst
            rate = np.where(left > 0, left / (1e-9 * row["query"]), np.nan)
            axes.plot(RATES, rate, color=styles.colour(method), lw=1.2, linestyle=styles.line(method))
        top = 1e9 / of_one["query"].min()
        axes.set(xscale="log", yscale="log", title=place, ylim=(top * 1e-4, top * 2))
        axes.xaxis.set_major_locator(LogLocator(numticks=4))
        axes.xaxis.set_major_formatter(FuncFormatter(plain))
        axes.yaxis.set_major_locator(LogLocator(numticks=6))
        axes.yaxis.set_major_formatter(FuncFormatter(plain))
        axes.minorticks_off()
    figure.supxlabel("bursts of changes a second", fontsize=style.SMALL)
    figure.supylabel("queries answered a second, one core", fontsize=style.SMALL)
    style.title(figure, "How many queries are left when the world changes?", results)
    style.legend(figure, handles(results, styles, means.index.get_level_values("method")), handlelength=3)
    style.caption(figure, f"What a core answers in the time that following the bursts leaves. {MEANS}{style.measured(results)}; "
                  "means over the worlds of a panel.")
    return figure


def plain(value, _=None):
    """0.1 -> '0.1', 1000 -> '1,000', 1e6 -> '10⁶'."""
    return f"{value:g}" if value < 1 else style.count(value)


def bands(results, styles):
    """For each map, or family, a bar: which method is the cheapest, by the number of queries a burst."""
    means = changes.costs(results)
    places = list(dict.fromkeys(means.index.get_level_values("maps")))
    figure, (axes,) = style.rows(places, 1, style.PAGE, 0.3)
    shown, said = [], []
    for row, place in enumerate(places):
        of_one = means.loc[place]
        names = list(of_one.index)
        totals = of_one.burst.to_numpy()[:, None] + of_one["query"].to_numpy()[:, None] * QUERIES
        best = totals.argmin(axis=0)
        ends = [0, *(np.flatnonzero(np.diff(best)) + 1), len(QUERIES) - 1]
        steps = []
        for begin, end in zip(ends, ends[1:]):
            method = names[best[begin]]
            shown.append(method)
            axes.barh(row, QUERIES[end] - QUERIES[begin], left=QUERIES[begin], height=0.62, color=styles.colour(method),
                      edgecolor="white", linewidth=0.8)
            name = results.methods.name[method]
            if np.log10(QUERIES[end] / QUERIES[begin]) > 0.09 * len(name):
                axes.text(np.sqrt(QUERIES[end] * QUERIES[begin]), row, name, ha="center", va="center_baseline",
                          color=style.text_on(to_rgb(styles.colour(method))))
            at = changes.breaks_even(of_one.loc[names[best[begin - 1]]], of_one.loc[method]) if begin else 0
            steps.append(f"from {style.rounded(at)} queries {name}" if begin else name)
        said.append(f"{place}: {', '.join(steps)}")
    axes.set(xscale="log", xlim=(QUERIES[0], QUERIES[-1]), xlabel="queries between two bursts")
    axes.xaxis.set_major_locator(LogLocator(numticks=9))
    axes.xaxis.set_major_formatter(FuncFormatter(plain))
    axes.minorticks_off()
    style.title(figure, "Which method is the cheapest when the world changes?", results)
    seen = [m for m in style.by_family(results.methods) if m in shown]
    style.legend(figure, [Patch(color=styles.colour(m), label=results.methods.name[m]) for m in seen])
    style.caption(figure, f"The method with the least time for a burst and the queries until the next one. {MEANS}"
                  f"{style.measured(results)}; means over the worlds of a row. {'; '.join(said)}.")
    return figure


def matrix(results, styles):
    """Queries a burst from which the method of a row is cheaper than that of a column, over all worlds."""
    square = changes.against_each_other(results)
    methods, values = list(square.index), square.to_numpy()
    figure, axes = plt.subplots(layout="constrained", figsize=(min(style.PAGE, 1.9 + 0.44 * len(methods)),
                                                               min(style.PAGE_HEIGHT - 1, 1.3 + 0.19 * len(methods))))
    shades = np.where(np.isnan(values), np.nan, np.where(values == np.inf, 4, np.where(values < 0, 0.8, np.log10(np.maximum(values, 1)))))
    mesh = axes.pcolormesh(np.arange(len(methods) + 1) - 0.5, np.arange(len(methods) + 1) - 0.5, shades, cmap="YlOrBr", vmin=0, vmax=5)
    colours = mesh.to_rgba(shades)
    size = min(style.SMALL, style.SMALL * MOST_CELLS_OF_FULL_SIZE / len(methods))
    for (i, j), value in np.ndenumerate(values):
        if not np.isnan(value):
            axes.text(j, i, cell(value), ha="center", va="center_baseline", in_layout=False, fontsize=size, color=style.text_on(colours[i, j]))
    names = [results.methods.name[m] for m in methods]
    axes.set(ylim=(len(methods) - 0.5, -0.5))
    axes.set_xticks(range(len(methods)), names, rotation=30, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(methods)), names)
    axes.xaxis.tick_top()
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    for labels in (axes.get_xticklabels(), axes.get_yticklabels()):
        for label, method in zip(labels, methods):
            label.set_color(styles.dark(method))
    style.title(figure, "Queries between two bursts at which a row beats a column", results)
    style.caption(figure, "≥ n: the row's method is cheaper from n queries a burst on; < n: up to n; always, or never. "
                  f"{MEANS}{style.measured(results)}; means over the worlds that all methods followed. crossover.csv has each.")
    return figure


def cell(value):
    """0 always, infinite never, n from n queries on, -n up to n."""
    if value == 0:
        return "always"
    if value == np.inf:
        return "never"
    return f"{'≥' if value > 0 else '<'} {short(abs(value))}"


def short(value):
    return f"{value:.2g}" if value < 10 else f"{value:.0f}" if value < 1000 else f"{value / 1000:.3g}k"
