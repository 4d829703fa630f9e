"""Figures of the optimality gap."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator

from fairway_results import ZERO_GAP
from plots import style
from plots.style import duration, percent

MAX_POINTS_PER_METHOD = 2000


def against_time(results, styles):
    """Log-log scatter of gap against query time: a dot per answer of the leading methods, a marker at medians."""
    found = results.found().dropna(subset=["gap", "ns"])
    if found.empty:
        raise style.NothingToShow("no path was found and timed")
    leading = styles.leading(results)
    coloured = found[found.method.isin(leading)]
    positive = coloured.gap[coloured.gap > ZERO_GAP]
    figure, (upper, band) = plt.subplots(
        2, 1, sharex=True, figsize=(style.COLUMN, 3.4), height_ratios=[6, 1.3], layout="constrained")
    figure.get_layout_engine().set(hspace=0, h_pad=0.02)
    random = np.random.default_rng(1)

    crowded = (coloured.groupby("method").size() > MAX_POINTS_PER_METHOD).any()
    medians = found.groupby("method").gap.median()
    zero_medians = [m for m in leading if medians.get(m, 1) <= ZERO_GAP]
    lane = dict(zip(zero_medians, np.linspace(0.85, 0.15, len(zero_medians))
                    if len(zero_medians) > 1 else [0.5]))

    handles = []
    for method in style.by_family(results.methods):
        rows = found[found.method == method]
        if rows.empty:
            continue
        gap, low, high = rows.gap.quantile([0.5, 0.25, 0.75])
        time, fast, slow = rows.ns.quantile([0.5, 0.25, 0.75])
        marker = styles.marker(method)
        if method not in leading:
            axes, y = (band, 0.5) if gap <= ZERO_GAP else (upper, gap)
            axes.plot(time, y, "o", color=style.OTHERS, markersize=3, zorder=2.5)
            continue
        colour = styles.colour(method)
        shown = rows.sample(min(len(rows), MAX_POINTS_PER_METHOD), random_state=1)
        zero = shown.gap <= ZERO_GAP
        dots = {"s": 2.5, "alpha": 0.25, "linewidths": 0, "color": colour, "rasterized": True}
        upper.scatter(shown.ns[~zero], shown.gap[~zero], **dots)
        band.scatter(shown.ns[zero], random.uniform(0.08, 0.92, zero.sum()), **dots)
        axes, y = (band, lane[method]) if method in lane else (upper, gap)
        axes.plot([fast, slow], [y, y], color=colour, lw=1, zorder=3)
        if axes is upper:
            axes.plot([time, time], [max(low, ZERO_GAP), high], color=colour, lw=1, zorder=3)
        axes.plot(time, y, marker, color=colour, markersize=5.5, markeredgecolor="white",
                  markeredgewidth=0.6, zorder=4, clip_on=False)
        handles.append(Line2D([], [], color=colour, marker=marker, lw=0, markersize=5,
                              markeredgecolor="white",
                              label=f"{results.methods.name[method]} ({percent(round((rows.gap <= ZERO_GAP).mean(), 2))} zero)"))

    upper.set(xscale="log", ylabel="gap = length / optimum − 1")
    if positive.empty:
        upper.set(ylim=(0, 1), yticks=[])
    else:
        upper.set(yscale="log", ylim=(10 ** np.floor(np.log10(max(positive.quantile(0.01), 1e-7))),
                                      positive.max() * 1.6))
        upper.yaxis.set_major_formatter(FuncFormatter(percent))
    style.title(figure, "Optimality gap against query time", results)
    upper.tick_params(axis="x", which="both", length=0)
    upper.spines["bottom"].set_visible(False)
    band.set(ylim=(0, 1), yticks=[0.5], yticklabels=["gap = 0"],
             xlabel="query time (median of its repetitions)")
    band.set_facecolor("#F4F4F4")
    band.grid(axis="y", visible=False)
    band.xaxis.set_major_locator(LogLocator(numticks=7))
    band.xaxis.set_major_formatter(FuncFormatter(duration))
    limit = results.reachable().limit_ns.max()
    if limit > 0:
        style.mark_limit(upper, limit)
        style.mark_limit(band, limit, label=False)
    below = int((positive < upper.get_ylim()[0]).sum())
    others = found.method.nunique() > len(handles)
    style.legend(figure, handles, columns=2, handlelength=1)
    style.caption(
        figure, style.scope(results), "A dot is an answer"
        + (f" (of each method {MAX_POINTS_PER_METHOD:,} sampled)" if crowded else "")
        + ", a marker the method's medians, a cross its quartiles, over all answers. The lower band "
        "holds gaps up to 1e-9, which are rounding"
        + (f"; {below} gaps between that and the axis are outside the picture." if below else "."),
        "Grey: medians of other methods." if others else "",
        style.timeouts(results), style.excluded(results, results.reachable(), found))
    return figure


def causes(results, styles):
    """A row for each method: its mean corridor gap and mean slack, and the 95 % quantile of its gap."""
    found = results.found().dropna(subset=["gap", "corridor_gap", "slack"])
    methods = [m for m in style.by_family(results.methods) if (found.method == m).any()]
    if not methods:
        raise style.NothingToShow("no answer has a corridor gap and a slack")
    means = found.groupby("method")[["corridor_gap", "slack"]].mean()
    high = found.groupby("method").gap.quantile(0.95)
    figure, (axes,) = style.rows(results.methods.name[methods])
    axes.grid(axis="y", visible=True)
    seen = np.concatenate([means.to_numpy().ravel(), high])
    seen = seen[seen > ZERO_GAP]
    least = 10 ** np.floor(np.log10(seen.min())) if len(seen) else 1e-3
    for row, method in enumerate(methods):
        corridor, slack = means.loc[method]
        colour = styles.colour(method)
        axes.plot(corridor, row, "o", color=colour, markersize=4)
        axes.plot(slack, row, "o", color=colour, markersize=5, markerfacecolor="none", markeredgewidth=0.9)
    axes.plot(high[methods], range(len(methods)), "|", color=style.INK, markersize=6)
    axes.set_xlabel("gap, corridor gap, slack")
    axes.set_xscale("symlog", linthresh=least, linscale=0.9)
    axes.set_xlim(-0.3 * least, 1.6 * max(seen, default=least))
    style.title(figure, "What the gap is made of", results)
    axes.xaxis.set_major_formatter(FuncFormatter(percent))
    dot = {"color": "#555555", "marker": "o", "lw": 0}
    style.legend(figure, [Line2D([], [], markersize=4, label="corridor gap, mean", **dot),
                          Line2D([], [], markersize=5, markerfacecolor="none", label="slack, mean", **dot),
                          Line2D([], [], color=style.INK, marker="|", lw=0, label="95 % of the gaps are less")])
    style.caption(figure, style.scope(results), "Corridor gap: of the shortest path that passes all obstacles on the same "
                  "sides as the returned one. Slack: of the returned path over that one. Methods may have found paths "
                  "to different queries.", style.excluded(results, results.reachable(), found, "without a corridor gap"))
    return figure


def terrain(results, styles):
    """Worlds with terrain: a row for each method, a dot for each answer, by the cost of its path / that
    of the best path on the grid."""
    found = results.found().dropna(subset=["gap"])
    methods = [m for m in style.by_family(results.methods) if (found.method == m).any()]
    if not methods:
        raise style.NothingToShow("no path was found")
    random = np.random.default_rng(1)
    figure, (axes,) = style.rows([f"{results.methods.name[m]} ({(found.method == m).sum()})" for m in methods])
    for row, method in enumerate(methods):
        gaps = found.gap[found.method == method]
        shown = gaps.sample(min(len(gaps), MAX_POINTS_PER_METHOD), random_state=1)
        colour = styles.colour(method)
        axes.scatter(shown, row + random.uniform(-0.28, 0.28, len(shown)), s=3, alpha=0.35,
                     linewidths=0, color=colour, rasterized=True)
        axes.plot(gaps.median(), row, styles.marker(method), color=colour, markersize=5,
                  markeredgecolor="white", markeredgewidth=0.6, zorder=4)
    axes.axvline(0, color="#666666", lw=0.8, zorder=1)
    axes.set_xlabel("cost / cost of the best path on the grid − 1")
    style.title(figure, "Cost of paths over terrain", results)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(percent))
    style.caption(figure, style.scope(results), "The reference is the cheapest 8-connected path on the "
                  "map's own cells, so a path in other directions can cost less. In brackets: answers "
                  "found.", style.excluded(results, results.reachable(), found))
    return figure
