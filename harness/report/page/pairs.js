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
  for (const query of reachable) {
    const own = store.at(method, query);
    const other = store.at(against, query);
    if (store.status[own] !== found || store.status[other] !== found) continue;
    const value = compared(column[own], column[other]);
    if (Number.isNaN(value)) continue;
    values.push(value);
    maps.push(store.worlds[store.world[query]].rank);
  }
  return { ...mean_over_maps(per_map(values, maps, store.maps.length)), both: values.length };
}
