#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// fairway-judge MAP SCEN PATHS [--name NAME] [--max-gap G] [--junit FILE]
//
// Judges the paths of another program, like `fairway judge`. Exits with 1 if a path is illegal or missing, or longer than
// (1 + G) times the optimum; with 2 for bad input.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";

import * as fairway from "./index.js";
import { verdict } from "./kit.js";

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: "string" }, "max-gap": { type: "string" }, junit: { type: "string" } } });
  const [map, scenario, file] = positionals;
  if (positionals.length !== 3) throw new Error("expected MAP SCEN PATHS");
  const max_gap = Number(values["max-gap"] ?? Infinity);
  if (!(max_gap >= 0)) throw new Error(`--max-gap: found ${values["max-gap"]}, expected a number from 0`);
  const world = fairway.World.read(map);
  const named = (/** @type {string} */ name, /** @type {() => any} */ read) => {
    try {
      return read();
    } catch (error) {
      throw new Error(`${name}:${error instanceof Error ? error.message : error}`);
    }
  };
  const problems = named(scenario, () => fairway.read_scenario(readFileSync(scenario, "utf-8"), world.facts().width > 0));
  const paths = named(file, () => fairway.read_paths(readFileSync(file, "utf-8")));
  const verdicts = paths.map((/** @type {import("./paths.js").RecordedPath} */ { row, points, line }) => {
    if (row >= problems.length) throw new Error(`${file}:${line}: row ${row}, expected a row of ${scenario}: 0 to ${problems.length - 1}`);
    return { name: `row ${row}`, seconds: 0, ...verdict(fairway, world, problems[row], points, max_gap) };
  });
  const failed = verdicts.filter(({ failure }) => failure);
  if (values.junit) writeFileSync(values.junit, fairway.junit(values.name ?? basename(file), basename(map), verdicts));
  console.log(`${verdicts.length} paths, ${failed.length} failed`);
  if (failed.length > 0) console.log(`${failed[0].name}: ${failed[0].failure}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  console.error(`fairway-judge: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
