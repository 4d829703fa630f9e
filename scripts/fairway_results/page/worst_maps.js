// What a method is like on the worst of the chosen maps, and which of them it lacks.
import { kNotAsked } from "./store.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {{value: number, world: number}} Extreme of one number; NaN and -1 if no map has it */
/** @typedef {{memory: Extreme, gap: Extreme, answered: Extreme, failed: number[], unsized: number[], pathless: number[]}} Worst `gap`: the greatest mean gap
 *   of a map; `answered`: the least share of its reachable queries. Worlds without a build, with a build of unknown size, and with queries but without a path */

/** Of more maps only the first are named. */
export const kMostNamed = 8;

/** The chosen worlds that a method was not made for, or not measured on. @param {View} view @param {number} method */
export function lacking_maps({ store, selection }, method) {
  return selection.worlds.filter((world) => {
    const trial = store.trial(method, world);
    return !trial || trial.status === "unsupported";
  });
}

/** O(queries). @param {View} view @param {number} method that was made for all chosen worlds @returns {Worst} */
export function worst_maps({ store, selection }, method) {
  const [found, unsupported] = [store.code("found"), store.code("unsupported")];
  const row = store.at(method, 0);
  const [asked, paths, gaps, sums] = [0, 1, 2, 3].map(() => new Float64Array(store.worlds.length));
  for (const query of selection.reachable) {
    const world = store.world[query];
    const status = store.status[row + query];
    if (status === unsupported || status === kNotAsked) continue;
    ++asked[world];
    if (status !== found) continue;
    ++paths[world];
    if (Number.isNaN(store.gap[row + query])) continue;
    ++gaps[world];
    sums[world] += store.gap[row + query];
  }
  const built = selection.worlds.filter((world) => store.trial(method, world)?.status === "built");
  const bytes = (/** @type {number} */ world) => store.trial(method, world)?.total_bytes ?? NaN;
  return {
    memory: extreme(built, bytes, 1),
    gap: extreme(selection.worlds, (world) => sums[world] / gaps[world], 1),
    answered: extreme(selection.worlds, (world) => paths[world] / asked[world], -1),
    failed: selection.worlds.filter((world) => !built.includes(world)),
    unsized: built.filter((world) => Number.isNaN(bytes(world))),
    pathless: selection.worlds.filter((world) => asked[world] > 0 && paths[world] === 0),
  };
}

/** The world of the greatest value, or of the least if `sign` is -1; worlds without a value are left out. @param {number[]} worlds @param {(world:
 *   number) => number} value_of @param {1|-1} sign @returns {Extreme} */
function extreme(worlds, value_of, sign) {
  const worst = { value: NaN, world: -1 };
  for (const world of worlds) {
    const value = value_of(world);
    if (Number.isNaN(value) || sign * value <= sign * worst.value) continue;
    worst.value = value;
    worst.world = world;
  }
  return worst;
}
