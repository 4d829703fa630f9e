// The methods with a colour, and the style of each method.
import { element } from "./dom.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {{colour: string}} Look */

/** The largest number of methods in colour. */
const kInColour = 9;

/** @param {import("./store.js").Method[]} methods @returns {Look[]} */
export function looks_of(methods) {
  const is_dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return methods.map((method) => ({ colour: is_dark ? method.dark : method.colour }));
}

/** The methods in colour: the main methods that support all chosen maps. @param {View} view @returns {number[]} */
export function coloured(view) {
  const made = view.rows.filter((row) => row.whole).map((row) => row.method);
  const main = made.filter((method) => view.store.methods[method].main);
  return (main.length ? main : made).slice(0, kInColour);
}

/** The name of a method, with its colour. @param {View} view @param {number} method */
export function method_label(view, method) {
  return element("span", {}, element("span", { class: "swatch", style: `background:${view.looks[method].colour}` }), view.store.methods[method].name);
}
