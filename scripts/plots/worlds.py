"""Pictures of one map: what every adapter built, with its raw and its smoothed path and the optimum."""

import json

import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.patheffects import Normal, Stroke

from plots import style
from plots.gap import percent

PANEL_INCHES = 5
INK_SHARE = 0.12
"""How much of a panel cells or edges may darken."""


def drawn_worlds(database):
    """Ids of the worlds that have drawings."""
    return [row[0] for row in database.execute("SELECT DISTINCT world FROM drawing ORDER BY 1")]


def panels(database, results, styles, world):
    """A panel an adapter, over the walls of a world; None where no path was kept for it."""
    drawings = pd.read_sql("SELECT * FROM drawing WHERE world = ? ORDER BY method, kind", database,
                           params=(world,))
    paths = pd.read_sql(
        "SELECT p.* FROM path p JOIN query q ON q.id = p.query WHERE q.world = ? ORDER BY p.rowid",
        database, params=(world,))
    if paths.empty:
        return None
    query = paths["query"].iloc[-1]
    paths = paths[paths["query"] == query]
    optimum = points(paths[paths.kind == "optimum"])
    methods = [m for m in style.by_representation(results.methods) if m in set(drawings.method)]
    box = view(paths, results.worlds.loc[world])
    walls = shown(database.execute("SELECT walls FROM outline WHERE world = ?", (world,)).fetchone()[0], box)
    drawings["whole"] = [is_whole(d, box, results.worlds.loc[world]) for d in drawings.itertuples()]

    columns = 1 if len(methods) == 1 else 2
    aspect = (box[3] - box[1]) / (box[2] - box[0])
    width = min(PANEL_INCHES, PANEL_INCHES / aspect)
    figure, grid = style.panels(len(methods), columns, width * columns, width * aspect + 0.6)
    for axes, method in zip(grid, methods):
        own = drawings[drawings.method == method]
        panel(axes, box, walls, own[own.whole], styles.colour(method))
        too_many = own[~own.whole]
        own = paths[paths.method == method]
        raw, smoothed = points(own[own.kind == "raw"]), points(own[own.kind == "smoothed"])
        if optimum is not None:
            axes.plot(*optimum.T, color="#B0B0B0", lw=5.5, solid_capstyle="round", zorder=3)
        trace(axes, raw, 1.3, color=styles.colour(method), linestyle=(0, (3, 1.5)))
        trace(axes, smoothed, 2, color=styles.colour(method))
        if optimum is not None:
            axes.plot(*optimum[[0, -1]].T, "o", color="black", markersize=5, zorder=6)
        axes.set_title(title(results, method, query) + left_out(too_many), fontsize=9)
        if results.worlds.y_down[world]:
            axes.invert_yaxis()
    figure.suptitle(results.worlds.name[world], fontweight="bold", fontsize=11)
    figure.legend(handles=[
        Line2D([], [], color="#B0B0B0", lw=5.5, label="optimum"),
        Line2D([], [], color="#666666", lw=1.3, linestyle=(0, (3, 1.5)), label="raw path"),
        Line2D([], [], color="#666666", lw=2, label="path returned"),
        Line2D([], [], color=style.WALL, lw=1, label="wall"),
    ], loc="upper center", bbox_to_anchor=(0.5, 0), ncol=4)
    return figure


def view(paths, world, margin=0.08):
    """The part of a world, [x0, y0, x1, y1], that shows some paths and what is around them."""
    corners = np.concatenate([np.array(json.loads(p)).reshape(-1, 2) for p in paths.points])
    low, high = corners.min(axis=0), corners.max(axis=0)
    sides = high - low
    grow = np.maximum(margin * sides.max(), (0.65 * sides.max() - sides) / 2)
    low = np.maximum(low - grow, [world.min_x, world.min_y])
    high = np.minimum(high + grow, [world.max_x, world.max_y])
    edge = 0.01 * (high - low).max()
    return [*(low - edge), *(high + edge)]


def is_whole(drawing, box, world):
    """Whether all that a drawing has of a box is stored."""
    return (drawing.min_x <= max(box[0], world.min_x) and drawing.min_y <= max(box[1], world.min_y)
            and drawing.max_x >= min(box[2], world.max_x) and drawing.max_y >= min(box[3], world.max_y))


def left_out(drawings):
    """A line for each: '523,264 edges: too many to draw'."""
    names = {"cells": "sides of cells", "edges": "edges"}
    return "".join(f"\n{d.total:,} {names[d.kind]}: too many to draw" for d in drawings.itertuples())


def panel(axes, box, walls, drawings, colour):
    unit = max(box[2] - box[0], box[3] - box[1]) / (72 * PANEL_INCHES)
    axes.set(xlim=(box[0], box[2]), ylim=(box[1], box[3]), aspect="equal", xticks=[], yticks=[])
    axes.spines[:].set_visible(True)
    for drawing in drawings.itertuples():
        segments = shown(drawing.segments, box)
        covered = ink(segments, box, 0.5 * unit)
        if drawing.kind == "edges":
            lines = many_lines(segments)
        else:
            lines, covered = one_path(segments), 1 - np.exp(-covered)  # as if they lay at random
        lines.set(edgecolor=colour, linewidth=0.5, zorder=1, alpha=np.clip(INK_SHARE / max(covered, 1e-9), 0.08, 0.6))
        axes.add_artist(lines)
    axes.add_artist(one_path(walls)).set(edgecolor=style.WALL, linewidth=0.9, zorder=2)


def shown(segments, box):
    """The stored segments whose bounds touch a box, as an array of pairs of points."""
    segments = np.array(json.loads(segments)).reshape(-1, 2, 2)
    return segments[((segments.max(axis=1) >= box[:2]) & (segments.min(axis=1) <= box[2:])).all(axis=1)]


def one_path(segments):
    """All segments as one shape, in a tenth of the time of many; overlaps are not darker."""
    moves = np.tile([Path.MOVETO, Path.LINETO], len(segments))
    along_axes = (segments[:, 0] == segments[:, 1]).any(axis=1).all()
    return PathPatch(Path(segments.reshape(-1, 2), moves), fill=False, snap=True if along_axes else None,
                     rasterized=len(segments) > 20000)


def many_lines(segments):
    """A line for each segment: darker where many cross."""
    return LineCollection(segments, rasterized=len(segments) > 4000)


def ink(segments, box, line):
    """The share of a box that segments as wide as `line`, in the box's units, would cover, were none
    to cross. What is inside the box is estimated at points along each segment."""
    along = np.linspace(0, 1, 11)[None, :, None]
    at = segments[:, None, 0] * (1 - along) + segments[:, None, 1] * along
    inside = ((at >= box[:2]) & (at <= box[2:])).all(axis=2).mean(axis=1)
    drawn = (np.hypot(*(segments[:, 1] - segments[:, 0]).T) * inside).sum()
    return drawn * line / ((box[2] - box[0]) * (box[3] - box[1]))


def trace(axes, path, width, **line):
    """Draws a path with a light edge, so that it stands out from what lies below it."""
    if path is not None:
        axes.plot(*path.T, zorder=4, lw=width, path_effects=[
            Stroke(linewidth=width + 1.2, foreground="white", alpha=0.7), Normal()], **line)


def points(rows):
    return None if rows.empty else np.array(json.loads(rows.points.iloc[0])).reshape(-1, 2)


def title(results, method, query):
    """'quadtree', below it 'raw +8.13 %, returned +0.42 %', or the status where no path was found."""
    name = results.methods.name[method]
    answer = results.answers[(results.answers.method == method) & (results.answers["query"] == query)]
    if answer.empty:
        return f"{name}\nnot asked"
    answer = answer.iloc[0]
    if answer.status != "found":
        return f"{name}\n{answer.status}"
    if not answer.optimum > 0:
        return f"{name}\nstart = goal"
    return (f"{name}\nraw +{excess(answer.raw_length / answer.optimum - 1)}, "
            f"returned +{excess(answer.gap)}")


def excess(gap):
    """0.01234 -> '1.23 %', never '-0 %'."""
    return percent(abs(round(gap, 4)))
