// Speed-up of the methods over one of them, by families of maps.
import { by_id, choice_of_one, element } from "./dom.js";
import { coloured, lead_to_map, nearest_answer } from "./charting.js";
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
  const parts = places.map((place) => {
    const there = Uint8Array.from(store.worlds, (world) => Number(world[by] === place));
    return { ...selection, reachable: selection.reachable.filter((query) => there[store.world[query]]) };
  });
  const body = view.rows.filter((row) => row.method !== against).map((row) => element("tr", {},
    element("th", { scope: "row" }, store.methods[row.method].name), ...parts.map((part) => {
      const effect = time_effect(part, row.method, against);
      return heat_cell(Math.exp(-effect.value), effect.both, () => lead_to_ratio({ ...view, selection: part }, row.method, against, effect.value));
    })));
  table.replaceChildren(element("caption", {}, `How many times sooner than ${store.methods[against].name} each method answers: geometric means over queries `
    + `that both found, of each map first. Blue is sooner, orange later. A click shows the query that is nearest to the mean.`),
  element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "text" }, "method"), ...places.map((place) => element("th", { scope: "col" }, place)))),
  element("tbody", {}, ...body));
}

/** The ground of a cell. @param {number} lean 1 blue, 0 none, -1 orange, and between */
export function heat_colour(lean) {
  return `rgba(${lean >= 0 ? "0, 114, 178" : "230, 159, 0"}, ${(0.5 * Math.abs(lean)).toFixed(3)})`;
}

/**
 * @param {number} speed_up
 * @param {number} queries
 * @param {() => void} on_click
 */
function heat_cell(speed_up, queries, on_click) {
  if (!queries) return element("td", { class: "heat", title: "no query that both found" }, "–");
  const lean = Math.max(-1, Math.min(1, Math.log10(speed_up) / 2));
  return element("td", { class: "heat", "data-value": speed_up, title: `${queries} queries`, style: `background: ${heat_colour(lean)}` },
    element("button", { type: "button", onclick: on_click }, `${three_digits(speed_up)}×`));
}

/**
 * Shows the query on which the ratio of two methods' times is nearest to a mean.
 * @param {View} view with the part of its selection that the mean is of
 * @param {number} method
 * @param {number} against
 * @param {number} mean logarithm of time(method) / time(against)
 */
function lead_to_ratio(view, method, against, mean) {
  const { store } = view;
  const found = store.code("found");
  const away = store.at(against, 0) - store.at(method, 0);
  const place = nearest_answer(view, method, (at) => (store.status[at + away] === found ? Math.abs(Math.log(store.ns[at] / store.ns[at + away]) - mean) : NaN));
  if (place) lead_to_map(view, place);
}
