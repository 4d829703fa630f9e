// The time to build and to ask so many queries.
import { chart_option, coloured, decades, exponent, line_looks } from "./charting.js";
import { costs_of, median_of } from "./costs.js";
import { duration, whole } from "./words.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */
/** @typedef {import("./charting.js").Drawing} Drawing */

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function total_time(view, ink) {
  const { store, selection } = view;
  const costs = new Map((selection.timed ? coloured(view) : []).map((method) => [method, costs_of(view, method)]));
  const worlds = selection.worlds.filter((world) => Array.from(costs.values()).every((of) => of.has(world)));
  /** @type {(string|number)[][]} */
  const data = [["method", "queries", "median total time in ns"]];
  const series = Array.from(costs, ([method, of]) => ({
    type: "line", name: store.methods[method].name, symbol: "none", triggerLineEvent: true, ...line_looks(view, method),
    data: worlds.length === 0 ? [] : Array.from({ length: 61 }, (_, i) => {
      const queries = 10 ** (i / 10);
      const totals = worlds.map((world) => {
        const cost = /** @type {import("./costs.js").Cost} */ (of.get(world));
        return cost.build + queries * cost.query;
      });
      const total = median_of(totals);
      data.push([store.methods[method].name, queries, total]);
      const away = totals.map((one) => Math.abs(one - total));
      return { value: [i / 10, exponent(total)], to: { world: worlds[away.indexOf(Math.min(...away))], method } };
    }),
  }));
  const option = chart_option(ink, decades("queries", (value) => whole(Math.round(value))), decades("build and queries", duration), series);
  option.tooltip.formatter = (/** @type {any} */ event) => event.seriesName;
  return { option, data, caption: `Build, with the parts of the free space used, and n queries of mean time: medians over the ${worlds.length} maps that all of `
    + "these methods have. Where two curves cross, the dearer build has paid." };
}
