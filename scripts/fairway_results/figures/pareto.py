"""Pareto fronts of methods by memory, build time, query time and gap; and time against memory for each map."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D

from ..metrics import by_name
from ..store import ZERO_GAP
from ..text import duration, percent, size
from . import style, words

AXES = {"median_bytes": ("memory", size), "build_p50_ns": ("build time", duration),
        "query_p50_ns": ("query time", duration), "median_gap": ("gap", percent)}
PANELS = [("median_bytes", "query_p50_ns"), ("build_p50_ns", "query_p50_ns"), ("median_bytes", "median_gap"),
          ("query_p50_ns", "median_gap")]
MOST_MAPS = 6


def undominated(values):
    """Returns the rows that no other row dominates. A row dominates another if it is at most as high in all columns,
    and lower in one. O(n^2)."""
    values = np.asarray(values, float)
    as_good = (values[:, None] <= values[None, :]).all(axis=2)
    better = (values[:, None] < values[None, :]).any(axis=2)
    return ~(as_good & better).any(axis=0)


def medians(summary):
    """Returns the rows of the summary that have all medians, with the column `front`. A gap due to rounding counts as
    zero."""
    rows = summary.dropna(subset=list(AXES))
    rows = rows[np.isfinite(rows[list(AXES)].to_numpy(float)).all(axis=1)].copy()
    rows["median_gap"] = rows.median_gap.where(rows.median_gap > ZERO_GAP, 0)
    return rows.assign(front=undominated(rows[list(AXES)]))


def front(results, styles, tables):
    """A panel for each pair of medians. Coloured: the main methods, and the methods on the front of all four medians."""
    summary, ids = tables("methods"), results.ids()
    rows = medians(summary) if len(summary) else summary
    if rows.empty:
        raise style.NothingToShow("no method has medians of memory, build, query time and gap")
    rows["median_bytes"] = rows.median_bytes.clip(lower=1)  # the axis is logarithmic
    rows["id"] = rows.method.map(ids)
    shown = {*rows.id[rows.front], *styles.leading(results)} & set(rows.id)
    plot, panels = plt.subplots(2, 2, figsize=(style.PAGE, 4.6), layout="constrained")
    for axes, (x, y) in zip(panels.flat, PANELS):
        for row in rows.sort_values("front").itertuples():
            at = getattr(row, x), getattr(row, y)
            if row.id not in shown:
                axes.plot(*at, "o", color=style.OTHERS, markersize=3, zorder=1.5)
                continue
            colour = styles.colour(row.id)
            if row.front:
                (left, right), (low, high) = ([getattr(row, f"{name}_{end}") for end in ("low", "high")] for name in (x, y))
                axes.plot([left, right, np.nan, at[0], at[0]], [at[1], at[1], np.nan, low, high], color=colour, lw=0.7, alpha=0.5, zorder=2)
            axes.plot(*at, styles.marker(row.id), color=colour, markeredgewidth=0.7,
                      markersize=6 if row.front else 4.5, markeredgecolor="black" if row.front else "white",
                      zorder=4 if row.front else 3, clip_on=False)
        axes.set(xscale="log", xlabel="median " + AXES[x][0], ylabel="median " + AXES[y][0])
        style.log_ticks(axes.xaxis, *axes.get_xlim(), AXES[x][1], most=4)
        if y == "median_gap":
            style.gap_axis(axes, "y", rows.median_gap[rows.median_gap > 0], np.nanmax(
                [rows.median_gap.max(), rows.median_gap_high[rows.front].max()]), percent)
        else:
            axes.set_yscale("log")
            style.log_ticks(axes.yaxis, *axes.get_ylim(), duration)
        stairs(axes, rows[undominated(rows[[x, y]])].sort_values(x), x, y)
    order = {m: i for i, m in enumerate(results.by_family())}
    named = sorted((row for row in rows.itertuples() if row.id in shown), key=lambda row: order[row.id])
    handles = [Line2D([], [], lw=0, marker=styles.marker(r.id), color=styles.colour(r.id), markersize=5.5 if r.front else 4.5,
                      markeredgecolor="black" if r.front else "white", label=labelled(r)) for r in named]
    if len(rows) > len(named):
        handles.append(Line2D([], [], lw=0, marker="o", color=style.OTHERS, markersize=3, label="other methods"))
    for text, row in zip(style.legend(plot, handles).get_texts(), named):
        text.set(fontweight="bold" if row.front else "normal")
    absent = [m for m in summary.method if m not in set(rows.method)]
    style.caption(plot, f"Medians of methods.csv, on {words.maps(results)}{words.measured(results)}, for the "
                  f"{len(rows)} methods that support all of them. Build and memory include the parts of the free space that a method "
                  "uses, memory also the scratch space of a thread. Bold: no other method is as good in all four and better in one. "
                  "Thin lines: their 95 % intervals. Dashed: the front of the two medians of the panel. Gaps are of found paths: "
                  "the legend names methods with unanswered queries.",
                  f"Without a median of all four: {', '.join(absent)}." if absent else "")
    return plot


def stairs(axes, best, x, y):
    """Draws the front of two medians, from the upper edge of the panel to its right edge."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    axes.step([best[x].iloc[0], *best[x], right], [top, *best[y], best[y].iloc[-1]], where="post", color="#888888", lw=0.9,
              linestyle=(0, (4, 2)), zorder=1)
    axes.set(xlim=(left, right), ylim=(bottom, top))


def labelled(row):
    """Returns a method's name, and the share of queries that it answered unless it answered all."""
    return row.method if row.answered == 1 else (
        f"{row.method} ({percent(round(min(row.answered, 0.999), 3))} {by_name['answered'].title})")


def time_against_memory(results, styles, tables):
    """A panel for each map. A line joins the methods of one representation, by memory."""
    rows = tables("by_map")
    if len(rows):
        rows = rows.assign(id=rows.method.map(results.ids()))
        rows = rows[(rows[["query_p50_ns", "median_bytes"]].gt(0) & np.isfinite(rows[["query_p50_ns", "median_bytes"]])).all(axis=1)]
    maps = list(dict.fromkeys(rows["map"]))
    if not maps:
        raise style.NothingToShow("no method has both a size and a query time")
    if len(maps) > MOST_MAPS:
        raise style.NothingToShow(f"there are {len(maps)} maps, but a page has room for {MOST_MAPS}; select maps with --maps")
    plot, panels = style.panels(len(maps), 3, style.PAGE, 2.4)
    for axes, place in zip(panels, maps):
        here = rows[rows["map"] == place].sort_values("median_bytes")
        for _, of_one in here.groupby(here.id.map(results.methods.representation), sort=False):
            axes.plot(of_one.median_bytes, of_one.query_p50_ns, color=styles.colour(of_one.id.iloc[0]), lw=1, zorder=1.5)
        for row in here.itertuples():
            axes.plot(row.median_bytes, row.query_p50_ns, styles.marker(row.id), color=styles.colour(row.id), markersize=4.5,
                      markeredgecolor="white", markeredgewidth=0.4, zorder=3)
        axes.set(xscale="log", yscale="log", title=place)
        style.log_ticks(axes.xaxis, *axes.get_xlim(), size, most=3)
        style.log_ticks(axes.yaxis, *axes.get_ylim(), duration)
    plot.supxlabel("memory: parts of the free space, index and scratch space of a thread", fontsize=style.SMALL)
    plot.supylabel("median query time", fontsize=style.SMALL)
    style.legend(plot, styles.handles(results, rows.id, marker=True, line=False))
    style.caption(plot, words.scope(results), "A line joins the methods of one representation or solver, by their size.")
    return plot
