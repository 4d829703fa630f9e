// Charts that follow the filters. At most eight methods have a colour; the reader chooses which.
import { by_id, choice_of_several, element } from "./dom.js";
import { kInColour, kOthers, main_methods } from "./methods.js";
import { kZeroGap } from "./statistics.js";
import { gaps_of, mean_of, times_of } from "./summary.js";
import { byte_size, duration, per_cent, three_digits, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {{option: any, caption: string, data: (string|number)[][]}} Drawing `data` has a row of names first */
/** @typedef {{id: string, title: string, draw: (view: View, ink: Ink) => Drawing}} Chart */
/** @typedef {{text: string, soft: string, line: string, ground: string}} Ink */

/** Of each method so many answers at most are dots. */
const kMostDots = 1000;
/** Of each curve so many corners at most are drawn. */
const kMostCorners = 400;

/** @type {Chart[]} */
export const kCharts = [
  { id: "gap-against-time", title: "Gap against query time", draw: gap_against_time },
  { id: "memory-against-time", title: "Memory against query time", draw: memory_against_time },
  { id: "time-ecdf", title: "Queries answered within a time", draw: time_distribution },
  { id: "gap-ecdf", title: "Queries answered with at most a gap", draw: gap_distribution },
  { id: "time-against-length", title: "Query time against the optimal length", draw: time_against_length },
  { id: "total-time", title: "Build and queries: the total time", draw: total_time },
  { id: "performance-profile", title: "Within a factor of the fastest", draw: performance_profile },
  { id: "gap-causes", title: "What the gap is made of", draw: gap_causes },
];

/**
 * The methods in colour: those chosen, else the main methods of the families that are made for all of
 * the chosen maps, in the order of the sweep.
 * @param {View} view
 * @returns {number[]}
 */
export function coloured(view) {
  const there = new Set(view.rows.map((row) => row.method));
  const chosen = view.state.colour.map((name) => view.store.methods.findIndex((method) => method.name === name));
  if (chosen.length) return chosen.filter((method) => there.has(method)).slice(0, kInColour);
  const whole_rows = new Set(view.rows.filter((row) => row.whole).map((row) => row.method));
  const main = Array.from(main_methods(view.store.methods).values()).filter((method) => whole_rows.has(method));
  return (main.length ? main : Array.from(whole_rows)).slice(0, kInColour);
}

/** The charts' place in the page. */
export function chart_section() {
  return element("section", { id: "charts" }, element("h2", {}, "Charts"), element("div", { class: "controls", id: "colours" }),
    element("div", { class: "charts" }, ...kCharts.map((chart) => element("figure", { id: chart.id, tabindex: "-1" },
      element("h3", {}, chart.title), element("div", { class: "chart", role: "img", "aria-label": chart.title }),
      element("figcaption"), element("div", { class: "controls" },
        ...["SVG", "PNG", "CSV"].map((kind) => element("button", { type: "button", "data-export": kind, "aria-label": `${chart.title} as ${kind}` },
          kind)))))));
}

/** @type {Map<string, View>} what each chart is to show, of those that are not drawn yet */
const waiting = new Map();
/** @type {IntersectionObserver|null} */
let watcher = null;

/**
 * Shows the charts that are in sight, others once they are.
 * @param {View} view
 */
export function show_charts(view) {
  by_id("colours").replaceChildren(choice_of_several(`In colour (${kInColour} at most)`, view.store.methods.map((method) => method.name),
    view.state.colour, (values) => view.change({ colour: values.slice(0, kInColour) }), "main methods"),
  ...coloured(view).map((method) => element("span", {}, element("span", { class: "swatch", style: `background:${view.looks[method].colour}` }),
    view.store.methods[method].name)));
  if (!watcher) {
    watcher = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) draw_waiting(entry.target.id);
    }, { rootMargin: "300px" });
    addEventListener("resize", () => {
      for (const chart of kCharts) echarts.getInstanceByDom(chart_node(chart.id))?.resize();
    });
  }
  for (const chart of kCharts) {
    waiting.set(chart.id, view);
    watcher.unobserve(by_id(chart.id));
    watcher.observe(by_id(chart.id));
  }
}

/** @param {string} id */
function chart_node(id) {
  return /** @type {HTMLElement} */ (by_id(id).querySelector(".chart"));
}

/**
 * Draws a chart that waits.
 * @param {string} id
 */
export function draw_waiting(id) {
  const view = waiting.get(id);
  const chart = kCharts.find((one) => one.id === id);
  if (!view || !chart) return;
  waiting.delete(id);
  const node = chart_node(id);
  const drawing = chart.draw(view, ink_of_page());
  const drawn = echarts.getInstanceByDom(node) || echarts.init(node);
  drawn.setOption({ ...drawing.option, animation: false }, { notMerge: true });
  drawn.off("click");
  drawn.on("click", (/** @type {any} */ event) => {
    if (event.data && event.data.query !== undefined) {
      view.change({ query: String(event.data.query), path: [event.seriesName] });
      by_id("explorer").scrollIntoView({ block: "start" });
    }
  });
  node.setAttribute("aria-label", `${chart.title}. ${drawing.caption}`);
  by_id(id).querySelector("figcaption")?.replaceChildren(drawing.caption);
}

/** @returns {Ink} */
export function ink_of_page() {
  const style = getComputedStyle(document.documentElement);
  const [text, soft, line, ground] = ["--ink", "--soft", "--line", "--ground"].map((name) => style.getPropertyValue(name).trim());
  return { text, soft, line, ground };
}

/**
 * What all charts share. The axes hold numbers or, if they are told to be logarithmic, exponents of 10.
 * @param {Ink} ink
 * @param {any} x
 * @param {any} y
 * @param {any[]} series
 * @returns {any}
 */
function chart_option(ink, x, y, series) {
  const axis = (/** @type {any} */ own, /** @type {boolean} */ below) => ({
    type: "value", nameLocation: "middle", nameGap: below ? 26 : 56, scale: true, nameTextStyle: { color: ink.text },
    axisLabel: { color: ink.soft, hideOverlap: true, ...own.axisLabel }, axisLine: { show: true, onZero: false, lineStyle: { color: ink.soft } },
    splitLine: { lineStyle: { color: ink.line } }, ...own, ...(own.words ? { axisLabel: { color: ink.soft, hideOverlap: true, formatter: own.words } } : {}),
  });
  return {
    textStyle: { color: ink.text, fontFamily: "system-ui, DejaVu Sans, sans-serif" },
    grid: { left: 72, right: 16, top: 12, bottom: 44 },
    tooltip: { trigger: "item", confine: true, renderMode: "richText" },
    xAxis: axis(x, true), yAxis: axis(y, false), series,
  };
}

/** An axis of exponents of 10. @param {string} name @param {(value: number) => string} words */
function decades(name, words) {
  return { name, minInterval: 1, interval: 1, words: (/** @type {number} */ exponent) => words(10 ** exponent),
    min: (/** @type {{min: number}} */ seen) => Math.floor(seen.min), max: (/** @type {{max: number}} */ seen) => Math.ceil(seen.max) };
}

/** @param {number} values */
function exponent(values) {
  return Math.log10(values);
}

/**
 * Every n-th of the values, so that there are few enough.
 * @template T
 * @param {T[]} values
 * @param {number} most
 */
function thinned(values, most) {
  const step = Math.max(1, Math.ceil(values.length / most));
  return values.filter((_, i) => i % step === 0 || i === values.length - 1);
}

/**
 * The rows that no other is as good as in both and better in one, by the first.
 * @template T
 * @param {T[]} rows
 * @param {(row: T) => number} first
 * @param {(row: T) => number} second
 */
export function pareto_front(rows, first, second) {
  return rows.filter((row) => !rows.some((other) => first(other) <= first(row) && second(other) <= second(row)
    && (first(other) < first(row) || second(other) < second(row)))).sort((a, b) => first(a) - first(b));
}

/**
 * The corners of a front between its dots.
 * @param {[number, number][]} dots
 */
function stairs(dots) {
  return dots.flatMap((dot, i) => (i ? [[dot[0], dots[i - 1][1]], dot] : [dot]));
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
function gap_against_time(view, ink) {
  const { store, selection } = view;
  const found = store.code("found");
  const in_colour = coloured(view);
  const rows = view.rows.filter((row) => row.whole && Number.isFinite(row.query_p50_ns) && !Number.isNaN(row.median_gap));
  /** @type {any[]} */
  const series = [];
  let least = Infinity;
  const dots = in_colour.map((method) => {
    const queries = thinned(Array.from(selection.reachable).filter((query) => {
      const at = store.at(method, query);
      return store.status[at] === found && store.ns[at] > 0 && !Number.isNaN(store.gap[at]);
    }), kMostDots);
    for (const query of queries) {
      const gap = store.gap[store.at(method, query)];
      if (gap > 1e-7) least = Math.min(least, gap);
    }
    return queries;
  });
  const zero = Number.isFinite(least) ? Math.floor(exponent(least)) - 1 : -3;
  const height = (/** @type {number} */ gap) => (gap > 10 ** zero * 3 ? exponent(gap) : zero);
  if (selection.timed) {
    in_colour.forEach((method, i) => series.push({
      type: "scatter", name: store.methods[method].name, symbolSize: 4, itemStyle: { color: view.looks[method].colour, opacity: 0.35 },
      data: dots[i].map((query) => {
        const at = store.at(method, query);
        return { value: [exponent(store.ns[at]), height(store.gap[at]) + (store.gap[at] <= kZeroGap ? ((query * 7919) % 100) / 250 - 0.2 : 0)], query };
      }),
    }));
    for (const row of rows) {
      const leads = in_colour.includes(row.method);
      series.push({
        type: "scatter", name: store.methods[row.method].name, symbol: leads ? view.looks[row.method].shape : "circle", symbolSize: leads ? 13 : 6, z: 5,
        itemStyle: { color: leads ? view.looks[row.method].colour : kOthers, borderColor: ink.ground, borderWidth: 1 },
        data: [{ value: [exponent(row.query_p50_ns), height(row.median_gap)], median: true }],
      });
    }
    const front = pareto_front(rows, (row) => row.query_p50_ns, (row) => (row.median_gap <= kZeroGap ? 0 : row.median_gap));
    series.push({ type: "line", name: "front", data: stairs(front.map((row) => [exponent(row.query_p50_ns), height(row.median_gap)])), symbol: "none",
      silent: true, lineStyle: { color: ink.soft, type: "dashed", width: 1 }, z: 4 });
  }
  const option = chart_option(ink, decades("query time", duration), { ...decades("gap", per_cent),
    words: (/** @type {number} */ at) => (at < zero ? "" : at === zero ? "0" : per_cent(10 ** at)), min: zero - 1 }, series);
  option.tooltip.formatter = (/** @type {any} */ event) => {
    const [time, gap] = event.value;
    const where = event.data.query === undefined ? "medians"
      : `${store.worlds[store.world[event.data.query]].name}, query ${store.number[event.data.query]}`;
    return `${event.seriesName}\n${where}\n${duration(10 ** time)}, gap ${gap < zero + 0.45 ? "0" : per_cent(10 ** gap)}`;
  };
  return { option, data: [["method", "median query time in ns", "median gap"], ...rows.map((row) => [store.methods[row.method].name, row.query_p50_ns, row.median_gap])],
    caption: `A dot is an answer (${whole(kMostDots)} of a method at most): a click shows it on its map. Large: medians; grey: other methods. Dashed: the front `
      + "of all methods made for these maps, which none is as good as in both. Gaps are of what was found." };
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
function memory_against_time(view, ink) {
  const { store } = view;
  const in_colour = coloured(view);
  const rows = view.rows.filter((row) => row.whole && Number.isFinite(row.query_p50_ns) && row.median_bytes > 0 && Number.isFinite(row.median_bytes));
  const front = pareto_front(rows, (row) => row.query_p50_ns, (row) => row.median_bytes);
  /** @type {any[]} */
  const series = rows.map((row) => ({
    type: "scatter", name: store.methods[row.method].name, z: in_colour.includes(row.method) ? 5 : 3,
    symbol: in_colour.includes(row.method) ? view.looks[row.method].shape : "circle", symbolSize: in_colour.includes(row.method) ? 12 : 7,
    itemStyle: { color: in_colour.includes(row.method) ? view.looks[row.method].colour : kOthers },
    label: { show: in_colour.includes(row.method), formatter: store.methods[row.method].name, position: "right", color: ink.text, fontSize: 11 },
    labelLayout: { moveOverlap: "shiftY" },
    data: [[exponent(row.query_p50_ns), Math.log2(row.median_bytes)]],
  }));
  series.push({ type: "line", name: "front", silent: true, symbol: "none", lineStyle: { color: ink.soft, type: "dashed", width: 1 },
    data: stairs(front.map((row) => [exponent(row.query_p50_ns), Math.log2(row.median_bytes)])) });
  const option = chart_option(ink, decades("median query time", duration), { name: "median memory", minInterval: 1,
    words: (/** @type {number} */ at) => byte_size(2 ** at) }, series);
  option.grid.right = 110;  // for the names beside the dots
  option.tooltip.formatter = (/** @type {any} */ event) => `${event.seriesName}\n${duration(10 ** event.value[0])}, ${byte_size(2 ** event.value[1])}`;
  return { option, data: [["method", "median query time in ns", "median memory in bytes"],
    ...rows.map((row) => [store.methods[row.method].name, row.query_p50_ns, row.median_bytes])],
  caption: "Medians of the table; memory with the parts of the free space that a method uses. Dashed: the front." };
}

/**
 * Curves of shares: of all queries asked, those with at most a value.
 * @param {View} view
 * @param {Ink} ink
 * @param {(method: number) => {values: number[], asked: number}} of
 * @param {any} x
 * @param {(value: number) => number} place
 * @param {string} unit of the data
 * @param {string} caption
 * @returns {Drawing}
 */
function shares(view, ink, of, x, place, unit, caption) {
  /** @type {(string|number)[][]} */
  const data = [["method", unit, "share"]];
  const series = coloured(view).map((method) => {
    const { values, asked } = of(method);
    values.sort((a, b) => a - b);
    const corners = thinned(values.map((value, i) => [value, (i + 1) / asked]), kMostCorners);
    for (const corner of corners) data.push([view.store.methods[method].name, ...corner]);
    return { type: "line", name: view.store.methods[method].name, step: "end", symbol: "none",
      lineStyle: { color: view.looks[method].colour, type: view.looks[method].dash, width: 1.8 }, itemStyle: { color: view.looks[method].colour },
      triggerLineEvent: true, data: corners.map(([value, share]) => [place(value), share]) };
  });
  const right = Math.max(...series.flatMap((one) => one.data.slice(-1).map(([value]) => value)));
  for (const one of series) if (one.data.length) one.data.push([right, one.data[one.data.length - 1][1]]);
  const option = chart_option(ink, x, { name: "share of queries", min: 0, max: 1, words: (/** @type {number} */ at) => per_cent(at) }, series);
  option.tooltip.formatter = (/** @type {any} */ event) => event.seriesName;
  return { option, caption, data };
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
function time_distribution(view, ink) {
  return shares(view, ink, (method) => {
    const { store, selection } = view;
    const found = store.code("found");
    const values = selection.timed ? Array.from(selection.reachable, (query) => store.at(method, query))
      .filter((at) => store.status[at] === found && store.ns[at] > 0).map((at) => store.ns[at]) : [];
    return { values, asked: times_of(selection, method).asked };
  }, decades("query time", duration), exponent, "query time in ns", "Of the reachable queries asked. A curve ends at the height of the share that was answered.");
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
function gap_distribution(view, ink) {
  const least = -6;
  return shares(view, ink, (method) => ({ values: Array.from(gaps_of(view.selection, method, view.store.gap)),
    asked: times_of(view.selection, method).asked }), { ...decades("gap", per_cent), min: least,
    words: (/** @type {number} */ at) => (at <= least ? "0" : per_cent(10 ** at)) }, (gap) => Math.max(least, exponent(Math.max(gap, 1e-12))),
  "gap", "Of the reachable queries asked. At the left edge: gaps of zero, or below 0.0001 %.");
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
function time_against_length(view, ink) {
  const { store, selection } = view;
  const found = store.code("found");
  const diagonals = store.worlds.map((world) => Math.hypot(world.max_x - world.min_x, world.max_y - world.min_y));
  /** @type {(string|number)[][]} */
  const data = [["method", "optimum / diagonal", "median query time in ns", "queries"]];
  const series = (selection.timed ? coloured(view) : []).map((method) => {
    /** @type {Map<number, number[]>} */
    const bins = new Map();
    for (const query of selection.reachable) {
      const at = store.at(method, query);
      const share = store.optimum[query] / diagonals[store.world[query]];
      if (store.status[at] !== found || !(store.ns[at] > 0) || !(share > 0)) continue;
      const bin = Math.max(-14, Math.floor(2 * Math.log2(share)));
      if (!bins.has(bin)) bins.set(bin, []);
      bins.get(bin)?.push(store.ns[at]);
    }
    const line = Array.from(bins).filter(([, times]) => times.length >= 3).sort(([a], [b]) => a - b).map(([bin, times]) => {
      const middle = times.sort((a, b) => a - b)[times.length >> 1];
      data.push([store.methods[method].name, 2 ** ((bin + 0.5) / 2), middle, times.length]);
      return [exponent(2 ** ((bin + 0.5) / 2)), exponent(middle)];
    });
    return { type: "line", name: store.methods[method].name, symbol: view.looks[method].shape, symbolSize: 6, data: line,
      lineStyle: { color: view.looks[method].colour, type: view.looks[method].dash }, itemStyle: { color: view.looks[method].colour } };
  });
  const option = chart_option(ink, decades("optimal length / diagonal of the map", three_digits), decades("median query time", duration), series);
  option.tooltip.formatter = (/** @type {any} */ event) => `${event.seriesName}\nlength ${three_digits(10 ** event.value[0])}: ${duration(10 ** event.value[1])}`;
  return { option, data, caption: "Medians of answers in bins of a factor √2, of three answers or more." };
}

/**
 * Build and mean query of a method on each chosen map, in nanoseconds.
 * @param {View} view
 * @param {number} method
 * @returns {Map<number, {build: number, query: number}>} by world
 */
export function costs_of(view, method) {
  const { store, selection } = view;
  const [found, timeout] = [store.code("found"), store.code("timeout")];
  /** @type {Map<number, number[]>} */
  const spent = new Map();
  for (const query of selection.reachable) {
    const at = store.at(method, query);
    const world = store.world[query];
    const ns = store.status[at] === found ? store.ns[at] : store.status[at] === timeout ? store.limit(store.trial(method, world)) : NaN;
    if (!Number.isFinite(ns)) continue;
    if (!spent.has(world)) spent.set(world, []);
    spent.get(world)?.push(ns);
  }
  const costs = new Map();
  for (const [world, times] of spent) {
    const trial = store.trial(method, world);
    if (trial && trial.status === "built" && trial.total_build_ns !== null) costs.set(world, { build: trial.total_build_ns, query: mean_of(Float64Array.from(times)) });
  }
  return costs;
}

/** @param {number[]} values */
export function median_of(values) {
  const sorted = values.slice().sort((a, b) => a - b);
  return sorted.length ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : NaN;
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
function total_time(view, ink) {
  const { store, selection } = view;
  const costs = new Map((selection.timed ? coloured(view) : []).map((method) => [method, costs_of(view, method)]));
  const worlds = selection.worlds.filter((world) => Array.from(costs.values()).every((of) => of.has(world)));
  /** @type {(string|number)[][]} */
  const data = [["method", "queries", "median total time in ns"]];
  const series = Array.from(costs, ([method, of]) => ({
    type: "line", name: store.methods[method].name, symbol: "none", triggerLineEvent: true,
    lineStyle: { color: view.looks[method].colour, type: view.looks[method].dash }, itemStyle: { color: view.looks[method].colour },
    data: worlds.length === 0 ? [] : Array.from({ length: 61 }, (_, i) => {
      const queries = 10 ** (i / 10);
      const total = median_of(worlds.map((world) => {
        const cost = /** @type {{build: number, query: number}} */ (of.get(world));
        return cost.build + queries * cost.query;
      }));
      data.push([store.methods[method].name, queries, total]);
      return [i / 10, exponent(total)];
    }),
  }));
  const option = chart_option(ink, decades("queries", (value) => whole(Math.round(value))), decades("build and queries", duration), series);
  option.tooltip.formatter = (/** @type {any} */ event) => event.seriesName;
  return { option, data, caption: `Build, with the parts of the free space used, and n queries of mean time: medians over the ${worlds.length} maps that all of `
    + "these methods have. Where two curves cross, the dearer build has paid." };
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
function performance_profile(view, ink) {
  const { store, selection } = view;
  const found = store.code("found");
  const methods = view.rows.filter((row) => row.whole).map((row) => row.method);
  const solved = (/** @type {number} */ method, /** @type {number} */ query) => {
    const at = store.at(method, query);
    return store.status[at] === found && store.ns[at] > 0 ? store.ns[at] : Infinity;
  };
  const fastest = new Map(Array.from(selection.reachable, (query) => [query, methods.reduce((least, method) => Math.min(least, solved(method, query)), Infinity)]));
  const in_colour = new Set(coloured(view));
  return shares(view, ink, (method) => ({
    values: selection.timed && in_colour.has(method) ? Array.from(selection.reachable, (query) => solved(method, query) / Number(fastest.get(query)))
      .filter(Number.isFinite) : [],
    asked: selection.reachable.length,
  }), decades("time / time of the fastest", (value) => `${three_digits(value)}×`), exponent, "factor",
  `Of the reachable queries; the fastest of all ${methods.length} methods made for these maps. The order of two curves may depend on the other methods.`);
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
function gap_causes(view, ink) {
  const in_colour = new Set(coloured(view));
  const mean = (/** @type {number} */ method, /** @type {Float32Array} */ column) => mean_of(gaps_of(view.selection, method, column));
  const rows = view.rows.filter((row) => in_colour.has(row.method)).map(({ method }) => ({ method,
    mean_corridor_gap: mean(method, view.store.corridor_gap), mean_slack: mean(method, view.store.slack) }))
    .filter((row) => !Number.isNaN(row.mean_corridor_gap)).reverse();
  const bar = (/** @type {string} */ name, /** @type {(row: typeof rows[0]) => number} */ of, /** @type {boolean} */ full) => ({
    type: "bar", name, data: rows.map((row) => ({ value: of(row), itemStyle: { color: full ? view.looks[row.method].colour : "transparent",
      borderColor: view.looks[row.method].colour, borderWidth: 1 } })),
  });
  const option = chart_option(ink, { name: "mean corridor gap (full) and slack (hollow)", min: 0, words: (/** @type {number} */ at) => per_cent(at) }, {},
    [bar("slack", (row) => row.mean_slack, false), bar("corridor gap", (row) => row.mean_corridor_gap, true)]);
  option.yAxis = { type: "category", data: rows.map((row) => view.store.methods[row.method].name), axisLabel: { color: ink.text } };
  option.grid.left = 130;
  option.tooltip.formatter = (/** @type {any} */ event) => `${event.name}\n${event.seriesName} ${per_cent(event.data.value)}`;
  return { option, data: [["method", "mean corridor gap", "mean slack"], ...rows.map((row) => [view.store.methods[row.method].name, row.mean_corridor_gap, row.mean_slack])],
    caption: "Corridor gap: of the shortest path that passes all obstacles on the same sides as the returned one. Slack: of the returned path over that one." };
}
