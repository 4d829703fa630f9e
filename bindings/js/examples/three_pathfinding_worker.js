// SPDX-License-Identifier: MIT
// three-pathfinding (npm install three three-pathfinding earcut): A* and a funnel on the triangles of earcut. The map's y
// is -z of three.js.
import earcut from "earcut";
import { BufferAttribute, BufferGeometry, Vector3 } from "three";
import { Pathfinding } from "three-pathfinding";

import { serve, triangles_of } from "./serve.js";

serve("three-pathfinding 1.3.0", (world) => {
  const { points, indices } = triangles_of(world, earcut);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float64Array(points.flatMap(([x, y]) => [x, 0, -y])), 3));
  geometry.setIndex(indices);
  const pathfinding = new Pathfinding();
  pathfinding.setZoneData("world", Pathfinding.createZone(geometry));
  return (start, goal) => {
    const [from, to] = [start, goal].map(([x, y]) => new Vector3(x, 0, -y));
    const group = pathfinding.getGroup("world", from, true);
    const found = group === null ? null : pathfinding.findPath(from, to, "world", group);
    return found ? [start, ...found.map(({ x, z }) => [x, -z])] : null;
  };
});
