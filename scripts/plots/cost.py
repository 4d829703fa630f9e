"""Figures of what a method costs: query time and its phases, build time, memory."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from fairway_results import PHASES
from plots import style
from plots.style import duration

BINS = 8
MIN_PER_BIN = 3
MOST_PANELS = 15
MOST_ROWS = 24


def binned(rows, bins=BINS):
    """Quantiles of query time in bins of optimal length that hold equally many answers each: columns
    length (median), low, median, high (10, 50 and 90 %), count."""
    count = min(bins, max(1, len(rows) // MIN_PER_BIN))
    bucket = pd.qcut(rows.optimum.rank(method="first"), count, labels=False)
    parts = [bucket.to_numpy() == number for number in range(count)]
    length, ns = rows.optimum.to_numpy(), rows.ns.to_numpy()
    low, median, high = np.transpose([np.quantile(ns[part], [0.1, 0.5, 0.9]) for part in parts])
    return pd.DataFrame({"length": [np.median(length[part]) for part in parts], "low": low, "median": median,
                         "high": high, "count": [part.sum() for part in parts]})


def time_against_length(results, styles):
    """Query time against optimal length: a panel per map (or family of maps), binned medians with 10-90 % bands.
    Queries that timed out count with the limit."""
    asked = results.reachable()
    found = asked[(asked.status == "found") | asked.limit_ns.notna()]
    found = found.assign(ns=found.ns.where(found.status == "found", found.limit_ns)).dropna(
        subset=["ns", "optimum"])[lambda rows: rows.optimum > 0]
    leading = [m for m in styles.leading(results) if (found.method == m).any()]
    if not leading:
        raise style.NothingToShow("no path was found and timed")
    by, places = style.groups(results, MOST_PANELS)
    found = found.assign(place=found.world.map(results.worlds[by]))
    places = [place for place in places if (found.place == place).any()][:MOST_PANELS]
    columns = min(3, len(places))
    figure, grid = style.panels(len(places), columns, style.PAGE if columns > 1 else style.COLUMN, 1.75, sharey=True)
    low, high = found.ns[found.ns > 0].min(), found.ns.max()
    for axes, place in zip(grid, places):
        here = found[found.place == place]
        for method in leading:
            answers = here[here.method == method]
            if answers.empty:
                continue
            line = binned(answers)
            colour = styles.colour(method)
            axes.fill_between(line.length, line.low, line.high, color=colour, alpha=0.12, lw=0)
            axes.plot(line.length, line["median"], color=colour, linestyle=styles.line(method), lw=1.2, zorder=3)
        axes.set(xscale="log", yscale="log", title=place)
        if here.limit_ns.notna().any():
            style.mark_limit(axes, here.limit_ns.max(), along="y")
        style.plain_log_ticks(axes.xaxis, here.optimum.min(), here.optimum.max())
        style.plain_log_ticks(axes.yaxis, low, high, duration)
    figure.supxlabel("optimal length (the map's units)", fontsize=style.SMALL)
    figure.supylabel("query time (median of its repetitions)", fontsize=style.SMALL)
    style.title(figure, "Query time against optimal length", results)
    style.legend(figure, [Line2D([], [], color=styles.colour(m), linestyle=styles.line(m), lw=1.2,
                                 label=results.methods.name[m]) for m in leading], handlelength=3)
    style.caption(figure, style.scope(results), "Queries are binned by length, equally many to a "
                  "bin; lines are medians, bands 10 to 90 %.", style.without(results, leading),
                  style.timeouts(results), style.excluded(
                      results, asked[asked.method.isin(leading)], found, "without a time or of no length"))
    return figure


def build(results, styles):
    """Build time and memory on every map (or the medians of a family of maps), with the parts of the free space
    that a method uses: the leading methods in colour, the others grey. A thin line leads to the method's own."""
    built = results.builds[results.builds.status == "built"]
    if built.empty:
        raise style.NothingToShow("no method was built")
    by, places = style.groups(results, MOST_ROWS)
    leading = styles.leading(results)
    columns = ["ns", "bytes", "total_ns", "total_bytes"]
    built = built.assign(place=built.world.map(results.worlds[by]))
    shown = built.groupby(["place", "method"], sort=False)[columns].median().reset_index()
    shown = shown[~shown.method.isin(alike(results, leading))]
    row_of = {place: i for i, place in enumerate(places)}
    offset = dict(zip(leading, np.linspace(-0.36, 0.36, len(leading)) if len(leading) > 1 else [0.0]))
    figure, panels = plt.subplots(1, 2, figsize=(style.PAGE, min(style.PAGE_HEIGHT - 1, 0.8 + 0.42 * len(places))),
                                  sharey=True, layout="constrained")
    for axes, total, own, label in ((panels[0], "total_ns", "ns", "build time"),
                                    (panels[1], "total_bytes", "bytes", "size")):
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
        elif high < 150 * low:
            style.plain_log_ticks(axes.xaxis, low, high, duration)
        else:
            axes.xaxis.set_major_locator(LogLocator(numticks=7))
            axes.xaxis.set_major_formatter(FuncFormatter(duration))
        axes.xaxis.set_minor_locator(NullLocator())
    vertices = results.worlds.groupby(by).vertices.sum()
    panels[0].set_yticks(range(len(places)), [f"{place}\n{vertices[place]:,} vertices" for place in places])
    style.title(figure, "What it takes to build", results)
    style.legend(figure, [Line2D([], [], color=styles.colour(m), marker=styles.marker(m), lw=0, markersize=4,
                                 label=results.methods.name[m]) for m in leading if (shown.method == m).any()])
    untold = int(built.total_bytes.isna().sum())
    style.caption(figure, f"{len(built):,} builds, on {style.maps(results)}{style.measured(results)}. Counted are a "
                  "method's own build and the parts of the free space that it uses; a thin line leads to the own "
                  "alone. Grey: other methods, once where several are built alike.", style.cold_builds(results),
                  f"{untold} builds told no size." if untold else "", failed_builds(results))
    return figure


def alike(results, leading):
    """The methods that are built like an earlier or a leading one, and so are not shown."""
    kept, hidden = {}, []
    for method in [*leading, *(m for m in results.methods.index if m not in leading)]:
        made = results.methods.representation[method], results.methods.options[method]
        if kept.setdefault(made, method) != method and method not in leading:
            hidden.append(method)
    return hidden


def failed_builds(results):
    failed = results.builds[~results.builds.status.isin(["built", "unsupported"])]
    if failed.empty:
        return "None failed."
    named = [f"{results.methods.name[b.method]} on {results.worlds.name[b.world]} ({b.status})"
             for b in failed.itertuples()]
    return f"{len(failed)} failed: " + style.few(named, 12) + "."


def phases(results, styles):
    """A bar for each method: the share of each phase in the sum of the phases of all queries that were found."""
    found = results.found().dropna(subset=["ns"])
    sums = found.groupby("method")[PHASES].sum()
    sums = sums[sums.sum(axis=1) > 0]
    methods = [m for m in style.by_family(results.methods) if m in sums.index]
    if not methods:
        raise style.NothingToShow("no path was found and timed")
    shares = sums.div(sums.sum(axis=1), axis=0)
    figure, (axes,) = style.rows(results.methods.name[methods])
    tints = ["#332288", "#88CCEE", "#DDCC77", "#CC6677", "#117733"]
    left = np.zeros(len(methods))
    for phase, tint in zip(PHASES, tints):
        width = shares.loc[methods, phase].to_numpy()
        axes.barh(range(len(methods)), width, left=left, height=0.75, color=tint, label=phase[:-3], lw=0)
        left += width
    axes.set(xlim=(0, 1), xlabel="share of the time of all queries")
    axes.xaxis.set_major_formatter(FuncFormatter(style.percent))
    style.title(figure, "What query time is spent on", results)
    style.legend(figure, axes.get_legend_handles_labels()[0], columns=5, handlelength=1)
    style.caption(figure, style.scope(results), "Sums of medians of phases, of the queries that the method found.")
    return figure


def measures(results, styles):
    """Expansions, turning, clearance of every method's answers, and coverage of its builds: median, quartiles."""
    found = results.found()
    built = results.builds[results.builds.status == "built"]
    shown = [(found, "expanded", "nodes expanded"), (found, "turning", "turning (radians)"),
             (found, "clearance", "clearance (map's units)"), (built, "coverage", "coverage")]
    shown = [(rows, column, label) for rows, column, label in shown if rows[column].notna().any()]
    if not shown:
        raise style.NothingToShow("nothing of it was measured")
    methods = style.by_family(results.methods)
    figure, panels = style.rows(results.methods.name[methods], len(shown), style.PAGE)
    for axes, (rows, column, label) in zip(panels, shown):
        quartiles = rows.groupby("method")[column].quantile([0.25, 0.5, 0.75]).unstack()
        for row, method in enumerate(methods):
            if method in quartiles.index:
                low, middle, high = quartiles.loc[method]
                colour = styles.colour(method)
                axes.plot([low, high], [row, row], color=colour, lw=1)
                axes.plot(middle, row, styles.marker(method), color=colour, markersize=4)
        if column == "expanded":
            axes.set_xscale("symlog", linthresh=1)
            axes.xaxis.set_major_locator(LogLocator(numticks=5))
        axes.set_xlabel(label)
    style.title(figure, "Work, shape and coverage", results)
    style.caption(figure, style.scope(results), "Medians and quartiles: of answers found, and, for coverage, of builds.")
    return figure
