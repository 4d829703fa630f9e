#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""scikit-image's route_through_array on a raster, as a worker of Fairway.

As in its documentation, a cell has eight neighbours, the cost of a step depends on its length
(geometric=True), and blocked cells have a negative cost. A diagonal step may pass between two blocked cells.
"""

import numpy
import skimage
from skimage.graph import route_through_array

from serve import Worker


class Planning:
    edges = None

    def __init__(self, free):
        self.costs = numpy.where(free, 1.0, -1.0)
        self.bytes = self.costs.nbytes
        self.vertices = int(free.sum())
        beside = [free[:, 1:] & free[:, :-1], free[1:] & free[:-1], free[1:, 1:] & free[:-1, :-1], free[1:, :-1] & free[:-1, 1:]]
        self.edges = int(sum(pairs.sum() for pairs in beside))

    def path(self, start, goal):
        try:
            cells, _ = route_through_array(self.costs, start, goal, fully_connected=True, geometric=True)
        except ValueError:  # "no minimum-cost path was found"
            return None, 0
        return cells, 0


Worker(f"scikit-image {skimage.__version__}", Planning).run()
