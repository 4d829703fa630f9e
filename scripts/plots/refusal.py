"""How long each method takes to refuse unreachable queries."""

import numpy as np
from matplotlib.ticker import FuncFormatter, LogLocator

from plots import style
from plots.style import duration

MAX_POINTS_PER_METHOD = 500


def figure(results, styles):
    """A row for each method: a dot per query rightly refused, and the median."""
    asked = results.unreachable()
    methods = [m for m in style.by_family(results.methods) if (asked.method == m).any()]
    refused = asked[asked.status == "unreachable"].dropna(subset=["ns"])
    if refused.empty:
        raise style.NothingToShow("no query without a path was refused and timed" if methods
                                  else "every query has a path")
    random = np.random.default_rng(1)
    plot, (axes,) = style.rows([f"{results.methods.name[m]} ({(refused.method == m).sum()} of {(asked.method == m).sum()})"
                                for m in methods])
    for row, method in enumerate(methods):
        own = refused[refused.method == method]
        if own.empty:
            continue
        shown = own.sample(min(len(own), MAX_POINTS_PER_METHOD), random_state=1)
        colour = styles.colour(method)
        axes.scatter(shown.ns, row + random.uniform(-0.28, 0.28, len(shown)), s=3, alpha=0.35,
                     linewidths=0, color=colour, rasterized=True)
        axes.plot(own.ns.median(), row, styles.marker(method), color=colour, markersize=4.5,
                  markeredgecolor="white", markeredgewidth=0.5, zorder=4)
    axes.set(xscale="log", xlabel="time to refuse a query")
    style.title(plot, "How long does it take to say no?", results)
    axes.xaxis.set_major_locator(LogLocator(numticks=6))
    axes.xaxis.set_major_formatter(FuncFormatter(duration))
    axes.minorticks_off()
    style.caption(plot, f"{asked['query'].nunique():,} queries between unconnected parts of "
                  f"{asked['map'].nunique()} maps{style.measured(results)}. In brackets: how many of those asked of "
                  "the method were rightly refused; dots are their times, each the median of its repetitions; the "
                  "marker is their median.", wrong_answers(results, asked))
    return plot


def wrong_answers(results, asked):
    """A sentence on the answers that were no refusal."""
    wrong = asked[asked.status != "unreachable"]
    if wrong.empty:
        return "No method answered with a path."
    counts = wrong.groupby(["method", "status"]).size()
    named = [f"{results.methods.name[method]}: {count} {status}"
             for (method, status), count in counts.items()]
    return "Not refused: " + ", ".join(named) + "."
