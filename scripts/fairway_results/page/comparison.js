// Two stores side by side: what changed, and what of it is significant. scripts/compare.py compares times alike.
import { by_id, choice_of_one, element, fill_table, table_row } from "./dom.js";
import { holm, mean_over_maps, per_map } from "./estimators.js";
import { kSignificant } from "./pairs.js";
import { points, ratio, whole, with_interval } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./store.js").Store} Store */

export function comparison_section() {
  return element("section", { id: "comparison" }, element("h2", {}, "Compare results"), element("div", { class: "controls", id: "comparison-choice" }),
    element("div", { class: "wide" }, element("table", { id: "comparison-table" })));
}

/** The queries of the selection that another store has too: by world, number and optimum. @param {View} view @param {Store} other @returns
 *   {[number, number][]} places here and there */
function common_queries(view, other) {
  const { store, selection } = view;
  /** @type {Map<string, number>} */
  const there = new Map();
  for (let query = 0; query < other.queries; ++query) there.set(`${other.number[query]} ${other.worlds[other.world[query]].name}`, query);
  return Array.from(selection.reachable).flatMap((query) => {
    const match = there.get(`${store.number[query]} ${store.worlds[store.world[query]].name}`);
    const same = match !== undefined && store.ends.every((column, i) => column[query] === other.ends[i][match]);
    return same ? [/** @type {[number, number]} */ ([query, match])] : [];
  });
}

/** What changed of each method that both stores have. @param {View} view @param {Store} other */
export function changes_of(view, other) {
  const { store, selection } = view;
  const common = common_queries(view, other);
  const found = store.code("found");
  const changes = selection.methods.flatMap((method) => {
    const match = other.methods.findIndex((one) => one.name === store.methods[method].name);
    if (match < 0) return [];
    const logarithms = [];
    const maps = [];
    const counts = { asked: 0, here: 0, there: 0, gaps: 0 };
    let gap = 0;
    for (const [query, query_there] of common) {
      const [at, at_there] = [store.at(method, query), other.at(match, query_there)];
      const [is_found, is_found_there] = [store.status[at] === found, other.status[at_there] === found];
      ++counts.asked;
      counts.here += Number(is_found);
      counts.there += Number(is_found_there);
      if (!is_found || !is_found_there) continue;
      if (!Number.isNaN(store.gap[at] - other.gap[at_there])) {
        gap += other.gap[at_there] - store.gap[at];
        ++counts.gaps;
      }
      const logarithm = Math.log(other.ns[at_there] / store.ns[at]);
      if (Number.isNaN(logarithm)) continue;
      logarithms.push(logarithm);
      maps.push(store.worlds[store.world[query]].rank);
    }
    return [{ method, ...counts, gap: gap / counts.gaps, time: mean_over_maps(per_map(logarithms, maps, store.maps.length)) }];
  });
  const corrected = holm(changes.map((change) => change.time.p));
  return { common: common.length, changes: changes.map((change, i) => ({ ...change, p: corrected[i] })) };
}

/** @param {View} view */
export function show_comparison(view) {
  const others = view.stores.map((one, i) => ({ one, i })).filter(({ one }) => one !== view.store);
  if (!others.length) return;
  const chosen = others.find(({ i }) => String(i) === view.state.other) || others[0];
  by_id("comparison-choice").replaceChildren(choice_of_one("with", others.map(({ one, i }) => [String(i), `${one.name} (${one.file})`]), String(chosen.i),
    (value) => view.change({ other: value })));
  const { common, changes } = changes_of(view, chosen.one);
  fill_table("comparison-table", `${whole(common)} queries that both have (same map, number and ends). Here: ${view.store.scope} There: ${chosen.one.scope} `
    + "Gap: difference in percentage points. Time there / here: geometric mean of each map, then over maps, with Student's t interval; significant at 5 % after Holm's correction over the methods.",
  ["method", "found here", "there", "gap there − here", "time there / here", "significant"],
  changes.map((change) => table_row({ "data-change": view.store.methods[change.method].name, "data-ratio": Math.exp(change.time.value) },
    [view.store.methods[change.method].name, whole(change.here), whole(change.there), points(change.gap), with_interval(change.time, ratio),
      Number.isNaN(change.p) ? "no test" : change.p < kSignificant ? "yes" : "no"])));
}
