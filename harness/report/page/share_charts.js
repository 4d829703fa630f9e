// Curves of shares: queries answered within a time, a gap, a factor of the fastest; queries refused.
import { coloured, decades, exponent, shares } from "./charting.js";
import { refusals_of, times_of } from "./summary.js";
import { duration, per_cent, three_digits, whole } from "./words.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */
/** @typedef {import("./charting.js").Drawing} Drawing */

/**
 * The legal paths of a method that have a value.
 * @param {View} view
 * @param {number} method
 * @param {(at: number, i: number) => number} value of the answer at a place of the store's columns, to the i-th reachable query; NaN for none
 */
function found_by(view, method, value) {
  const { store, selection } = view;
  const found = store.code("found");
  const row = store.at(method, 0);
  const values = new Float64Array(selection.reachable.length);
  const queries = new Uint32Array(selection.reachable.length);
  let count = 0;
  for (let i = 0; i < selection.reachable.length; ++i) {
    const query = selection.reachable[i];
    if (store.status[row + query] !== found) continue;
    values[count] = value(row + query, i);
    queries[count] = query;
    if (values[count] === values[count]) ++count;  // not NaN
  }
  return { values: values.subarray(0, count), queries: queries.subarray(0, count) };
}

/** Whether times may stand together, of queries with a time. @param {View} view @param {number} at */
function time_at(view, at) {
  return view.selection.timed && view.store.ns[at] > 0 ? view.store.ns[at] : NaN;
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function time_distribution(view, ink) {
  return shares(view, ink, (method) => ({ ...found_by(view, method, (at) => time_at(view, at)), asked: times_of(view.selection, method).asked }),
    decades("query time", duration), exponent, "query time in ns", "Of the reachable queries asked. A curve ends at the height of the share that was answered.");
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function gap_distribution(view, ink) {
  const least = -6;
  return shares(view, ink, (method) => ({ ...found_by(view, method, (at) => view.store.gap[at]), asked: times_of(view.selection, method).asked }),
    { ...decades("gap", per_cent), min: least, words: (/** @type {number} */ at) => (at <= least ? "0" : per_cent(10 ** at)) },
    (gap) => Math.max(least, exponent(Math.max(gap, 1e-12))), "gap", "Of the reachable queries asked. At the left edge: gaps of zero, or below 0.0001 %.");
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function performance_profile(view, ink) {
  const { store, selection } = view;
  const found = store.code("found");
  const methods = view.rows.filter((row) => row.whole).map((row) => row.method);
  const fastest = new Float64Array(selection.reachable.length).fill(Infinity);
  for (const method of methods) {
    const row = store.at(method, 0);
    for (let i = 0; i < fastest.length; ++i) {
      const at = row + selection.reachable[i];
      if (store.status[at] === found && store.ns[at] > 0 && store.ns[at] < fastest[i]) fastest[i] = store.ns[at];
    }
  }
  return shares(view, ink, (method) => ({ ...found_by(view, method, (at, i) => (methods.includes(method) ? time_at(view, at) / fastest[i] : NaN)),
    asked: selection.reachable.length }), decades("time / time of the fastest", (value) => `${three_digits(value)}×`), exponent, "factor",
  `Of the reachable queries; the fastest of all ${methods.length} methods made for these maps. The order of two curves may depend on the other methods.`);
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function refusal_distribution(view, ink) {
  const { store, selection } = view;
  const names = coloured(view).map((method) => {
    const { asked, refused } = refusals_of(selection, method);
    return `${store.methods[method].name} ${whole(refused)} of ${whole(asked)}`;
  });
  return shares(view, ink, (method) => {
    const { values, queries, asked } = refusals_of(selection, method);
    return { values: selection.timed ? values : [], queries, asked };
  }, decades("time to refuse", duration), exponent, "time to refuse in ns",
  selection.unreachable.length ? `Of ${whole(selection.unreachable.length)} queries between parts of a map that no path connects. Rightly refused: ${names.join(", ")}.`
    : "All of the chosen queries have a path.");
}
