// How builds, queries and memory grow with the vertices of the map.
import { chart_option, coloured, decades, exponent } from "./charting.js";
import { costs_of } from "./costs.js";
import { kLeastMaps, slope_of } from "./statistics.js";
import { byte_size, counted, duration, whole } from "./words.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */
/** @typedef {import("./charting.js").Drawing} Drawing */
/** @typedef {{name: string, base: number, words: (value: number) => string, unit: string}} Measure of what grows: its axis, of powers of a base, and its unit in the data */

/** An exponent is told where the largest map has so many times the vertices of the smallest. */
const kLeastSpan = 10;

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function growth_of_build(view, ink) {
  return growth(view, ink, view.selection.timed, { name: "build time", base: 10, words: duration, unit: "build in ns" }, (method) => new Map(trials_of(view, method)
    .map(({ world, total_build_ns }) => [world, total_build_ns ?? NaN])), "With the parts of the free space that a method uses.");
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function growth_of_queries(view, ink) {
  return growth(view, ink, view.selection.timed, { name: "mean query time", base: 10, words: duration, unit: "mean query in ns" },
    (method) => new Map(Array.from(costs_of(view, method), ([world, { query }]) => [world, query])),
    "Means over the map's queries; one that timed out counts with the limit.");
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function growth_of_memory(view, ink) {
  return growth(view, ink, true, { name: "memory", base: 2, words: byte_size, unit: "memory in bytes" }, (method) => new Map(trials_of(view, method)
    .map(({ world, total_bytes }) => [world, total_bytes ?? NaN])), "The parts of the free space that a method uses, its index and the scratch space of a thread.");
}

/**
 * @param {View} view
 * @param {number} method
 */
function trials_of(view, method) {
  return view.selection.worlds.flatMap((world) => {
    const trial = view.store.trial(method, world);
    return trial && trial.status === "built" ? [trial] : [];
  });
}

/**
 * The exponent b of value = a vertices^b for each method, by least squares in logarithms, and its
 * Student's t interval.
 * @param {View} view
 * @param {Map<number, Map<number, number>>} values by method, then world
 */
export function exponents_of(view, values) {
  return new Map(Array.from(values, ([method, of]) => {
    const sizes = Array.from(of.keys(), (world) => view.store.worlds[world].vertices);
    const tells = sizes.length >= kLeastMaps && Math.max(...sizes) >= kLeastSpan * Math.min(...sizes);
    return [method, tells ? slope_of(sizes.map(Math.log), Array.from(of.values(), Math.log)) : null];
  }));
}

/**
 * @param {View} view
 * @param {Ink} ink
 * @param {boolean} is_told
 * @param {Measure} measure
 * @param {(method: number) => Map<number, number>} of by world
 * @param {string} note
 * @returns {Drawing & {exponents: ReturnType<typeof exponents_of>}}
 */
function growth(view, ink, is_told, { name, base, words, unit }, of, note) {
  const { store } = view;
  const place = (/** @type {number} */ logarithm) => logarithm / Math.log(base);
  const values = new Map((is_told ? coloured(view) : []).map((method) => [method, new Map(Array.from(of(method)).filter(([, value]) => value > 0))]));
  const exponents = exponents_of(view, values);
  /** @type {(string|number)[][]} */
  const data = [["method", "map", "vertices", unit]];
  /** @type {any[]} */
  const series = [];
  const said = [];
  for (const [method, by_world] of values) {
    const { colour, shape, dash } = view.looks[method];
    const own = store.methods[method].name;
    for (const [world, value] of by_world) data.push([own, store.worlds[world].name, store.worlds[world].vertices, value]);
    series.push({ type: "scatter", name: own, symbol: shape, symbolSize: 7, itemStyle: { color: colour, opacity: 0.75 },
      data: Array.from(by_world, ([world, value]) => ({ value: [exponent(store.worlds[world].vertices), place(Math.log(value))], to: { world, method } })) });
    const fit = exponents.get(method);
    if (!fit) continue;
    const sizes = Array.from(by_world.keys(), (world) => exponent(store.worlds[world].vertices));
    series.push({ type: "line", name: own, symbol: "none", silent: true, lineStyle: { color: colour, type: dash, width: 1.4 },
      data: [Math.min(...sizes), Math.max(...sizes)].map((x) => [x, place(fit.at_zero + fit.value * Math.LN10 * x)]) });
    said.push(`${own} ${two_places(fit.value)} [${two_places(fit.low)}, ${two_places(fit.high)}]`);
  }
  const option = chart_option(ink, decades("vertices of the map", whole), { ...decades(name, words), interval: base === 10 ? 1 : undefined,
    words: (/** @type {number} */ power) => words(base ** power) }, series);
  option.tooltip.formatter = (/** @type {any} */ event) => `${event.seriesName}\n${event.data.to ? store.worlds[event.data.to.world].name : ""}\n`
    + `${whole(Math.round(10 ** event.value[0]))} vertices: ${words(base ** event.value[1])}`;
  return { option, data, exponents, caption: `A dot is a map. ${note} ` + (said.length ? `Lines are fits; exponents, with 95 % intervals: ${said.join(", ")}.`
    : `No exponents: these need ${counted(kLeastMaps, "map")}, the largest of ${kLeastSpan} times the vertices of the smallest.`) };
}

/** @param {number} value */
function two_places(value) {
  return value.toFixed(2);
}
