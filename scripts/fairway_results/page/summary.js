// The numbers of the table of methods: scripts/plots/summary.py has the same.
import { kNotAsked } from "./store.js";
import { linear_quantile, quantile } from "./statistics.js";

/** @typedef {import("./selection.js").Selection} Selection */

/**
 * @typedef {object} Row
 * @property {number} method
 * @property {number} maps for how many of the chosen maps it was made
 * @property {boolean} whole whether that is all of them
 * @property {number} reachable queries asked
 * @property {number} found
 * @property {number} answered share of them
 * @property {number} query_p50_ns
 * @property {number} query_p95_ns
 * @property {number} limit_ns the least time at which a query was ended; Infinity if none was
 * @property {number} median_gap
 * @property {number} mean_gap
 * @property {number} p95_gap
 * @property {number} max_gap
 * @property {number} unreachable queries asked that have no path
 * @property {number} refused share of them rightly refused
 * @property {number} refusal_p50_ns
 * @property {number} build_p50_ns
 * @property {number} build_own_p50_ns
 * @property {number} median_bytes
 * @property {number} median_own_bytes
 * @property {Map<string, [number, number]>} intervals of columns of the table, once they are computed
 * @property {Float64Array} statuses numbers of reachable queries without a legal path, by the status's code
 */

/**
 * A row for each method that was made for any of the maps.
 * @param {Selection} selection
 * @returns {Row[]}
 */
export function summary_of(selection) {
  const rooms = [0, 1].map(() => new Float64Array(selection.reachable.length));
  return selection.methods.map((method) => summary_row(selection, method, rooms)).filter((row) => row.maps > 0);
}

/**
 * @param {Selection} selection
 * @param {number} method
 * @param {Float64Array[]} rooms for times and for gaps, which all methods share
 * @returns {Row}
 */
function summary_row(selection, method, rooms) {
  const { store, worlds } = selection;
  const trials = worlds.map((world) => store.trial(method, world)).filter((trial) => trial && trial.status !== "unsupported");
  const gaps = gaps_of(selection, method, store.gap, rooms[1]);
  const times = times_of(selection, method, rooms[0]);
  const refusals = refusals_of(selection, method);
  const build = (/** @type {"own_build_ns"|"total_build_ns"|"own_bytes"|"total_bytes"} */ column) =>
    quantile(builds_of(selection, method, column).values, 0.5);
  return {
    method,
    maps: new Set(trials.map((trial) => trial && store.worlds[trial.world].map)).size,
    whole: trials.length === worlds.length,
    reachable: times.asked,
    found: times.found,
    answered: times.asked ? times.found / times.asked : NaN,
    query_p50_ns: selection.timed ? quantile(times.values, 0.5) : NaN,
    query_p95_ns: selection.timed ? quantile(times.values, 0.95, (times.values.length - 1) >> 1) : NaN,
    limit_ns: times.limit,
    mean_gap: mean_of(gaps),
    median_gap: quantile(gaps, 0.5),
    p95_gap: linear_quantile(gaps, 0.95, (gaps.length - 1) >> 1),
    max_gap: gaps.length ? greatest_of(gaps) : NaN,
    unreachable: refusals.asked,
    refused: refusals.asked ? refusals.refused / refusals.asked : NaN,
    refusal_p50_ns: selection.timed ? quantile(refusals.values, 0.5) : NaN,
    build_p50_ns: selection.timed ? build("total_build_ns") : NaN,
    build_own_p50_ns: selection.timed ? build("own_build_ns") : NaN,
    median_bytes: build("total_bytes"),
    median_own_bytes: build("own_bytes"),
    intervals: new Map(),
    statuses: times.statuses,
  };
}

/**
 * What it took until a path was returned, of each reachable query that a method was asked: the limit
 * where it timed out; infinite where no path came. Answers found without a time are left out.
 * @param {Selection} selection
 * @param {number} method
 * @param {Float64Array} [values] room for them
 */
export function times_of(selection, method, values = new Float64Array(selection.reachable.length)) {
  const { store, reachable } = selection;
  const [found, invalid, unsupported, timeout] = ["found", "invalid_path", "unsupported", "timeout"].map((name) => store.code(name));
  const limits = store.worlds.map((_, world) => store.limit(store.trial(method, world)));
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
    if (status === found || status === invalid) {
      taken = ns[row + query];
    } else if (status === timeout) {
      taken = limits[world_of[query]];
      least = Math.min(least, taken);
    }
    if (Number.isNaN(taken)) continue;
    values[count] = taken;
    maps[count++] = ranks[world_of[query]];
  }
  return { values: values.subarray(0, count), maps: maps.subarray(0, count), asked, found: answers, statuses, limit: least };
}

/**
 * A column of a method's own legal paths.
 * @param {Selection} selection
 * @param {number} method
 * @param {Float32Array} column
 * @param {Float64Array} [values] room for them
 */
export function gaps_of(selection, method, column, values = new Float64Array(selection.reachable.length)) {
  const { store, reachable } = selection;
  const found = store.code("found");
  const { status } = store;
  const row = store.at(method, 0);
  let count = 0;
  for (let i = 0; i < reachable.length; ++i) {
    const value = column[row + reachable[i]];
    if (status[row + reachable[i]] === found && value === value) values[count++] = value;  // not NaN
  }
  return values.subarray(0, count);
}

/**
 * The queries without a path that a method was asked, how many of them it rightly refused, and the
 * times of those.
 * @param {Selection} selection
 * @param {number} method
 */
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

/**
 * A column of builds, infinite where the build failed; what was not told is left out.
 * @param {Selection} selection
 * @param {number} method
 * @param {"own_build_ns"|"total_build_ns"|"own_bytes"|"total_bytes"} column
 */
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
