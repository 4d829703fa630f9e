// SPDX-License-Identifier: MIT
// The package for Node:
//
//     import { World, judge, path } from "fairway";
//     const world = World.read("castle.geojson");
//     const found = path(world, "hub-labels", [10, 10], [100, 80]);  // points, length, optimum, gap
//     judge(world, [10, 10], [100, 80], found.points);               // legal, cause, segment
//
// Coordinates and lengths are in map units, times in nanoseconds, memory in bytes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { interface_over } from "./fairway.js";

const start_engine = createRequire(import.meta.url)("./engine.cjs");
const wasmBinary = readFileSync(new URL("engine.wasm", import.meta.url));
const fairway = interface_over(await start_engine({ wasmBinary }));

/** A world. `World.read(file)` reads a map file. */
export const World = Object.assign(fairway.World, {
  /** @param {string} file @param {string} [options] */
  read: (file, options) => fairway.World.parse(file, readFileSync(file), options),
});
export const { Method, judge, method, methods, path, version } = fairway;
export { junit, regress } from "./kit.js";
export { read_paths, read_scenario } from "./paths.js";
