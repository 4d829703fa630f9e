// What a method costs on a map: its build, and its queries.

/** @typedef {import("./page.js").View} View */
/** @typedef {{build: number, query: number}} Cost of a method on a map, in nanoseconds: build, with the parts of the free space used, and mean query */

/**
 * The cost of a method on each chosen map that it was built for and answered on. A query that timed
 * out counts with the limit. O(queries).
 * @param {View} view
 * @param {number} method
 * @returns {Map<number, Cost>} by world
 */
export function costs_of(view, method) {
  const { store, selection } = view;
  const [found, timeout] = [store.code("found"), store.code("timeout")];
  const { status, ns, world } = store;
  const limits = store.worlds.map((_, at) => store.limit(store.trial(method, at)));
  const sums = new Float64Array(store.worlds.length);
  const counts = new Uint32Array(store.worlds.length);
  const row = store.at(method, 0);
  for (const query of selection.reachable) {
    const code = status[row + query];
    const taken = code === found ? ns[row + query] : code === timeout ? limits[world[query]] : NaN;
    if (!Number.isFinite(taken)) continue;
    sums[world[query]] += taken;
    ++counts[world[query]];
  }
  /** @type {Map<number, Cost>} */
  const costs = new Map();
  for (const at of selection.worlds) {
    const trial = store.trial(method, at);
    if (counts[at] && trial && trial.status === "built" && trial.total_build_ns !== null) costs.set(at, { build: trial.total_build_ns, query: sums[at] / counts[at] });
  }
  return costs;
}

/** @param {number[]} values */
export function median_of(values) {
  const sorted = values.slice().sort((a, b) => a - b);
  return sorted.length ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : NaN;
}
