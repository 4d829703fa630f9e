"""Figures of paired comparisons: the planned ones with intervals, and all as a matrix."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

from plots import style, statistics
from plots.comparisons import BETWEEN, SIGNIFICANT, VARIANT

TITLES = {BETWEEN: "The families' main methods against each other", VARIANT: "Variants against the main method"}
MOST_ROWS = 55
MOST_IN_MATRIX = 32


def planned(results, styles, pairs, family):
    """The planned comparisons of a family: ratio of times, share of queries won, difference of gaps."""
    pairs = pairs.dropna(subset=["time_ratio"])[lambda p: p.family == family] if not pairs.empty else pairs
    if pairs.empty:
        raise style.NothingToShow("no two methods answered the same queries with a path")
    leading = {results.methods.name[m] for m in styles.leading(results)}
    if family == BETWEEN:
        pairs = pairs[pairs.method.isin(leading) & pairs.against.isin(leading)]
    left_out, pairs = len(pairs) - MOST_ROWS, pairs.head(MOST_ROWS)
    figure, panels = style.rows([f"{pair.method} : {pair.against}" for pair in pairs.itertuples()], 3, style.PAGE)
    ids = {name: method for method, name in results.methods.name.items()}
    for axes, column, p, middle in ((panels[0], "time_ratio", "time_p_holm", 1),
                                    (panels[1], "faster_share", "time_p_holm", 0.5),
                                    (panels[2], "gap_difference", "gap_p_holm", 0)):
        axes.axvline(middle, color="#888888", lw=0.9, zorder=1)
        for at, pair in enumerate(pairs.itertuples()):
            colour = styles.colour(ids[pair.method])
            significant = getattr(pair, p) < SIGNIFICANT
            axes.plot([getattr(pair, f"{column}_low"), getattr(pair, f"{column}_high")], [at, at],
                      color=colour, lw=1.2, solid_capstyle="butt")
            axes.plot(getattr(pair, column), at, styles.marker(ids[pair.method]), color=colour, markersize=4.2,
                      markerfacecolor=colour if significant else "white", markeredgewidth=0.9)
        axes.tick_params(axis="y", length=0)
    panels[0].set(xscale="log", xlabel="ratio of query times\n(left: the first is faster)")
    style.plain_log_ticks(panels[0].xaxis, *panels[0].get_xlim(), style.factor)
    panels[1].set(xlim=(-0.03, 1.03), xlabel="share of queries that\nthe first answers faster")
    panels[1].xaxis.set_major_formatter(FuncFormatter(style.percent))
    panels[2].xaxis.set_major_locator(MaxNLocator(4))
    panels[2].xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{100 * v:+.6g}".replace("-", "−") if v else "0"))
    panels[2].set_xlabel("difference of gaps, percentage\npoints (left: the first is shorter)")
    style.title(figure, TITLES[family], results)
    style.legend(figure, [
        Line2D([], [], color="#555555", marker="o", lw=1.2, markersize=4.2,
               label=f"p < {SIGNIFICANT} after Holm's correction"),
        Line2D([], [], color="#555555", marker="o", lw=1.2, markersize=4.2, markerfacecolor="white", label="not")])
    least, most = pairs.maps.min(), pairs.maps.max()
    style.caption(figure, f"{f'{least} to ' if least < most else ''}{most} maps: of each pair those that both were made "
                  "for. Ratios are geometric means over queries that both answered; shares "
                  "count all queries that one answered (what has no legal path loses, a tie is half); gaps "
                  "are of paths that both found; each is taken per map first, then over maps.",
                  f"{statistics.OF_MEANS}.", hosts(results),
                  f"{left_out} more pairs are in comparisons.csv." if left_out > 0 else "")
    return figure


def matrix(results, styles, pairs):
    """All pairs: query time of the row / that of the column."""
    pairs = pairs.dropna(subset=["time_ratio"]) if not pairs.empty else pairs
    if pairs.empty:
        raise style.NothingToShow("no two methods answered the same queries with a path")
    named = set(pairs.method) | set(pairs.against)
    ranked = styles.leading(results) + [m for m in results.methods.index if m not in styles.leading(results)]
    kept = set([m for m in ranked if results.methods.name[m] in named][:MOST_IN_MATRIX])
    methods = [m for m in style.by_family(results.methods) if m in kept]
    names = [results.methods.name[m] for m in methods]
    place = {name: i for i, name in enumerate(names)}
    ratio, sure = np.full((len(names),) * 2, np.nan), np.zeros((len(names),) * 2, bool)
    for pair in pairs[pairs.method.isin(names) & pairs.against.isin(names)].itertuples():
        a, b = place[pair.method], place[pair.against]
        ratio[a, b], ratio[b, a] = pair.time_ratio, 1 / pair.time_ratio
        sure[a, b] = sure[b, a] = pair.time_p_holm < SIGNIFICANT
    large = len(names) > 14
    figure, axes = plt.subplots(layout="constrained", figsize=(
        (style.PAGE_HEIGHT, 1.5 + 0.145 * len(names)) if large else (style.PAGE, 1.5 + 0.2 * len(names))))
    reach = min(max(np.nanmax(ratio), 2), 100)
    edges = np.arange(len(names) + 1) - 0.5
    colours = axes.pcolormesh(edges, edges, ratio, cmap="PuOr_r", norm=LogNorm(1 / reach, reach))
    shades = colours.to_rgba(ratio)
    axes.set(ylim=(edges[-1], edges[0]))
    for (i, j), value in np.ndenumerate(ratio):
        if np.isfinite(value):
            axes.text(j, i, style.short_ratio(value), ha="center", va="center_baseline", fontsize=style.SMALL,
                      in_layout=False, fontweight="bold" if sure[i, j] else "normal",
                      color=style.text_on(shades[i, j]))
    axes.set_xticks(range(len(names)), names, rotation=45, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    axes.xaxis.tick_top()
    for labels in (axes.get_xticklabels(), axes.get_yticklabels()):
        for label, method in zip(labels, methods):
            label.set(color=styles.dark(method), fontsize=style.SMALL)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    bar = figure.colorbar(colours, shrink=0.6, pad=0.02, aspect=30)
    bar.ax.yaxis.set_major_formatter(FuncFormatter(style.factor))
    bar.ax.yaxis.set_minor_formatter(NullFormatter())
    style.title(figure, "Query time of the row, in times that of the column", results)
    style.caption(figure, "Geometric means over queries that both answered, per map first, then over maps. Below 1 the "
                  f"row is faster. Bold: a planned comparison with p < {SIGNIFICANT} after Holm's correction; all other "
                  "pairs are not tested.", hosts(results),
                  f"Not shown: {style.few(named - set(names))}." if named - set(names) else "")
    return figure


def hosts(results):
    names = results.hosts()
    return f"Measured on {len(names)} hosts; times are compared within one only." if len(names) > 1 else ""
