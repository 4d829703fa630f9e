// SPDX-License-Identifier: MIT
// The worker protocol of docs/worker-protocol.md for a planner in JavaScript.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** @typedef {{rings: {outline: boolean, points: number[][]}[], walls?: number[][], cells?: {width: number, height: number, legend: Record<string, number>, rows: string[]}}} WorldFile */
/** @typedef {(start: number[], goal: number[]) => number[][]|null} Solve */

/** Answers the requests on standard input with a planner. @param {string} program @param {(world: WorldFile, options: Record<string, any>) => Promise<Solve>|Solve} build - makes the planner; throws if it does not support the world */
export async function serve(program, build) {
  /** @type {WorldFile} */
  let world;
  /** @type {Solve} */
  let solve;
  const elapsed = (/** @type {bigint} */ begun) => Number(process.hrtime.bigint() - begun);
  /** @type {Record<string, (request: any) => any>} */
  const acts = {
    hello: () => ({ protocol: 1, program }),
    load: ({ file }) => {
      world = JSON.parse(readFileSync(file, "utf-8"));
      return {};
    },
    build: async ({ method }) => {
      const begun = process.hrtime.bigint();
      try {
        solve = await build(world, method.options ?? {});
      } catch (error) {
        return { status: "unsupported", message: error instanceof Error ? error.message : String(error) };
      }
      return { status: "built", ns: elapsed(begun) };
    },
    answer: ({ queries }) => queries.map(([x, y, u, v]) => {
      const begun = process.hrtime.bigint();
      const path = solve([x, y], [u, v]);
      const ns = { search: elapsed(begun) };
      return path === null ? { status: "no_path", ns } : { status: "found", path, ns };
    }),
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    const replies = acts[request.request] ? await acts[request.request](request) : { reply: "error", message: `no request ${request.request}` };
    for (const reply of [replies].flat()) process.stdout.write(`${JSON.stringify({ reply: request.request, ...reply })}\n`);
  }
}

/** Triangulates free space by earcut. Returns points, and three indices of points per triangle. Throws for walls of zero width. @param {WorldFile} world @param {any} earcut */
export function triangles_of({ rings, walls = [] }, earcut) {
  if (walls.length > 0) throw new Error("the world has walls of zero width");
  const outlines = rings.filter(({ outline }) => outline).map(({ points }) => points);
  const holes = rings.filter(({ outline }) => !outline).map(({ points }) => points);
  /** @type {number[][]} */
  const points = [];
  /** @type {number[]} */
  const indices = [];
  for (const outline of outlines) {
    const others = outlines.filter((other) => other !== outline && is_inside(other[0], outline));
    const own = holes.filter((hole) => is_inside(hole[0], outline) && !others.some((other) => is_inside(hole[0], other) && !is_inside(outline[0], other)));
    const all = [outline, ...own].flat();
    const begins = own.map((_, i) => [outline, ...own.slice(0, i)].flat().length);
    indices.push(...earcut(all.flat(), begins).map((/** @type {number} */ i) => i + points.length));
    points.push(...all);
  }
  return { points, indices };
}

/** Whether a point is inside a ring, by the parity of crossings. @param {number[]} point @param {number[][]} ring */
export function is_inside([x, y], ring) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
    if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
