"""The figure of worlds that change: the cheapest method."""

import numpy as np
from matplotlib.patches import Patch

from .. import changes
from ..text import count, rounded
from . import style, words

QUERIES = np.logspace(-2, 5, 281)
"""The numbers of queries per burst for which the figure shows the cheapest method."""
MEANS = ("The time to follow a burst includes the free space and the parts of it that the method uses. Only queries that all "
         "methods answered rightly count")


def bands(results, styles, _):
    """A bar for each map or family: the cheapest method by the number of queries per burst. Methods of one family have
    shades of its colour."""
    means = changes.costs(results)
    places = list(dict.fromkeys(means.index.get_level_values("maps")))
    figure, axes = style.rows(places, style.PAGE, 0.3)
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
    style.legend(figure, [Patch(color=styles.shade(m), label=results.methods.name[m]) for m in results.by_family(shown)])
    style.caption(figure, f"The method with the least time for a burst and the queries until the next one. {MEANS}"
                  f"{words.measured(results)}; means over the worlds of a row. {'; '.join(said)}.")
    return figure
