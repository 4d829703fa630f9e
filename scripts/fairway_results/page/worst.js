// The worst answers: largest gaps, longest times, and each that is no legal path.
import { by_id, choice_of_one, element } from "./dom.js";
import { repeat_command } from "./explorer.js";
import { has_paths } from "./pictures.js";
import { kNotAsked } from "./store.js";
import { counted, duration, per_cent, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {{method: number, query: number, value: number}} Case */

/** So many of the largest. */
const kMostWorst = 10;
/** Columns of words. */
const kWords = new Set(["map", "status", "message", "again"]);
/** So many of the answers of a status are listed. */
const kMostListed = 200;

export function worst_section() {
  return element("section", { id: "worst", tabindex: "-1" }, element("h2", {}, "Worst cases"), element("div", { class: "controls", id: "worst-choice" }),
    element("div", { class: "wide" }, element("table", { id: "worst-cases" })));
}

/**
 * The answers of a kind: those with the largest values, or all of a status, in the order of the queries.
 * @param {View} view
 * @param {string} kind "gap", "time" or a status
 * @returns {{cases: Case[], total: number}}
 */
export function worst_cases(view, kind) {
  const { store, selection } = view;
  const found = store.code("found");
  const column = kind === "gap" ? store.gap : kind === "time" ? store.ns : null;
  if (kind === "time" && !selection.timed) return { cases: [], total: 0 };
  const code = store.code(kind);
  /** @type {Case[]} */
  let cases = [];
  let total = 0;
  let least = -Infinity;
  const asked = column ? [selection.reachable] : [selection.reachable, selection.unreachable];
  for (const method of selection.methods) {
    for (const queries of asked) {
      for (const query of queries) {
        const at = store.at(method, query);
        const status = store.status[at];
        if (status === kNotAsked) continue;
        if (column) {
          if (status !== found || !(column[at] > least)) continue;
          cases.push({ method, query, value: column[at] });
          if (cases.length < 20 * kMostWorst) continue;
          cases = cases.sort((a, b) => b.value - a.value).slice(0, kMostWorst);
          least = cases[kMostWorst - 1].value;
        } else if (status === code) {
          ++total;
          if (cases.length < kMostListed) cases.push({ method, query, value: NaN });
        }
      }
    }
  }
  if (column) cases = cases.sort((a, b) => b.value - a.value || a.method - b.method || a.query - b.query).slice(0, kMostWorst);
  return { cases, total: column ? cases.length : total };
}

/** @param {View} view */
export function show_worst(view) {
  const { store, state } = view;
  const bad = store.statuses.filter((status, code) => !["found", "unreachable", "start_blocked", "goal_blocked", "unsupported"].includes(status)
    && store.status.includes(code));
  by_id("worst-choice").replaceChildren(choice_of_one("show", [["gap", "the ten largest gaps"], ["time", "the ten slowest answers"],
    ...bad.map((status) => /** @type {[string, string]} */ ([status, `each ${status}`]))], state.worst, (value) => view.change({ worst: value })));
  const { cases, total } = worst_cases(view, state.worst);
  const rows = cases.map(({ method, query }) => {
    const at = store.at(method, query);
    const words = store.words.get(at);
    const world = store.worlds[store.world[query]];
    return element("tr", { "data-query": query }, element("th", { scope: "row" }, store.methods[method].name), element("td", { class: "text" }, world.name),
      element("td", {}, String(store.number[query])), element("td", { class: "text" }, store.statuses[store.status[at]]), element("td", {}, per_cent(store.gap[at])),
      element("td", {}, per_cent(store.corridor_gap[at])), element("td", {}, per_cent(store.slack[at])), element("td", {}, duration(store.ns[at])),
      element("td", {}, Number.isNaN(store.optimum[query]) ? "–" : three_digits(store.optimum[query])),
      element("td", {}, element("button", { type: "button", onclick: () => {
        view.change({ query: String(query), path: [store.methods[method].name] });
        by_id("explorer").scrollIntoView({ block: "start" });
        by_id("explorer").focus({ preventScroll: true });
      } }, has_paths(store, query) ? "show" : "show the map")), element("td", { class: "text" }, words ? words.message : ""),
      element("td", { class: "text" }, element("code", {}, repeat_command(view, method, query))));
  });
  by_id("worst-cases").replaceChildren(element("caption", {}, total > cases.length ? `${counted(total, "answer")}, of which ${cases.length} are listed.` : counted(total, "answer") + "."),
    element("thead", {}, element("tr", {}, ...["method", "map", "query", "status", "gap", "corridor gap", "slack", "time", "optimum", "", "message", "again"]
      .map((name) => element("th", { scope: "col", class: kWords.has(name) ? "text" : null }, name)))), element("tbody", {}, ...rows));
}
