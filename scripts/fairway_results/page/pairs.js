// Pairs of methods, query by query, with tests of their differences: the same numbers as comparisons.csv.
import { fill_table, table_row } from "./dom.js";
import { holm, kZeroGap, mean_over_maps, per_map } from "./estimators.js";
import { counted, ratio, three_digits, with_interval } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./selection.js").Selection} Selection */
/**
 * Compares a column of two methods on queries where both found a path: the mean on each map, then over maps.
 * @param {Selection} selection @param {number} method @param {number} against @param {Float64Array} column
 * @param {(own: number, other: number) => number} compared */
function effect_of({ store, reachable }, method, against, column, compared) {
  const found = store.code("found");
  const values = [];
  const worlds = [];
  const [row, other_row] = [store.at(method, 0), store.at(against, 0)];
  const { status, world } = store;
  for (let i = 0; i < reachable.length; ++i) {
    const query = reachable[i];
    if (status[row + query] !== found || status[other_row + query] !== found) continue;
    const value = compared(column[row + query], column[other_row + query]);
    if (Number.isNaN(value)) continue;
    values.push(value);
    worlds.push(world[query]);
  }
  return mean_over_maps(per_map(values, worlds, store.worlds.length));
}

/** A difference is significant if p after Holm's correction is below this. */
export const kSignificant = 0.05;
/**
 * The planned tests between the main methods of all families, with Holm's correction, separately for time and gap. `time` has the logarithms of
 * time(a) / time(b), `gap` the differences gap(a) - gap(b).
 * @param {View} view */
export function planned_pairs({ rows, selection, store }) {
  const families = Array.from(new Set(store.methods.map((method) => method.family)));
  const main = families.flatMap((family) => rows.map((row) => row.method).filter((method) => store.methods[method].main && store.methods[method].family === family));
  const pairs = main.flatMap((a, i) => main.slice(i + 1).map((b) => ({ a, b,
    time: effect_of(selection, a, b, store.ns, (own, other) => Math.log(own / other)),
    gap: effect_of(selection, a, b, store.gap, (own, other) => (Math.abs(own - other) <= kZeroGap ? 0 : own - other)) })));
  const of_time = holm(pairs.map((pair) => (selection.timed ? pair.time.p : NaN)));
  const of_gap = holm(pairs.map((pair) => pair.gap.p));
  return pairs.map((pair, i) => ({ ...pair, time_p: of_time[i], gap_p: of_gap[i] }));
}

/** @param {View} view */
export function show_pairs(view) {
  const pairs = planned_pairs(view);
  const name = (/** @type {number} */ method) => view.store.methods[method].name;
  const verdict = (/** @type {number} */ p) => (Number.isNaN(p) ? "no test" : p < kSignificant ? "yes" : "no");
  fill_table("pairs", `The main methods of the families, ${counted(pairs.length, "pair")}, on queries that both found: ratio of query times, and difference of gaps in percentage points; `
    + "first of each map, then over maps. Intervals: Student's t. Differs: significant at 5 % after Holm's correction for all pairs.",
  ["method", "against", "time ratio", "times differ", "gap difference (points)", "gaps differ"],
  pairs.map((pair) => table_row({ "data-pair": `${name(pair.a)} ${name(pair.b)}` }, [name(pair.a), name(pair.b), view.selection.timed ? with_interval(pair.time, ratio) : "–",
    verdict(pair.time_p), with_interval(pair.gap, (gap) => three_digits(100 * gap)), verdict(pair.gap_p)], 2)), 2);
}
