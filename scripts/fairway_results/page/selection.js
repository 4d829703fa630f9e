// The queries and methods that pass the user's filters.
import { kNotAsked } from "./store.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */

/** Length classes of queries by optimum / diagonal of the map's box, with the upper end of each class. */
export const kLengths = ["below 1/8", "1/8 to 1/4", "1/4 to 1/2", "1/2 to 1", "1 or more"], kEnds = [1 / 8, 1 / 4, 1 / 2, 1, Infinity];

/** @typedef {ReturnType<typeof selection_of>} Selection */

/** The queries and methods that pass the filters. `timed` is true if one host measured all of them. @param {Store} store @param {State} state */
export function selection_of(store, state) {
  const stratum = state.stratum || store.strata[0];
  const holds = (/** @type {string[]} */ chosen, /** @type {string} */ value) => chosen.length === 0 || chosen.includes(value);
  const of_host = (/** @type {number} */ world) => state.host === "" || store.methods.some((_, method) => store.trial(method, world)?.host === state.host);
  const worlds = Array.from(store.worlds.keys()).filter((i) => {
    const world = store.worlds[i];
    return world.stratum === stratum && holds(state.family, world.family) && holds(state.map, world.map) && of_host(i);
  });
  const methods = Array.from(store.methods.keys()).filter((i) => holds(state.method, store.methods[i].name));
  const chosen = new Uint8Array(store.worlds.length);
  for (const world of worlds) chosen[world] = 1;
  const diagonals = store.worlds.map((world) => Math.hypot(world.max_x - world.min_x, world.max_y - world.min_y));
  const lengths = kLengths.map((name) => holds(state.length, name));
  const wanted = wanted_queries(store, methods, state.only);
  const [reachable, unreachable] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const [with_path, without] = [store.truths.indexOf("reachable"), store.truths.indexOf("unreachable")];
  for (let query = 0; query < store.queries; ++query) {
    const world = store.world[query];
    if (!wanted[query] || !chosen[world]) continue;
    if (store.truth[query] === with_path) {
      if (lengths[kEnds.findIndex((end) => store.optimum[query] / diagonals[world] < end)]) reachable.push(query);
    } else if (store.truth[query] === without && state.length.length === 0) {
      unreachable.push(query);
    }
  }
  const hosts = new Set(store.builds.filter((build) => chosen[build.world]).map((build) => build.host));
  return { store, worlds, methods, reachable: Uint32Array.from(reachable), unreachable: Uint32Array.from(unreachable), timed: hosts.size <= 1 };
}

/**
 * A flag for each query, 1 if it is wanted. `only` is "answered" (by all methods), a status (of at least one method), or "" (all queries).
 * @param {Store} store @param {number[]} methods @param {string} only */
function wanted_queries(store, methods, only) {
  const all = only === "" || only === "answered";
  const wanted = new Uint8Array(store.queries).fill(Number(all));
  const [code, found, unsupported] = [only, "found", "unsupported"].map((status) => store.code(status));
  for (const method of only === "" ? [] : methods) {
    const row = store.at(method, 0);
    for (let query = 0; query < wanted.length; ++query) {
      const status = store.status[row + query];
      if (all ? status !== found && status !== unsupported && status !== kNotAsked : status === code) wanted[query] = Number(!all);
    }
  }
  return wanted;
}
