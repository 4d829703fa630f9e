// How paths become shorter while a search goes on, of methods that tell it.
import { chart_option, coloured, decades, exponent, line_looks } from "./charting.js";
import { median_of } from "./costs.js";
import { kDashes } from "./methods.js";
import { kZeroGap } from "./statistics.js";
import { times_of } from "./summary.js";
import { duration, per_cent } from "./words.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */
/** @typedef {import("./charting.js").Drawing} Drawing */
/** @typedef {{ns: number, solved: {query: number, gap: number}[], asked: number}} Moment */

/** So many moments of each power of ten of time are shown. */
const kMomentsPerDecade = 20;

/** Whether some method of a store tells how its paths improved. @param {import("./store.js").Store} store */
export function tells_improvements(store) {
  return store.improvement_at.length > 0;
}

/**
 * The improvements of each method on the chosen queries, in order of queries and time.
 * @param {View} view
 * @returns {Map<number, number[]>} places in the store's columns
 */
function improvements_of(view) {
  const { store, selection } = view;
  const chosen = new Uint8Array(store.queries);
  if (selection.timed) for (const query of selection.reachable) chosen[query] = 1;
  /** @type {Map<number, number[]>} */
  const of = new Map();
  store.improvement_at.forEach((at, i) => {
    const method = Math.floor(at / store.queries);
    if (!chosen[at % store.queries] || !selection.methods.includes(method) || Number.isNaN(store.improvement_gap[i])) return;
    const known = of.get(method);
    if (known) known.push(i);
    else of.set(method, [i]);
  });
  return of;
}

/**
 * The methods to show: those chosen, else all; if they are too many, of those whose options differ in
 * numbers only (a budget, a seed) the one that still improves last.
 * @param {View} view
 * @param {Map<number, number[]>} of
 */
function lines_of(view, of) {
  const { store } = view;
  const chosen = view.state.colour.length ? coloured(view).filter((method) => of.has(method)) : [];
  const methods = chosen.length ? chosen : Array.from(of.keys()).sort((a, b) => a - b);
  if (methods.length <= kDashes.length) return methods;
  const last = (/** @type {number} */ method) => (of.get(method) || []).reduce((most, i) => Math.max(most, store.improvement_ns[i]), 0);
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const method of methods) {
    const { representation, options } = store.methods[method];
    const words = Object.entries(JSON.parse(options)).filter(([, value]) => typeof value !== "number").sort();
    const kind = JSON.stringify([representation, words]);
    const known = kinds.get(kind);
    if (known === undefined || last(method) > last(known)) kinds.set(kind, method);
  }
  return Array.from(kinds.values()).slice(0, kDashes.length);
}

/**
 * What a method has solved at some times, in order.
 * @param {View} view
 * @param {number} method
 * @param {number[]} improvements
 * @param {number[]} times
 * @returns {Moment[]}
 */
function moments_of(view, method, improvements, times) {
  const { store } = view;
  const { asked } = times_of(view.selection, method);
  /** @type {Moment[]} */
  const moments = times.map((ns) => ({ ns, solved: [], asked }));
  improvements.forEach((i, place) => {
    const next = improvements[place + 1];
    const until = next !== undefined && store.improvement_at[next] === store.improvement_at[i] ? store.improvement_ns[next] : Infinity;
    for (const moment of moments) {
      if (moment.ns >= store.improvement_ns[i] && moment.ns < until) {
        moment.solved.push({ query: store.improvement_at[i] % store.queries, gap: store.improvement_gap[i] });
      }
    }
  });
  return moments;
}

/**
 * @param {View} view
 * @param {Ink} ink
 * @param {any} y
 * @param {(moment: Moment) => number} height
 * @param {string} caption
 * @returns {Drawing}
 */
function against_time_spent(view, ink, y, height, caption) {
  const { store } = view;
  const of = improvements_of(view);
  const methods = lines_of(view, of);
  const ns = methods.flatMap((method) => (of.get(method) || []).map((i) => store.improvement_ns[i]));
  const [first, last] = ns.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [Infinity, 1]);
  const from = Math.floor(kMomentsPerDecade * exponent(Math.max(first, 1)));
  const times = ns.length ? Array.from({ length: Math.ceil(kMomentsPerDecade * exponent(last)) - from + 1 }, (_, i) => 10 ** ((from + i) / kMomentsPerDecade)) : [];
  /** @type {(string|number)[][]} */
  const data = [["method", "time spent in ns", "median gap", "mean gap", "share solved"]];
  /** @type {Map<string, number>} */
  const seen = new Map();
  const series = methods.map((method) => {
    const looks = line_looks(view, method);
    const rank = seen.get(looks.lineStyle.color) || 0;
    seen.set(looks.lineStyle.color, rank + 1);
    const moments = moments_of(view, method, of.get(method) || [], times).filter((moment) => moment.solved.length);
    for (const moment of moments) {
      const gaps = moment.solved.map(({ gap }) => gap);
      data.push([store.methods[method].name, moment.ns, median_of(gaps), gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length, gaps.length / moment.asked]);
    }
    return { type: "line", name: store.methods[method].name, step: "end", symbol: "none", triggerLineEvent: true, ...looks,
      lineStyle: { ...looks.lineStyle, type: kDashes[rank] },
      data: moments.map((moment) => {
        const ranked = moment.solved.slice().sort((a, b) => a.gap - b.gap);
        return { value: [exponent(moment.ns), height(moment)], to: { query: ranked[(ranked.length - 1) >> 1].query, method } };
      }) };
  });
  const option = chart_option(ink, decades("time since the query began", duration), y, series);
  option.legend = { top: 0, itemWidth: 34, itemStyle: { opacity: 0 }, textStyle: { color: ink.text }, data: series.map(({ name }) => name) };
  option.grid.top = 12 + 24 * Math.ceil(series.length / 2);
  option.tooltip.formatter = (/** @type {any} */ event) => event.seriesName;
  return { option, data, methods, caption: `${caption} Times are of the first asking of each query.` };
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function gap_against_time_spent(view, ink) {
  const least = Array.from(view.store.improvement_gap).reduce((known, gap) => (gap > 1e-6 ? Math.min(known, gap) : known), 1);
  const zero = Math.floor(exponent(least)) - 1;
  return against_time_spent(view, ink, { ...decades("median gap", per_cent), min: zero, words: (/** @type {number} */ at) => (at <= zero ? "0" : per_cent(10 ** at)) },
    ({ solved }) => {
      const gap = median_of(solved.map((one) => one.gap));
      return gap <= kZeroGap ? zero : Math.max(zero, exponent(gap));
    }, "At each time: the paths found by then, of the queries that have one. The median may grow where a harder query is solved.");
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function solved_against_time_spent(view, ink) {
  return against_time_spent(view, ink, { name: "share of queries", min: 0, max: 1, words: per_cent }, ({ solved, asked }) => solved.length / asked,
    "Of the reachable queries asked: those with a path by then.");
}
