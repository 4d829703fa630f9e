// Query time against the length of the optimum.
import { chart_option, coloured, decades, exponent, line_looks } from "./charting.js";
import { duration, three_digits } from "./words.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */
/** @typedef {import("./charting.js").Drawing} Drawing */

/** Bins with fewer answers are left out. */
const kLeastAnswers = 3;

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function time_against_length(view, ink) {
  const { store, selection } = view;
  const found = store.code("found");
  const diagonals = store.worlds.map((world) => Math.hypot(world.max_x - world.min_x, world.max_y - world.min_y));
  /** @type {(string|number)[][]} */
  const data = [["method", "optimum / diagonal", "median query time in ns", "queries"]];
  const series = (selection.timed ? coloured(view) : []).map((method) => {
    /** @type {Map<number, number[]>} */
    const bins = new Map();
    for (const query of selection.reachable) {
      const at = store.at(method, query);
      const share = store.optimum[query] / diagonals[store.world[query]];
      if (store.status[at] !== found || !(store.ns[at] > 0) || !(share > 0)) continue;
      const bin = Math.max(-14, Math.floor(2 * Math.log2(share)));
      const queries = bins.get(bin);
      if (queries) queries.push(query);
      else bins.set(bin, [query]);
    }
    const row = store.at(method, 0);
    const line = Array.from(bins).filter(([, queries]) => queries.length >= kLeastAnswers).sort(([a], [b]) => a - b).map(([bin, queries]) => {
      queries.sort((a, b) => store.ns[row + a] - store.ns[row + b]);
      const below = queries[(queries.length - 1) >> 1];
      const middle = (store.ns[row + below] + store.ns[row + queries[queries.length >> 1]]) / 2;
      data.push([store.methods[method].name, 2 ** ((bin + 0.5) / 2), middle, queries.length]);
      return { value: [exponent(2 ** ((bin + 0.5) / 2)), exponent(middle)], to: { query: below, method } };
    });
    return { type: "line", name: store.methods[method].name, symbol: view.looks[method].shape, symbolSize: 6, data: line, ...line_looks(view, method) };
  });
  const option = chart_option(ink, decades("optimal length / diagonal of the map", three_digits), decades("median query time", duration), series);
  option.tooltip.formatter = (/** @type {any} */ event) => `${event.seriesName}\nlength ${three_digits(10 ** event.value[0])}: ${duration(10 ** event.value[1])}`;
  return { option, data, caption: "Medians of answers in bins of a factor √2, of three answers or more. A click shows the median query." };
}
