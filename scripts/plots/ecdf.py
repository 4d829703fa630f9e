"""Cumulative curves of gaps, of times, and of times against the best method's (performance profiles)."""

import numpy as np
from matplotlib.ticker import FuncFormatter, LogLocator

from fairway_results import ZERO_GAP
from plots import style
from plots.style import duration, percent


def gaps(results, styles):
    """How many queries are answered with at most some gap."""
    found = results.found().dropna(subset=["gap"])
    if found.empty:
        raise style.NothingToShow("no path was found")
    positive = found.gap[found.gap > ZERO_GAP]
    left = 1e-5 if positive.empty else max(1e-7, positive.quantile(0.002))
    left = 10 ** np.floor(np.log10(left))
    right = left * 100 if positive.empty else max(positive.max() * 1.3, 10 * left)
    figure = panels(results, styles, of_methods(results.reachable(), "gap", found.index), left, right, percent)
    style.title(figure, "How often is the gap small?", results)
    figure.supxlabel("gap = length / optimum − 1", fontsize=style.SMALL)
    figure.supylabel("share of reachable queries answered with at most this gap", fontsize=style.SMALL)
    style.caption(figure, style.scope(results), "The height at the left edge is the share with gap "
                  f"zero or below {percent(left)}. {UNANSWERED}", not_found(results, results.reachable(), found))
    return figure


def times(results, styles):
    """How many queries are answered within some time; ends at the limit if queries timed out."""
    asked = results.reachable().dropna(subset=["solved_ns"])
    finite = asked.solved_ns[asked.solved_ns < np.inf]
    if finite.empty:
        raise style.NothingToShow("no path was found and timed")
    limit = asked.limit_ns.max()
    right = max(1.3 * finite.max(), 1.6 * limit if limit > 0 else 0)
    figure = panels(results, styles, of_methods(asked, "solved_ns"), max(0.8 * finite.min(), 0.5), right, duration,
                    limit)
    style.title(figure, "How many queries are answered within a time?", results)
    figure.supxlabel("query time (median of its repetitions)", fontsize=style.SMALL)
    figure.supylabel("share of reachable queries answered within it", fontsize=style.SMALL)
    style.caption(figure, style.scope(results), UNANSWERED, style.timeouts(results),
                  not_found(results, results.reachable(), asked[asked.solved_ns < np.inf]))
    return figure


def profiles(results, styles):
    """Performance profiles (Dolan and More 2002) of query time."""
    ratios = against_best(results)
    finite = ratios.ratio[ratios.ratio < np.inf]
    if finite.empty:
        raise style.NothingToShow("no query was asked of all methods and answered by one")
    figure = panels(results, styles, of_methods(ratios, "ratio"), 0.93, 1.3 * max(finite.max(), 1.5),
                    lambda v, _=None: f"{v:g}×")
    style.title(figure, "Performance profiles of query time", results)
    figure.supxlabel("query time / that of the fastest method for the query", fontsize=style.SMALL)
    figure.supylabel("share of queries answered within this factor of the fastest", fontsize=style.SMALL)
    style.caption(
        figure, f"{ratios['query'].nunique():,} reachable queries on {style.maps(results, ratios)} that all "
        f"{ratios.method.nunique()} methods were "
        "asked on one host, and at least one answered. At the left edge: how often the method is the "
        "fastest of all; at the right: how often it answers at all, a failure or time-out being an infinite "
        "ratio. The order of two methods may change where a third leaves the comparison.",
        GREY, not_found(results, ratios, ratios[ratios.ratio < np.inf]))
    return figure


GREY = "Grey: the main methods of the other families."
UNANSWERED = f"Answers without a legal path count as never reached. {GREY}"
MOST_PANELS = 8


def not_found(results, asked, found):
    return style.excluded(results, asked, found, heading="Not found, of")


def against_best(results):
    """Rows query, method, ratio: the time to a legal path / the shortest of any method on that host;
    infinite without a path. Of the queries that one method answered and all were asked that support the
    world."""
    asked = results.reachable().dropna(subset=["solved_ns"])
    groups = asked.groupby(["query", "host"])
    everyone = groups.method.transform("size") == asked.method.nunique()
    best = groups.solved_ns.transform("min")
    rows = asked[everyone & (best < np.inf)]
    return rows[["query", "method", "status", "map"]].assign(ratio=rows.solved_ns / best[rows.index])


def of_methods(rows, column, known=None):
    """Method -> (values, how many were asked); only of the rows that `known` names if it is given."""
    values = rows if known is None else rows.loc[rows.index.intersection(known)]
    return {method: (values[column][values.method == method], (rows.method == method).sum())
            for method in rows.method.unique()}


def panels(results, styles, values, left, right, formatter, limit=np.nan):
    """A panel of the leading methods, then one of each family that has several, with a curve for each method."""
    curves = {}
    for method in style.by_family(results.methods):
        if method in values:
            x, y = steps(*values[method])
            y = np.concatenate([[0], y])
            curves[method] = (np.concatenate([[left], x[x > left], [right]]),
                              np.concatenate([y[(x <= left).sum():], y[-1:]]))
    leading = [m for m in styles.leading(results) if m in curves]
    shown = {"main methods": leading}
    for family, methods in results.methods.groupby("family", sort=False):
        own = [m for m in methods.index if m in curves][:style.IN_COLOUR]
        if len(own) > 1 and len(shown) < MOST_PANELS and set(own) != set(leading):
            shown[family] = own
    columns = min(2, len(shown))
    figure, grid = style.panels(len(shown), columns, style.PAGE if columns > 1 else style.COLUMN, 1.7, sharex=True,
                                sharey=True)
    for axes, (name, methods) in zip(grid, shown.items()):
        for method in dict.fromkeys([*leading, *methods]):
            x, y = curves[method]
            if method in methods:
                axes.step(x, y, where="post", color=styles.colour(method), lw=1.2, zorder=3,
                          linestyle=styles.line(method), label=results.methods.name[method])
            else:
                axes.step(x, y, where="post", color=style.OTHERS, lw=0.8)
        axes.set(xscale="log", xlim=(left, right), ylim=(-0.02, 1.02), title=name)
        axes.xaxis.set_major_formatter(FuncFormatter(formatter))
        if right < 150 * left:
            style.plain_log_ticks(axes.xaxis, left, right, formatter)
        else:
            axes.xaxis.set_major_locator(LogLocator(numticks=5))
            axes.minorticks_off()
        axes.yaxis.set_major_formatter(FuncFormatter(style.percent))
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), handlelength=2.6, borderaxespad=0.2)
        if limit > 0:
            style.mark_limit(axes, limit)
    return figure


def steps(values, total):
    """The ECDF's corners: sorted finite values, and the share of `total` that is at most each."""
    x = np.sort(values.to_numpy())
    x = x[np.isfinite(x)]
    return x, np.arange(1, len(x) + 1) / total
