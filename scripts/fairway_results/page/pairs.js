// Pairs of methods, query by query: scripts/plots/comparisons.py has the same.
import { kZeroGap, mean_over_maps, per_map } from "./statistics.js";

/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {ReturnType<typeof mean_over_maps>} Effect */

/**
 * How the times of two methods compare on queries that both found: the mean logarithm of the ratio on
 * each map, then over maps.
 * @param {Selection} selection
 * @param {number} method
 * @param {number} against
 * @returns {Effect & {both: number}} of time(method) / time(against), logarithms
 */
export function time_effect(selection, method, against) {
  return effect_of(selection, method, against, selection.store.ns, (own, other) => Math.log(own / other));
}

/**
 * How the gaps of two methods compare on queries that both found: the mean difference on each map,
 * then over maps.
 * @param {Selection} selection
 * @param {number} method
 * @param {number} against
 * @returns {Effect & {both: number}} of gap(method) - gap(against)
 */
export function gap_effect(selection, method, against) {
  return effect_of(selection, method, against, selection.store.gap, (own, other) => (Math.abs(own - other) <= kZeroGap ? 0 : own - other));
}

/**
 * How the memory of two methods compares on maps for which both were built.
 * @param {Selection} selection
 * @param {number} method
 * @param {number} against
 * @returns {Effect} of bytes(method) / bytes(against), logarithms
 */
export function memory_effect(selection, method, against) {
  const { store, worlds } = selection;
  const bytes = (/** @type {number} */ one, /** @type {number} */ world) => store.trial(one, world)?.total_bytes ?? NaN;
  return mean_over_maps(worlds.map((world) => Math.log(bytes(method, world) / bytes(against, world))).filter(Number.isFinite));
}

/**
 * @param {Selection} selection
 * @param {number} method
 * @param {number} against
 * @param {Float32Array} column
 * @param {(own: number, other: number) => number} compared
 */
function effect_of(selection, method, against, column, compared) {
  const { store, reachable } = selection;
  const found = store.code("found");
  const values = [];
  const maps = [];
  const ranks = store.worlds.map((world) => world.rank);
  const [row, other_row] = [store.at(method, 0), store.at(against, 0)];
  const { status, world } = store;
  for (let i = 0; i < reachable.length; ++i) {
    const query = reachable[i];
    if (status[row + query] !== found || status[other_row + query] !== found) continue;
    const value = compared(column[row + query], column[other_row + query]);
    if (Number.isNaN(value)) continue;
    values.push(value);
    maps.push(ranks[world[query]]);
  }
  return { ...mean_over_maps(per_map(values, maps, store.maps.length)), both: values.length };
}
