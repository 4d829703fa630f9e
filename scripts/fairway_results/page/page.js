// The page: reads the stores, and shows what the address asks for.
import { advice_section, show_advice } from "./advice.js";
import { by_family_section, show_by_family } from "./by_family.js";
import { chart_section, kCharts, show_chart, show_charts } from "./charts.js";
import { comparison_section, show_comparison } from "./comparison.js";
import { by_id, choice_of_one, choice_of_several, element, link_to } from "./dom.js";
import { explorer_section, show_explorer } from "./explorer.js";
import { listen_to_exports, table_buttons } from "./export.js";
import { conditions_section, figure_sections, show_conditions, show_figures } from "./figures.js";
import { findings_section, show_findings } from "./findings.js";
import { is_dark, looks_of } from "./methods.js";
import { pair_section, show_pairs } from "./pairs.js";
import { replay_section, show_replay } from "./replay.js";
import { kLengths, selection_of, strata_of } from "./selection.js";
import { hash_of, state_of } from "./state.js";
import { read_stores } from "./store.js";
import { summary_of } from "./summary.js";
import { show_intervals, show_table } from "./table.js";
import { counted } from "./words.js";
import { show_worst, worst_section } from "./worst.js";

/** @typedef {{store: import("./store.js").Store, stores: import("./store.js").Store[], state: import("./state.js").State, selection: import("./selection.js").Selection,
 *   rows: import("./summary.js").Row[], looks: import("./methods.js").Look[], change: typeof change, note: typeof note}} View what is shown now; `change` and `note`
 *   change the state, the latter without showing it */

/** @type {import("./store.js").Store[]} */
let stores = [];
let state = state_of("");
let told_hash = "";
/** @type {View|null} */
let shown = null;
/** What the state has that chooses methods and queries; the rest only tells how they are shown. */
const kFilters = /** @type {const} */ (["store", "stratum", "host", "family", "map", "method", "length", "only"]);
/** So many of the last choices are kept with their rows. */
const kMostKept = 8;
/** @type {Map<string, {selection: import("./selection.js").Selection, rows: import("./summary.js").Row[]}>} by what was chosen, the last one last */
const kept = new Map();

/** @param {Partial<import("./state.js").State>} changes */
function change(changes) {
  note(changes);
  update();
}

/** @param {Partial<import("./state.js").State>} changes */
function note(changes) {
  state = { ...state, ...changes };
  told_hash = hash_of(state);
  history.replaceState(null, "", told_hash);
  return state;
}

/** What the filters choose, and its rows. @param {import("./store.js").Store} store */
function chosen_of(store) {
  const key = JSON.stringify(kFilters.map((filter) => state[filter]));
  let chosen = kept.get(key);
  if (!chosen) {
    const selection = selection_of(store, state);
    chosen = { selection, rows: summary_of(selection) };
    if (kept.size === kMostKept) kept.delete(kept.keys().next().value || "");
  }
  kept.delete(key);
  kept.set(key, chosen);
  return chosen;
}

function update() {
  const store = stores[Number(state.store)] || stores[0];
  /** @type {View} */
  const view = { store, stores, state, ...chosen_of(store), looks: looks_of(store.methods, is_dark()), change, note };
  shown = view;
  show_table(view);
  show_charts(view);
  by_id("main").setAttribute("aria-busy", "true");
  soon(view, [...view.rows.map((row) => (row.intervals ? () => {} : () => show_intervals(view, row))), show_findings, ...kCharts.map((chart) => () => show_chart(view, chart)), show_by_family, show_pairs,
    show_advice, show_worst, show_comparison, show_figures, (now) => show_explorer(now).catch(complain), (now) => show_replay(now).catch(complain),
    () => by_id("main").removeAttribute("aria-busy")]);
  document.documentElement.dataset.shown = told_hash;
}

/** Shows the rest piece by piece, so that the page answers in between, unless something else is to be shown by then. @param {View} view @param
 *   {((view: View) => unknown)[]} pieces */
function soon(view, pieces) {
  setTimeout(() => {
    if (shown !== view || pieces.length === 0) return;
    pieces[0](view);
    soon(view, pieces.slice(1));
  });
}

function show_frame() {
  const store = stores[Number(state.store)] || stores[0];
  document.title = `${store.name} – Fairway`;
  by_id("name").textContent = store.name;
  by_id("scope").textContent = store.scope;
  show_filters(store);
  const table = (/** @type {string} */ id) => table_buttons(id, store.name);
  by_id("main").replaceChildren(findings_section(),
    element("section", {}, element("h2", {}, "Methods"), table("methods"), element("div", { class: "wide" }, element("table", { id: "methods" }))),
    by_family_section(table("by-family")), chart_section(), pair_section(table("pairs")), advice_section(), worst_section(), explorer_section(), replay_section(),
    ...(stores.length > 1 ? [comparison_section()] : []), ...figure_sections(store), conditions_section());
  delete by_id("main").dataset.figures;
  show_conditions({ store });
  by_id("warned").replaceChildren(...(store.warnings.length ? [`${counted(store.warnings.length, "warning")} about how this was measured: `, link_to("conditions", "see")] : []));
  listen_to_exports(() => shown);
}

/** @param {import("./store.js").Store} store */
function show_filters(store) {
  const { hosts } = store;
  const strata = strata_of(store);
  const several = (/** @type {string} */ label, /** @type {"family"|"map"|"method"|"length"} */ key, /** @type {string[]} */ names) =>
    (names.length < 2 ? null : choice_of_several(label, names, state[key], (values) => change({ [key]: values })));
  const statuses = store.statuses.filter((_, code) => store.status.includes(code) && store.statuses[code] !== "found"
    && store.statuses[code] !== "unsupported");
  by_id("filters").replaceChildren(...[
    stores.length < 2 ? null : choice_of_one("results", stores.map((one, i) => [String(i), `${one.name} (${one.file})`]), state.store, (value) => {
      state = { ...state_of(""), store: value };
      change({});
      show_frame();
      update();
    }),
    strata.length < 2 ? null : choice_of_one("agent", strata.map(({ key, name }) => [key, name]), state.stratum || strata[0].key,
      (value) => change({ stratum: value })),
    hosts.length < 2 ? null : choice_of_one("host", [["", "all, without times"], ...hosts.map((host) => /** @type {[string, string]} */ ([host, host]))],
      state.host, (value) => change({ host: value })),
    several("Map families", "family", Array.from(new Set(store.worlds.map((world) => world.family)))),
    several("Maps", "map", store.maps),
    several("Methods", "method", store.methods.map((method) => method.name)),
    several("Lengths", "length", kLengths),
    choice_of_one("queries", [["", "all"], ["answered", "that all methods answered"],
      ...statuses.map((status) => /** @type {[string, string]} */ ([status, `${status} by a method`]))], state.only,
    (value) => change({ only: value })),
    element("button", {
      type: "button", onclick: () => {
        change({ ...state_of(""), store: state.store });
        show_filters(store);
      },
    }, "Reset"),
  ].filter((node) => node !== null));
}

/** @param {Error} error */
function complain(error) {
  by_id("scope").textContent = `The page cannot be shown: ${error.message}`;
  console.error(error);
}

async function start_page() {
  stores = await read_stores();
  const read_address = () => {
    if (location.hash === told_hash && told_hash !== "") return;
    state = state_of(location.hash);
    told_hash = location.hash;
    show_frame();
    update();
  };
  read_address();
  addEventListener("hashchange", read_address);
  addEventListener("resize", () => shown && kCharts.forEach((chart) => shown && show_chart(shown, chart)));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", update);
  document.documentElement.dataset.ready = "1";
}

start_page().catch(complain);
