# SPDX-License-Identifier: MIT
"""Worlds."""

from __future__ import annotations

import os
import pathlib
from typing import Any, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from . import _arrays, _svg
from . import _library as c

_lib = c.library


class World:
    """Closed free space with straight borders. Immutable; threads may share it.

    Coordinates and lengths are in map units. Make a world by a class method:

        world = fw.World.from_rings([[(0, 0), (9, 0), (9, 9), (0, 9)]], holes=[[(3, 3), (6, 3), (6, 6), (3, 6)]])
    """

    def __init__(self, handle: int):
        """For this package only."""
        self._handle = c.checked(handle)
        self._facts = c.WorldFacts()
        c.checked(_lib.fairway_world_describe(self._handle, self._facts))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _lib.fairway_world_free(self._handle)

    @classmethod
    def from_rings(cls, outlines: Iterable[npt.ArrayLike], holes: Iterable[npt.ArrayLike] = (),
                   walls: npt.ArrayLike | None = None) -> World:
        """Makes a world of rings: each is an array of shape (n, 2). `walls` has shape (n, 4): the ends x1, y1, x2, y2
        of walls of zero width. A repeated first point at the end of a ring is dropped. Raises Error, also for rings
        that cross."""
        outer, inner = _rings(outlines, "outlines"), _rings(holes, "holes")
        rings = outer + inner
        sizes = np.array([len(ring) for ring in rings], dtype=np.uintp)
        all_points = np.concatenate(rings) if rings else np.empty((0, 2))
        ends = np.empty((0, 4)) if walls is None else np.ascontiguousarray(walls, dtype=np.float64)
        if ends.ndim != 2 or ends.shape[1] != 4:
            raise c.Error(f"walls: found shape {ends.shape}, expected (n, 4)")
        return cls(_lib.fairway_world_from_rings(_arrays.address(all_points), _arrays.address(sizes), len(outer),
                                                 len(inner), _arrays.address(ends), len(ends)))

    @classmethod
    def from_shapely(cls, polygon: Any) -> World:
        """Makes a world of a shapely Polygon or MultiPolygon. Raises Error."""
        if getattr(polygon, "is_empty", False):
            raise c.Error("polygon: found an empty polygon, expected a polygon with an area")
        kind = getattr(polygon, "geom_type", type(polygon).__name__)
        if kind not in ("Polygon", "MultiPolygon"):
            raise c.Error(f"polygon: found {kind}, expected a shapely Polygon or MultiPolygon")
        parts = [polygon] if kind == "Polygon" else list(polygon.geoms)
        return cls.from_rings([np.array(part.exterior.coords)[:, :2] for part in parts],
                              [np.array(ring.coords)[:, :2] for part in parts for ring in part.interiors])

    @classmethod
    def from_array(cls, grid: npt.ArrayLike) -> World:
        """Makes a world of unit cells of a 2-D array of booleans or of integers 0 to 255. Cell grid[y, x] covers
        [x, x + 1] x [y, y + 1]. False or 0 is blocked. Walls separate cells of different classes above 0. An array of
        uint8 in C order is passed on without a copy. Raises Error."""
        cells = _cells(grid, "grid")
        return cls(_lib.fairway_world_from_cells(_arrays.address(cells), cells.shape[1], cells.shape[0]))

    @classmethod
    def read(cls, file: str | os.PathLike, **options: Any) -> World:
        """Reads a map file of any format of docs/maps.md. The options are passed to the reader of the format. Raises Error
        with file and line."""
        lines = []
        for name, value in options.items():
            values = value if isinstance(value, (list, tuple)) else [value]
            lines.append(f"{name}={','.join(str(v).lower() if isinstance(v, bool) else str(v) for v in values)}\n")
        return cls(_lib.fairway_world_read(os.fsencode(file), "".join(lines).encode()))

    def eroded(self, radius: float) -> World:
        """Returns the legal positions of the centre of a disc as a world. `radius` is in map units. Raises Error if no
        position is left."""
        return World(_lib.fairway_world_eroded(self._handle, _number(radius, "radius")))

    def with_cells(self, x: int, y: int, cells: npt.ArrayLike) -> World:
        """Returns this world of cells with a block of new cells; cells[0, 0] replaces cell (x, y). Raises Error."""
        block = _cells(cells, "cells")
        for name, value in (("x", x), ("y", y)):
            if not isinstance(value, (int, np.integer)) or value < 0:
                raise c.Error(f"{name}: found {value!r}, expected an integer of 0 or more")
        return World(_lib.fairway_world_set_cells(self._handle, x, y, block.shape[1], block.shape[0],
                                                  _arrays.address(block)))

    def with_obstacles(self, added: Mapping[int, npt.ArrayLike] | None = None, removed: Sequence[int] = ()) -> World:
        """Returns this world without the obstacles `removed` (ids) and with the obstacles `added` (rings by id). The inside
        of a ring is blocked. Only for worlds without cells. Raises Error."""
        added = dict(added or {})
        rings = _rings(added.values(), "added")
        gone, ids = _ids(removed, "removed"), _ids(added, "added")
        sizes = np.array([len(ring) for ring in rings], dtype=np.uintp)
        all_points = np.concatenate(rings) if rings else np.empty((0, 2))
        return World(_lib.fairway_world_set_obstacles(
            self._handle, _arrays.address(gone), len(gone), _arrays.address(ids), len(ids),
            _arrays.address(all_points), _arrays.address(sizes)))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """min x, min y, max x, max y of free space."""
        return self._facts.min_x, self._facts.min_y, self._facts.max_x, self._facts.max_y

    @property
    def area(self) -> float:
        """Free area in square map units."""
        return self._facts.area

    @property
    def components(self) -> int:
        """Components of the interior of free space."""
        return self._facts.components

    @property
    def cells(self) -> np.ndarray | None:
        """The classes of the cells, of shape (height, width), or None. A read-only view without a copy."""
        data = _lib.fairway_world_cells(self._handle)
        if not data:
            return None
        buffer = (c.c_uint8 * (self._facts.width * self._facts.height)).from_address(data)
        buffer._world = self  # the view keeps the world alive
        array = np.frombuffer(buffer, np.uint8).reshape(self._facts.height, self._facts.width)
        array.flags.writeable = False
        return array

    def rings(self) -> list[np.ndarray]:
        """The rings of free space: arrays of shape (n, 2). Outlines run counter-clockwise, holes clockwise."""
        rows = _arrays.table(_lib.fairway_world_rings(self._handle))
        rows = rows[rows[:, 3] >= 0]
        return np.split(rows[:, :2], np.flatnonzero(np.diff(rows[:, 2])) + 1) if len(rows) else []

    def contains(self, point: Sequence[float]) -> bool:
        """Whether a point lies in free space or on its border. Exact."""
        return bool(c.checked(_lib.fairway_world_contains(self._handle, _arrays.point(point, "point")), -1))

    def optimal_path(self, start: Sequence[float], goal: Sequence[float]) -> np.ndarray:
        """The shortest legal path, of shape (n, 2), with 0 rows if there is none. Raises Error for ends outside free space."""
        return _arrays.table(_lib.fairway_optimal_path(
            self._handle, _arrays.point(start, "start"), _arrays.point(goal, "goal")))

    def save(self, file: str | os.PathLike) -> None:
        """Writes a world file (docs/world-file.md)."""
        pathlib.Path(file).write_bytes(c.checked(_lib.fairway_world_text(self._handle)))

    def __repr__(self) -> str:
        return f"<fairway.World: area {self.area:g}, box {self.box}>"

    def _repr_svg_(self) -> str:
        return _svg.picture(self)


def _rings(rings: Iterable[npt.ArrayLike], name: str) -> list[np.ndarray]:
    found = []
    for i, ring in enumerate(rings):
        array = _arrays.points(ring, f"{name}[{i}]")
        found.append(array[:-1] if len(array) > 1 and (array[0] == array[-1]).all() else array)
    return found


def _cells(grid: npt.ArrayLike, name: str) -> np.ndarray:
    array = np.asarray(grid)
    if array.ndim != 2 or array.size == 0:
        raise c.Error(f"{name}: found shape {array.shape}, expected (height, width) with at least one cell")
    if array.dtype.kind not in "bui":
        raise c.Error(f"{name}: found {array.dtype}, expected booleans or integers")
    if array.dtype.kind != "b" and (array.min() < 0 or array.max() > 255):
        raise c.Error(f"{name}: found values {array.min()} to {array.max()}, expected 0 to 255")
    return np.ascontiguousarray(array, dtype=np.uint8)


def _ids(values: Iterable[int], name: str) -> np.ndarray:
    try:
        return np.fromiter(values, dtype=np.int32)
    except (TypeError, ValueError, OverflowError):
        raise c.Error(f"{name}: found {values!r}, expected integers of 32 bits") from None


def _number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise c.Error(f"{name}: found {value!r}, expected a number") from None
