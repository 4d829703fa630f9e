// SPDX-License-Identifier: MIT
// PathFinding.js (npm install pathfinding): A* on cells, eight directions. Option cell_size: default 1 in a world of
// cells, else 1/128 of the longer side. Option cross_corners: lets diagonal steps cross blocked corners, which is illegal.
import PF from "pathfinding";

import { is_inside, serve } from "./serve.js";

serve("pathfinding 0.4.18", ({ rings, cells }, { cell_size, cross_corners = false }) => {
  const points = rings.flatMap((ring) => ring.points);
  const [low, high] = [Math.min, Math.max].map((end) => [0, 1].map((axis) => points.reduce((best, point) => end(best, point[axis]), points[0][axis])));
  const size = cell_size ?? (cells ? 1 : Math.max(high[0] - low[0], high[1] - low[1]) / 128);
  const origin = cells ? [0, 0] : low;
  const columns = cells ? cells.width : Math.ceil((high[0] - low[0]) / size);
  const rows = cells ? cells.height : Math.ceil((high[1] - low[1]) / size);
  const centre = (/** @type {number} */ i, /** @type {number} */ j) => [origin[0] + (i + 0.5) * size, origin[1] + (j + 0.5) * size];
  const is_free = (/** @type {number} */ i, /** @type {number} */ j) => (cells ? cells.legend[cells.rows[j][i]] !== 0
    : rings.filter((ring) => is_inside(centre(i, j), ring.points)).length % 2 === 1);
  const blocked = Array.from({ length: rows }, (_, j) => Array.from({ length: columns }, (__, i) => (is_free(i, j) ? 0 : 1)));
  const grid = new PF.Grid(columns, rows, blocked);
  const finder = new PF.AStarFinder({ diagonalMovement: cross_corners ? PF.DiagonalMovement.Always : PF.DiagonalMovement.OnlyWhenNoObstacles,
    heuristic: PF.Heuristic.octile });
  return (start, goal) => {
    const [from, to] = [start, goal].map((point) => [0, 1].map((axis) => Math.min([columns, rows][axis] - 1, Math.max(0, Math.floor((point[axis] - origin[axis]) / size)))));
    const found = finder.findPath(from[0], from[1], to[0], to[1], grid.clone());
    return found.length === 0 ? null : [start, ...found.map(([i, j]) => centre(i, j)), goal];
  };
});
