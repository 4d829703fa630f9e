// The numbers of the table of methods: the tables of scripts/fairway_results have the same.
import { kNotAsked } from "./store.js";
import { quantile, quantile_interval } from "./estimators.js";

/** @typedef {import("./selection.js").Selection} Selection */

/** @typedef {ReturnType<typeof summary_row>} Row */

/** A row for each method that was made for any of the maps. @param {Selection} selection @returns {Row[]} */
export function summary_of(selection) {
  const rooms = [0, 1].map(() => new Float64Array(selection.reachable.length));
  return selection.methods.map((method) => summary_row(selection, method, rooms)).filter((row) => row.maps > 0);
}

/** @param {Selection} selection @param {number} method @param {Float64Array[]} rooms for times and for gaps, which all methods share */
function summary_row(selection, method, rooms) {
  const { store, worlds } = selection;
  const trials = worlds.map((world) => store.trial(method, world)).filter((trial) => trial && trial.status !== "unsupported");
  const gaps = gaps_of(selection, method, rooms[1]).values;
  const times = times_of(selection, method, rooms[0]);
  const refusals = refusals_of(selection, method);
  const build = (/** @type {"own_build_ns"|"total_build_ns"|"own_bytes"|"total_bytes"} */ column) =>
    quantile(builds_of(selection, method, column).values, 0.5);
  return {
    method,
    /** For how many of the chosen maps it was made, and whether these are all. */
    maps: new Set(trials.map((trial) => trial && store.worlds[trial.world].map)).size,
    whole: trials.length === worlds.length,
    reachable: times.asked,
    found: times.found,
    answered: times.asked ? times.found / times.asked : NaN,
    query_p50_ns: selection.timed ? quantile(times.values, 0.5) : NaN,
    query_p95_ns: selection.timed ? quantile(times.values, 0.95, (times.values.length - 1) >> 1) : NaN,
    limit_ns: times.limit,  // the least time at which a query was ended; Infinity if none was
    mean_gap: mean_of(gaps),
    median_gap: quantile(gaps, 0.5),
    p95_gap: quantile(gaps, 0.95, (gaps.length - 1) >> 1),
    max_gap: gaps.length ? greatest_of(gaps) : NaN,
    unreachable: refusals.asked,
    refused: refusals.asked ? refusals.refused / refusals.asked : NaN,
    refusal_p50_ns: selection.timed ? quantile(refusals.values, 0.5) : NaN,
    build_p50_ns: selection.timed ? build("total_build_ns") : NaN,
    build_own_p50_ns: selection.timed ? build("own_build_ns") : NaN,
    median_bytes: build("total_bytes"),
    median_own_bytes: build("own_bytes"),
    intervals: /** @type {Map<string, [number, number]>|null} */ (null),  // by column of the table, once they are computed
    statuses: times.statuses,  // numbers of reachable queries without a legal path, by the status's code
  };
}

/** The time to a legal path, of each reachable query that a method was asked: the limit where it timed out; infinite where no legal path came.
 *   Answers found without a time are left out. @param {Selection} selection @param {number} method @param {Float64Array} [values] room for them */
export function times_of(selection, method, values = new Float64Array(selection.reachable.length)) {
  const { store, reachable } = selection;
  const [found, unsupported, timeout] = ["found", "unsupported", "timeout"].map((name) => store.code(name));
  const maps = new Uint16Array(reachable.length);
  const statuses = new Float64Array(kNotAsked);
  const { status: all_statuses, ns, world: world_of } = store;
  const ranks = Uint16Array.from(store.worlds, (world) => world.rank);
  const row = store.at(method, 0);
  let count = 0;
  let asked = 0;
  let answers = 0;
  let least = Infinity;
  for (let i = 0; i < reachable.length; ++i) {
    const query = reachable[i];
    const status = all_statuses[row + query];
    if (status === unsupported || status === kNotAsked) continue;
    ++asked;
    let taken = Infinity;
    if (status === found) ++answers;
    else ++statuses[status];
    if (status === found || (status === timeout && ns[row + query] === ns[row + query])) taken = ns[row + query];  // not NaN
    if (status === timeout && taken < least) least = taken;
    if (Number.isNaN(taken)) continue;
    values[count] = taken;
    maps[count++] = ranks[world_of[query]];
  }
  return { values: values.subarray(0, count), maps: maps.subarray(0, count), asked, found: answers, statuses, limit: least };
}

/** The gaps of a method's own legal paths, and their maps. @param {Selection} selection @param {number} method @param {Float64Array} [values] room
 *   for them */
export function gaps_of(selection, method, values = new Float64Array(selection.reachable.length)) {
  const { store, reachable } = selection;
  const found = store.code("found");
  const { status, gap, world } = store;
  const ranks = Uint16Array.from(store.worlds, (one) => one.rank);
  const maps = new Uint16Array(reachable.length);
  const row = store.at(method, 0);
  let count = 0;
  for (let i = 0; i < reachable.length; ++i) {
    const at = row + reachable[i];
    if (status[at] !== found || gap[at] !== gap[at]) continue;  // NaN
    values[count] = gap[at];
    maps[count++] = ranks[world[reachable[i]]];
  }
  return { values: values.subarray(0, count), maps: maps.subarray(0, count) };
}

/** The queries without a path that a method was asked, how many of them it rightly refused, and the times of those. @param {Selection} selection
 *   @param {number} method */
export function refusals_of(selection, method) {
  const { store, unreachable } = selection;
  const [right, unsupported] = [store.code("unreachable"), store.code("unsupported")];
  const row = store.at(method, 0);
  const values = [];
  const queries = [];
  let asked = 0;
  let refused = 0;
  for (const query of unreachable) {
    const status = store.status[row + query];
    if (status === unsupported || status === kNotAsked) continue;
    ++asked;
    if (status !== right) continue;
    ++refused;
    const ns = store.ns[row + query];
    if (ns !== ns) continue;  // NaN
    values.push(ns);
    queries.push(query);
  }
  return { values: Float64Array.from(values), queries, asked, refused };
}

/** A column of builds, infinite where the build failed; what was not told is left out. @param {Selection} selection @param {number} method @param
 *   {"own_build_ns"|"total_build_ns"|"own_bytes"|"total_bytes"} column */
export function builds_of(selection, method, column) {
  const values = [];
  const maps = [];
  for (const world of selection.worlds) {
    const trial = selection.store.trial(method, world);
    if (!trial || trial.status === "unsupported") continue;
    const value = trial.status === "built" ? trial[column] : Infinity;
    if (value === null) continue;
    values.push(value);
    maps.push(selection.store.worlds[world].rank);
  }
  return { values: Float64Array.from(values), maps: Uint16Array.from(maps) };
}

/** The intervals of a row's quantiles, by column. @param {Selection} selection @param {number} method @returns {Map<string, [number, number]>} */
export function intervals_of(selection, method) {
  const times = times_of(selection, method);
  const gaps = gaps_of(selection, method);
  const build = builds_of(selection, method, "total_build_ns");
  const bytes = builds_of(selection, method, "total_bytes");
  /** @type {[string, {values: Float64Array, maps: Uint16Array}, number][]} */
  const timed = [["query_p50_ns", times, 0.5], ["query_p95_ns", times, 0.95], ["build_p50_ns", build, 0.5]];
  /** @type {typeof timed} */
  const always = [["median_gap", gaps, 0.5], ["median_bytes", bytes, 0.5]];
  return new Map([...(selection.timed ? timed : []), ...always].map(([column, { values, maps }, share]) => [column, quantile_interval(values, maps, share)]));
}

/** @typedef {{build: number, query: number}} Cost of a method on a map, in nanoseconds: build, with the parts of the free space used, and mean query */

/** The cost of a method on each chosen map that it was built for and answered on. A query that timed out counts with the limit. O(queries). @param
 *   {Selection} selection @param {number} method @returns {Map<number, Cost>} by world */
export function costs_of(selection, method) {
  const { store } = selection;
  const [found, timeout] = [store.code("found"), store.code("timeout")];
  const { status, ns, world } = store;
  const sums = new Float64Array(store.worlds.length);
  const counts = new Uint32Array(store.worlds.length);
  const row = store.at(method, 0);
  for (const query of selection.reachable) {
    const code = status[row + query];
    const taken = code === found || code === timeout ? ns[row + query] : NaN;
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

/** The answer of a method that is nearest to what a dot or a curve shows. @param {Selection} selection @param {number} method @param {(at: number)
 *   => number} distance of the answer at a place of the store's columns; NaN never counts @returns {number|undefined} its query */
export function nearest_answer({ store, reachable }, method, distance) {
  const found = store.code("found");
  const row = store.at(method, 0);
  let [least, nearest] = [Infinity, /** @type {number|undefined} */ (undefined)];
  for (const query of reachable) {
    const away = store.status[row + query] === found ? distance(row + query) : NaN;
    if (away < least) [least, nearest] = [away, query];
  }
  return nearest;
}

/** @param {Float64Array} values */
export function mean_of(values) {
  let sum = 0;
  for (let i = 0; i < values.length; ++i) sum += values[i];
  return sum / values.length;
}

/** @param {Float64Array} values */
function greatest_of(values) {
  let most = -Infinity;
  for (let i = 0; i < values.length; ++i) if (values[i] > most) most = values[i];
  return most;
}
