// Lists the methods that fit a budget on every chosen map, by total time per query. States for which methods the data supports no difference.
import { by_id, element, fill_table, table_row } from "./dom.js";
import { holm, kSignificant, mean_over_maps, means_of, quantile } from "./estimators.js";
import { kNotAsked } from "./store.js";
import { ended_times_of, gaps_of } from "./summary.js";
import { build_duration, byte_size, counted, duration, per_cent, ratio, three_digits, whole, with_interval } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {"memory"|"builds"|"bursts"|"gap"|"share"} Key */
/**
 * @typedef {ReturnType<typeof on_maps>[0]} OnMap figures of a method on a map: bytes; nanoseconds of the build, to follow a burst, and of the mean query;
 * bursts per query; mean gap; share answered. NaN where it is unknown */
/** @typedef {{method: number, maps: OnMap[], each: number[]}} Candidate `each`: for each map, nanoseconds per query, including the query's share of the build and of the bursts */

/** The largest number of maps that a sentence names. */
const kMostNamed = 8;

/**
 * Returns the figures of a method on each chosen map. O(queries).
 * @param {View} view @param {number} method @param {number[]} rates - bursts per query, by world */
function on_maps({ store, selection }, method, rates) {
  const [times, gaps] = [ended_times_of(selection, method), gaps_of(selection, method)];
  const [query, gap] = [times, gaps].map(({ values, worlds }) => means_of(values, worlds, store.worlds.length));
  const [asked, found] = [0, 1].map(() => new Float64Array(store.worlds.length));
  const [found_code, unsupported] = ["found", "unsupported"].map((status) => store.code(status));
  for (const one of selection.reachable) {
    const code = store.status[store.at(method, one)];
    asked[store.world[one]] += Number(code !== unsupported && code !== kNotAsked);
    found[store.world[one]] += Number(code === found_code);
  }
  return selection.worlds.map((world) => {
    const trial = store.trial(method, world);
    return { world, built: trial?.status === "built", bytes: trial?.total_bytes ?? NaN, build: trial?.total_build_ns ?? NaN, follow: trial?.follow_ns ?? NaN,
      rate: rates[world], query: query[world], gap: gap[world], answered: found[world] / asked[world] };
  });
}

/** The map with the worst value; undefined if no map has a value. @param {OnMap[]} maps @param {"bytes"|"gap"|"answered"} key @returns {OnMap|undefined} */
function worst_of(maps, key) {
  const sign = key === "answered" ? -1 : 1;
  return maps.filter((one) => !Number.isNaN(one[key])).sort((a, b) => sign * (b[key] - a[key]))[0];
}

/** The reason why a method does not fit the budget; empty if it fits. @param {View} view @param {OnMap[]} maps */
function objection({ store, state, selection }, maps) {
  const limit = (/** @type {string} */ text) => (text === "" ? Infinity : Number(text));
  const name = (/** @type {OnMap} */ one) => store.worlds[one.world].name;
  const [memory, gap, answered] = /** @type {const} */ (["bytes", "gap", "answered"]).map((key) => worst_of(maps, key));
  const where = (/** @type {(one: OnMap) => boolean} */ is_bad) => first_names(maps.filter(is_bad).map(name));
  const lacks = (/** @type {string} */ words, /** @type {(one: OnMap) => boolean} */ is_bad) => where(is_bad) && `${words} on ${where(is_bad)}`;
  return lacks("was not built", (one) => !one.built)
    || (memory && memory.bytes > 1024 * limit(state.memory) && `needs ${byte_size(memory.bytes)} on ${name(memory)}`)
    || (state.memory !== "" && lacks("reports no size", (one) => Number.isNaN(one.bytes)))
    || (gap && gap.gap > limit(state.gap) / 100 && `has a mean gap of ${per_cent(gap.gap)} on ${name(gap)}`)
    || (state.gap !== "" && lacks("finds no path", (one) => one.answered === 0))
    || (answered && answered.answered < Number(state.share) / 100 && `answers ${per_cent(answered.answered)} on ${name(answered)}`)
    || (!selection.timed && "has times of several hosts")
    || lacks("has no time", (one) => Number.isNaN(one.build + one.query))
    || lacks("has no time to follow bursts", (one) => one.rate > 0 && Number.isNaN(one.follow));
}

/**
 * Returns the methods within the budget (`fit`, fastest first), the others by the reason why they are not (`ruled_out`), and methods that do not support all chosen maps
 * (`absent`).
 * @param {View} view */
export function advice_of(view) {
  const { store, state, selection } = view;
  const queries = Math.max(1, Number(state.builds) || 1);
  const asked = store.worlds.map(() => 0);
  for (const world of store.world) ++asked[world];
  const rates = store.worlds.map(({ bursts }, world) => (bursts === 0 ? 0 : state.bursts === "" ? bursts / asked[world] : Math.max(0, Number(state.bursts))));
  const [fit, ruled_out, absent] = [/** @type {Candidate[]} */ ([]), /** @type {Map<string, string[]>} */ (new Map()), /** @type {string[]} */ ([])];
  for (const method of selection.methods) {
    const { name } = store.methods[method];
    const lacking = selection.worlds.filter((world) => (store.trial(method, world)?.status ?? "unsupported") === "unsupported");
    const maps = on_maps(view, method, rates);
    const why = objection(view, maps);
    if (lacking.length) absent.push(`${name} lacks ${lacking.length === maps.length ? "all of them" : first_names(lacking.map((world) => store.worlds[world].name))}`);
    else if (why) ruled_out.set(why, [...(ruled_out.get(why) ?? []), name]);
    else fit.push({ method, maps, each: maps.map((one) => one.build / queries + one.rate * (one.follow || 0) + one.query) });
  }
  fit.sort((a, b) => median_of(a.each) - median_of(b.each));
  const effects = fit.slice(1).map((other) => mean_over_maps(other.each.map((each, i) => Math.log(each / fit[0].each[i]))));
  const corrected = holm(effects.map((effect) => effect.p));
  return { queries, rates: selection.worlds.map((world) => rates[world]).filter((rate) => rate > 0), changes: selection.worlds.some((world) => store.worlds[world].bursts > 0),
    fit, ruled_out, absent, effects, alike: corrected.map((p) => !(p < kSignificant)) };
}

/** @param {number[]} values - NaN values are skipped */
function median_of(values) {
  return quantile(Float64Array.from(values.filter((value) => !Number.isNaN(value))), 0.5);
}

/** The names, or the first names and the number of the others. @param {string[]} names */
function first_names(names) {
  return names.slice(0, kMostNamed).join(", ") + (names.length > kMostNamed ? ` and ${names.length - kMostNamed} more` : "");
}

/** @param {View} view */
export function show_advice(view) {
  const { store, selection } = view;
  const { fit, ruled_out, absent, alike, queries, rates, changes, effects } = advice_of(view);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (by_id("advice").querySelectorAll("input"))) {
    const key = /** @type {Key} */ (input.dataset.advice);
    if (document.activeElement !== input) input.value = view.state[key];
    input.onchange = () => view.change({ [key]: input.value });
    if (key === "bursts") /** @type {HTMLElement} */ (input.parentElement).hidden = !changes;
  }
  const name = (/** @type {Candidate} */ one) => store.methods[one.method].name;
  const maps = selection.worlds.length;
  const equal = fit.slice(1).filter((_, i) => alike[i]).map(name);
  by_id("advised").textContent = fit.length === 0 ? "No method keeps these limits on every chosen map."
    : `${name(fit[0])}: ${duration(median_of(fit[0].each))} a query, the build ${changes ? "and the bursts " : ""}included.`
    + (maps < 5 ? ` With ${counted(maps, "map")} there is no test of whether others are slower.`
      : equal.length ? ` It does not differ significantly from ${equal.join(", ")}.` : fit.length > 1 ? " All others are significantly slower." : "");
  by_id("ruled-out").textContent = ruled_out.size ? `Ruled out: ${Array.from(ruled_out, ([why, names]) => `${names.join(", ")}: ${why}`).join("; ")}.` : "";
  by_id("not-everywhere").textContent = absent.length ? `No support for, or no measurement on, all chosen maps: ${absent.join("; ")}.` : "";
  const [least, most] = [Math.min(...rates), Math.max(...rates)].map(three_digits);
  const rate = rates.length === 0 ? "0" : least === most ? least : `${least} to ${most}`;
  const middle = (/** @type {Candidate} */ one, /** @type {"build"|"query"|"follow"} */ key) => median_of(one.maps.map((map) => map[key]));
  const at_worst = (/** @type {Candidate} */ one, /** @type {"bytes"|"gap"|"answered"} */ key, /** @type {(value: number) => string} */ words) => {
    const worst = worst_of(one.maps, key);
    return element("td", { title: worst && `on ${store.worlds[worst.world].name}`, "data-value": worst ? worst[key] : NaN }, words(worst ? worst[key] : NaN));
  };
  fill_table("ranking", `Build / ${whole(queries)} + ${changes ? `${rate} bursts a query × mean time to follow a burst + ` : ""}mean query, on each map; `
    + `medians over ${counted(maps, "map")}. Gap, share answered and memory are of the worst map. The ratio to the first is a geometric mean over maps, with Student's t interval; `
    + "Holm's correction for all methods listed.",
  ["method", "a query, in all", "build", ...(changes ? ["follow a burst"] : []), "mean query", "over the first", "differs", "mean gap, worst map", "answered, worst map",
    "memory, worst map"], fit.map((one, i) => table_row({ "data-advised": store.methods[one.method].name, "data-each": median_of(one.each) }, [
    store.methods[one.method].name, duration(median_of(one.each)), build_duration(middle(one, "build")),
    ...(changes ? [element("td", { "data-follow": middle(one, "follow") }, duration(middle(one, "follow")))] : []), duration(middle(one, "query")),
    i ? with_interval(effects[i - 1], ratio) : "–", element("td", { "data-differs": "" }, i === 0 ? "–" : maps < 5 ? "no test" : alike[i - 1] ? "not significantly" : "yes"),
    at_worst(one, "gap", per_cent), at_worst(one, "answered", per_cent), at_worst(one, "bytes", byte_size)])));
}
