"""How long each method takes to refuse unreachable queries."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter

from plots import style
from plots.style import duration

MAX_POINTS_PER_METHOD = 500


def figure(results, styles):
    """A row for each method: a dot per query rightly refused, and the median. None without unreachable
    queries."""
    asked = results.unreachable()
    methods = [m for m in style.by_representation(results.methods) if (asked.method == m).any()]
    if not methods:
        return None
    random = np.random.default_rng(1)
    plot, axes = plt.subplots(figsize=(8, 1.2 + 0.32 * len(methods)), layout="constrained")
    labels = []
    for row, method in enumerate(methods):
        answers = asked[asked.method == method]
        refused = answers[answers.status == "unreachable"].dropna(subset=["ns"])
        labels.append(f"{results.methods.name[method]}  ({len(refused)} of {len(answers)})")
        if refused.empty:
            continue
        shown = refused.sample(min(len(refused), MAX_POINTS_PER_METHOD), random_state=1)
        colour = styles.colour(method)
        axes.scatter(shown.ns, row + random.uniform(-0.28, 0.28, len(shown)), s=7, alpha=0.35,
                     linewidths=0, color=colour, rasterized=True)
        axes.plot(refused.ns.median(), row, styles.marker(method), color=colour, markersize=8,
                  markeredgecolor="white", markeredgewidth=1, zorder=4)
    axes.set(xscale="log", ylim=(len(methods) - 0.5, -0.5), xlabel="time to refuse a query",
             title="How long does it take to say no?")
    axes.set_yticks(range(len(methods)), labels)
    axes.grid(axis="y", visible=False)
    axes.xaxis.set_major_formatter(FuncFormatter(duration))
    style.caption(plot, f"{asked['query'].nunique():,} queries between unconnected parts of "
                  f"{asked.world.nunique()} maps. In brackets: how many of those asked were rightly "
                  "refused; dots are their times, each the median of its repetitions; the marker is "
                  "their median.", wrong_answers(results, asked), width=130)
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
