# SPDX-License-Identifier: MIT
"""Turns a world file into an array of cells. A cell is free if its centre is free."""

import json
import math

import numpy

MOST_CELLS = 1 << 24


class Raster:
    """free[row, column] is True if the cell's centre lies in free space.

    `cell` is the side of a cell; (x, y) is the corner of free[0, 0] with the smallest coordinates. Walls of zero width are ignored. A cell
    whose centre is free may reach into an obstacle.
    """

    def __init__(self, world, cell_size):
        rings = [numpy.array(ring["points"], dtype=float) for ring in world["rings"]]
        points = numpy.concatenate(rings)
        self.low, self.high = points.min(axis=0), points.max(axis=0)
        if cell_size == 0:
            cell_size = 1.0 if world.get("unit_cells", "cells" in world) else float(max(self.high - self.low)) / 512
        self.cell = cell_size
        self.x, self.y = (math.floor(v / cell_size) * cell_size for v in self.low)
        columns = math.ceil((self.high[0] - self.x) / cell_size)
        rows = math.ceil((self.high[1] - self.y) / cell_size)
        if columns * rows > MOST_CELLS:
            raise ValueError(f"cell_size {cell_size} makes {rows} x {columns} cells; expected {MOST_CELLS} at most")
        self.free = numpy.zeros((rows, columns), dtype=bool)
        for ring in rings:
            self._toggle(ring)

    def _toggle(self, ring):
        """Toggles the cells with centres inside the ring (even-odd rule)."""
        for (ax, ay), (bx, by) in zip(ring, numpy.roll(ring, -1, axis=0)):
            if ay == by:
                continue
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            first = math.ceil((ay - self.y) / self.cell - 0.5)
            end = math.ceil((by - self.y) / self.cell - 0.5)
            for row in range(max(first, 0), min(end, len(self.free))):
                centre = self.y + (row + 0.5) * self.cell
                x = ax + (centre - ay) / (by - ay) * (bx - ax)
                self.free[row, max(math.ceil((x - self.x) / self.cell - 0.5), 0):] ^= True

    def cell_of(self, point):
        """(row, column) of the cell that a point is in, or None outside the world's box."""
        if not all(self.low <= point) or not all(point <= self.high):
            return None
        rows, columns = self.free.shape
        # A point on the far border of the box belongs to the last row or column.
        column = min(math.floor((point[0] - self.x) / self.cell), columns - 1)
        row = min(math.floor((point[1] - self.y) / self.cell), rows - 1)
        return row, column

    def centre(self, cell):
        return [self.x + (cell[1] + 0.5) * self.cell, self.y + (cell[0] + 0.5) * self.cell]


def read_world(file):
    with open(file, encoding="utf-8") as text:
        world = json.load(text)
    if world.get("fairway_world") != 1:
        raise ValueError(f"{file}: expected a world file of version 1")
    return world
