"""Figures of answers: gap against time, the causes of the gap, and the phases of the time."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patheffects import Normal, Stroke
from matplotlib.ticker import FuncFormatter

from ..estimators import quantile
from ..store import PHASES, ZERO_GAP
from ..text import duration, percent
from . import style, words

MOST_DOTS = 2000
"""Limit of the number of dots per method."""


def against_time(results, styles, rows):
    """Gap against query time: a dot for each answer of the leading methods, a marker at medians. Answers with gap 0 lie
    side by side in the band below 0."""
    found = results.found().dropna(subset=["gap", "ns"])
    if found.empty:
        raise style.NothingToShow("no path was found and timed")
    leading = styles.leading(results)
    positive = found.gap[found.method.isin(leading) & (found.gap > ZERO_GAP)]
    figure, axes = plt.subplots(figsize=(style.COLUMN, 3.4), layout="constrained")
    low, top = ([positive.quantile(0.002)], positive.max()) if len(positive) else ([], 0)
    least = style.gap_axis(axes, "y", low, top, percent, linscale=1)
    axes.set(xscale="log", ylim=(-least, axes.get_ylim()[1]), xlabel="query time (median of its repetitions)", ylabel="gap")
    random, handles = np.random.default_rng(1), []
    medians = {method: quantile(gaps, 0.5) for method, gaps in found.groupby("method").gap}
    zero_medians = [m for m in leading if medians.get(m, 1) <= ZERO_GAP]
    lanes = dict(zip(zero_medians, -least * np.linspace(0.15, 0.85, max(2, len(zero_medians)))))
    for method in results.by_family(found.method):
        own, look = found[found.method == method], {"color": styles.colour(method)}
        fast, time, slow = (quantile(own.ns, share) for share in (0.25, 0.5, 0.75))
        y = lanes.get(method, medians[method])
        if method not in leading:
            axes.plot(time, y, "o", color=style.OTHERS, markersize=3, zorder=2.5)
            continue
        shown = own.sample(min(len(own), MOST_DOTS), random_state=1)
        below = -least * random.uniform(0.05, 0.95, len(shown))
        axes.scatter(shown.ns, shown.gap.where(shown.gap > ZERO_GAP, below), s=2.5, alpha=0.25, linewidths=0,
                     rasterized=True, **look)
        low, high = (y, y) if method in lanes else (quantile(own.gap, share) for share in (0.25, 0.75))
        axes.plot([fast, slow, np.nan, time, time], [y, y, np.nan, low, high], lw=1, zorder=3, **look)
        axes.plot(time, y, styles.marker(method), markersize=5.5, markeredgecolor="white", markeredgewidth=0.6, zorder=4,
                  **look)
        handles.append(Line2D([], [], marker=styles.marker(method), lw=0, markersize=5, markeredgecolor="white", **look,
                              label=f"{results.methods.name[method]} ({percent(round((own.gap <= ZERO_GAP).mean(), 2))} zero)"))
    style.log_ticks(axes.xaxis, *axes.get_xlim(), duration)
    limit = results.reachable().limit_ns.max()
    if limit > 0:
        style.mark_limit(axes, limit)
    style.legend(figure, handles, columns=2, handlelength=1)
    crowded = (found[found.method.isin(leading)].groupby("method").size() > MOST_DOTS).any()
    style.caption(
        figure, words.scope(results), f"A dot is an answer{f' (of each method {MOST_DOTS:,} sampled)' * bool(crowded)}, a marker the "
        "method's medians, a cross its quartiles, over all answers. The band below 0 holds gaps up to 1e-9, which are rounding.",
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
    figure, axes = style.rows(results.methods.name[methods])
    axes.grid(axis="y", visible=True)
    seen = np.concatenate([means.to_numpy().ravel(), high])
    style.gap_axis(axes, "x", seen[seen > ZERO_GAP], max(seen), percent)
    for row, method in enumerate(methods):
        look = {"color": styles.colour(method)}
        axes.plot(means.corridor_gap[method], row, "o", markersize=4, **look)
        axes.plot(means.slack[method], row, "o", markersize=5, markerfacecolor="none", markeredgewidth=0.9, **look)
    axes.plot(high[methods], range(len(methods)), "|", color=style.INK, markersize=6,
              path_effects=[Stroke(linewidth=2, foreground="white"), Normal()])
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
    """A bar for each method: the share of each phase in the sum of all phases, over queries with a path."""
    found = results.found().dropna(subset=["ns"])
    sums = found.groupby("method")[PHASES].sum()
    methods = results.by_family(sums.index[sums.sum(axis=1) > 0])
    if not methods:
        raise style.NothingToShow("no path was found and timed")
    shares = sums.div(sums.sum(axis=1), axis=0).loc[methods]
    figure, axes = style.rows(results.methods.name[methods])
    left = np.zeros(len(methods))
    for phase, tint in zip(PHASES, ["#332288", "#88CCEE", "#DDCC77", "#CC6677", "#117733"]):
        axes.barh(range(len(methods)), shares[phase], left=left, height=0.75, color=tint, label=phase[:-3], lw=0)
        left += shares[phase].to_numpy()
    axes.set(xlim=(0, 1), xlabel="share of the time of all queries")
    axes.xaxis.set_major_formatter(FuncFormatter(percent))
    style.legend(figure, axes.get_legend_handles_labels()[0], columns=5, handlelength=1)
    style.caption(figure, words.scope(results), "Sums of the phases, of the queries that the method found.")
    return figure
