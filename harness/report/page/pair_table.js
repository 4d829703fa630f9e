// The table of pairs of methods: which of them the data tells apart.
import { by_id, element } from "./dom.js";
import { kSignificant, planned_pairs } from "./findings.js";
import { counted, per_cent, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */

/** @param {Node} buttons that save the table */
export function pair_section(buttons) {
  return element("section", {}, element("h2", {}, "Pairs"), buttons, element("div", { class: "wide" }, element("table", { id: "pairs" })));
}

/** @param {number} p */
function told_apart(p) {
  return Number.isNaN(p) ? "no test" : p < kSignificant ? "yes" : "no";
}

/**
 * A value with its interval, as words.
 * @param {{value: number, low: number, high: number}} effect
 * @param {(value: number) => string} words
 */
function effect_words({ value, low, high }, words) {
  return Number.isNaN(value) ? "–" : words(value) + (Number.isNaN(low) ? "" : ` [${words(low)}, ${words(high)}]`);
}

/** @param {View} view */
export function show_pairs(view) {
  const { pairs } = planned_pairs(view);
  const name = (/** @type {number} */ method) => view.store.methods[method].name;
  const ratio = (/** @type {number} */ logarithm) => `${three_digits(Math.exp(logarithm))}×`;
  by_id("pairs").replaceChildren(element("caption", {}, `The main methods of the families, ${counted(pairs.length, "pair")}: ratio of query times and difference of gaps, on queries `
    + "that both found, of each map first. Intervals are Student's t over maps. Told apart: significant at 5 % after Holm's correction for all pairs."),
  element("thead", {}, element("tr", {}, ...["method", "against", "time ratio", "times told apart", "gap difference", "gaps told apart"].map((head, i) =>
    element("th", { scope: "col", class: i < 2 ? "text" : null }, head)))),
  element("tbody", {}, ...pairs.map((pair) => element("tr", { "data-pair": `${name(pair.a)} ${name(pair.b)}` }, element("th", { scope: "row" }, name(pair.a)),
    element("td", { class: "text" }, name(pair.b)), element("td", {}, view.selection.timed ? effect_words(pair.time, ratio) : "–"),
    element("td", {}, told_apart(pair.time_p)), element("td", {}, effect_words(pair.gap, per_cent)), element("td", {}, told_apart(pair.gap_p))))));
}
