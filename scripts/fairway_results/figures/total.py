"""The figure of the total time of n queries."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D

from ..break_even import typical
from ..text import count, duration, rounded
from . import style, words


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
    changes, bottom = [], envelope.min() * 0.5
    for i in np.flatnonzero(np.diff(best)):
        gains, loses = totals[names[best[i + 1]]], totals[names[best[i]]]
        at = np.interp(0, loses[i:i + 2] - gains[i:i + 2], queries[i:i + 2])
        axes.plot([at, at], [bottom, np.interp(at, queries, envelope)], color=style.INK, lw=0.6, linestyle=(0, (2, 2)))
        changes.append(f"from n = {rounded(at)} {results.methods.name[names[best[i + 1]]]}")
    axes.set(xscale="log", yscale="log", xlim=(1, queries[-1]), xlabel="number of queries on one map",
             ylabel="time to build and to answer them", ylim=(bottom, max(totals[m][-1] for m in shown) * 1.5))
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
