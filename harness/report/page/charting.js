// What all charts share: which methods they show, axes, curves, and the way from a dot to the map.
import { by_id } from "./dom.js";
import { kInColour, main_methods } from "./methods.js";
import { per_cent } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {{query?: number, world?: number, method: number}} Place a query, or a map, and the method that answered there */
/** @typedef {{option: any, caption: string, data: (string|number)[][], methods?: number[]}} Drawing `data` has a row of names first; what `option` draws has the Place
 *   that it stands for as `to`, or a function that finds it; `methods` are those shown where they are not those in colour */
/** @typedef {{id: string, title: string, draw: (view: View, ink: Ink) => Drawing,
 *   is_told?: (store: import("./store.js").Store) => boolean, section?: string}} Chart shown only if the store tells what it draws;
 *   in a section of its own, or among the others */
/** @typedef {{text: string, soft: string, line: string, ground: string}} Ink */

/** Of each curve so many corners at most are drawn. */
const kMostCorners = 400;

/**
 * The methods in colour: those chosen, else the main methods of the families that are made for all of
 * the chosen maps, in the order of the sweep.
 * @param {View} view
 * @returns {number[]}
 */
export function coloured(view) {
  const there = new Set(view.rows.map((row) => row.method));
  const chosen = view.state.colour.map((name) => view.store.methods.findIndex((method) => method.name === name));
  if (chosen.length) return chosen.filter((method) => there.has(method)).slice(0, kInColour);
  const whole_rows = new Set(view.rows.filter((row) => row.whole).map((row) => row.method));
  const main = Array.from(main_methods(view.store.methods).values()).filter((method) => whole_rows.has(method));
  return (main.length ? main : Array.from(whole_rows)).slice(0, kInColour);
}

/**
 * Shows a place on the map; of a map its longest query.
 * @param {View} view
 * @param {Place} place
 */
export function lead_to_map(view, place) {
  const { store, selection } = view;
  let query = place.query;
  if (query === undefined) {
    for (const other of selection.reachable) {
      if (store.world[other] === place.world && (query === undefined || store.optimum[other] > store.optimum[query])) query = other;
    }
  }
  if (query === undefined) return;
  view.change({ query: String(query), path: [store.methods[place.method].name] });
  by_id("explorer").scrollIntoView({ block: "start" });
  by_id("explorer").focus({ preventScroll: true });
}

/**
 * The answer of a method that is nearest to what a dot shows.
 * @param {View} view
 * @param {number} method
 * @param {(at: number) => number} distance of the answer at a place of the store's columns; NaN never counts
 * @returns {Place|undefined}
 */
export function nearest_answer(view, method, distance) {
  const { store, selection } = view;
  const found = store.code("found");
  const row = store.at(method, 0);
  let least = Infinity;
  let nearest;
  for (const query of selection.reachable) {
    if (store.status[row + query] !== found) continue;
    const away = distance(row + query);
    if (away < least) {
      least = away;
      nearest = query;
    }
  }
  return nearest === undefined ? undefined : { query: nearest, method };
}

/**
 * What all charts share. The axes hold numbers or, if they are told to be logarithmic, exponents of 10.
 * @param {Ink} ink
 * @param {any} x
 * @param {any} y
 * @param {any[]} series
 * @returns {any}
 */
export function chart_option(ink, x, y, series) {
  const axis = (/** @type {any} */ own, /** @type {boolean} */ below) => ({
    type: "value", nameLocation: "middle", nameGap: below ? 26 : 56, scale: true, nameTextStyle: { color: ink.text },
    axisLabel: { color: ink.soft, hideOverlap: true, ...own.axisLabel }, axisLine: { show: true, onZero: false, lineStyle: { color: ink.soft } },
    splitLine: { lineStyle: { color: ink.line } }, ...own, ...(own.words ? { axisLabel: { color: ink.soft, hideOverlap: true, formatter: own.words } } : {}),
  });
  return {
    textStyle: { color: ink.text, fontFamily: "system-ui, DejaVu Sans, sans-serif" },
    grid: { left: 72, right: 16, top: 12, bottom: 44 },
    tooltip: { trigger: "item", confine: true, renderMode: "richText" },
    xAxis: axis(x, true), yAxis: axis(y, false), series,
  };
}

/** An axis of exponents of 10. @param {string} name @param {(value: number) => string} words */
export function decades(name, words) {
  return { name, minInterval: 1, interval: 1, words: (/** @type {number} */ power) => words(10 ** power),
    min: (/** @type {{min: number}} */ seen) => Math.floor(seen.min), max: (/** @type {{max: number}} */ seen) => Math.ceil(seen.max) };
}

/** @param {number} value */
export function exponent(value) {
  return Math.log10(value);
}

/**
 * Every n-th of the values, so that there are few enough.
 * @template T
 * @param {T[]} values
 * @param {number} most
 */
export function thinned(values, most) {
  const step = Math.max(1, Math.ceil(values.length / most));
  return values.filter((_, i) => i % step === 0 || i === values.length - 1);
}

/**
 * The rows that no other is as good as in both and better in one, by the first.
 * @template T
 * @param {T[]} rows
 * @param {(row: T) => number} first
 * @param {(row: T) => number} second
 */
export function pareto_front(rows, first, second) {
  return rows.filter((row) => !rows.some((other) => first(other) <= first(row) && second(other) <= second(row)
    && (first(other) < first(row) || second(other) < second(row)))).sort((a, b) => first(a) - first(b));
}

/**
 * The corners of a front between its dots.
 * @param {[number, number][]} dots
 */
export function stairs(dots) {
  return dots.flatMap((dot, i) => (i ? [[dot[0], dots[i - 1][1]], dot] : [dot]));
}

/**
 * How a line of a method looks.
 * @param {View} view
 * @param {number} method
 */
export function line_looks(view, method) {
  const { colour, dash } = view.looks[method];
  return { lineStyle: { color: colour, type: dash, width: 1.8 }, itemStyle: { color: colour } };
}

/**
 * Curves of shares: of all queries asked, those with at most a value.
 * @param {View} view
 * @param {Ink} ink
 * @param {(method: number) => {values: ArrayLike<number>, queries: ArrayLike<number>, asked: number}} of a value of each of some queries
 * @param {any} x
 * @param {(value: number) => number} place
 * @param {string} unit of the data
 * @param {string} caption
 * @returns {Drawing}
 */
export function shares(view, ink, of, x, place, unit, caption) {
  /** @type {(string|number)[][]} */
  const data = [["method", unit, "share"]];
  const series = coloured(view).map((method) => {
    const { values, queries, asked } = of(method);
    const sorted = Float64Array.from(values).sort();
    const places = thinned(Array.from(sorted.keys()), kMostCorners);
    /** @type {Map<number, number>} */
    const query_of = new Map(places.map((i) => [sorted[i], 0]));
    for (let i = 0; i < values.length; ++i) if (query_of.has(values[i])) query_of.set(values[i], queries[i]);
    const corners = places.map((i) => ({ value: sorted[i], share: (i + 1) / asked, query: Number(query_of.get(sorted[i])) }));
    for (const corner of corners) data.push([view.store.methods[method].name, corner.value, corner.share]);
    return { type: "line", name: view.store.methods[method].name, step: "end", symbol: "none", triggerLineEvent: true, ...line_looks(view, method),
      data: corners.map(({ value, share, query }) => ({ value: [place(value), share], to: { query, method } })) };
  });
  const right = Math.max(...series.flatMap((one) => one.data.slice(-1).map(({ value }) => value[0])));
  for (const { data: corners } of series) if (corners.length) corners.push({ value: [right, corners[corners.length - 1].value[1]], to: corners[corners.length - 1].to });
  const option = chart_option(ink, x, { name: "share of queries", min: 0, max: 1, words: per_cent }, series);
  option.tooltip.formatter = (/** @type {any} */ event) => event.seriesName;
  return { option, caption, data };
}
