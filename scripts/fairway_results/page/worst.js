// The worst answers: largest gaps, longest times, and each answer without a legal path; with the cause.
import { by_id, choice_of_one, element, fill_table, table_row, text_cell } from "./dom.js";
import { kZeroGap } from "./estimators.js";
import { repeat_command } from "./explorer.js";
import { has_paths, paths_of } from "./pictures.js";
import { counted, duration, per_cent, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {{method: number, query: number, value: number}} Case */

/** The number of largest values that are shown. */
const kMostWorst = 10;
/** The largest number of listed answers of a status. */
const kMostListed = 200;

/**
 * The answers of a kind: the largest values, or all answers of a status in the order of the queries.
 * @param {View} view
 * @param {string} kind - "gap", "time" or a status @param {string} suspect - name of the method; "" for all methods
 * @returns {{cases: Case[], total: number}} `total` counts answers that are not listed, too */
function worst_cases({ store, selection }, kind, suspect) {
  const column = kind === "gap" ? store.gap : kind === "time" ? store.ns : null;
  const code = store.code(column ? "found" : kind);
  let [cases, total, least] = [/** @type {Case[]} */ ([]), 0, -Infinity];
  for (const method of selection.methods.filter((one) => ["", store.methods[one].name].includes(suspect))) {
    const row = store.at(method, 0);
    for (const queries of column ? [selection.reachable] : [selection.reachable, selection.unreachable]) {
      for (const query of queries) {
        if (store.status[row + query] !== code || (column && !(column[row + query] > least))) continue;
        ++total;
        if (column || cases.length < kMostListed) cases.push({ method, query, value: column ? column[row + query] : 0 });
        if (!column || cases.length < 20 * kMostWorst) continue;
        cases = cases.sort((a, b) => b.value - a.value).slice(0, kMostWorst);
        least = cases[kMostWorst - 1].value;
      }
    }
  }
  if (!column) return { cases, total };
  cases = cases.sort((a, b) => b.value - a.value || a.method - b.method || a.query - b.query).slice(0, kind === "time" && !selection.timed ? 0 : kMostWorst);
  return { cases, total: cases.length };
}

/** @param {View} view */
export function show_worst(view) {
  const { store, state } = view;
  const right = ["found", "unreachable", "start_blocked", "goal_blocked", "unsupported"];
  const bad = store.statuses.filter((status, code) => !right.includes(status) && store.status.includes(code));
  const names = view.rows.map(({ method }) => store.methods[method].name);
  by_id("worst-choice").replaceChildren(choice_of_one("show", [["gap", "the ten largest gaps"], ["time", "the ten slowest answers"],
    ...bad.map((status) => [status, `each ${status}`])], state.worst, (value) => view.change({ worst: value })),
  choice_of_one("of", [["", "all methods"], ...names.map((name) => [name, name])], state.suspect, (value) => view.change({ suspect: value })));
  const { cases, total } = worst_cases(view, state.worst, state.suspect);
  fill_table("worst-cases", (total > cases.length ? `${counted(total, "answer")}, ${cases.length} listed.` : counted(total, "answer") + ".")
    + " (1 + gap) = (1 + corridor gap)(1 + slack): the corridor gap is the loss from passing obstacles on other sides than the optimum; slack is the loss from a path that is not taut.",
  ["method", "map", "query", "status", "gap", "corridor gap", "slack", "time", "optimum", "", "cause", "again"], cases.map(({ method, query }) => {
    const at = store.at(method, query);
    const cause = element("td", { class: "text cause" }, store.words.get(at)?.message || "");
    if (!cause.textContent && store.gap[at] > kZeroGap) cause_of(store, method, query).then((words) => cause.replaceChildren(words));
    return table_row({ "data-query": query }, [store.methods[method].name, text_cell(store.worlds[store.world[query]].name), String(store.number[query]), text_cell(store.statuses[store.status[at]]),
      per_cent(store.gap[at]), per_cent(store.corridor_gap[at]), per_cent(store.slack(at)), duration(store.ns[at]), Number.isNaN(store.optimum[query]) ? "–" : three_digits(store.optimum[query]),
      element("button", { type: "button", onclick: () => lead_to_map(view, query, method) }, has_paths(store, query) ? "show" : "show the map"), cause,
      text_cell(element("code", {}, repeat_command(view, method, query)))]);
  }), 2);
}

/** Shows a query on the map, with the path of a method. @param {View} view @param {number} query @param {number} method */
function lead_to_map(view, query, method) {
  view.change({ query: String(query), path: [view.store.methods[method].name] });
  by_id("explorer").scrollIntoView({ block: "start" });
  by_id("explorer").focus({ preventScroll: true });
}

/** The number of points of the optimum that are compared with a path. */
const kSamples = 400;
/** Two paths separate where their distance exceeds this share of the map's diagonal. */
const kSameWay = 0.005;

/**
 * A sentence on why a path is longer than the optimum, and where the two paths separate.
 * @param {import("./store.js").Store} store @param {number} method
 * @param {number} query */
export async function cause_of(store, method, query) {
  const at = store.at(method, query);
  const world = store.worlds[store.world[query]];
  if (!(store.corridor_gap[at] > store.slack(at))) return "passes as the optimum does, but is not taut";
  const paths = await paths_of(store, query);
  const optimum = paths.find((path) => path.kind === "optimum");
  const own = paths.find((path) => path.method === method && path.kind === "smoothed");
  if (!optimum || !own) return "passes obstacles on other sides than the optimum";
  const samples = sampled(optimum, kSamples);
  const away = samples.map(([x, y]) => distance_to(own, x, y));
  const near = kSameWay * Math.hypot(world.max_x - world.min_x, world.max_y - world.min_y);
  const far = away.indexOf(Math.max(...away));
  const parts = away.findLastIndex((one, i) => i <= far && one <= near);
  const meets = away.findIndex((one, i) => i >= far && one <= near);
  const words = (/** @type {number} */ i) => `(${[samples[i][0] + world.min_x, samples[i][1] + world.min_y].map((value) => Number(value.toPrecision(4))).join(", ")})`;
  return `misses the passage of the optimum at ${words(far)}: parts from it at ${words(Math.max(0, parts))}, meets it again at ${words(meets < 0 ? samples.length - 1 : meets)}`;
}

/** Points evenly along a path. @param {import("./pictures.js").KeptPath} path @param {number} count */
function sampled({ x, y }, count) {
  const lengths = Array.from(x, (_, i) => (i ? Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1]) : 0));
  const step = lengths.reduce((sum, one) => sum + one, 0) / count;
  return lengths.flatMap((length, i) => {
    const pieces = Math.max(1, Math.round(length / step));
    const from = Math.max(0, i - 1);
    return Array.from({ length: pieces }, (_, k) => [x[from] + (k + 1) / pieces * (x[i] - x[from]), y[from] + (k + 1) / pieces * (y[i] - y[from])]);
  });
}

/** The distance of a point from a path. @param {import("./pictures.js").KeptPath} path @param {number} px @param {number} py */
function distance_to({ x, y }, px, py) {
  let least = Math.hypot(x[0] - px, y[0] - py);
  for (let i = 1; i < x.length; ++i) {
    const [dx, dy] = [x[i] - x[i - 1], y[i] - y[i - 1]];
    const share = Math.min(1, Math.max(0, ((px - x[i - 1]) * dx + (py - y[i - 1]) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x[i - 1] + share * dx - px, y[i - 1] + share * dy - py));
  }
  return least;
}
