"""Which methods no other one beats in memory, query time and gap."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from fairway_results import ZERO_GAP
from plots import style
from plots.style import duration, percent, size

AXES = {"median_bytes": ("size", size),
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
    """The three medians two by two. In colour: the leading methods, and with them those on the front; the front
    is that of all methods."""
    rows = medians(summary)
    if rows.empty:
        raise style.NothingToShow("no method has medians of size, query time and gap")
    rows["median_bytes"] = rows.median_bytes.clip(lower=1)  # the axis is logarithmic
    ids = {name: method for method, name in results.methods.name.items()}
    front = [ids[name] for name in rows.method[rows.front]]
    leading = [m for m in styles.leading(results) if results.methods.name[m] in set(rows.method)]
    shown = (front + [m for m in leading if m not in front])[:style.IN_COLOUR]
    positive = rows.median_gap[rows.median_gap > 0]
    least = 10 ** np.floor(np.log10(positive.min())) if len(positive) else 1e-3
    plot, panels = plt.subplots(1, 3, figsize=(style.PAGE, 2.5), layout="constrained")
    for axes, (x, y) in zip(panels, PANELS):
        steps = rows[undominated(rows[[x, y]])].sort_values(x)
        axes.step(steps[x], steps[y], where="post", color="#AAAAAA", lw=0.8, linestyle=(0, (4, 2)), zorder=1)
        for row in rows.sort_values("front").itertuples():
            at, method = (getattr(row, x), getattr(row, y)), ids[row.method]
            if method not in shown:
                axes.plot(*at, "o", color=style.OTHERS, markersize=3, zorder=1.5)
                continue
            colour = styles.colour(method)
            for ends, direction in ((bounds(row, x), 0), (bounds(row, y), 1)):
                if row.front and not np.isnan(ends).any():
                    line = [ends, [at[1]] * 2] if direction == 0 else [[at[0]] * 2, ends]
                    axes.plot(*line, color=colour, lw=0.7, alpha=0.7, zorder=2)
            axes.plot(*at, styles.marker(method), color=colour, markeredgewidth=0.7,
                      markersize=6 if row.front else 4.5, markeredgecolor="black" if row.front else "white",
                      zorder=4 if row.front else 3, clip_on=False)
        axes.set(xscale="log", xlabel="median " + AXES[x][0], ylabel="median " + AXES[y][0])
        ticks(axes.xaxis, x, *axes.get_xlim())
        if y == "median_gap":
            axes.set_yscale("symlog", linthresh=least, linscale=0.5)
            axes.set_ylim(-0.12 * least, 1.6 * max(rows.median_gap.max(), rows.median_gap_high.max(), least))
            axes.yaxis.set_major_formatter(FuncFormatter(AXES[y][1]))
        else:
            axes.set_yscale("log")
            ticks(axes.yaxis, y, *axes.get_ylim())
    style.title(plot, "Memory, query time and gap: what no other method beats", results)
    named = [row for row in in_order(rows, results, ids) if ids[row.method] in shown]
    handles = [Line2D([], [], lw=0, marker=styles.marker(ids[r.method]), color=styles.colour(ids[r.method]),
                      markersize=5.5 if r.front else 4.5, markeredgecolor="black" if r.front else "white",
                      label=labelled(r)) for r in named]
    if len(rows) > len(named):
        handles.append(Line2D([], [], lw=0, marker="o", color=style.OTHERS, markersize=3, label="other methods"))
    legend = style.legend(plot, handles)
    for text, row in zip(legend.get_texts(), named):
        text.set(fontweight="bold" if row.front else "normal")
    hidden = [results.methods.name[m] for m in front if m not in shown]
    style.caption(plot, f"Medians of methods.csv, on {style.maps(results)}{style.measured(results)}, of the "
                  f"{len(rows)} methods made for all of them; size is that of the parts of the free space that a "
                  "method uses, its index and the scratch space of a thread. "
                  "Bold and edged: no other method is as good in all three and better in one. Thin lines: 95 % "
                  "intervals. Dashed: the front of the two alone. Gaps are of what was found: the legend tells who left "
                  "queries unanswered.", f"Also on the front: {', '.join(hidden)}." if hidden else "",
                  without(summary, rows))
    return plot


def ticks(axis, column, low, high):
    if column == "median_bytes":
        style.size_ticks(axis, low, high, most=3)
    else:
        axis.set_major_locator(LogLocator(numticks=6))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(AXES[column][1]))


def labelled(row):
    """A method's name, with the share of queries it answered if that is not all."""
    answered = row.found / max(row.reachable, 1)
    return row.method if answered == 1 else f"{row.method} ({percent(round(min(answered, 0.999), 3))} answered)"


def bounds(row, column):
    return np.array([getattr(row, f"{column}_low"), getattr(row, f"{column}_high")], float)


def in_order(rows, results, ids):
    order = {m: i for i, m in enumerate(style.by_family(results.methods))}
    return sorted(rows.itertuples(), key=lambda r: order[ids[r.method]])


def without(summary, rows):
    """A sentence on the methods that have no place in the figure."""
    absent = [m for m in summary.method if m not in set(rows.method)]
    return "Without a median of all three: " + ", ".join(absent) + "." if absent else ""
