"""Pictures of one map: every representation with its raw and its smoothed path and the optimum."""

import json

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from plots import style
from plots.gap import percent


def drawn_worlds(database):
    """Ids of the worlds that have drawings."""
    return [row[0] for row in database.execute("SELECT DISTINCT world FROM drawing ORDER BY 1")]


def panels(database, results, styles, world):
    """A panel per representation drawn over a world, or None where no path was kept for it."""
    drawings = pd.read_sql("SELECT * FROM drawing WHERE world = ? ORDER BY method, kind", database,
                           params=(world,))
    paths = pd.read_sql(
        "SELECT p.* FROM path p JOIN query q ON q.id = p.query WHERE q.world = ? ORDER BY p.rowid",
        database, params=(world,))
    if paths.empty:
        return None
    query = paths["query"].iloc[0]
    paths = paths[paths["query"] == query]
    optimum = points(paths[paths.kind == "optimum"])
    walls = np.array(json.loads(database.execute(
        "SELECT walls FROM outline WHERE world = ?", (world,)).fetchone()[0])).reshape(-1, 2, 2)
    methods = [m for m in style.by_representation(results.methods) if m in set(drawings.method)]
    box = drawings[["min_x", "min_y"]].max().tolist() + drawings[["max_x", "max_y"]].min().tolist()

    columns = 1 if len(methods) == 1 else 2
    rows = -(-len(methods) // columns)
    aspect = (box[3] - box[1]) / (box[2] - box[0])
    figure, grid = plt.subplots(rows, columns, squeeze=False, layout="constrained",
                                figsize=(5 * columns, (5 * min(max(aspect, 0.3), 2.5) + 0.4) * rows))
    for axes, method in zip(grid.flat, methods):
        panel(axes, box, walls, drawings[drawings.method == method], styles.colour(method))
        own = paths[paths.method == method]
        raw, smoothed = points(own[own.kind == "raw"]), points(own[own.kind == "smoothed"])
        trace(axes, optimum, color="black", lw=4.5, alpha=0.28, solid_capstyle="round")
        trace(axes, raw, color=styles.colour(method), lw=1.3, linestyle=(0, (3, 1.5)))
        trace(axes, smoothed, color=styles.colour(method), lw=2)
        if optimum is not None:
            axes.plot(*optimum[[0, -1]].T, "o", color="black", markersize=5, zorder=6)
        axes.set_title(title(results, method, query), fontsize=9)
        if results.worlds.y_down[world]:
            axes.invert_yaxis()
    for axes in grid.flat[len(methods):]:
        axes.set_visible(False)
    figure.suptitle(results.worlds.name[world], fontweight="bold", fontsize=11)
    figure.legend(handles=[
        Line2D([], [], color="black", lw=4.5, alpha=0.28, label="optimum"),
        Line2D([], [], color="#666666", lw=1.3, linestyle=(0, (3, 1.5)), label="raw path"),
        Line2D([], [], color="#666666", lw=2, label="path returned"),
        Line2D([], [], color=style.WALL, lw=1, label="wall"),
    ], loc="upper center", bbox_to_anchor=(0.5, 0), ncol=4)
    return figure


def panel(axes, box, walls, drawings, colour):
    axes.set(xlim=(box[0], box[2]), ylim=(box[1], box[3]), aspect="equal", xticks=[], yticks=[])
    axes.spines[:].set_visible(True)
    for drawing in drawings.itertuples():
        segments = np.array(json.loads(drawing.segments)).reshape(-1, 2, 2)
        thin = len(segments) > 4000
        axes.add_collection(LineCollection(
            segments, colors=colour, linewidths=0.25 if thin else 0.5, rasterized=thin,
            alpha=0.45 if drawing.kind == "cells" else 0.3, zorder=1))
    axes.add_collection(LineCollection(walls, colors=style.WALL, linewidths=0.9, zorder=2,
                                       rasterized=len(walls) > 20000))


def trace(axes, path, **line):
    if path is not None:
        axes.plot(*path.T, zorder=4, **line)


def points(rows):
    return None if rows.empty else np.array(json.loads(rows.points.iloc[0])).reshape(-1, 2)


def title(results, method, query):
    """'quadtree: raw +8.13 %, returned +0.42 %', or the status where no path was found."""
    name = results.methods.name[method]
    answer = results.answers[(results.answers.method == method) & (results.answers["query"] == query)]
    if answer.empty:
        return f"{name}: not asked"
    answer = answer.iloc[0]
    if answer.status != "found":
        return f"{name}: {answer.status}"
    if not answer.optimum > 0:
        return f"{name}: start = goal"
    return (f"{name}: raw +{excess(answer.raw_length / answer.optimum - 1)}, "
            f"returned +{excess(answer.gap)}")


def excess(gap):
    """0.01234 -> '1.23 %', never '-0 %'."""
    return percent(abs(round(gap, 4)))
