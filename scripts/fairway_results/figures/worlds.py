"""Pictures of one map: the structure of each adapter, its raw and smoothed path, and the optimum."""

import collections
import dataclasses

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.patheffects import Normal, Stroke

from ..store import coordinates, frame
from . import style

OPTIMUM = "#FFD92F"
MOST_INCHES, TITLE_INCHES = 3.5, 0.4
FAR = 1e100
"""Limit of coordinates in pictures."""
INK_SHARE, MOST_INK, MOST_SEGMENTS = 0.12, 1, 40_000
"""Cells and edges are so transparent that they darken a panel by about the share INK_SHARE. If they have more than MOST_SEGMENTS
segments, or would cover more than the share MOST_INK of the panel, only a magnified part of the panel shows them."""
LOUPE = 0.42
"""The side of the magnified part, as a share of the panel's shorter side."""
PIXELS = 400
"""Pixels along a side of the picture of walls and free space."""
GROUND = ListedColormap([style.SOLID, "white"])


def drawn_worlds(results):
    """Ids of the worlds that have drawings."""
    return [row[0] for row in results.database.execute("SELECT DISTINCT world FROM drawing ORDER BY 1")
            if row[0] in results.worlds.index]


def picture(results, styles, world):
    """A panel for each of the leading methods, with the walls of a world and one query. Of the queries with stored
    paths, it is the query whose paths differ most in length."""
    drawings = frame(results.database, f"SELECT * FROM drawing WHERE world = {world} ORDER BY method, kind")
    paths = frame(results.database, "SELECT p.* FROM path p JOIN query q ON q.id = p.query WHERE q.drawn IS NOT NULL"
                                    f" AND q.world = {world} ORDER BY q.drawn, p.rowid")
    drawn = set(drawings.method) & set(results.methods.index)
    methods = [m for m in styles.leading(results) if m in drawn] or results.by_family(drawn)[:style.IN_COLOUR]
    if paths.empty or not methods:
        raise style.NothingToShow("the store has no path or no drawing for this map")
    query = most_disputed(results, methods, list(dict.fromkeys(paths["query"])))
    paths = paths[paths["query"] == query]
    info = results.worlds.loc[world]
    if np.abs(info[["min_x", "min_y", "max_x", "max_y"]].to_numpy(float)).max() > FAR:
        raise style.NothingToShow(f"the coordinates of this map exceed {FAR:g}")
    box = view([coordinates(packed).reshape(-1, 2) for packed in paths.points], info)
    walls = segments_of(results.database.execute("SELECT walls FROM outline WHERE world = ?", (world,)).fetchone()[0])
    aspect = (box[3] - box[1]) / (box[2] - box[0])
    columns, width = layout(len(methods), aspect)
    whole, bounds = [info.min_x, info.min_y, info.max_x, info.max_y], enclosing(walls)
    pixel = (info.max_x - info.min_x) * (info.max_y - info.min_y) / PIXELS ** 2
    surplus = free_pixels(bounds, whole).sum() * pixel - info.area
    if surplus < -0.03 * info.area or info.radius == 0 and surplus > 0.03 * info.area:  # a radius makes the free area smaller
        bounds = None
    figure, grid = style.panels(len(methods), columns, style.PAGE, width * aspect + TITLE_INCHES)
    magnified = False
    for axes, method in zip(grid, methods):
        kept = paths[paths.method.isna() | (paths.method == method)]
        kept = {kind: coordinates(packed).reshape(-1, 2) for kind, packed in zip(kept.kind, kept.points)}
        scene = Scene(info, walls, bounds, styles.colour(method), kept.get("optimum"), kept.get("raw", kept.get("smoothed")), kept.get("smoothed"),
                      [(segments_of(d.segments), d) for d in drawings[drawings.method == method].itertuples()])
        unit = max(box[2] - box[0], box[3] - box[1]) / (72 * width)
        fine = scene.draw(axes, box, unit)
        if fine is not None:
            magnified |= scene.magnify(axes, box, unit, fine)
        axes.set_title(title(results, method, query), fontsize=style.SMALL)
    style.legend(figure, [
        Line2D([], [], color=OPTIMUM, lw=3.4, label="optimum"),
        Line2D([], [], color="#666666", lw=0.8, linestyle=(0, (3, 1.5)), label="raw path"),
        Line2D([], [], color="#666666", lw=1.2, label="path returned"),
        Patch(color=style.SOLID, label="wall"),
    ], columns=4)
    style.caption(figure, "The query is the drawn query on which the lengths of these methods differ most. Gap: "
                  + ("raw path → returned path, if they differ." if info.optimum_by == "exact" else "the cost of the returned path / optimum − 1."),
                  "A frame magnifies a part with cells or edges too fine for the picture." if magnified else "")
    return figure


@dataclasses.dataclass
class Scene:
    """The content of a panel: a world with one method's structure and paths. `bounds` are the walls that separate free
    space from obstacles, or None if that is unknown."""

    world: object
    walls: np.ndarray
    bounds: np.ndarray
    colour: str
    optimum: np.ndarray
    raw: np.ndarray
    smoothed: np.ndarray
    drawings: list

    def draw(self, axes, box, unit):
        """Draws a box. Returns (segments, drawing) if a drawing is too fine for the box or not stored for the whole box, else
        None. `unit` is a point of type size, in map units."""
        axes.set(xlim=(box[0], box[2]), ylim=(box[1], box[3]), aspect="equal", xticks=[], yticks=[])
        if self.world.y_down:
            axes.invert_yaxis()
        axes.spines[:].set_visible(True)
        if self.bounds is not None:
            axes.imshow(free_pixels(self.bounds, box), extent=(box[0], box[2], box[1], box[3]), origin="lower", cmap=GROUND, vmin=0, vmax=1,
                        interpolation="nearest", zorder=0.5, aspect="equal")
        fine = None
        for segments, drawing in self.drawings:
            here = shown(segments, box)
            covered = ink(here, box, 0.4 * unit) if len(here) <= MOST_SEGMENTS else np.inf
            if covered <= MOST_INK and is_whole(drawing, box, self.world):
                lines = one_path(here) if drawing.kind == "cells" else LineCollection(here, rasterized=len(here) > 4000)
                alpha = np.clip(INK_SHARE / max(1 - np.exp(-covered), 1e-9), 0.08, 0.6)
                axes.add_artist(lines).set(edgecolor=self.colour, linewidth=0.4, zorder=1, alpha=alpha)
            else:
                fine = (segments, drawing)
        axes.add_artist(one_path(shown(self.walls, box))).set(edgecolor=style.WALL, linewidth=0.5, zorder=2)
        if self.optimum is not None:
            axes.plot(*self.optimum.T, color=OPTIMUM, lw=3.4, solid_capstyle="round", zorder=3)
            axes.plot(*self.optimum[[0, -1]].T, "o", color="black", markersize=2.8, zorder=6)
        trace(axes, self.raw, 0.8, color=self.colour, linestyle=(0, (3, 1.5)))
        trace(axes, self.smoothed, 1.2, color=self.colour)
        return fine

    def magnify(self, axes, box, unit, fine):
        """Magnifies the surroundings of the middle of the path until lines are distinct, in a corner that the path does not
        use. Returns False if nothing is stored for these surroundings."""
        path = self.smoothed if self.smoothed is not None else self.optimum
        side = LOUPE * min(box[2] - box[0], box[3] - box[1])
        middle = path[len(path) // 2] if len(path) > 2 else path.mean(axis=0)
        for zoom in 2.0 ** np.arange(1, 9):
            half = side / zoom / 2
            part = [*(middle - half), *(middle + half)]
            here = shown(fine[0], part)
            if not is_whole(fine[1], part, self.world) or len(here) > MOST_SEGMENTS:
                continue
            if ink(here, part, 0.4 * unit / zoom) <= 0.4 * MOST_INK:
                break
        else:
            return False
        width, height = side / (box[2] - box[0]), side / (box[3] - box[1])
        corners = [(x, y) for x in (0.01, 0.99 - width) for y in (0.01, 0.99 - height)]
        whole = np.vstack([p for p in (self.optimum, self.smoothed) if p is not None])
        along = np.concatenate([np.linspace(a, b, 20) for a, b in zip(whole[:-1], whole[1:])])
        at = (along - box[:2]) / (np.array(box[2:]) - box[:2])
        if self.world.y_down:
            at[:, 1] = 1 - at[:, 1]
        covers = [((at >= c) & (at <= np.array(c) + (width, height))).all(axis=1).sum() for c in corners]
        inset = axes.inset_axes([*corners[int(np.argmin(covers))], width, height], zorder=7)
        self.draw(inset, part, unit / zoom)
        inset.spines[:].set_color(style.INK)
        axes.add_patch(Rectangle(part[:2], 2 * half, 2 * half, fill=False, color=style.INK, lw=0.7, zorder=6.5))
        return True


def most_disputed(results, methods, queries):
    """Returns the query with the largest difference of gaps. A missing path counts as a larger difference than any gap.
    Of equal queries, returns the last, which is the longest."""
    answers = results.supported()
    answers = answers[answers["query"].isin(queries) & answers.method.isin(methods)]
    gaps = answers.gap.where(answers.answered, np.inf).clip(upper=1e6).groupby(answers["query"])
    spread = (gaps.max() - gaps.min()).reindex(queries).fillna(0).round(9)
    return spread.index[::-1][spread.to_numpy()[::-1].argmax()]


def layout(count, aspect):
    """Returns the number of columns with which panels are largest on a page, and the width of a panel."""
    height = style.PAGE_HEIGHT - 1.2
    widths = {columns: min(style.PAGE / columns, (height / -(-count // columns) - TITLE_INCHES) / aspect)
              for columns in range(1, min(count, 4) + 1)}
    columns = max(widths, key=lambda c: (round(min(widths[c], MOST_INCHES), 3), c))
    return columns, max(0.8, min(widths[columns], MOST_INCHES))


def view(paths, world, margin=0.08):
    """The part of a world, [x0, y0, x1, y1], that shows some paths and their surroundings."""
    corners = np.concatenate(paths)
    low, high = corners.min(axis=0), corners.max(axis=0)
    sides = high - low
    grow = np.maximum(margin * sides.max(), (0.65 * sides.max() - sides) / 2)
    low = np.maximum(low - grow, [world.min_x, world.min_y])
    high = np.minimum(high + grow, [world.max_x, world.max_y])
    edge = 0.01 * (high - low).max()
    return [*(low - edge), *(high + edge)]


def is_whole(drawing, box, world):
    """Whether the stored drawing is complete inside a box."""
    return (drawing.min_x <= max(box[0], world.min_x) and drawing.min_y <= max(box[1], world.min_y)
            and drawing.max_x >= min(box[2], world.max_x) and drawing.max_y >= min(box[3], world.max_y))


def segments_of(packed):
    """Stored segments as an array of pairs of points."""
    return coordinates(packed).reshape(-1, 2, 2)


def shown(segments, box):
    """Returns the segments whose bounds touch a box."""
    (x0, y0), (x1, y1) = segments[:, 0].T, segments[:, 1].T
    return segments[(np.maximum(x0, x1) >= box[0]) & (np.minimum(x0, x1) <= box[2])
                    & (np.maximum(y0, y1) >= box[1]) & (np.minimum(y0, y1) <= box[3])]


def enclosing(walls):
    """Returns the walls except double walls and walls with a loose end, which bound no obstacle."""
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
    """Returns which pixels of a box are free, row by row from below. The even-odd rule decides at the middle of each
    pixel. Outside all walls it is not free."""
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
    """Draws all segments as one shape, ten times as fast as separate lines. Overlaps are not darker, as they are with lines."""
    moves = np.tile([Path.MOVETO, Path.LINETO], len(segments))
    along_axes = (segments[:, 0] == segments[:, 1]).any(axis=1).all()
    return PathPatch(Path(segments.reshape(-1, 2), moves), fill=False, snap=True if along_axes else None,
                     rasterized=len(segments) > 20000)


def ink(segments, box, line):
    """Returns the share of a box that segments of the width `line` would cover if none crossed. The part of a segment
    inside the box is estimated at points along it."""
    along = np.linspace(0, 1, 11)[None, :, None]
    at = segments[:, None, 0] * (1 - along) + segments[:, None, 1] * along
    inside = ((at >= box[:2]) & (at <= box[2:])).all(axis=2).mean(axis=1)
    drawn = (np.hypot(*(segments[:, 1] - segments[:, 0]).T) * inside).sum()
    return drawn * line / ((box[2] - box[0]) * (box[3] - box[1]))


def trace(axes, path, width, **line):
    """Draws a path with a light edge, so that it stands out."""
    if path is not None:
        axes.plot(*path.T, zorder=4, lw=width, path_effects=[
            Stroke(linewidth=width + 0.8, foreground="white", alpha=0.7), Normal()], **line)


def title(results, method, query):
    """'quadtree', below it 'gap 8.13 → 0.42 %', or the status if no path was found."""
    name = results.methods.name[method]
    answer = results.answers[(results.answers.method == method) & (results.answers["query"] == query)]
    if answer.empty:
        return f"{name}\nnot asked"
    answer = answer.iloc[0]
    if not answer.answered:
        return f"{name}\n{answer.status}"
    if not answer.optimum > 0:
        return f"{name}\nstart = goal"
    exact = results.worlds.optimum_by[answer.world] == "exact"  # on terrain, a gap compares costs, and the raw path has no cost
    gaps = (answer.raw_length / answer.optimum - 1 if exact else answer.gap, answer.gap)
    raw, returned = (f"{100 * round(gap, 4) + 0.0:.4g}" for gap in gaps)  # never -0
    return f"{name}\ngap {returned if raw == returned else f'{raw} → {returned}'} %"
