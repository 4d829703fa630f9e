"""Figures of the optimality gap."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from plots import style
from plots.results import ZERO_GAP
from plots.style import duration

MAX_POINTS_PER_METHOD = 2000


def percent(value, _=None):
    """0.0123 -> '1.23 %', without trailing zeros."""
    return f"{100 * value:.6g} %"


def against_time(results, styles):
    """Log-log scatter of gap against query time: a dot per answer, a marker at the medians."""
    found = results.found().dropna(subset=["gap", "ns"])
    positive = found.gap[found.gap > ZERO_GAP]
    figure, (upper, band) = plt.subplots(
        2, 1, sharex=True, figsize=(8, 6), gridspec_kw={"height_ratios": [6, 1], "hspace": 0.06})
    random = np.random.default_rng(1)

    crowded = (found.groupby("method").size() > MAX_POINTS_PER_METHOD).any()
    medians = found.groupby("method").gap.median()
    zero_medians = [m for m in style.by_representation(results.methods)
                    if medians.get(m, 1) <= ZERO_GAP]
    lane = dict(zip(zero_medians, np.linspace(0.88, 0.12, len(zero_medians))
                    if len(zero_medians) > 1 else [0.5]))

    handles = []
    for method in style.by_representation(results.methods):
        rows = found[found.method == method]
        if rows.empty:
            continue
        colour, marker = styles.colour(method), styles.marker(method)
        shown = rows.sample(min(len(rows), MAX_POINTS_PER_METHOD), random_state=1)
        zero = shown.gap <= ZERO_GAP
        dots = {"s": 5, "alpha": 0.25, "linewidths": 0, "color": colour, "rasterized": True}
        upper.scatter(shown.ns[~zero], shown.gap[~zero], **dots)
        band.scatter(shown.ns[zero], random.uniform(0.08, 0.92, zero.sum()), **dots)

        gap, low, high = rows.gap.quantile([0.5, 0.25, 0.75])
        time, fast, slow = rows.ns.quantile([0.5, 0.25, 0.75])
        axes, y = (band, lane[method]) if method in lane else (upper, gap)
        axes.plot([fast, slow], [y, y], color=colour, lw=1.4, zorder=3)
        if axes is upper:
            axes.plot([time, time], [max(low, ZERO_GAP), high], color=colour, lw=1.4, zorder=3)
        axes.plot(time, y, marker, color=colour, markersize=9, markeredgecolor="white",
                  markeredgewidth=1, zorder=4, clip_on=False)
        zeros = (rows.gap <= ZERO_GAP).mean()
        handles.append(Line2D([], [], color=colour, marker=marker, lw=0, markersize=7,
                              markeredgecolor="white",
                              label=f"{results.methods.name[method]}  ({zeros:.0%} zero)"))

    upper.set(xscale="log", yscale="log", ylabel="gap = length / optimum − 1",
              title="Optimality gap against query time")
    if not positive.empty:
        upper.set_ylim(10 ** np.floor(np.log10(max(positive.quantile(0.002), 1e-7))),
                       positive.max() * 1.6)
    upper.yaxis.set_major_formatter(FuncFormatter(percent))
    upper.tick_params(axis="x", which="both", length=0)
    upper.spines["bottom"].set_visible(False)
    band.set(ylim=(0, 1), yticks=[0.5], yticklabels=["gap = 0"], xlabel="query time (median of "
             "its repetitions)")
    band.set_facecolor("#F4F4F4")
    band.grid(axis="y", visible=False)
    band.xaxis.set_major_formatter(FuncFormatter(duration))
    limit = results.reachable().limit_ns.max()
    if limit > 0:
        style.mark_limit(upper, limit)
        style.mark_limit(band, limit, label=False)
    below = int((positive < upper.get_ylim()[0]).sum())
    figure.legend(handles=handles, loc="center left", bbox_to_anchor=(0.91, 0.5))
    style.caption(
        figure, style.scope(results), "A dot is an answer"
        + (f" (of each method {MAX_POINTS_PER_METHOD:,} sampled)" if crowded else "")
        + ", a marker the method's medians, a cross its quartiles, over all answers. The lower band "
        "holds gaps up to 1e-9, which are rounding"
        + (f"; {below} gaps between that and the axis are outside the picture." if below else "."),
        style.timeouts(results), style.excluded(results))
    return figure


def terrain(results, styles):
    """Worlds with terrain: a row for each method, a dot for each answer, by the cost of its path / that
    of the best path on the grid. None without such worlds."""
    graded = results.held_against("grid")
    found = graded.found().dropna(subset=["gap"])
    methods = [m for m in style.by_representation(results.methods) if (found.method == m).any()]
    if not methods:
        return None
    random = np.random.default_rng(1)
    figure, axes = plt.subplots(figsize=(8, 1.2 + 0.34 * len(methods)), layout="constrained")
    for row, method in enumerate(methods):
        gaps = found.gap[found.method == method]
        shown = gaps.sample(min(len(gaps), MAX_POINTS_PER_METHOD), random_state=1)
        colour = styles.colour(method)
        axes.scatter(shown, row + random.uniform(-0.28, 0.28, len(shown)), s=7, alpha=0.35,
                     linewidths=0, color=colour, rasterized=True)
        axes.plot(gaps.median(), row, styles.marker(method), color=colour, markersize=8,
                  markeredgecolor="white", markeredgewidth=1, zorder=4)
    axes.axvline(0, color="#666666", lw=0.8, zorder=1)
    axes.set(ylim=(len(methods) - 0.5, -0.5), title="Cost of paths over terrain",
             xlabel="cost / cost of the best path on the grid − 1")
    axes.set_yticks(range(len(methods)), [
        f"{results.methods.name[m]}  ({(found.method == m).sum()})" for m in methods])
    axes.grid(axis="y", visible=False)
    axes.xaxis.set_major_formatter(FuncFormatter(percent))
    style.caption(figure, style.scope(graded), "The reference is the cheapest 8-connected path on the "
                  "map's own cells, so a path in other directions can cost less. In brackets: answers "
                  "found.", style.excluded(graded), width=130)
    return figure
