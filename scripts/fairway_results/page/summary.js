// The numbers of the table of methods: the same as in the tables of scripts/fairway_results.
import { kNotAsked } from "./store.js";
import { quantile, quantile_interval } from "./estimators.js";

/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {"own_build_ns"|"total_build_ns"|"own_bytes"|"total_bytes"} Cost a column of builds */
/**
 * @typedef {{values: Float64Array, worlds: Uint32Array, counts: Float64Array, asked: number}} Values `worlds`: world of each value; `counts`: number of
 * answers by status code; `asked` omits unsupported worlds */
/** @typedef {ReturnType<typeof summary_row>} Row */

/** Rules for an answer's value by status: omit; the value, or omit if unknown; the value, or infinite if unknown; infinite. */
const kLeftOut = 0, kValue = 1, kValueOrNever = 2, kNever = 3;

/** A row for each method that supports any of the maps. @param {Selection} selection @returns {Row[]} */
export function summary_of(selection) {
  const rooms = [0, 1].map(() => ({ values: new Float64Array(selection.reachable.length), worlds: new Uint32Array(selection.reachable.length) }));
  return selection.methods.map((method) => summary_row(selection, method, rooms)).filter((row) => row.maps > 0);
}

/** @param {Selection} selection @param {number} method @param {Room[]} rooms - memory for times and for gaps, shared by all methods */
function summary_row(selection, method, rooms) {
  const { store, worlds, timed } = selection;
  const trials = worlds.map((world) => store.trial(method, world)).filter((trial) => trial && trial.status !== "unsupported");
  const times = times_of(selection, method, rooms[0]);
  const gaps = gaps_of(selection, method, rooms[1]).values;
  const refusals = answers_of(store, method, selection.unreachable, store.ns, { unreachable: kValue });
  const found = store.code("found");
  let [sum, most] = [0, -Infinity];
  for (let i = 0; i < gaps.length; ++i) {
    sum += gaps[i];
    if (gaps[i] > most) most = gaps[i];
  }
  const build = (/** @type {Cost} */ column) => quantile(builds_of(selection, method, column).values, 0.5);
  const statuses = times.counts.map((count, code) => (store.statuses[code] === "unsupported" || code === found || code === kNotAsked ? 0 : count));
  const limits = statuses[store.code("timeout")] ? answers_of(store, method, selection.reachable, store.ns, { timeout: kValue }).values : new Float64Array();
  return {
    method,
    /** The number of supported maps among the chosen, and whether these are all. */
    maps: trials.length,
    whole: trials.length === worlds.length,
    reachable: times.asked,
    answered: times.asked ? times.counts[found] / times.asked : NaN,
    query_p50_ns: timed ? quantile(times.values, 0.5) : NaN,
    query_p95_ns: timed ? quantile(times.values, 0.95, (times.values.length - 1) >> 1) : NaN,
    limit_ns: limits.reduce((least, ns) => Math.min(least, ns), Infinity),  // least time limit that ended a query; Infinity if no query was ended
    mean_gap: sum / gaps.length,
    median_gap: quantile(gaps, 0.5),
    p95_gap: quantile(gaps, 0.95, (gaps.length - 1) >> 1),
    max_gap: gaps.length ? most : NaN,
    refused: refusals.asked ? refusals.counts[store.code("unreachable")] / refusals.asked : NaN,
    refusal_p50_ns: timed ? quantile(refusals.values, 0.5) : NaN,
    build_p50_ns: timed ? build("total_build_ns") : NaN,
    build_own_p50_ns: timed ? build("own_build_ns") : NaN,
    median_bytes: build("total_bytes"),
    median_own_bytes: build("own_bytes"),
    intervals: /** @type {Map<string, [number, number]>|null} */ (null),  // by column of the table, once they are computed
    statuses,  // numbers of reachable queries without a legal path, by the status's code
  };
}

/** @typedef {{values: Float64Array, worlds: Uint32Array}} Room */

/**
 * A column of a method's answers to some queries. O(queries).
 * @param {Store} store @param {number} method @param {Uint32Array} queries
 * @param {Float64Array} column @param {Record<string, number>} rules - value for each status; other statuses are skipped
 * @param {Room} [room] - memory for the values @returns {Values} */
function answers_of(store, method, queries, column, rules, room = { values: new Float64Array(queries.length), worlds: new Uint32Array(queries.length) }) {
  const { status, world } = store;
  const { values, worlds } = room;
  const rule_of = Uint8Array.from({ length: kNotAsked + 1 }, (_, code) => rules[store.statuses[code]] ?? kLeftOut);
  const counts = new Float64Array(kNotAsked + 1);
  const row = store.at(method, 0);
  let size = 0;
  for (let i = 0; i < queries.length; ++i) {
    const query = queries[i];
    const code = status[row + query];
    ++counts[code];
    const rule = rule_of[code];
    if (rule === kLeftOut) continue;
    let value = rule === kNever ? Infinity : column[row + query];
    if (value !== value) {  // NaN
      if (rule === kValue) continue;
      value = Infinity;
    }
    values[size] = value;
    worlds[size++] = world[query];
  }
  return { values: values.subarray(0, size), worlds: worlds.subarray(0, size), counts, asked: queries.length - counts[store.code("unsupported")] - counts[kNotAsked] };
}

/**
 * The time to a legal path for each reachable query of a method: the limit if it timed out; infinite without a legal path. Omits found answers without a time,
 * and all other answers of a recorded method.
 * @param {Selection} selection @param {number} method @param {Room} [room] */
export function times_of({ store, reachable }, method, room) {
  const never = store.methods[method].recorded ? kLeftOut : kNever;
  const rules = { ...Object.fromEntries(store.statuses.map((status) => [status, never])), found: kValue, timeout: kValueOrNever, unsupported: kLeftOut };
  return answers_of(store, method, reachable, store.ns, rules, room);
}

/** The times of the queries that found a path or ended at the limit. @param {Selection} selection @param {number} method */
export function ended_times_of({ store, reachable }, method) {
  return answers_of(store, method, reachable, store.ns, { found: kValue, timeout: kValue });
}

/** The gaps of a method's own legal paths. @param {Selection} selection @param {number} method @param {Room} [room] */
export function gaps_of({ store, reachable }, method, room) {
  return answers_of(store, method, reachable, store.gap, { found: kValue }, room);
}

/**
 * A column of builds, infinite if the build failed; unreported values are left out.
 * @param {Selection} selection @param {number} method @param {Cost} column
 */
function builds_of({ store, worlds }, method, column) {
  const built = worlds.flatMap((world) => {
    const trial = store.trial(method, world);
    const value = !trial || trial.status === "unsupported" ? null : trial.status === "built" ? trial[column] : Infinity;
    return value === null ? [] : [{ value, world }];
  });
  return { values: Float64Array.from(built, (one) => one.value), worlds: built.map((one) => one.world) };
}

/** The intervals of a row's quantiles, by column. @param {Selection} selection @param {number} method @returns {Map<string, [number, number]>} */
export function intervals_of(selection, method) {
  const times = times_of(selection, method);
  /** @type {[string, {values: Float64Array, worlds: ArrayLike<number>}, number][]} */
  const columns = [["query_p50_ns", times, 0.5], ["query_p95_ns", times, 0.95], ["build_p50_ns", builds_of(selection, method, "total_build_ns"), 0.5],
    ["median_gap", gaps_of(selection, method), 0.5], ["median_bytes", builds_of(selection, method, "total_bytes"), 0.5]];
  return new Map(columns.filter(([column]) => selection.timed || !column.endsWith("_ns")).map(([column, { values, worlds }, share]) =>
    [column, quantile_interval(values, worlds, share)]));
}
