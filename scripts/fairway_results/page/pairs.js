// Pairs of methods, query by query, and which of them the data tells apart: comparisons.csv has the same.
import { element, fill_table, table_row } from "./dom.js";
import { holm, kZeroGap, mean_over_maps, per_map } from "./estimators.js";
import { counted, points, ratio, with_interval } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {ReturnType<typeof mean_over_maps>} Effect */

/** How the times of two methods compare on queries that both found: the mean logarithm of the ratio on each map, then over maps. @param {Selection}
 *   selection @param {number} method @param {number} against @returns {Effect & {both: number}} of time(method) / time(against), logarithms */
export function time_effect(selection, method, against) {
  return effect_of(selection, method, against, selection.store.ns, (own, other) => Math.log(own / other));
}

/** How the gaps of two methods compare on queries that both found: the mean difference on each map, then over maps. @param {Selection} selection
 *   @param {number} method @param {number} against @returns {Effect & {both: number}} of gap(method) - gap(against) */
export function gap_effect(selection, method, against) {
  return effect_of(selection, method, against, selection.store.gap, (own, other) => (Math.abs(own - other) <= kZeroGap ? 0 : own - other));
}

/** How the memory of two methods compares on maps for which both were built. @param {Selection} selection @param {number} method @param {number}
 *   against @returns {Effect} of bytes(method) / bytes(against), logarithms */
export function memory_effect(selection, method, against) {
  const { store, worlds } = selection;
  const bytes = (/** @type {number} */ one, /** @type {number} */ world) => store.trial(one, world)?.total_bytes ?? NaN;
  return mean_over_maps(worlds.map((world) => Math.log(bytes(method, world) / bytes(against, world))).filter(Number.isFinite));
}

/** @param {Selection} selection @param {number} method @param {number} against @param {Float32Array} column @param {(own: number, other: number) =>
 *   number} compared */
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

/** Tests count below this, after Holm's correction. */
export const kSignificant = 0.05;
/** @type {WeakMap<Selection, ReturnType<typeof tested_pairs>>} */
const planned = new WeakMap();

/** What tested_pairs() finds, computed once for a selection. @param {View} view */
export function planned_pairs(view) {
  const found = planned.get(view.selection) || tested_pairs(view);
  planned.set(view.selection, found);
  return found;
}

/** Planned tests: the main methods of all families against each other; corrected by Holm, apart for time, gap and memory. @param {View} view */
function tested_pairs({ rows: all, selection, store }) {
  const rows = new Map(all.filter((row) => row.whole).map((row) => [row.method, row]));
  const main = Array.from(rows.keys()).filter((method) => store.methods[method].main);
  const pairs = main.flatMap((a, i) => main.slice(i + 1).map((b) => ({ a, b, time: time_effect(selection, a, b), gap: gap_effect(selection, a, b),
    memory: memory_effect(selection, a, b) })));
  const of_time = holm(pairs.map((pair) => (selection.timed ? pair.time.p : NaN)));
  const of_gap = holm(pairs.map((pair) => pair.gap.p));
  const of_memory = holm(pairs.map((pair) => pair.memory.p));
  return { main, rows, pairs: pairs.map((pair, i) => ({ ...pair, time_p: of_time[i], gap_p: of_gap[i], memory_p: of_memory[i] })) };
}

/** @param {Node} buttons that save the table */
export function pair_section(buttons) {
  return element("section", {}, element("h2", {}, "Pairs"), buttons, element("div", { class: "wide" }, element("table", { id: "pairs" })));
}

/** @param {number} p */
function told_apart(p) {
  return Number.isNaN(p) ? "no test" : p < kSignificant ? "yes" : "no";
}

/** @param {View} view */
export function show_pairs(view) {
  const { pairs } = planned_pairs(view);
  const name = (/** @type {number} */ method) => view.store.methods[method].name;
  fill_table("pairs", `The main methods of the families, ${counted(pairs.length, "pair")}, on queries that both found: ratio of query times, and difference of gaps in percentage points; `
    + "first of each map, then over maps. Intervals: Student's t. Told apart: significant at 5 % after Holm's correction for all pairs.",
  ["method", "against", "time ratio", "times told apart", "gap difference", "gaps told apart"],
  pairs.map((pair) => table_row({ "data-pair": `${name(pair.a)} ${name(pair.b)}` }, [name(pair.a), name(pair.b), view.selection.timed ? with_interval(pair.time, ratio) : "–",
    told_apart(pair.time_p), with_interval(pair.gap, points).replaceAll(" percentage", ""), told_apart(pair.gap_p)], 2)), 2);
}
