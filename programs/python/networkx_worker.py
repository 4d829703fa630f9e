#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""networkx's astar_path on the graph of a raster, as a worker of Fairway.

Eight neighbours; a diagonal step needs both cells beside it to be free. The heuristic is the straight
distance.
"""

import math
import sys

import networkx

from serve import Worker

DIAGONAL = math.sqrt(2)


class Planning:
    def __init__(self, free):
        rows, columns = free.shape
        graph = networkx.Graph()
        graph.add_nodes_from((int(row), int(column)) for row, column in zip(*free.nonzero()))
        for row, column in list(graph):
            right = column + 1 < columns and free[row, column + 1]
            below = row + 1 < rows and free[row + 1, column]
            if right:
                graph.add_edge((row, column), (row, column + 1), weight=1.0)
            if below:
                graph.add_edge((row, column), (row + 1, column), weight=1.0)
            if right and below and free[row + 1, column + 1]:
                graph.add_edge((row, column), (row + 1, column + 1), weight=DIAGONAL)
            left = column > 0 and free[row, column - 1]
            if left and below and free[row + 1, column - 1]:
                graph.add_edge((row, column), (row + 1, column - 1), weight=DIAGONAL)
        self.graph = graph
        self.vertices = graph.number_of_nodes()
        self.edges = graph.number_of_edges()
        self.bytes = size_of(graph.adj._atlas)

    def path(self, start, goal):
        try:
            return networkx.astar_path(self.graph, start, goal, heuristic=math.dist), 0
        except networkx.NetworkXNoPath:
            return None, 0


def size_of(adjacency):
    """Returns the bytes of the dictionaries of a graph, of its nodes, and of the weights that are not shared."""
    total = sys.getsizeof(adjacency)
    for node, neighbours in adjacency.items():
        total += sys.getsizeof(node) + sys.getsizeof(neighbours)
        total += sum(sys.getsizeof(attributes) for attributes in neighbours.values()) // 2  # both directions share one object
    return total


Worker(f"networkx {networkx.__version__}", Planning).run()
