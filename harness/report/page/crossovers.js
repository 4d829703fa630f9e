// From how many queries between two bursts on each method is cheaper than each other: the figure crossover-matrix of scripts/plots/change_figures.py.
import { kQueriesABurst, told_means } from "./change_charts.js";
import { by_id, element } from "./dom.js";
import { chosen_group, costs_over, span_against } from "./follow_costs.js";
import { heat_colour } from "./heat.js";
import { duration, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./follow_costs.js").Cost} Cost */

/** @param {Node} buttons that save the table */
export function crossover_part(buttons) {
  return element("figure", { id: "crossover-matrix", tabindex: "-1" }, element("h3", {}, "Queries between two bursts at which a method is cheaper than another"),
    element("div", { class: "wide" }, element("table", { id: "crossovers", class: "matrix", "aria-describedby": "crossover-words" })), element("figcaption", { id: "crossover-words" }), buttons);
}

/** @param {View} view */
export function show_crossovers(view) {
  const table = by_id("crossovers");
  const { costs, worlds } = costs_over(view, chosen_group(view).worlds);
  if (costs.length < 2) {
    table.replaceChildren();
    by_id("crossover-words").replaceChildren("Nothing to compare: fewer than two chosen methods followed the worlds, no query there was answered rightly by all, or the times are of several hosts.");
    return;
  }
  const names = costs.map(({ method }) => view.store.methods[method].name);
  const named = (/** @type {number} */ i) => [element("span", { class: "swatch", style: `background:${view.looks[costs[i].method].colour}` }), names[i]];
  by_id("crossover-words").replaceChildren("≥ n: the method of the row is cheaper than that of the column from n queries between two bursts on; < n: below n queries. The bluer a cell, the "
    + `more of the decades from ${10 ** kQueriesABurst.first} to ${three_digits(10 ** kQueriesABurst.last)} queries are the row's; the more orange, the column's. Methods stand in the `
    + `order of their time to follow a burst, the shortest first. Means over ${told_means(view, worlds)}; queries that all chosen methods answered rightly.`);
  table.replaceChildren(
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "cheaper ↓ than →"), ...costs.map((_, i) => element("th", { scope: "col" }, element("span", {}, ...named(i)))))),
    element("tbody", {}, ...costs.map((row, i) => element("tr", {}, element("th", { scope: "row" }, ...named(i)),
      ...costs.map((column, j) => (i === j ? element("td") : cell_of(row, column, `${cost_words(row, names[i])}\n${cost_words(column, names[j])}`)))))));
}

/** @param {Cost} cost @param {string} name */
function cost_words({ mean_ns, query }, name) {
  return `${name}: ${duration(mean_ns)} a burst, ${duration(query)} a query`;
}

/** @param {Cost} row @param {Cost} column @param {string} title */
function cell_of(row, column, title) {
  const { from, to } = span_against(row, column);
  const { first, last } = kQueriesABurst;
  const place = (/** @type {number} */ queries) => Math.min(last, Math.max(first, Math.log10(queries)));
  const share = (place(to) - place(from)) / (last - first);
  return element("td", { class: "heat", "data-from": from, "data-to": to, title, style: `background: ${heat_colour(2 * share - 1)}` }, winner_words(from, to));
}

/** @param {number} from @param {number} to the queries a burst between which a method is cheaper */
function winner_words(from, to) {
  if (to <= from || from === Infinity) return "never";
  return from > 0 ? `≥ ${three_digits(from)}` : to < Infinity ? `< ${three_digits(to)}` : "always";
}
