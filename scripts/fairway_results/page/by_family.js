// The table of methods by families of maps: by_family.csv has the same.
import { by_id, choice_of_one, element, fill_table, table_row } from "./dom.js";
import { method_label } from "./methods.js";
import { summary_of } from "./summary.js";
import { kColumns } from "./table.js";
import { counted } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** Keys of columns of the table of methods that may be shown, with what they are called. @type {Record<string, string>} */
const kMeasures = { query_p50_ns: "median query time", mean_gap: "mean gap", answered: "share answered" };

/** @param {View} view */
export function show_by_family(view) {
  const { store, selection, state } = view;
  const measure = kMeasures[state.measure] ? state.measure : "query_p50_ns";
  const { value: value_of, words } = /** @type {import("./table.js").Column} */ (kColumns.find((column) => column.key === measure));
  const families = Array.from(new Set(selection.worlds.map((world) => store.worlds[world].family)));
  const of_family = families.map((family) => selection.worlds.filter((world) => store.worlds[world].family === family));
  const parts = of_family.map((worlds) => {
    const there = new Set(worlds);
    const of = (/** @type {Uint32Array} */ queries) => queries.filter((query) => there.has(store.world[query]));
    return new Map(summary_of({ ...selection, worlds, reachable: of(selection.reachable), unreachable: of(selection.unreachable) }).map((row) => [row.method, row]));
  });
  by_id("by-family-choice").replaceChildren(choice_of_one("measure", Object.entries(kMeasures), measure,
    (value) => view.change({ measure: value })));
  fill_table("by-family", `${kMeasures[measure][0].toUpperCase()}${kMeasures[measure].slice(1)} over all reachable queries of a family of maps. –: not made for all of its maps.`,
    ["method", ...families.map((family, i) => `${family} (${counted(of_family[i].length, "map")})`)],
    view.rows.map(({ method }) => table_row({ "data-method": store.methods[method].name }, [method_label(view, method), ...parts.map((part) => {
      const row = part.get(method);
      const value = row && row.whole ? value_of(row) : NaN;
      return element("td", { "data-value": value }, words(value));
    })])));
}
