"""Figures of pairs of methods: planned comparisons, and the total time of n queries."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .. import estimators
from ..break_even import typical
from ..comparisons import BETWEEN, SIGNIFICANT, VARIANT
from ..text import count, duration, factor, percent, rounded
from . import style, words

TITLES = {BETWEEN: "The families' main methods against each other", VARIANT: "Variants against the main method"}
MOST_ROWS = 55


def planned(results, styles, rows, family):
    """The planned comparisons of a family: ratio of times, share of queries won, difference of gaps."""
    pairs = rows("comparisons")
    pairs = pairs[pairs.time_ratio.notna() & (pairs.family == family)] if len(pairs) else pairs
    leading = {results.methods.name[m] for m in styles.leading(results)}
    if family == BETWEEN and len(pairs):
        pairs = pairs[pairs.method.isin(leading) & pairs.against.isin(leading)]
    if pairs.empty:
        raise style.NothingToShow("no two methods answered the same queries with a path")
    left_out, pairs = len(pairs) - MOST_ROWS, pairs.head(MOST_ROWS)
    figure, panels = style.rows([f"{pair.method} : {pair.against}" for pair in pairs.itertuples()], 3, style.PAGE)
    ids = results.ids()
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
    style.log_ticks(panels[0].xaxis, *panels[0].get_xlim(), factor)
    panels[1].set(xlim=(-0.03, 1.03), xlabel="share of queries that\nthe first answers faster")
    panels[1].xaxis.set_major_formatter(FuncFormatter(percent))
    panels[2].xaxis.set_major_locator(MaxNLocator(4))
    panels[2].xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{100 * v:+.6g}".replace("-", "−") if v else "0"))
    panels[2].set_xlabel("difference of gaps, percentage\npoints (left: the first is shorter)")
    style.title(figure, TITLES[family], results)
    style.legend(figure, [
        Line2D([], [], color="#555555", marker="o", lw=1.2, markersize=4.2,
               label=f"p < {SIGNIFICANT} after Holm's correction"),
        Line2D([], [], color="#555555", marker="o", lw=1.2, markersize=4.2, markerfacecolor="white", label="not")])
    least, most = pairs.maps.min(), pairs.maps.max()
    style.caption(figure, f"{f'{least} to ' if least < most else ''}{most} maps; a pair counts on the maps that support "
                  "both. Ratios are geometric means over queries that both answered; shares "
                  "count all queries that one answered (no legal path loses, a tie counts half); gaps "
                  "are of queries that both answered. All are means per map first, then over maps.",
                  f"Intervals ({100 * estimators.LEVEL:g} %) and tests are Student's t over maps.", hosts(results),
                  f"{left_out} more pairs are in comparisons.csv." if left_out > 0 else "")
    return figure


def hosts(results):
    names = results.hosts()
    return f"Measured on {len(names)} hosts; times are compared within one only." if len(names) > 1 else ""


def total_time(results, styles, rows):
    """Total time against the number of queries, with the minimum over all methods. Coloured: the leading methods, and
    all methods that reach the minimum."""
    built = results.built().groupby("method").size()
    everywhere = [m for m in results.methods.index if built.get(m, 0) == built.max()]
    queries, totals, worlds = typical(results.restricted(methods=everywhere))
    if not totals:
        raise style.NothingToShow("no map has builds and timed answers of all methods")
    names = list(totals)
    best = np.argmin([totals[m] for m in names], axis=0)
    envelope = np.min([totals[m] for m in names], axis=0)
    least = list(dict.fromkeys(names[i] for i in best))
    shown = (least + [m for m in styles.leading(results) if m in names and m not in least])[:style.IN_COLOUR]
    figure, axes = plt.subplots(figsize=(style.COLUMN, 2.9), layout="constrained")
    axes.plot(queries, envelope, color="#F2D94E", lw=6, alpha=0.7, solid_capstyle="butt", zorder=1)
    for method in names:
        look = {"color": styles.colour(method), "lw": 1.3, "linestyle": styles.line(method), "zorder": 3}
        axes.plot(queries, totals[method], **(look if method in shown else {"color": "#D8D8D8", "lw": 0.5, "zorder": 2}))
    changes, bottom = [], envelope.min() * 0.03
    for rank, i in enumerate(np.flatnonzero(np.diff(best)), 1):
        gains, loses = totals[names[best[i + 1]]], totals[names[best[i]]]
        at = np.interp(0, loses[i:i + 2] - gains[i:i + 2], queries[i:i + 2])
        axes.plot([at, at], [bottom, np.interp(at, queries, envelope)], color=style.INK, lw=0.6, linestyle=(0, (2, 2)))
        axes.text(at, 0.03 + 0.07 * ((rank - 1) % 3), str(rank), ha="center", transform=axes.get_xaxis_transform(), zorder=5,
                  bbox={"boxstyle": "circle,pad=0.15", "facecolor": "white", "edgecolor": style.INK, "linewidth": 0.6})
        changes.append(f"{rank}: from {rounded(at)} queries {results.methods.name[names[best[i + 1]]]}")
    axes.set(xscale="log", yscale="log", xlim=(1, queries[-1]), xlabel="number of queries on one map",
             ylabel="time to build and to answer them", ylim=(bottom, max(totals[m][-1] for m in shown) * 1.5))
    style.title(figure, "What the first n queries cost", results)
    style.log_ticks(axes.yaxis, *axes.get_ylim(), duration)
    style.log_ticks(axes.xaxis, 1, queries[-1], count, most=8)
    handles = styles.handles(results, shown) + [Line2D([], [], color="#F2D94E", lw=6, alpha=0.7, label="least of all")]
    if len(shown) < len(names):
        handles += [Line2D([], [], color="#D8D8D8", lw=0.5, label="other methods")]
    style.legend(figure, handles, handlelength=3)
    ended = words.timeouts(results)
    absent = [results.methods.name[m] for m in results.methods.index if m not in totals]
    style.caption(figure, f"Median over {worlds} of {words.maps(results)}{words.measured(results)}: build time, with the "
                  "parts of the free space that the method uses, and n times the mean time of a query. The cheapest is "
                  + "; ".join([f"at first {results.methods.name[names[best[0]]]}", *changes]) + ".", words.cold_builds(results),
                  f"Not built on all of them: {', '.join(absent)}." if absent else "",
                  ended + (" They count with the limit." if ended else ""))
    return figure
