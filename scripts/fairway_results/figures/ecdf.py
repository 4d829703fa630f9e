"""Cumulative curves of gaps, of times, and of time ratios to the best method (performance profiles)."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter

from ..store import ZERO_GAP
from ..text import duration, factor, percent
from . import style, words

GREY = "Grey: the other methods; --methods A,B,... colours them."
UNANSWERED = "A query without a legal path never counts."


def gaps(results, styles, rows):
    """The share of queries answered with at most a given gap."""
    found = results.found().dropna(subset=["gap"])
    if found.empty:
        raise style.NothingToShow("no path was found")
    positive = found.gap[found.gap > ZERO_GAP]
    left = 1e-5 if positive.empty else max(1e-7, positive.quantile(0.002))
    left = 10 ** np.floor(np.log10(left))
    right = left * 100 if positive.empty else max(positive.max() * 1.3, 10 * left)
    asked = results.reachable()
    figure = curves(results, styles, asked.assign(gap=asked.gap.where(asked.answered, np.inf)), "gap", left, right, percent,
                    "gap = length / optimum − 1", "share of reachable queries")
    style.caption(figure, words.scope(results), "The height at the left edge is the share with gap "
                  f"zero or below {percent(left)}. {UNANSWERED}", grey(results, styles, asked), not_found(results, asked, found))
    return figure


def times(results, styles, rows):
    """The share of queries answered within a given time. Ends at the limit if queries timed out."""
    asked = results.reachable().dropna(subset=["solved_ns"])
    finite = asked.solved_ns[asked.solved_ns < np.inf]
    if finite.empty:
        raise style.NothingToShow("no path was found and timed")
    limit = asked.limit_ns.max()
    right = max(1.3 * finite.max(), 1.6 * limit if limit > 0 else 0)
    figure = curves(results, styles, asked, "solved_ns", max(0.8 * finite.min(), 0.5), right, duration,
                    "query time (median of its repetitions)", "share of reachable queries", limit)
    style.caption(figure, words.scope(results), UNANSWERED, grey(results, styles, asked), words.timeouts(results),
                  not_found(results, results.reachable(), asked[asked.solved_ns < np.inf]))
    return figure


def profiles(results, styles, rows):
    """Performance profiles (Dolan and More 2002) of query time."""
    ratios = against_best(results)
    finite = ratios.ratio[ratios.ratio < np.inf]
    if finite.empty:
        raise style.NothingToShow("no query was asked of all methods and answered by at least one method")
    figure = curves(results, styles, ratios, "ratio", 0.93, 1.3 * max(finite.max(), 1.5), factor,
                    "query time / time of the fastest method", "share of reachable queries")
    style.caption(
        figure, f"{ratios['query'].nunique():,} reachable queries on {words.maps(results, ratios['map'])}, asked of all "
        f"{ratios.method.nunique()} methods on one host and answered by at least one. At the left edge: how often the method is the "
        "fastest of all; at the right: how often it answers at all, a failure or time-out is an infinite ratio. The order of two "
        "methods may change if a third leaves the comparison.", grey(results, styles, ratios), not_found(results, ratios, ratios[ratios.ratio < np.inf]))
    return figure


def not_found(results, asked, found):
    return words.excluded(results, asked, found, heading="Not found, of")


def grey(results, styles, rows):
    """Returns a sentence on the grey curves, or nothing if all curves have a colour."""
    return "" if set(rows.method) <= set(styles.leading(results)) else GREY


def against_best(results):
    """Returns rows (query, method, ratio). The ratio is (time to a legal path) / (shortest time of any method on that
    host); infinite without a path. Includes only queries that all methods were asked and at least one method answered."""
    asked = results.reachable().dropna(subset=["solved_ns"])
    groups = asked.groupby(["query", "host"])
    everyone = groups.method.transform("size") == asked.method.nunique()
    best = groups.solved_ns.transform("min")
    rows = asked[everyone & (best < np.inf)]
    return rows[["query", "method", "status", "map"]].assign(ratio=rows.solved_ns / best[rows.index])


def curves(results, styles, rows, column, left, right, text, xlabel, ylabel, limit=np.nan):
    """A cumulative curve for each of the leading methods; grey: the other methods."""
    figure, axes = plt.subplots(figsize=(style.COLUMN, 2.7), layout="constrained")
    leading = styles.leading(results)
    for method, values in rows.groupby("method")[column]:
        x, y = steps(values)
        y = np.concatenate([[0], y])
        look = {"color": styles.colour(method), "lw": 1.2, "zorder": 3, "linestyle": styles.line(method)}
        axes.step(np.concatenate([[left], x[x > left], [right]]), np.concatenate([y[(x <= left).sum():], y[-1:]]),
                  where="post", label=results.methods.name[method],
                  **(look if method in leading else {"color": style.OTHERS, "lw": 0.5}))
    axes.set(xscale="log", xlim=(left, right), ylim=(-0.02, 1.02), xlabel=xlabel, ylabel=ylabel)
    style.log_ticks(axes.xaxis, left, right, text)
    axes.yaxis.set_major_formatter(FuncFormatter(percent))
    if limit > 0:
        style.mark_limit(axes, limit)
    shown = set(rows.method)
    style.legend(figure, styles.handles(results, [m for m in leading if m in shown]), handlelength=2.6)
    return figure


def steps(values):
    """Returns the corners of the cumulative curve: the finite values in ascending order, and for each the share of
    values up to it."""
    ascending = np.sort(values.to_numpy())
    finite = ascending[np.isfinite(ascending)]
    return finite, np.arange(1, len(finite) + 1) / len(ascending)
