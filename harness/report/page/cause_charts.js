// What the gap and the time of a query are made of.
import { chart_option, coloured, nearest_answer } from "./charting.js";
import { kPhases, kShareUnits } from "./store.js";
import { gaps_of, mean_of } from "./summary.js";
import { per_cent } from "./words.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */
/** @typedef {import("./charting.js").Drawing} Drawing */

/** Okabe and Ito's colours again; with the dark border they stand on any ground. */
const kPhaseColours = ["#F0E442", "#56B4E9", "#0072B2", "#E69F00", "#CC79A7"];

/**
 * A chart of bars, a row for each method, the first above.
 * @param {View} view
 * @param {Ink} ink
 * @param {number[]} methods
 * @param {string} name of the axis
 * @param {any[]} series
 */
function bar_option(view, ink, methods, name, series) {
  const option = chart_option(ink, { name, min: 0, words: per_cent }, {}, series);
  option.yAxis = { type: "category", inverse: true, data: methods.map((method) => view.store.methods[method].name), axisLabel: { color: ink.text, width: 112, overflow: "truncate" } };
  option.grid.left = 130;
  option.tooltip.formatter = (/** @type {any} */ event) => `${event.name}\n${event.seriesName} ${per_cent(event.data.value)}`;
  return option;
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function gap_causes(view, ink) {
  const { store } = view;
  const mean = (/** @type {number} */ method, /** @type {Float32Array} */ column) => mean_of(gaps_of(view.selection, method, column));
  const rows = coloured(view).map((method) => ({ method, corridor: mean(method, store.corridor_gap), slack: mean(method, store.slack) }))
    .filter((row) => !Number.isNaN(row.corridor));
  const bar = (/** @type {string} */ name, /** @type {"corridor"|"slack"} */ of, /** @type {Float32Array} */ column) => ({
    type: "bar", name, data: rows.map((row) => ({ value: row[of], to: () => nearest_answer(view, row.method, (at) => Math.abs(column[at] - row[of])),
      itemStyle: { color: of === "corridor" ? view.looks[row.method].colour : "transparent", borderColor: view.looks[row.method].colour, borderWidth: 1 } })),
  });
  return { option: bar_option(view, ink, rows.map((row) => row.method), "mean corridor gap (full) and slack (hollow)",
    [bar("corridor gap", "corridor", store.corridor_gap), bar("slack", "slack", store.slack)]),
  data: [["method", "mean corridor gap", "mean slack"], ...rows.map((row) => [store.methods[row.method].name, row.corridor, row.slack])],
  caption: "Corridor gap: of the shortest path that passes all obstacles on the same sides as the returned one. Slack: of the returned path over that one. "
    + "A click shows the query that is nearest to the mean." };
}

/**
 * The mean share of each phase in the time of a method's legal paths; NaN where none has a time.
 * @param {View} view
 * @param {number} method
 */
export function mean_phases(view, method) {
  const { store, selection } = view;
  const found = store.code("found");
  const row = store.at(method, 0);
  const sums = new Float64Array(kPhases.length);
  let count = 0;
  for (const query of selection.reachable) {
    const at = row + query;
    if (store.status[at] !== found || !store.has_phases(at)) continue;
    let rest = kShareUnits;
    store.phases.forEach((column, i) => {
      sums[i + 1] += column[at];
      rest -= column[at];
    });
    sums[0] += rest;
    ++count;
  }
  return Array.from(sums, (sum) => sum / (kShareUnits * count));
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function time_causes(view, ink) {
  const { store } = view;
  const rows = (view.selection.timed ? coloured(view) : []).map((method) => ({ method, means: mean_phases(view, method) }))
    .filter((row) => !Number.isNaN(row.means[0]));
  const series = kPhases.map((name, phase) => ({
    type: "bar", stack: "time", name, itemStyle: { color: kPhaseColours[phase], borderColor: ink.ground, borderWidth: 0.5 },
    data: rows.map(({ method, means }) => ({ value: means[phase], to: () => nearest_answer(view, method, (at) => (!store.has_phases(at) ? NaN
      : store.phases.reduce((sum, column, i) => sum + Math.abs(column[at] - kShareUnits * means[i + 1]), 0))) })),
  }));
  const option = bar_option(view, ink, rows.map((row) => row.method), "mean share of a query's time", series);
  option.xAxis.max = 1;
  option.grid.top = 34;
  option.legend = { top: 0, textStyle: { color: ink.text }, itemWidth: 14, data: kPhases };
  return { option, data: [["method", ...kPhases], ...rows.map(({ method, means }) => [store.methods[method].name, ...means])],
    caption: "Of the legal paths found: shares of the times of all repetitions, which the page has in steps of 1/255 (0.4 %). Locate: the cells of the ends; attach: links to "
      + "them; realise: the path's points; smooth: the smoother. Of a method with a search of its own, search has all that it does not tell apart." };
}
