// The methods with a colour, and the style of each method.
import { element } from "./dom.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {{colour: string, dash: string}} Look `dash` is of SVG */

/** The largest number of methods in colour. */
export const kInColour = 9;
export const kOthers = "#9a9a9a";
/** Distinguish the methods of one family, which share a colour. */
const kDashes = ["none", "6 3", "1.5 2.5", "10 3 2 3", "3 1.5", "12 5"];

/** @param {import("./store.js").Method[]} methods @returns {Look[]} */
export function looks_of(methods) {
  const is_dark = matchMedia("(prefers-color-scheme: dark)").matches;
  /** @type {Map<string, number>} */
  const seen = new Map();
  return methods.map((method) => {
    const rank = seen.get(method.colour) || 0;
    seen.set(method.colour, rank + 1);
    return { colour: is_dark ? method.dark : method.colour, dash: kDashes[rank % kDashes.length] };
  });
}

/** The methods in colour: the chosen methods, else the main methods that support all chosen maps. @param {View} view @returns {number[]} */
export function coloured(view) {
  const { methods } = view.store;
  const chosen = view.state.colour.map((name) => methods.findIndex((method) => method.name === name));
  if (chosen.length) return chosen.filter((method) => view.rows.some((row) => row.method === method)).slice(0, kInColour);
  const made = view.rows.filter((row) => row.whole).map((row) => row.method);
  const main = made.filter((method) => methods[method].main);
  return (main.length ? main : made).slice(0, kInColour);
}

/** The name of a method, with its colour. @param {View} view @param {number} method */
export function method_label(view, method) {
  return element("span", {}, element("span", { class: "swatch", style: `background:${view.looks[method].colour}` }), view.store.methods[method].name);
}
