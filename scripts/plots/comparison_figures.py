"""Figures of paired comparisons: the planned ones with intervals, and all as a matrix."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

from plots import style, statistics
from plots.comparisons import BETWEEN, SIGNIFICANT, VARIANT

TITLES = {BETWEEN: "adapters against each other", VARIANT: "variants against the main method"}

def planned(results, styles, pairs):
    """The planned comparisons: ratio of times, share of queries won, difference of gaps; or None."""
    pairs = pairs.dropna(subset=["family", "time_ratio"]) if not pairs.empty else pairs
    if pairs.empty:
        return None
    rows, labels, y = [], [], 0.0
    for family in (BETWEEN, VARIANT):
        of_family = pairs[pairs.family == family]
        if of_family.empty:
            continue
        labels.append((y, TITLES[family], True))
        for pair in of_family.itertuples():
            y += 1
            rows.append((y, pair))
            labels.append((y, f"{pair.method} : {pair.against}", False))
        y += 1.6
    figure, panels = plt.subplots(1, 3, figsize=(11, 1.5 + 0.27 * (y + 1)), sharey=True, layout="constrained")
    ids = {name: method for method, name in results.methods.name.items()}
    for axes, column, p, middle in ((panels[0], "time_ratio", "time_p_holm", 1),
                                    (panels[1], "faster_share", "time_p_holm", 0.5),
                                    (panels[2], "gap_difference", "gap_p_holm", 0)):
        axes.axvline(middle, color="#888888", lw=0.9, zorder=1)
        for at, pair in rows:
            colour = styles.colour(ids[pair.method])
            significant = getattr(pair, p) < SIGNIFICANT
            axes.plot([getattr(pair, f"{column}_low"), getattr(pair, f"{column}_high")], [at, at],
                      color=colour, lw=1.6, solid_capstyle="butt")
            axes.plot(getattr(pair, column), at, styles.marker(ids[pair.method]), color=colour, markersize=6,
                      markerfacecolor=colour if significant else "white", markeredgewidth=1.2)
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
    panels[0].set(xscale="log", ylim=(y - 0.6, -0.8),
                  xlabel="ratio of query times\n(left: the first is faster)")
    style.plain_log_ticks(panels[0].xaxis, *panels[0].get_xlim(), style.factor)
    panels[1].set(xlim=(-0.03, 1.03), xlabel="share of queries that\nthe first answers faster")
    panels[1].xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:.0%}"))
    panels[2].xaxis.set_major_locator(MaxNLocator(5))
    panels[2].xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{100 * v:+.6g}"))
    panels[2].set_xlabel("difference of gaps, percentage points\n(left: the first is shorter)")
    panels[0].set_yticks([at for at, _, _ in labels], [text for _, text, _ in labels])
    for tick, (_, _, heading) in zip(panels[0].get_yticklabels(), labels):
        if heading:
            tick.set(fontweight="bold")
    figure.suptitle("Paired comparisons, query by query", fontweight="bold", fontsize=11)
    figure.legend(handles=[
        Line2D([], [], color="#555555", marker="o", lw=1.6, label=f"p < {SIGNIFICANT} after Holm's correction"),
        Line2D([], [], color="#555555", marker="o", lw=1.6, markerfacecolor="white", label="not")],
        loc="center left", bbox_to_anchor=(1.0, 0.5))
    maps = pairs.maps.max()
    style.caption(figure, f"{maps} maps. Ratios are geometric means over queries that both answered; shares "
                  "count all queries that one answered (what has no legal path loses, a tie is half); gaps "
                  "are of paths that both found; each is taken per map first, then over maps.",
                  f"{statistics.METHOD}; tests flip signs of maps' effects.", hosts(results))
    return figure


def matrix(results, styles, pairs):
    """All pairs: query time of the row / that of the column. None with fewer than two methods."""
    pairs = pairs.dropna(subset=["time_ratio"]) if not pairs.empty else pairs
    if pairs.empty:
        return None
    named = set(pairs.method) | set(pairs.against)
    methods = [m for m in style.by_representation(results.methods) if results.methods.name[m] in named]
    names = [results.methods.name[m] for m in methods]
    place = {name: i for i, name in enumerate(names)}
    ratio, sure = np.full((len(names),) * 2, np.nan), np.zeros((len(names),) * 2, bool)
    for pair in pairs.itertuples():
        a, b = place[pair.method], place[pair.against]
        ratio[a, b], ratio[b, a] = pair.time_ratio, 1 / pair.time_ratio
        sure[a, b] = sure[b, a] = pair.time_ratio_low > 1 or pair.time_ratio_high < 1
    side = 2.4 + 0.43 * len(names)
    figure, axes = plt.subplots(figsize=(side + 1.6, side), layout="constrained")
    reach = min(max(np.nanmax(ratio), 2), 100)
    edges = np.arange(len(names) + 1) - 0.5
    colours = axes.pcolormesh(edges, edges, ratio, cmap="PuOr_r", norm=LogNorm(1 / reach, reach))
    axes.set(aspect="equal", ylim=(edges[-1], edges[0]))
    for (i, j), value in np.ndenumerate(ratio):
        if np.isfinite(value):
            dark = abs(np.log(value)) > 0.6 * np.log(reach)
            axes.text(j, i, style.three_digits(value), ha="center", va="center", fontsize=6.5, in_layout=False,
                      fontweight="bold" if sure[i, j] else "normal",
                      color="white" if dark else style.INK)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    axes.xaxis.tick_top()
    for labels in (axes.get_xticklabels(), axes.get_yticklabels()):
        for label, method in zip(labels, methods):
            label.set(color=styles.dark(method), fontsize=8)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    bar = figure.colorbar(colours, shrink=0.6, pad=0.02, label="query time of the row / of the column")
    bar.ax.yaxis.set_major_formatter(FuncFormatter(style.factor))
    bar.ax.yaxis.set_minor_formatter(NullFormatter())
    axes.set_title("Query time of the row, in times that of the column", pad=12)
    style.caption(figure, "Geometric means over queries that both answered, per map first, then over maps. "
                  f"Bold: the {statistics.LEVEL:.0%} interval leaves 1 out. Below 1 the row is faster.",
                  hosts(results), width=130)
    return figure


def hosts(results):
    names = results.hosts()
    return f"Measured on {len(names)} hosts; times are compared within one only." if len(names) > 1 else ""
