"""Which methods no other one beats in memory, query time and gap."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from plots import style
from plots.gap import percent
from plots.results import ZERO_GAP
from plots.style import duration, size

AXES = {"median_bytes": ("size of the representation", size),
        "query_p50_ns": ("query time", duration),
        "median_gap": ("gap", percent)}
PANELS = [("median_bytes", "query_p50_ns"), ("median_bytes", "median_gap"), ("query_p50_ns", "median_gap")]


def undominated(values):
    """Which rows are not dominated: no other row is as low in all columns and lower in one. Exact, O(n^2)."""
    values = np.asarray(values, float)
    as_good = (values[:, None] <= values[None, :]).all(axis=2)
    better = (values[:, None] < values[None, :]).any(axis=2)
    return ~(as_good & better).any(axis=0)


def medians(summary):
    """The summary's rows that have all three medians, with the column `front`. A gap that is rounding
    is zero."""
    rows = summary.dropna(subset=list(AXES))
    rows = rows[np.isfinite(rows[list(AXES)]).all(axis=1)].copy()
    rows["median_gap"] = rows.median_gap.where(rows.median_gap > ZERO_GAP, 0)
    return rows.assign(front=undominated(rows[list(AXES)]))


def figure(results, styles, summary):
    """The three medians two by two; methods off the front are faded. None if no method has all three."""
    rows = medians(summary)
    if rows.empty:
        return None
    ids = {name: method for method, name in results.methods.name.items()}
    positive = rows.median_gap[rows.median_gap > 0]
    least = 10 ** np.floor(np.log10(positive.min())) if len(positive) else 1e-3
    plot, panels = plt.subplots(1, 3, figsize=(12.5, 4.3), layout="constrained")
    for axes, (x, y) in zip(panels, PANELS):
        steps = rows[undominated(rows[[x, y]])].sort_values(x)
        axes.step(steps[x], steps[y], where="post", color="#AAAAAA", lw=1, linestyle=(0, (4, 2)), zorder=1)
        for row in rows.sort_values("front").itertuples():
            colour, alpha = styles.colour(ids[row.method]), 1 if row.front else 0.3
            at = getattr(row, x), getattr(row, y)
            for ends, direction in ((bounds(row, x), 0), (bounds(row, y), 1)):
                if row.front and not np.isnan(ends).any():
                    line = [ends, [at[1]] * 2] if direction == 0 else [[at[0]] * 2, ends]
                    axes.plot(*line, color=colour, lw=0.9, alpha=0.7, zorder=2)
            axes.plot(*at, styles.marker(ids[row.method]), color=colour, alpha=alpha, markeredgewidth=0.9,
                      markersize=9 if row.front else 6.5, markeredgecolor="black" if row.front else "white",
                      zorder=4 if row.front else 3, clip_on=False)
        axes.set(xscale="log", xlabel="median " + AXES[x][0], ylabel="median " + AXES[y][0])
        style.plain_log_ticks(axes.xaxis, *axes.get_xlim(), AXES[x][1])
        if y == "median_gap":
            axes.set_yscale("symlog", linthresh=least, linscale=0.5)
            axes.set_ylim(-0.12 * least, 1.6 * max(rows.median_gap.max(), rows.median_gap_high.max(), least))
            axes.yaxis.set_major_formatter(FuncFormatter(AXES[y][1]))
        else:
            axes.set_yscale("log")
            style.plain_log_ticks(axes.yaxis, *axes.get_ylim(), AXES[y][1])
    plot.suptitle("Memory, query time and gap: what no other method beats", fontweight="bold", fontsize=11)
    handles = [Line2D([], [], lw=0, marker=styles.marker(ids[r.method]), color=styles.colour(ids[r.method]),
                      alpha=1 if r.front else 0.35, markersize=8 if r.front else 6,
                      markeredgecolor="black" if r.front else "white", label=labelled(r))
               for r in in_order(rows, results, ids)]
    legend = plot.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5))
    for text, row in zip(legend.get_texts(), in_order(rows, results, ids)):
        text.set(fontweight="bold" if row.front else "normal", color=style.INK if row.front else "#777777")
    style.caption(plot, f"Medians of methods.csv{style.measured(results)}. Bold and edged: no other method "
                  "is as good in all three and better in one. Thin lines: 95 % intervals. Dashed: the front "
                  "of the two alone. Gaps are of what was found: the legend tells who left queries "
                  "unanswered.", without(summary, rows), partial(rows), width=170)
    return plot


def labelled(row):
    """A method's name, with the share of queries it answered if that is not all."""
    answered = row.found / max(row.reachable, 1)
    return row.method if answered == 1 else f"{row.method}  ({min(answered, 0.999):.1%} answered)"


def bounds(row, column):
    return np.array([getattr(row, f"{column}_low"), getattr(row, f"{column}_high")], float)


def in_order(rows, results, ids):
    order = {m: i for i, m in enumerate(style.by_representation(results.methods))}
    return sorted(rows.itertuples(), key=lambda r: order[ids[r.method]])


def without(summary, rows):
    """A sentence on the methods that have no place in the figure."""
    absent = [m for m in summary.method if m not in set(rows.method)]
    return "Without a median of all three: " + ", ".join(absent) + "." if absent else ""


def partial(rows):
    """A sentence on medians that are over fewer maps than others."""
    fewer = rows[rows.worlds < rows.worlds.max()]
    if fewer.empty:
        return ""
    return "Over fewer maps than the others: " + ", ".join(
        f"{r.method} ({r.worlds} of {rows.worlds.max()})" for r in fewer.itertuples()) + "."
