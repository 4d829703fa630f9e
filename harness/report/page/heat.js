// Speed-up of the methods over one of them, by families of maps.
import { by_id, choice_of_one, element } from "./dom.js";
import { coloured } from "./charting.js";
import { time_effect } from "./pairs.js";
import { three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */

/** More columns than this are families instead of maps. */
const kMostMaps = 12;

export function heat_section() {
  return element("section", {}, element("h2", {}, "Speed-up"), element("div", { class: "controls", id: "heat-choice" }),
    element("div", { class: "wide" }, element("table", { id: "heat" })));
}

/**
 * The method that others are compared with.
 * @param {View} view
 */
export function baseline(view) {
  const chosen = view.store.methods.findIndex((method) => method.name === view.state.against);
  return chosen >= 0 ? chosen : coloured(view)[0];
}

/** @param {View} view */
export function show_heat(view) {
  const { store, selection } = view;
  const against = baseline(view);
  const table = by_id("heat");
  const named = view.rows.map((row) => /** @type {[string, string]} */ ([store.methods[row.method].name, store.methods[row.method].name]));
  by_id("heat-choice").replaceChildren(choice_of_one("over", named, against === undefined ? "" : store.methods[against].name, (value) => view.change({ against: value })));
  if (against === undefined || !selection.timed) {
    table.replaceChildren(element("caption", {}, "No times that may stand together."));
    return;
  }
  const families = new Set(selection.worlds.map((world) => store.worlds[world].family));
  const by = families.size > 1 || selection.worlds.length > kMostMaps ? "family" : "map";
  const places = Array.from(new Set(selection.worlds.map((world) => store.worlds[world][by])));
  const body = view.rows.filter((row) => row.method !== against).map((row) => element("tr", {},
    element("th", { scope: "row" }, store.methods[row.method].name), ...places.map((place) => {
      const worlds = new Set(selection.worlds.filter((world) => store.worlds[world][by] === place));
      const part = { ...selection, reachable: selection.reachable.filter((query) => worlds.has(store.world[query])) };
      const effect = time_effect(part, row.method, against);
      return heat_cell(Math.exp(-effect.value), effect.both);
    })));
  table.replaceChildren(element("caption", {}, `How many times sooner than ${store.methods[against].name} each method answers: geometric means over queries `
    + `that both found, of each map first. Blue is sooner, orange later.`),
  element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "text" }, "method"), ...places.map((place) => element("th", { scope: "col" }, place)))),
  element("tbody", {}, ...body));
}

/**
 * @param {number} speed_up
 * @param {number} queries
 */
function heat_cell(speed_up, queries) {
  if (!queries) return element("td", { class: "heat", title: "no query that both found" }, "–");
  const strength = Math.min(1, Math.abs(Math.log10(speed_up)) / 2);
  const colour = speed_up >= 1 ? "0, 114, 178" : "230, 159, 0";
  return element("td", { class: "heat", "data-value": speed_up, title: `${queries} queries`, style: `background: rgba(${colour}, ${(0.6 * strength).toFixed(3)})` },
    `${three_digits(speed_up)}×`);
}
