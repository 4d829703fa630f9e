// The table of methods by families of maps: by_family.csv has the same.
import { by_id, choice_of_one, element, fill_table, table_row } from "./dom.js";
import { method_label } from "./methods.js";
import { summary_of } from "./summary.js";
import { counted, duration, per_cent } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./summary.js").Row} Row */

/** @type {Record<string, {name: string, value: (row: Row) => number, words: (value: number) => string}>} */
const kMeasures = {
  time: { name: "median query time", value: (row) => row.query_p50_ns, words: duration },
  gap: { name: "mean gap", value: (row) => row.mean_gap, words: per_cent },
  answered: { name: "share answered", value: (row) => row.answered, words: per_cent },
};

/** @param {Node} buttons that save the table */
export function by_family_section(buttons) {
  return element("section", {}, element("h2", {}, "By family of maps"), element("div", { class: "controls", id: "by-family-choice" }), buttons,
    element("div", { class: "wide" }, element("table", { id: "by-family" })));
}

/** @param {View} view */
export function show_by_family(view) {
  const { store, selection, state } = view;
  const measure = kMeasures[state.measure] || kMeasures.time;
  const families = Array.from(new Set(selection.worlds.map((world) => store.worlds[world].family)));
  const of_family = families.map((family) => selection.worlds.filter((world) => store.worlds[world].family === family));
  const parts = of_family.map((worlds) => {
    const there = new Set(worlds);
    const of = (/** @type {Uint32Array} */ queries) => queries.filter((query) => there.has(store.world[query]));
    return new Map(summary_of({ ...selection, worlds, reachable: of(selection.reachable), unreachable: of(selection.unreachable) }).map((row) => [row.method, row]));
  });
  by_id("by-family-choice").replaceChildren(choice_of_one("measure", Object.entries(kMeasures).map(([key, { name }]) => [key, name]), state.measure,
    (value) => view.change({ measure: value })));
  fill_table("by-family", `${measure.name[0].toUpperCase()}${measure.name.slice(1)} over all reachable queries of a family of maps. –: not made for all of its maps.`,
    ["method", ...families.map((family, i) => `${family} (${counted(of_family[i].length, "map")})`)],
    view.rows.map(({ method }) => table_row({ "data-method": store.methods[method].name }, [method_label(view, method), ...parts.map((part) => {
      const row = part.get(method);
      const value = row && row.whole ? measure.value(row) : NaN;
      return element("td", { "data-value": value }, measure.words(value));
    })])));
}
