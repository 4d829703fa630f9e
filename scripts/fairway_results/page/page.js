// The page: reads the stores, and shows the state in the address.
import { show_advice } from "./advice.js";
import { by_id, choice_of_one, choice_of_several, element } from "./dom.js";
import { listen_to_map, show_explorer } from "./explorer.js";
import { put_sections, show_sections } from "./figures.js";
import { listen_to_live } from "./live.js";
import { looks_of } from "./methods.js";
import { kLengths, selection_of } from "./selection.js";
import { hash_of, state_of } from "./state.js";
import { read_stores } from "./store.js";
import { summary_of } from "./summary.js";
import { save_table, show_intervals, show_table } from "./table.js";
import { show_worst } from "./worst.js";

/** @typedef {{store: import("./store.js").Store, state: import("./state.js").State, selection: import("./selection.js").Selection, rows: import("./summary.js").Row[],
 *   looks: import("./methods.js").Look[], change: typeof change, note: typeof note}} View the shown state; `change` and `note` change the state, `note` without
 *   showing it */

/** @type {import("./store.js").Store[]} */
let stores = [];
let state = state_of("");
let shown_hash = "";
/** @type {View|null} */
let shown = null;
/** The fields of the state that choose methods and queries. The other fields choose how these are shown. */
const kFilters = /** @type {const} */ (["store", "stratum", "host", "family", "map", "method", "length", "only"]);
/** The last selection, and its rows. @type {{key: string, selection: import("./selection.js").Selection, rows: import("./summary.js").Row[]}|null} */
let chosen = null;

/** @param {Partial<import("./state.js").State>} changes */
function change(changes) {
  note(changes);
  update();
}

/** @param {Partial<import("./state.js").State>} changes */
function note(changes) {
  state = { ...state, ...changes };
  shown_hash = hash_of(state);
  history.replaceState(null, "", shown_hash);
  return state;
}

function update() {
  const store = stores[Number(state.store)] || stores[0];
  const key = JSON.stringify(kFilters.map((filter) => state[filter]));
  if (chosen?.key !== key) {
    const selection = selection_of(store, state);
    chosen = { key, selection, rows: summary_of(selection) };
  }
  /** @type {View} */
  const view = { store, state, ...chosen, looks: looks_of(store.methods), change, note };
  shown = view;
  show_table(view);
  by_id("main").setAttribute("aria-busy", "true");
  soon(view, [...view.rows.filter((row) => !row.intervals).map((row) => () => show_intervals(view, row)), show_sections,
    show_advice, show_worst,
    (now) => show_explorer(now).catch(complain), () => by_id("main").removeAttribute("aria-busy")]);
  document.documentElement.dataset.shown = shown_hash;
}

/**
 * Runs the functions one by one. Each waits for the end of the one before. The page responds to the user between them. Stops if another state is shown.
 * @param {View} view
 * @param {((view: View) => unknown)[]} pieces */
function soon(view, pieces) {
  setTimeout(async () => {
    if (shown !== view || pieces.length === 0) return;
    await pieces[0](view);
    soon(view, pieces.slice(1));
  });
}

function show_frame() {
  const store = stores[Number(state.store)] || stores[0];
  document.title = `${store.name} – Fairway`;
  by_id("name").textContent = store.name;
  by_id("scope").textContent = store.scope;
  show_filters(store);
  put_sections(store);
}

/** @param {import("./store.js").Store} store */
function show_filters(store) {
  const { hosts, strata } = store;
  const named = (/** @type {string[]} */ names) => names.map((name) => [name, name]);
  const several = (/** @type {string} */ label, /** @type {"family"|"map"|"method"|"length"} */ key, /** @type {string[]} */ names) =>
    (names.length < 2 ? [] : [choice_of_several(label, names, state[key], (values) => change({ [key]: values }))]);
  const statuses = store.statuses.filter((status, code) => store.status.includes(code) && !["found", "unsupported"].includes(status));
  const of_store = (/** @type {string} */ value) => {
    note({ ...state_of(""), store: value });
    show_frame();
    update();
  };
  by_id("filters").replaceChildren(
    ...(stores.length < 2 ? [] : [choice_of_one("results", stores.map((one, i) => [String(i), `${one.name} (${one.file})`]), state.store, of_store)]),
    ...(strata.length < 2 ? [] : [choice_of_one("agent", named(strata), state.stratum || strata[0], (value) => change({ stratum: value }))]),
    ...(hosts.length < 2 ? [] : [choice_of_one("host", [["", "all, without times"], ...named(hosts)], state.host, (value) => change({ host: value }))]),
    ...several("Map families", "family", Array.from(new Set(store.worlds.map((world) => world.family)))),
    ...several("Maps", "map", store.maps),
    ...several("Methods", "method", store.methods.map((method) => method.name)),
    ...several("Lengths", "length", kLengths),
    choice_of_one("queries", [["", "all"], ["answered", "that all methods answered"], ...statuses.map((status) => [status, `${status} by a method`])], state.only,
      (value) => change({ only: value })),
    element("button", { type: "button", onclick: () => of_store(state.store) }, "Reset"));
}

/** @param {Error} error */
function complain(error) {
  by_id("scope").textContent = `The page cannot be shown: ${error.message}`;
  console.error(error);
}

/** Scrolls to a part of the page without changing the address, which holds the state. @param {MouseEvent} event */
function follow_link(event) {
  const id = event.target instanceof Element && event.target.closest("a[href^='#']")?.getAttribute("href")?.slice(1);
  if (!id) return;
  event.preventDefault();
  const named = Array.from(document.querySelectorAll(`[id="${id}"]`));
  const node = named.find((one) => one instanceof HTMLElement && !one.hidden);  // each radius has its own figures
  node?.scrollIntoView({ behavior: "smooth", block: "start" });
  if (node instanceof HTMLElement) node.focus({ preventScroll: true });
}

async function start_page() {
  stores = await read_stores();
  const read_address = () => {
    if (location.hash === shown_hash && shown_hash !== "") return;
    state = state_of(location.hash);
    shown_hash = location.hash;
    show_frame();
    update();
  };
  by_id("save").addEventListener("click", () => shown && save_table(shown.store.name));
  listen_to_map();
  listen_to_live();
  read_address();
  addEventListener("hashchange", read_address);
  addEventListener("click", follow_link);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", update);
  document.documentElement.dataset.ready = "1";
}

start_page().catch(complain);
