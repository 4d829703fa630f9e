// The numbers of the table of methods: the same as in the tables of scripts/fairway_results.
import { kNotAsked } from "./store.js";
import { quantile, quantile_interval } from "./estimators.js";

/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {"own_build_ns"|"total_build_ns"|"own_bytes"|"total_bytes"} Cost a column of builds */
/** @typedef {{values: Float64Array, worlds: Uint32Array, counts: Float64Array, asked: number}} Values `worlds`: the world of each value; `counts`: answers by
 *   status code; `asked` leaves out unsupported worlds */
/** @typedef {{values: Float64Array, worlds: Uint32Array}} Room arrays to write values to, reused for all methods */
/** @typedef {ReturnType<typeof summary_row>} Row */

/** A row for each method that supports any of the maps. @param {Selection} selection @returns {Row[]} */
export function summary_of(selection) {
  const rooms = [0, 1].map(() => ({ values: new Float64Array(selection.reachable.length), worlds: new Uint32Array(selection.reachable.length) }));
  return selection.methods.map((method) => summary_row(selection, method, rooms)).filter((row) => row.maps > 0);
}

/** @param {Selection} selection @param {number} method @param {Room[]} rooms for times and for gaps */
function summary_row(selection, method, rooms) {
  const { store, worlds, timed } = selection;
  const trials = worlds.map((world) => store.trial(method, world)).filter((trial) => trial && trial.status !== "unsupported");
  const times = times_of(selection, method, rooms[0]);
  const gaps = gaps_of(selection, method, rooms[1]).values;
  const refusals = answers_of(store, method, selection.unreachable, store.ns, ["unreachable"]);
  const found = store.code("found");
  const build = (/** @type {Cost} */ column) => quantile(builds_of(selection, method, column).values, 0.5);
  const statuses = times.counts.map((count, code) => (store.statuses[code] === "unsupported" || code === found || code === kNotAsked ? 0 : count));
  const limits = statuses[store.code("timeout")] ? answers_of(store, method, selection.reachable, store.ns, ["timeout"]).values : new Float64Array();
  return {
    method,
    /** The number of chosen maps that the method supports, and whether it supports all chosen maps. */
    maps: trials.length,
    whole: trials.length === worlds.length,
    reachable: times.asked,
    answered: times.asked ? times.counts[found] / times.asked : NaN,
    query_p50_ns: timed ? quantile(times.values, 0.5) : NaN,
    query_p95_ns: timed ? quantile(times.values, 0.95, (times.values.length - 1) >> 1) : NaN,
    limit_ns: limits.reduce((least, ns) => Math.min(least, ns), Infinity),  // least time limit that ended a query; Infinity if no query was ended
    mean_gap: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
    median_gap: quantile(gaps, 0.5),
    p95_gap: quantile(gaps, 0.95, (gaps.length - 1) >> 1),
    max_gap: gaps.length ? gaps.reduce((most, gap) => Math.max(most, gap)) : NaN,
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

/**
 * Returns a column of a method's answers to `queries` with one of `statuses`. Omits unknown values. With `never`, answers with another status are infinite,
 * and so are unknown values without a path. O(queries).
 * @param {Store} store @param {number} method @param {Uint32Array} queries @param {Float64Array} column @param {string[]} statuses
 * @param {Room} [room] - for the values @param {boolean} [never] @returns {Values} */
function answers_of(store, method, queries, column, statuses, room = { values: new Float64Array(queries.length), worlds: new Uint32Array(queries.length) }, never = false) {
  const { status, world } = store;
  const { values, worlds } = room;
  const [found, unsupported] = [store.code("found"), store.code("unsupported")];
  const counted = Uint8Array.from({ length: kNotAsked + 1 }, (_, code) => Number(statuses.includes(store.statuses[code])));
  const counts = new Float64Array(kNotAsked + 1);
  const row = store.at(method, 0);
  let size = 0;
  for (let i = 0; i < queries.length; ++i) {
    const query = queries[i];
    const code = status[row + query];
    ++counts[code];
    if (code === unsupported || code === kNotAsked) continue;
    let value = counted[code] ? column[row + query] : NaN;
    if (value !== value) {  // NaN
      if (!never || code === found) continue;
      value = Infinity;
    }
    values[size] = value;
    worlds[size++] = world[query];
  }
  return { values: values.subarray(0, size), worlds: worlds.subarray(0, size), counts, asked: queries.length - counts[unsupported] - counts[kNotAsked] };
}

/**
 * The time to a legal path for each reachable query of a method: the limit if it timed out; infinite without a legal path. Omits found answers
 * without a time, and all other answers of a recorded method.
 * @param {Selection} selection @param {number} method @param {Room} [room] */
export function times_of({ store, reachable }, method, room) {
  return answers_of(store, method, reachable, store.ns, ["found", "timeout"], room, !store.methods[method].recorded);
}

/** The times of the queries that found a path or ended at the limit. @param {Selection} selection @param {number} method */
export function ended_times_of({ store, reachable }, method) {
  return answers_of(store, method, reachable, store.ns, ["found", "timeout"]);
}

/** The gaps of a method's own legal paths. @param {Selection} selection @param {number} method @param {Room} [room] */
export function gaps_of({ store, reachable }, method, room) {
  return answers_of(store, method, reachable, store.gap, ["found"], room);
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
