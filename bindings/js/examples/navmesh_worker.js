// SPDX-License-Identifier: MIT
// navmesh (npm install navmesh earcut): A* and a funnel on the triangles of earcut.
import earcut from "earcut";
import navmesh from "navmesh";

import { serve, triangles_of } from "./serve.js";

serve("navmesh 2.3.1", (world) => {
  const { points, indices } = triangles_of(world, earcut);
  const polygons = Array.from({ length: indices.length / 3 }, (_, i) => indices.slice(3 * i, 3 * i + 3).map((k) => ({ x: points[k][0], y: points[k][1] })));
  const mesh = new navmesh.NavMesh(polygons);
  return (start, goal) => {
    const found = mesh.findPath({ x: start[0], y: start[1] }, { x: goal[0], y: goal[1] });
    return found ? found.map(({ x, y }) => [x, y]) : null;
  };
});
