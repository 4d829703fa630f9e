// Which method fits a budget: the arithmetic, and where the data cannot tell.
import { by_id, element, fill_table, table_row } from "./dom.js";
import { holm, mean_over_maps, quantile } from "./estimators.js";
import { kSignificant } from "./pairs.js";
import { costs_of } from "./summary.js";
import { build_duration, byte_size, counted, duration, per_cent, ratio, whole, with_interval } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./summary.js").Row} Row */
/** @typedef {{row: Row, each: number, build: number, query: number, by_world: Map<number, number>}} Candidate `each`: nanoseconds of a query, its share of the build included */

export function advice_section() {
  const field = (/** @type {"memory"|"builds"|"gap"|"share"} */ key, /** @type {string} */ label, /** @type {string} */ unit) => element("label", {}, `${label} `,
    element("input", { type: "number", min: "0", step: "any", size: "8", style: "width: 7em", "data-advice": key }), ` ${unit}`);
  return element("section", { id: "advice" }, element("h2", {}, "Advice"), element("div", { class: "controls" },
    field("memory", "memory at most", "KiB (empty: any)"), field("builds", "queries a build", ""), field("gap", "mean gap at most", "% (empty: any)"),
    field("share", "answered at least", "%")), element("p", { id: "advised", "aria-live": "polite" }), element("div", { class: "wide" }, element("table", { id: "ranking" })),
  element("p", { class: "note", id: "ruled-out" }));
}

/**
 * The methods that keep the budget, the soonest first, and why the others do not.
 * @param {View} view
 */
export function advice_of(view) {
  const { state, selection } = view;
  const limit = (/** @type {string} */ text) => (text === "" ? Infinity : Number(text));
  const memory = 1024 * limit(state.memory);
  const gap = limit(state.gap) / 100;
  const share = Number(state.share) / 100;
  const queries = Math.max(1, Number(state.builds) || 1);
  /** @type {Candidate[]} */
  const fit = [];
  /** @type {{row: Row, why: string}[]} */
  const ruled_out = [];
  for (const row of view.rows.filter((one) => one.whole)) {
    const costs = costs_of(selection, row.method);
    const why = row.median_bytes > memory ? `needs ${byte_size(row.median_bytes)}` : Number.isNaN(row.median_bytes) && memory < Infinity ? "tells no size"
      : row.mean_gap > gap ? `has a mean gap of ${per_cent(row.mean_gap)}` : !(row.answered >= share) ? `answers ${per_cent(row.answered)}`
        : !selection.timed ? "has times of several hosts" : costs.size < selection.worlds.length ? "has no time on some map" : "";
    if (why) {
      ruled_out.push({ row, why });
      continue;
    }
    const by_world = new Map(Array.from(costs, ([world, cost]) => [world, cost.build / queries + cost.query]));
    const middle = (/** @type {"build"|"query"} */ part) => quantile(Float64Array.from(Array.from(costs.values(), (cost) => cost[part])), 0.5);
    fit.push({ row, by_world, each: quantile(Float64Array.from(by_world.values()), 0.5), build: middle("build"), query: middle("query") });
  }
  fit.sort((a, b) => a.each - b.each);
  const first = fit[0];
  const effects = fit.slice(1).map((other) => mean_over_maps(Array.from(other.by_world, ([world, each]) => Math.log(each / Number(first.by_world.get(world))))));
  const corrected = holm(effects.map((effect) => effect.p));
  return { queries, fit, ruled_out, effects, alike: corrected.map((p) => !(p < kSignificant)) };
}

/** @param {View} view */
export function show_advice(view) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (by_id("advice").querySelectorAll("input"))) {
    const key = /** @type {"memory"|"builds"|"gap"|"share"} */ (input.dataset.advice);
    if (document.activeElement !== input) input.value = view.state[key];
    input.onchange = () => view.change({ [key]: input.value });
  }
  const { queries, fit, ruled_out, effects, alike } = advice_of(view);
  const name = (/** @type {Row} */ row) => view.store.methods[row.method].name;
  const maps = view.selection.worlds.length;
  const equal = fit.slice(1).filter((_, i) => alike[i]).map((one) => name(one.row));
  by_id("advised").textContent = fit.length === 0 ? "No method keeps to this." : `${name(fit[0].row)}: ${duration(fit[0].each)} a query, the build included.`
    + (maps < 5 ? ` With ${counted(maps, "map")} there is no test of whether others are slower.`
      : equal.length ? ` These data cannot tell it from ${equal.join(", ")}.` : fit.length > 1 ? " All others are significantly slower." : "");
  fill_table("ranking", `Build / ${whole(queries)} + mean query, on each map; medians over ${counted(maps, "map")}. The ratio to the first is a geometric `
    + "mean over maps, with Student's t interval; Holm's correction for all methods listed.",
  ["method", "a query, in all", "build", "mean query", "over the first", "differs", "mean gap", "answered", "memory"], fit.map((one, i) => {
    const effect = i ? effects[i - 1] : null;
    return table_row({ "data-advised": name(one.row), "data-each": one.each }, [name(one.row), duration(one.each), build_duration(one.build), duration(one.query),
      effect ? with_interval(effect, ratio) : "–", effect ? (maps < 5 ? "no test" : alike[i - 1] ? "cannot tell" : "yes") : "–", per_cent(one.row.mean_gap),
      per_cent(one.row.answered), byte_size(one.row.median_bytes)]);
  }));
  by_id("ruled-out").textContent = ruled_out.length ? `Ruled out: ${ruled_out.map(({ row, why }) => `${name(row)} ${why}`).join("; ")}.` : "";
}
