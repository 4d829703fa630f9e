// Charts of worlds that change: time to follow, queries that are left, and the cheapest method. scripts/plots/change_figures.py has the same.
import { chart_option, coloured, decades, exponent, line_looks, thinned } from "./charting.js";
import { median_of } from "./costs.js";
import { changing_groups, chosen_group, costs_over } from "./follow_costs.js";
import { counted, duration, per_cent, three_digits, whole } from "./words.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */
/** @typedef {import("./charting.js").Drawing} Drawing */

/** Of each method so many bursts at most are dots. */
const kMostBursts = 1000;
/** Bursts a second, as exponents, from the first to the last, so many a decade. */
const kBurstRates = { first: -1, last: 5, steps: 40 };
/** Queries a burst, as exponents. */
export const kQueriesABurst = { first: -2, last: 5 };
/** Below about this share of the greatest, throughput is not drawn. */
const kLeastThroughput = 1e-4;
/** The least decades that a letter of a bar's name takes. */
const kLetter = 0.16;

/** Whether some world of the store changes. @param {import("./store.js").Store} store */
export function tells_changes(store) {
  return store.follows.length > 0;
}

/** @param {View} view */
function where_words(view) {
  const { name, worlds } = chosen_group(view);
  return name || `all ${counted(worlds.length, "chosen world")}`;
}

/** 0.01, 1,000. @param {number} value */
function plain_number(value) {
  return value < 1 ? String(Number(value.toPrecision(3))) : whole(Math.round(value));
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function follow_against_share(view, ink) {
  const { store } = view;
  const { worlds } = chosen_group(view);
  const groups = changing_groups(view).filter((group) => worlds.includes(group.worlds[0]));
  /** @type {(string|number)[][]} */
  const data = [["method", "world", "burst", "share of the box", "follow in ns"]];
  const found = coloured(view).map((method) => ({ method, bursts: store.follows.filter((one) => one.method === method && worlds.includes(one.world)).flatMap(
    (one) => Array.from(one.followed, (burst, i) => ({ burst, share: store.burst.share[burst], ns: one.ns[i] })).filter(({ share, ns }) => share > 0 && ns > 0)) }));
  const dots = found.map(({ method, bursts }) => {
    const { colour, shape } = view.looks[method];
    for (const { burst, share, ns } of bursts) data.push([store.methods[method].name, store.worlds[store.burst.world[burst]].name, store.burst.number[burst], share, ns]);
    return { type: "scatter", name: store.methods[method].name, symbol: shape, symbolSize: 4, itemStyle: { color: colour, opacity: 0.35 },
      data: thinned(bursts, kMostBursts).map(({ burst, share, ns }) => ({ value: [exponent(share), exponent(ns)], burst, to: () => query_after(view, burst, method) })) };
  });
  const lines = found.flatMap(({ method, bursts }) => groups.map((group) => ({ type: "line", name: store.methods[method].name, symbol: view.looks[method].shape,
    symbolSize: groups.length > 1 ? 4 : 7, z: 4, silent: true, ...line_looks(view, method),
    data: medians_of(bursts.filter(({ burst }) => group.worlds.includes(store.burst.world[burst]))).map(({ share, ns }) => [exponent(share), exponent(ns)]) })));
  const option = chart_option(ink, { ...decades("share of the world's box that a burst changes", per_cent), interval: 0.5,
    min: (/** @type {{min: number}} */ seen) => Math.floor(2 * seen.min) / 2, max: (/** @type {{max: number}} */ seen) => Math.ceil(2 * seen.max) / 2 }, decades("time to follow a burst", duration),
    [...lines, ...dots].filter((one) => one.data.length));
  option.tooltip.formatter = (/** @type {any} */ event) => {
    const { burst } = event.data;
    return `${event.seriesName}\n${store.worlds[store.burst.world[burst]].name}, burst ${store.burst.number[burst]}\n`
      + `${per_cent(10 ** event.value[0])} changes: ${duration(10 ** event.value[1])}`;
  };
  return { option, data, caption: `A dot is a burst of ${where_words(view)} (${whole(kMostBursts)} of a method at most), with the free space and the parts of it that the method `
    + `uses; lines join the medians of half decades${groups.length > 1 ? ", world by world" : ""}. A click shows the first query after it.` };
}

/**
 * The medians of bursts in half decades of their share.
 * @param {{share: number, ns: number}[]} bursts
 */
export function medians_of(bursts) {
  /** @type {Map<number, {share: number, ns: number}[]>} */
  const bins = new Map();
  for (const one of bursts) {
    const bin = Math.round(2 * exponent(one.share));
    bins.set(bin, [...(bins.get(bin) || []), one]);
  }
  return Array.from(bins).sort(([a], [b]) => a - b).map(([, of]) => ({ share: median_of(of.map(({ share }) => share)), ns: median_of(of.map(({ ns }) => ns)) }));
}

/**
 * @param {View} view
 * @param {number} burst
 * @param {number} method
 */
function query_after({ store }, burst, method) {
  const query = store.bursts.findIndex((number, i) => store.world[i] === store.burst.world[burst] && number >= store.burst.number[burst]);
  return query < 0 ? undefined : { query, method };
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function throughput_against_rate(view, ink) {
  const { store } = view;
  const { costs, worlds } = costs_over(view, chosen_group(view).worlds);
  const in_colour = coloured(view);
  /** @type {(string|number)[][]} */
  const data = [["method", "bursts a second", "queries a second"]];
  const shown = costs.filter(({ method }) => in_colour.includes(method));
  const top = Math.max(...shown.map(({ query }) => 1e9 / query), 1);
  const least = 10 ** Math.floor(exponent(top * kLeastThroughput));
  const { first, last, steps } = kBurstRates;
  const series = shown.map(({ method, mean_ns, query }) => {
    const rates = Array.from({ length: (last - first) * steps + 1 }, (_, i) => 10 ** (first + i / steps));
    const dots = rates.map((rate) => [rate, (1e9 - rate * mean_ns) / query]);
    for (const [rate, left] of dots) data.push([store.methods[method].name, rate, Math.max(0, left)]);
    const line = dots.filter(([, left]) => left > least);
    const end = (1e9 - least * query) / mean_ns;
    if (line.length < dots.length && end > rates[0]) line.push([end, least]);
    return { type: "line", name: store.methods[method].name, symbol: "none", triggerLineEvent: true, ...line_looks(view, method),
      data: line.map(([rate, left]) => ({ value: [exponent(rate), exponent(left)], to: { world: chosen_group(view).worlds[0], method } })) };
  });
  const option = chart_option(ink, { ...decades("bursts of changes a second", plain_number), min: first, max: last },
    { ...decades("queries a second, one core", plain_number), min: exponent(least) }, series);
  option.tooltip.formatter = (/** @type {any} */ event) => event.seriesName;
  return { option, data, caption: `What one core answers in the time that following the bursts leaves. Means over ${told_means(view, worlds)}; queries that all chosen `
    + "methods answered rightly." };
}

/** What the means of the chosen group are of. @param {View} view @param {number} worlds that count */
export function told_means(view, worlds) {
  return where_words(view) + (worlds < chosen_group(view).worlds.length ? `, of these ${counted(worlds, "world")} that all chosen methods followed` : "");
}

/**
 * Of a group of worlds, the methods that are the cheapest for some number of queries a burst, from few to many.
 * @param {View} view
 * @param {number[]} worlds
 */
export function cheapest_over(view, worlds) {
  return costs_over(view, worlds).costs.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function cheapest_by_queries(view, ink) {
  const { store } = view;
  const groups = changing_groups(view).map(({ name, worlds }) => ({ name, worlds, spans: cheapest_over(view, worlds) })).filter(({ spans }) => spans.length);
  /** @type {(string|number)[][]} */
  const data = [["worlds", "method", "from queries a burst", "to queries a burst"]];
  for (const { name, spans } of groups) for (const { method, from, to } of spans) data.push([name, store.methods[method].name, from, to]);
  const { first, last } = kQueriesABurst;
  const place = (/** @type {number} */ queries) => Math.min(last, Math.max(first, exponent(queries))) - first;
  const methods = store.methods.map((_, i) => i).filter((method) => groups.some(({ spans }) => spans.some((span) => span.method === method)));
  const most = Math.max(0, ...groups.map(({ spans }) => spans.length));
  const series = Array.from({ length: most }).flatMap((_, rank) => methods.map((method) => {
    const { colour: own, dash } = view.looks[method];
    const colour = dash === "solid" ? own : faded(own, ink.ground);
    const { name } = store.methods[method];
    return { type: "bar", stack: "cheapest", name, barWidth: "62%", itemStyle: { color: colour, borderColor: ink.ground, borderWidth: 1 },
      data: groups.map(({ worlds, spans }) => {
        const span = spans[rank];
        if (!span || span.method !== method) return "-";
        const width = place(span.to) - place(span.from);
        return { value: width, span, to: { world: worlds[0], method },
          label: { show: width > kLetter * name.length, position: "inside", formatter: name, color: text_on(colour), fontSize: 11 } };
      }) };
  })).filter((one) => one.data.some((item) => item !== "-"));
  const option = chart_option(ink, { name: "queries between two bursts", min: 0, max: last - first, interval: 1,
    words: (/** @type {number} */ at) => plain_number(10 ** (at + first)) }, {}, series);
  option.yAxis = { type: "category", inverse: true, data: groups.map(({ name }) => name), axisLabel: { color: ink.text, width: 130, overflow: "truncate" } };
  option.grid.left = 146;
  option.grid.top = 34;
  option.legend = { top: 0, textStyle: { color: ink.text }, itemWidth: 14, data: methods.map((method) => store.methods[method].name) };
  option.tooltip.formatter = (/** @type {any} */ event) => `${event.name}\n${event.seriesName}: ${span_words(event.data.span)} queries a burst`;
  return { option, data, methods, caption: "The method with the least time for a burst and the queries until the next one, of all chosen methods; queries that all of them answered rightly. "
    + groups.map(({ name, spans }) => `${name}: ${spans.map((span) => `${store.methods[span.method].name} ${span_words(span)}`).join(", ")}.`).join(" ") };
}

/** @param {{from: number, to: number}} span */
export function span_words({ from, to }) {
  return to === Infinity ? `${three_digits(from)} and more` : `${three_digits(from)} to ${three_digits(to)}`;
}

/** A colour nearer to the ground, for variants of a method, which share its colour. @param {string} colour @param {string} ground both #rrggbb */
function faded(colour, ground) {
  const parts = [1, 3, 5].map((at) => Math.round(0.55 * parseInt(colour.slice(at, at + 2), 16) + 0.45 * parseInt(ground.slice(at, at + 2), 16)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, which is read better on a colour. @param {string} colour #rrggbb */
function text_on(colour) {
  const light = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] > 0.18 ? "#000000" : "#ffffff";
}
