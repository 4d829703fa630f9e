"""Figures of answers: gap against time, the causes of the gap, and the phases of the time."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from ..estimators import quantile
from ..store import PHASES, ZERO_GAP
from ..text import duration, percent
from . import style, words

MOST_DOTS = 2000
"""Limit of the number of dots per method."""


def against_time(results, styles, rows):
    """Gap against query time, both axes logarithmic: a dot for each answer of the leading methods, a marker at
    medians."""
    found = results.found().dropna(subset=["gap", "ns"])
    if found.empty:
        raise style.NothingToShow("no path was found and timed")
    leading = styles.leading(results)
    coloured = found[found.method.isin(leading)]
    figure, (upper, band) = plt.subplots(
        2, 1, sharex=True, figsize=(style.COLUMN, 3.4), height_ratios=[6, 1.3], layout="constrained")
    figure.get_layout_engine().set(hspace=0, h_pad=0.02)
    random = np.random.default_rng(1)
    zero_medians = [m for m in leading if quantile(found.gap[found.method == m], 0.5) <= ZERO_GAP]
    lane = dict(zip(zero_medians, np.linspace(0.85, 0.15, max(2, len(zero_medians)))))
    handles = []
    for method in results.by_family(found.method):
        own = found[found.method == method]
        low, gap, high = (quantile(own.gap, share) for share in (0.25, 0.5, 0.75))
        fast, time, slow = (quantile(own.ns, share) for share in (0.25, 0.5, 0.75))
        if method not in leading:
            axes, y = (band, 0.5) if gap <= ZERO_GAP else (upper, gap)
            axes.plot(time, y, "o", color=style.OTHERS, markersize=3, zorder=2.5)
            continue
        colour, marker = styles.colour(method), styles.marker(method)
        shown = own.sample(min(len(own), MOST_DOTS), random_state=1)
        zero = shown.gap <= ZERO_GAP
        for axes, x, y in ((upper, shown.ns[~zero], shown.gap[~zero]), (band, shown.ns[zero], random.uniform(0.08, 0.92, zero.sum()))):
            axes.scatter(x, y, s=2.5, alpha=0.25, linewidths=0, color=colour, rasterized=True)
        axes, y = (band, lane[method]) if method in lane else (upper, gap)
        axes.plot([fast, slow], [y, y], color=colour, lw=1, zorder=3)
        if axes is upper:
            axes.plot([time, time], [max(low, ZERO_GAP), high], color=colour, lw=1, zorder=3)
        axes.plot(time, y, marker, color=colour, markersize=5.5, markeredgecolor="white",
                  markeredgewidth=0.6, zorder=4, clip_on=False)
        handles.append(Line2D([], [], color=colour, marker=marker, lw=0, markersize=5, markeredgecolor="white",
                              label=f"{results.methods.name[method]} ({percent(round((own.gap <= ZERO_GAP).mean(), 2))} zero)"))
    positive = coloured.gap[coloured.gap > ZERO_GAP]
    low = positive.quantile(0.002) if len(positive) else 1e-3
    upper.set(xscale="log", yscale="log", ylabel="gap", ylim=(
        10 ** np.floor(np.log10(max(low, 1e-7))), 1.6 * max(positive.max() if len(positive) else 0, 10 * low)))
    style.log_ticks(upper.yaxis, *upper.get_ylim(), percent)
    band.set(ylim=(0, 1), yticks=[], xlabel="query time (median of its repetitions)", ylabel="gap 0")
    band.grid(axis="y", visible=False)
    style.log_ticks(band.xaxis, *band.get_xlim(), duration)
    upper.tick_params(axis="x", which="both", length=0, labelbottom=False)
    limit = results.reachable().limit_ns.max()
    if limit > 0:
        style.mark_limit(upper, limit)
        band.axvline(limit, **style.LIMIT)
    below = int((positive < upper.get_ylim()[0]).sum())
    style.legend(figure, handles, columns=2, handlelength=1)
    crowded = (coloured.groupby("method").size() > MOST_DOTS).any()
    style.caption(
        figure, words.scope(results), f"A dot is an answer{f' (of each method {MOST_DOTS:,} sampled)' * bool(crowded)}, a marker the "
        "method's medians, a cross its quartiles, over all answers. The lower band holds gaps up to 1e-9, which are rounding"
        f"{f'; {below} gaps between that and the axis are outside the picture' * bool(below)}.",
        "Grey: medians of other methods." if found.method.nunique() > len(handles) else "",
        words.timeouts(results), words.excluded(results, results.reachable(), found))
    return figure


def causes(results, styles, rows):
    """A row for each method: its mean corridor gap and mean slack, and the 95 % quantile of its gap."""
    found = results.found().dropna(subset=["gap", "corridor_gap", "slack"])
    methods = results.by_family(found.method)
    if not methods:
        raise style.NothingToShow("no answer has a corridor gap and a slack")
    means = found.groupby("method")[["corridor_gap", "slack"]].mean()
    high = found.groupby("method").gap.agg(lambda gap: quantile(gap, 0.95))
    figure, (axes,) = style.rows(results.methods.name[methods])
    axes.grid(axis="y", visible=True)
    seen = np.concatenate([means.to_numpy().ravel(), high])
    style.gap_axis(axes, "x", seen[seen > ZERO_GAP], max(seen), percent)
    for row, method in enumerate(methods):
        look = {"color": styles.colour(method)}
        axes.plot(means.corridor_gap[method], row, "o", markersize=4, **look)
        axes.plot(means.slack[method], row, "o", markersize=5, markerfacecolor="none", markeredgewidth=0.9, **look)
    axes.plot(high[methods], range(len(methods)), "|", color=style.INK, markersize=6)
    axes.set_xlabel("gap, corridor gap, slack")
    dot = {"color": "#555555", "marker": "o", "lw": 0}
    style.legend(figure, [Line2D([], [], markersize=4, label="corridor gap, mean", **dot),
                          Line2D([], [], markersize=5, markerfacecolor="none", label="slack, mean", **dot),
                          Line2D([], [], color=style.INK, marker="|", lw=0, label="gap, p95")])
    style.caption(figure, words.scope(results), "Corridor gap: of the shortest path that passes all obstacles on the same "
                  "sides as the returned one. Slack: of the returned path over that one. Methods may have found paths "
                  "to different queries.", words.excluded(results, results.reachable(), found, "without a corridor gap"))
    return figure


def phases(results, styles, rows):
    """A bar for each method: the share of each phase in the sum of all phases, over the queries that were found."""
    found = results.found().dropna(subset=["ns"])
    sums = found.groupby("method")[PHASES].sum()
    methods = results.by_family(sums.index[sums.sum(axis=1) > 0])
    if not methods:
        raise style.NothingToShow("no path was found and timed")
    shares = sums.div(sums.sum(axis=1), axis=0).loc[methods]
    figure, (axes,) = style.rows(results.methods.name[methods])
    left = np.zeros(len(methods))
    for phase, tint in zip(PHASES, ["#332288", "#88CCEE", "#DDCC77", "#CC6677", "#117733"]):
        axes.barh(range(len(methods)), shares[phase], left=left, height=0.75, color=tint, label=phase[:-3], lw=0)
        left += shares[phase].to_numpy()
    axes.set(xlim=(0, 1), xlabel="share of the time of all queries")
    axes.xaxis.set_major_formatter(FuncFormatter(percent))
    style.legend(figure, axes.get_legend_handles_labels()[0], columns=5, handlelength=1)
    style.caption(figure, words.scope(results), "Sums of the phases, of the queries that the method found.")
    return figure
