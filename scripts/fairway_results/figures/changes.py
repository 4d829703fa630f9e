"""Figures of worlds that change: the time to follow a burst, and the cheapest method."""

import numpy as np
from matplotlib.patches import Patch

from .. import changes
from ..text import count, duration, percent, rounded
from . import style, words

QUERIES = np.logspace(-2, 5, 281)
"""Queries per burst."""
MEANS = ("The time to follow a burst includes the free space and the parts of it that the method uses. Only queries that all "
         "methods answered rightly count")


def panels(places):
    """A figure with a panel for each map or family, on one page."""
    if len(places) > changes.MOST_PANELS:
        raise style.NothingToShow(f"{len(places)} panels do not fit a page: name some maps with --maps")
    several = len(places) > 1
    return style.panels(len(places), 3 if several else 1, style.PAGE if several else style.COLUMN, 2)


def against_share(results, styles, _):
    """Time to follow a burst against the share of the world that it changes. Each burst has a dot; a line joins the
    medians."""
    rows = changes.follows(results)
    rows = rows[rows.share.gt(0) & rows.ns.gt(0)] if len(rows) else rows
    if rows.empty:
        raise style.NothingToShow(changes.NONE)
    places = list(dict.fromkeys(rows.maps))
    figure, grid = panels(places)
    for axes, place in zip(grid, places):
        here = rows[rows.maps == place]
        for method in results.by_family(here.method):
            own, colour = here[here.method == method], styles.colour(method)
            axes.scatter(own.share, own.ns, s=3, alpha=0.3, linewidths=0, color=colour, rasterized=True)
            bins = own.groupby(np.round(2 * np.log10(own.share))).agg(
                share=("share", changes.middle), ns=("ns", changes.middle))
            axes.plot(bins.share, bins.ns, color=colour, lw=1.1, linestyle=styles.line(method), marker=styles.marker(method),
                      markersize=3.2, markeredgecolor="white", markeredgewidth=0.3)
        axes.set(xscale="log", yscale="log", title=place)
        style.log_ticks(axes.xaxis, here.share.min(), here.share.max(), percent, most=3)
        style.log_ticks(axes.yaxis, here.ns.min(), here.ns.max(), duration)
    figure.supxlabel("share of the world's box that a burst changes", fontsize=style.SMALL)
    figure.supylabel("time to follow a burst", fontsize=style.SMALL)
    style.title(figure, "What does a change cost?", results)
    style.legend(figure, styles.handles(results, rows.method, marker=True), handlelength=3)
    style.caption(figure, f"A dot for each of {len(rows):,} bursts and methods on {words.maps(results, rows['map'])}"
                  f"{words.measured(results)}; lines join medians over half decades of the share. The time includes the free space and "
                  "the parts of it that the method uses.")
    return figure


def bands(results, styles, _):
    """A bar for each map or family: the cheapest method by the number of queries per burst. Methods of one family have
    shades of its colour."""
    means = changes.costs(results)
    places = list(dict.fromkeys(means.index.get_level_values("maps")))
    figure, (axes,) = style.rows(places, 1, style.PAGE, 0.3)
    shown, said = [], []
    for row, place in enumerate(places):
        of_one = means.loc[place]
        names = list(of_one.index)
        totals = of_one.burst.to_numpy()[:, None] + of_one["query"].to_numpy()[:, None] * QUERIES
        best = totals.argmin(axis=0)
        ends = [0, *(np.flatnonzero(np.diff(best)) + 1), len(QUERIES) - 1]
        steps = []
        for begin, end in zip(ends, ends[1:]):
            method = names[best[begin]]
            shown.append(method)
            axes.barh(row, QUERIES[end] - QUERIES[begin], left=QUERIES[begin], height=0.62, color=styles.shade(method),
                      edgecolor="white", linewidth=0.8)
            name = results.methods.name[method]
            if np.log10(QUERIES[end] / QUERIES[begin]) > 0.09 * len(name):
                axes.text(np.sqrt(QUERIES[end] * QUERIES[begin]), row, name, ha="center", va="center_baseline",
                          color=style.text_on(styles.shade(method)))
            at = changes.breaks_even(of_one.loc[names[best[begin - 1]]], of_one.loc[method]) if begin else 0
            steps.append(f"from {rounded(at)} queries {name}" if begin else name)
        said.append(f"{place}: {', '.join(steps)}")
    axes.set(xscale="log", xlim=(QUERIES[0], QUERIES[-1]), xlabel="queries between two bursts")
    style.log_ticks(axes.xaxis, QUERIES[0], QUERIES[-1], count, most=9)
    style.title(figure, "Which method is the cheapest when the world changes?", results)
    style.legend(figure, [Patch(color=styles.shade(m), label=results.methods.name[m]) for m in results.by_family(shown)])
    style.caption(figure, f"The method with the least time for a burst and the queries until the next one. {MEANS}"
                  f"{words.measured(results)}; means over the worlds of a row. {'; '.join(said)}.")
    return figure
