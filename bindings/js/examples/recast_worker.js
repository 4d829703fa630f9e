// SPDX-License-Identifier: MIT
// recast-navigation (npm install recast-navigation earcut): Recast rasterises the triangles of earcut, Detour searches.
// Option cells: voxels along the longer side, default 512. The agent has no size. The map's y is -z of Recast.
import { generateSoloNavMesh } from "@recast-navigation/generators";
import earcut from "earcut";
import { init, NavMeshQuery } from "recast-navigation";

import { serve, triangles_of } from "./serve.js";

/** An end of a query may lie up to this many voxels from the mesh. */
const kSearched = 4;

serve("recast-navigation 0.43.1", async (world, { cells = 512 }) => {
  await init();
  const { points, indices } = triangles_of(world, earcut);
  const sides = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  const cs = Math.max(...sides) / cells;
  const upward = Array.from({ length: indices.length / 3 }, (_, i) => {
    const [a, b, c] = indices.slice(3 * i, 3 * i + 3);
    const turn = (points[b][0] - points[a][0]) * (points[c][1] - points[a][1]) - (points[b][1] - points[a][1]) * (points[c][0] - points[a][0]);
    return turn > 0 ? [a, b, c] : [a, c, b];
  }).flat();
  const { success, navMesh } = generateSoloNavMesh(points.flatMap(([x, y]) => [x, 0, -y]), upward,
    { cs, ch: cs, walkableRadius: 0, walkableClimb: 1, walkableHeight: 1, minRegionArea: 0, mergeRegionArea: 20, maxEdgeLen: 0, maxSimplificationError: 1.3 });
  if (!success) throw new Error("Recast made no mesh");
  const query = new NavMeshQuery(navMesh);
  const halfExtents = { x: kSearched * cs, y: kSearched * cs, z: kSearched * cs };
  return (start, goal) => {
    const [from, to] = [start, goal].map(([x, y]) => ({ x, y: 0, z: -y }));
    const { success: found, path } = query.computePath(from, to, { halfExtents, maxPathPolys: 4096, maxStraightPathPoints: 4096 });
    if (!found || path.length === 0) return null;
    return [start, ...path.slice(1, -1).map(({ x, z }) => [x, -z]), goal];
  };
});
