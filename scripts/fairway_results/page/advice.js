// Which method fits a budget on every chosen map: the arithmetic, and where the data cannot tell.
import { by_id, element, fill_table, table_row } from "./dom.js";
import { holm, mean_over_maps, quantile } from "./estimators.js";
import { kSignificant } from "./pairs.js";
import { costs_of } from "./summary.js";
import { kMostNamed, lacking_maps, worst_maps } from "./worst_maps.js";
import { build_duration, byte_size, counted, duration, per_cent, ratio, three_digits, whole, with_interval } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./worst_maps.js").Worst} Worst */
/** @typedef {"memory"|"builds"|"bursts"|"gap"|"share"} Key */
/** @typedef {{method: number, worst: Worst, each: number, build: number, query: number, follow: number, by_world: Map<number, number>}} Candidate
 *   `each`: nanoseconds of a query, its share of the build and of the bursts included; `follow`: of a burst, NaN if no chosen world changes */

export function advice_section() {
  const field = (/** @type {Key} */ key, /** @type {string} */ label, /** @type {string} */ unit) => element("label", { "data-field": key }, `${label} `,
    element("input", { type: "number", min: "0", step: "any", size: "8", style: "width: 7em", "data-advice": key }), ` ${unit}`);
  return element("section", { id: "advice" }, element("h2", {}, "Advice"), element("p", { class: "note" }, "A method fits if it keeps the limits on every chosen map."),
    element("div", { class: "controls" }, field("memory", "memory at most", "KiB (empty: any)"), field("builds", "queries a build", ""),
      field("bursts", "bursts of changes a query", "(empty: as measured)"), field("gap", "mean gap at most", "% (empty: any)"), field("share", "answered at least", "%")),
    element("p", { id: "advised", "aria-live": "polite" }), element("div", { class: "wide" }, element("table", { id: "ranking" })),
    element("p", { class: "note", id: "ruled-out" }), element("p", { class: "note", id: "not-everywhere" }));
}

/** The bursts a query of each world: what the reader set, in worlds that change, or what the sweep had. @param {View} view */
function burst_rates({ store, state }) {
  const queries = new Float64Array(store.worlds.length);
  for (const world of store.world) ++queries[world];
  return store.worlds.map(({ bursts }, world) => (bursts === 0 ? 0 : state.bursts === "" ? bursts / queries[world] : Math.max(0, Number(state.bursts))));
}

/** @param {number[]} values */
function median_of(values) {
  return quantile(Float64Array.from(values), 0.5);
}

/** The methods that keep the budget, the soonest first, why others do not, and those that are not made for all chosen maps. @param {View} view */
export function advice_of(view) {
  const { store, state, selection } = view;
  const limit = (/** @type {string} */ text) => (text === "" ? Infinity : Number(text));
  const memory = 1024 * limit(state.memory);
  const gap = limit(state.gap) / 100;
  const share = Number(state.share) / 100;
  const queries = Math.max(1, Number(state.builds) || 1);
  const rates = burst_rates(view);
  const name = (/** @type {number} */ world) => store.worlds[world].name;
  /** @type {Candidate[]} */
  const fit = [];
  /** @type {{method: number, why: string}[]} */
  const ruled_out = [];
  /** @type {{method: number, worlds: number[]}[]} */
  const absent = [];
  for (const method of selection.methods) {
    const lacking = lacking_maps(view, method);
    if (lacking.length) {
      absent.push({ method, worlds: lacking });
      continue;
    }
    const costs = costs_of(selection, method);
    const follows = new Map(selection.worlds.map((world) => /** @type {[number, number|null]} */ ([world, store.trial(method, world)?.follow_ns ?? null])).filter(([, ns]) => ns !== null));
    const worst = worst_maps(view, method);
    const untimed = selection.worlds.find((world) => !costs.has(world));
    const unfollowed = selection.worlds.find((world) => rates[world] > 0 && !follows.has(world));
    const why = worst.failed.length ? `was not built on ${first_names(worst.failed.map(name))}`
      : worst.memory.value > memory ? `needs ${byte_size(worst.memory.value)} on ${name(worst.memory.world)}`
        : worst.unsized.length && memory < Infinity ? `tells no size on ${first_names(worst.unsized.map(name))}`
          : worst.gap.value > gap ? `has a mean gap of ${per_cent(worst.gap.value)} on ${name(worst.gap.world)}`
            : worst.pathless.length && gap < Infinity ? `finds no path on ${first_names(worst.pathless.map(name))}`
              : worst.answered.value < share ? `answers ${per_cent(worst.answered.value)} on ${name(worst.answered.world)}`
                : !selection.timed ? "has times of several hosts" : untimed !== undefined ? `has no time on ${name(untimed)}`
                  : unfollowed !== undefined ? `has no time to follow bursts on ${name(unfollowed)}` : "";
    if (why) {
      ruled_out.push({ method, why });
      continue;
    }
    const by_world = new Map(Array.from(costs, ([world, cost]) => [world, cost.build / queries + rates[world] * (follows.get(world) || 0) + cost.query]));
    const middle = (/** @type {"build"|"query"} */ part) => median_of(Array.from(costs.values(), (cost) => cost[part]));
    const changing = selection.worlds.filter((world) => follows.has(world));
    fit.push({ method, worst, by_world, each: median_of(Array.from(by_world.values())), build: middle("build"), query: middle("query"),
      follow: median_of(changing.map((world) => Number(follows.get(world)))) });
  }
  fit.sort((a, b) => a.each - b.each);
  const first = fit[0];
  const effects = fit.slice(1).map((other) => mean_over_maps(Array.from(other.by_world, ([world, each]) => Math.log(each / Number(first.by_world.get(world))))));
  const corrected = holm(effects.map((effect) => effect.p));
  return { queries, rates: selection.worlds.map((world) => rates[world]).filter((rate) => rate > 0), changes: selection.worlds.some((world) => store.worlds[world].bursts > 0),
    fit, ruled_out, absent, effects, alike: corrected.map((p) => !(p < kSignificant)) };
}

/** Names, or the first of them and how many more. @param {string[]} names */
function first_names(names) {
  return names.slice(0, kMostNamed).join(", ") + (names.length > kMostNamed ? ` and ${names.length - kMostNamed} more` : "");
}

/** @param {View} view */
export function show_advice(view) {
  const { store, selection } = view;
  const advice = advice_of(view);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (by_id("advice").querySelectorAll("input"))) {
    const key = /** @type {Key} */ (input.dataset.advice);
    if (document.activeElement !== input) input.value = view.state[key];
    input.onchange = () => view.change({ [key]: input.value });
    if (key === "bursts") /** @type {HTMLElement} */ (input.parentElement).hidden = !advice.changes;
  }
  const { fit, ruled_out, absent, alike } = advice;
  const name = (/** @type {number} */ method) => store.methods[method].name;
  const maps = selection.worlds.length;
  const equal = fit.slice(1).filter((_, i) => alike[i]).map((one) => name(one.method));
  const included = advice.changes ? "the build and the bursts included" : "the build included";
  by_id("advised").textContent = fit.length === 0 ? "No method keeps to this on every chosen map." : `${name(fit[0].method)}: ${duration(fit[0].each)} a query, ${included}.`
    + (maps < 5 ? ` With ${counted(maps, "map")} there is no test of whether others are slower.`
      : equal.length ? ` These data cannot tell it from ${equal.join(", ")}.` : fit.length > 1 ? " All others are significantly slower." : "");
  show_ranking(view, advice);
  by_id("ruled-out").textContent = ruled_out.length ? `Ruled out: ${ruled_out.map(({ method, why }) => `${name(method)} ${why}`).join("; ")}.` : "";
  by_id("not-everywhere").textContent = absent.length ? `Not made for, or not measured on, all chosen maps: ${absent.map(({ method, worlds }) => `${name(method)} lacks `
    + (worlds.length === maps ? "all of them" : first_names(worlds.map((world) => store.worlds[world].name)))).join("; ")}.` : "";
}

/** @param {View} view @param {ReturnType<typeof advice_of>} advice */
function show_ranking({ store, selection }, { queries, rates, changes, fit, effects, alike }) {
  const maps = selection.worlds.length;
  const rate = rates.length ? (Math.min(...rates) === Math.max(...rates) ? three_digits(rates[0]) : `${three_digits(Math.min(...rates))} to ${three_digits(Math.max(...rates))}`) : "0";
  const at = (/** @type {{value: number, world: number}} */ worst, /** @type {(value: number) => string} */ words) => element("td", {
    title: worst.world < 0 ? null : `on ${store.worlds[worst.world].name}`, "data-value": worst.value }, words(worst.value));
  fill_table("ranking", `Build / ${whole(queries)} + ${changes ? `${rate} bursts a query × mean time to follow a burst + ` : ""}mean query, on each map; `
    + `medians over ${counted(maps, "map")}. Gap, share answered and memory are of the worst map. The ratio to the first is a geometric mean over maps, with Student's t interval; `
    + "Holm's correction for all methods listed.",
  ["method", "a query, in all", "build", ...(changes ? ["follow a burst"] : []), "mean query", "over the first", "differs", "mean gap, worst map", "answered, worst map",
    "memory, worst map"], fit.map((one, i) => {
    const { name } = store.methods[one.method];
    return table_row({ "data-advised": name, "data-each": one.each }, [name, duration(one.each), build_duration(one.build),
      ...(changes ? [element("td", { "data-follow": one.follow }, duration(one.follow))] : []), duration(one.query), i ? with_interval(effects[i - 1], ratio) : "–",
      element("td", { "data-differs": "" }, i === 0 ? "–" : maps < 5 ? "no test" : alike[i - 1] ? "cannot tell" : "yes"),
      at(one.worst.gap, per_cent), at(one.worst.answered, per_cent), at(one.worst.memory, byte_size)]);
  }));
}
