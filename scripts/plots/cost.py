"""Figures of what a method costs: query time, build time, memory."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from plots import style
from plots.style import duration, size

BINS = 8
MIN_PER_BIN = 3


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
    """Query time against optimal length: a panel per map, binned medians with 10-90 % bands. Queries
    that timed out count with the limit."""
    asked = results.reachable()
    found = asked[(asked.status == "found") | asked.limit_ns.notna()]
    found = found.assign(ns=found.ns.where(found.status == "found", found.limit_ns)).dropna(
        subset=["ns", "optimum"])
    worlds = [w for w in results.worlds.index if (found.world == w).any()]
    columns = min(3, max(1, len(worlds)))
    figure, grid = style.panels(len(worlds), columns, 1.5 + 3.5 * columns, 2.9, sharey=True)
    main = set(results.main_methods().values())
    for axes, world in zip(grid, worlds):
        here = found[found.world == world]
        for method in style.by_representation(results.methods):
            answers = here[here.method == method]
            if answers.empty:
                continue
            line = binned(answers)
            colour = styles.colour(method)
            if method in main:
                axes.fill_between(line.length, line.low, line.high, color=colour, alpha=0.18, lw=0)
            axes.plot(line.length, line["median"], color=colour, linestyle=styles.line(method),
                      **trace_of(method in main))
        axes.set(xscale="log", yscale="log", title=results.worlds.name[world])
        if here.limit_ns.notna().any():
            style.mark_limit(axes, here.limit_ns.max(), along="y")
        style.plain_log_ticks(axes.xaxis, here.optimum.min(), here.optimum.max())
        style.plain_log_ticks(axes.yaxis, found.ns.min(), found.ns.max(), duration)
    figure.supxlabel("optimal length (the map's units)", fontsize=9)
    figure.supylabel("query time (median of its repetitions)", fontsize=9)
    figure.suptitle("Query time against optimal length", fontweight="bold", fontsize=11)
    handles = [Line2D([], [], color=styles.colour(m), linestyle=styles.line(m),
                      label=results.methods.name[m], **trace_of(m in main))
               for m in style.by_representation(results.methods) if (found.method == m).any()]
    figure.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5), handlelength=3.2)
    style.caption(figure, style.scope(results), "Queries are binned by length, equally many to a "
                  "bin; lines are medians; bands, 10 to 90 %, are drawn for the main method of each "
                  "adapter.", style.timeouts(results), style.excluded(results))
    return figure


def trace_of(is_main):
    return {"lw": 1.9, "zorder": 3} if is_main else {"lw": 0.9, "alpha": 0.75}


def build(results, styles):
    """Build time and memory of every method on every map. Methods that differ only in search or smoother
    share the marker of the first."""
    built = results.builds[results.builds.status == "built"]
    alike = results.methods.groupby(["representation", "options"], sort=False)
    shares = {group.index[0]: list(group.name) for _, group in alike}
    built = built[built.method.isin(list(shares))]
    worlds = results.worlds.loc[sorted(set(built.world))].sort_values("vertices", kind="stable")
    methods = [m for m in style.by_representation(results.methods) if (built.method == m).any()]
    row_of = {world: i for i, world in enumerate(worlds.index)}
    offset = dict(zip(methods, np.linspace(0.36, -0.36, len(methods)) if len(methods) > 1
                      else [0.0]))
    height = 1.6 + len(worlds) * max(0.45, 0.075 * len(methods))
    figure, panels = plt.subplots(1, 2, figsize=(10, height), sharey=True, layout="constrained")
    for axes, column, label, formatter in ((panels[0], "ns", "build time", duration),
                                           (panels[1], "bytes", "size of the representation",
                                            size)):
        for world, row in row_of.items():
            if row % 2:
                axes.axhspan(row - 0.5, row + 0.5, color="#F4F4F4", zorder=0, lw=0)
        for method in methods:
            trials = built[(built.method == method) & (built[column] > 0)]
            axes.plot(trials[column], [row_of[w] + offset[method] for w in trials.world],
                      styles.marker(method), color=styles.colour(method), markersize=5.5,
                      markeredgecolor="white", markeredgewidth=0.5)
        axes.set(xscale="log", xlabel=label, ylim=(-0.5, len(worlds) - 0.5))
        axes.xaxis.set_major_formatter(FuncFormatter(formatter))
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
    panels[0].set_yticks(range(len(worlds)),
                         [f"{w.name}\n{w.vertices:,} vertices" for w in worlds.itertuples()])
    figure.suptitle("What it takes to build, per method and map", fontweight="bold", fontsize=11)
    handles = [Line2D([], [], color=styles.colour(m), marker=styles.marker(m), lw=0, markersize=6,
                      label=",\n".join(shares[m])) for m in methods]
    figure.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5))
    style.caption(figure, f"{len(built):,} builds. Methods named together are built alike; shown is "
                  "the first of them.", failed_builds(results))
    return figure


def failed_builds(results):
    failed = results.builds[~results.builds.status.isin(["built", "unsupported"])]
    if failed.empty:
        return "None failed."
    named = [f"{results.methods.name[b.method]} on {results.worlds.name[b.world]} ({b.status})"
             for b in failed.itertuples()]
    return f"{len(failed)} failed: " + ", ".join(named) + "."
