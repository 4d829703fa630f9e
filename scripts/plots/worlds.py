"""Pictures of one map: what every adapter built, with its raw and its smoothed path and the optimum."""

import collections

import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path
from matplotlib.patheffects import Normal, Stroke

from fairway_results import coordinates
from plots import style
from plots.style import percent

OPTIMUM = "#FFD92F"
MOST_INCHES = 3.5
TITLE_INCHES = 0.4
FAR = 1e100
"""Pictures are not made of coordinates beyond this."""
INK_SHARE = 0.12
"""How much of a panel cells or edges may darken."""
MOST_INK = 1
"""Cells whose sides would cover more than the whole panel make a grey of it: they are not drawn."""
MOST_SEGMENTS = 40_000
"""Of cells or edges in a panel."""
PIXELS = 400
"""A side of the picture of walls and free space."""
GROUND = ListedColormap([style.SOLID, "white"])


def drawn_worlds(database):
    """Ids of the worlds that have drawings."""
    return [row[0] for row in database.execute("SELECT DISTINCT world FROM drawing ORDER BY 1")]


def panels(database, results, styles, world):
    """A panel for each of the leading methods, over the walls of a world: the query on whose length they disagree
    most of those whose paths were kept."""
    drawings = pd.read_sql("SELECT world, method, kind, total, min_x, min_y, max_x, max_y FROM drawing WHERE world = ?"
                           " ORDER BY method, kind", database, params=(world,))
    paths = drawn_paths(database, world)
    drawn = set(drawings.method) & set(results.methods.index)
    methods = [m for m in styles.leading(results) if m in drawn] or [
        m for m in style.by_family(results.methods) if m in drawn][:style.IN_COLOUR]
    if paths.empty or not methods:
        raise style.NothingToShow("no path was kept for it")
    query = most_disputed(results, methods, list(dict.fromkeys(paths["query"])))
    paths = paths[paths["query"] == query]
    optimum = points(paths[paths.kind == "optimum"])
    info = results.worlds.loc[world]
    if np.abs(info[["min_x", "min_y", "max_x", "max_y"]].to_numpy(float)).max() > FAR:
        raise style.NothingToShow(f"it reaches further than {FAR:g}")
    box = view(paths, info)
    walls = all_segments(database.execute("SELECT walls FROM outline WHERE world = ?", (world,)).fetchone()[0])
    ground = free_ground(walls, box, info)
    drawings["whole"] = [is_whole(d, box, info) for d in drawings.itertuples()]

    aspect = (box[3] - box[1]) / (box[2] - box[0])
    columns, width = layout(len(methods), aspect)
    figure, grid = style.panels(len(methods), columns, width * columns, width * aspect + TITLE_INCHES)
    for axes, method in zip(grid, methods):
        too_many = panel(axes, box, walls, ground, with_segments(database, drawings[drawings.method == method], box),
                         styles.colour(method), width)
        own = paths[paths.method == method]
        smoothed = points(own[own.kind == "smoothed"])
        raw = smoothed if own[own.kind == "raw"].empty else points(own[own.kind == "raw"])
        if optimum is not None:
            axes.plot(*optimum.T, color=OPTIMUM, lw=3.4, solid_capstyle="round", zorder=3)
        trace(axes, raw, 0.8, color=styles.colour(method), linestyle=(0, (3, 1.5)))
        trace(axes, smoothed, 1.2, color=styles.colour(method))
        if optimum is not None:
            axes.plot(*optimum[[0, -1]].T, "o", color="black", markersize=2.8, zorder=6)
        axes.set_title(title(results, method, query) + left_out(too_many), fontsize=style.SMALL)
        if info.y_down:
            axes.invert_yaxis()
    figure.suptitle(info["name"], fontweight="bold", fontsize=9)
    style.legend(figure, [
        Line2D([], [], color=OPTIMUM, lw=3.4, label="optimum"),
        Line2D([], [], color="#666666", lw=0.8, linestyle=(0, (3, 1.5)), label="raw path"),
        Line2D([], [], color="#666666", lw=1.2, label="path returned"),
        Patch(color=style.SOLID, label="wall"),
    ], columns=4)
    style.caption(figure, "Of the queries chosen for pictures, the one on whose length these methods disagree most.")
    return figure


def drawn_paths(database, world):
    """The paths of the queries chosen for pictures, the longest first."""
    columns = {row[1] for row in database.execute("PRAGMA table_info(query)")}
    drawn = " AND q.drawn IS NOT NULL ORDER BY q.drawn, p.rowid" if "drawn" in columns else " ORDER BY p.rowid"
    return pd.read_sql("SELECT p.* FROM path p JOIN query q ON q.id = p.query WHERE q.world = ?" + drawn, database,
                       params=(world,))


def most_disputed(results, methods, queries):
    """The query with the greatest difference of gaps; that a path was not found counts for more. Of equals the
    last, which is the longest."""
    answers = results.answers[results.answers["query"].isin(queries) & results.answers.method.isin(methods)]
    answers = answers[answers.status != "unsupported"]
    gaps = answers.gap.where(answers.status == "found", np.inf).clip(upper=1e6).groupby(answers["query"])
    spread = (gaps.max() - gaps.min()).reindex(queries).fillna(0).round(9)
    return spread.index[::-1][spread.to_numpy()[::-1].argmax()]


def layout(count, aspect):
    """The number of columns, and the width of a panel, that make the panels largest on a page."""
    height = style.PAGE_HEIGHT - 1.2
    widths = {columns: min(style.PAGE / columns, (height / -(-count // columns) - TITLE_INCHES) / aspect)
              for columns in range(1, min(count, 4) + 1)}
    columns = max(widths, key=lambda c: (round(min(widths[c], MOST_INCHES), 3), c))
    return columns, max(0.8, min(widths[columns], MOST_INCHES))


def view(paths, world, margin=0.08):
    """The part of a world, [x0, y0, x1, y1], that shows some paths and what is around them."""
    corners = np.concatenate([coordinates(p).reshape(-1, 2) for p in paths.points])
    low, high = corners.min(axis=0), corners.max(axis=0)
    sides = high - low
    grow = np.maximum(margin * sides.max(), (0.65 * sides.max() - sides) / 2)
    low = np.maximum(low - grow, [world.min_x, world.min_y])
    high = np.minimum(high + grow, [world.max_x, world.max_y])
    edge = 0.01 * (high - low).max()
    return [*(low - edge), *(high + edge)]


def with_segments(database, drawings, box):
    """Drawings with their segments in a box; whole are those of which all that there is to show is stored and not too
    much for a panel."""
    rows = [database.execute("SELECT segments FROM drawing WHERE world = ? AND method = ? AND kind = ?",
                             (int(d.world), int(d.method), d.kind)).fetchone()[0] for d in drawings.itertuples()]
    segments = [shown(all_segments(row), box) for row in rows]
    return drawings.assign(segments=segments, whole=[whole and len(those) <= MOST_SEGMENTS
                                                     for whole, those in zip(drawings.whole, segments)])


def is_whole(drawing, box, world):
    """Whether all that a drawing has of a box is stored."""
    return (drawing.min_x <= max(box[0], world.min_x) and drawing.min_y <= max(box[1], world.min_y)
            and drawing.max_x >= min(box[2], world.max_x) and drawing.max_y >= min(box[3], world.max_y))


def left_out(drawings):
    """A line for each drawing: '523,264 edges, not drawn'."""
    names = {"cells": "sides", "edges": "edges"}
    return "".join(f"\n{d.total:,} {names[d.kind]}, not drawn" for d in drawings.itertuples())


def panel(axes, box, walls, ground, drawings, colour, inches):
    """Draws walls, free space, and representation; returns the drawings that are too fine, or not stored whole."""
    left_out = ~drawings.whole.to_numpy(bool)
    unit = max(box[2] - box[0], box[3] - box[1]) / (72 * inches)
    axes.set(xlim=(box[0], box[2]), ylim=(box[1], box[3]), aspect="equal", xticks=[], yticks=[])
    axes.spines[:].set_visible(True)
    if ground is not None:
        axes.imshow(ground, extent=(box[0], box[2], box[1], box[3]), origin="lower", cmap=GROUND, vmin=0, vmax=1,
                    interpolation="nearest", zorder=0.5, aspect="equal")
    for index, drawing in enumerate(drawings.itertuples()):
        if left_out[index]:
            continue
        segments = drawing.segments
        covered = ink(segments, box, 0.4 * unit)
        if drawing.kind == "edges":
            lines = many_lines(segments)
        elif covered > MOST_INK:
            left_out[index] = True
            continue
        else:
            lines, covered = one_path(segments), 1 - np.exp(-covered)  # as if they lay at random
        lines.set(edgecolor=colour, linewidth=0.4, zorder=1, alpha=np.clip(INK_SHARE / max(covered, 1e-9), 0.08, 0.6))
        axes.add_artist(lines)
    axes.add_artist(one_path(shown(walls, box))).set(edgecolor=style.WALL, linewidth=0.5, zorder=2)
    return drawings[left_out]


def all_segments(packed):
    """Stored segments as an array of pairs of points."""
    return coordinates(packed).reshape(-1, 2, 2)


def shown(segments, box):
    """The segments whose bounds touch a box."""
    return segments[((segments.max(axis=1) >= box[:2]) & (segments.min(axis=1) <= box[2:])).all(axis=1)]


def free_ground(walls, box, world):
    """Which pixels of a box are free, row by row from below; None where walls do not tell inside from outside, as
    walls of no width between obstacles do not. Checked against the world's area."""
    walls = enclosing(walls)
    whole = world.min_x, world.min_y, world.max_x, world.max_y
    pixel = (whole[2] - whole[0]) * (whole[3] - whole[1]) / PIXELS ** 2
    if abs(free_pixels(walls, whole).sum() * pixel - world.area) > 0.03 * world.area:
        return None
    return free_pixels(walls, box)


def enclosing(walls):
    """The walls without those that lie twice and those that end nowhere: they bound no obstacle."""
    ends = [tuple(sorted(map(tuple, wall))) for wall in walls.tolist()]
    kept = {wall for wall, count in collections.Counter(ends).items() if count % 2}
    while kept:
        degree = collections.Counter(end for wall in kept for end in wall)
        loose = {wall for wall in kept if min(degree[wall[0]], degree[wall[1]]) < 2}
        if not loose:
            break
        kept -= loose
    return np.array(sorted(kept), float).reshape(-1, 2, 2)


def free_pixels(walls, box):
    """Even-odd parity at the middles of pixels: outside all walls is not free."""
    low, step = np.array(box[:2]), (np.array(box[2:]) - box[:2]) / PIXELS
    (x0, y0), (x1, y1) = ((walls[:, end] - low).T / step[:, None] for end in (0, 1))
    first = np.clip(np.ceil(np.minimum(y0, y1) - 0.5), 0, PIXELS).astype(int)
    last = np.clip(np.ceil(np.maximum(y0, y1) - 0.5), 0, PIXELS).astype(int)
    count = last - first
    wall = np.repeat(np.arange(len(walls)), count)
    row = np.arange(len(wall)) - np.repeat(np.cumsum(count) - count, count) + first[wall]
    x = x0[wall] + (row + 0.5 - y0[wall]) * (x1 - x0)[wall] / (y1 - y0)[wall]
    column = np.clip(np.ceil(x - 0.5), 0, PIXELS).astype(int)
    crossings = np.zeros((PIXELS, PIXELS + 1), int)
    np.add.at(crossings, (row, column), 1)
    return np.cumsum(crossings, axis=1)[:, :-1] % 2 == 1


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
            Stroke(linewidth=width + 0.8, foreground="white", alpha=0.7), Normal()], **line)


def points(rows):
    return None if rows.empty else coordinates(rows.points.iloc[0]).reshape(-1, 2)


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
