// Methods as dots: gap and memory against query time, with the front that no method is better than.
import { chart_option, coloured, decades, exponent, nearest_answer, pareto_front, stairs, thinned } from "./charting.js";
import { kOthers } from "./methods.js";
import { kZeroGap } from "./statistics.js";
import { byte_size, duration, per_cent, whole } from "./words.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */
/** @typedef {import("./charting.js").Drawing} Drawing */

/** Of each method so many answers at most are dots. */
const kMostDots = 1000;

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function gap_against_time(view, ink) {
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
        return { value: [exponent(store.ns[at]), height(store.gap[at]) + (store.gap[at] <= kZeroGap ? ((query * 7919) % 100) / 250 - 0.2 : 0)],
          to: { query, method } };
      }),
    }));
    for (const row of rows) {
      const leads = in_colour.includes(row.method);
      const dot = [exponent(row.query_p50_ns), height(row.median_gap)];
      series.push({
        type: "scatter", name: store.methods[row.method].name, symbol: leads ? view.looks[row.method].shape : "circle", symbolSize: leads ? 13 : 6, z: 5,
        itemStyle: { color: leads ? view.looks[row.method].colour : kOthers, borderColor: ink.ground, borderWidth: 1 },
        data: [{ value: dot, median: true,
          to: () => nearest_answer(view, row.method, (at) => (exponent(store.ns[at]) - dot[0]) ** 2 + (height(store.gap[at]) - dot[1]) ** 2) }],
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
    const where = event.data.median ? "medians" : `${store.worlds[store.world[event.data.to.query]].name}, query ${store.number[event.data.to.query]}`;
    return `${event.seriesName}\n${where}\n${duration(10 ** time)}, gap ${gap < zero + 0.45 ? "0" : per_cent(10 ** gap)}`;
  };
  return { option, data: [["method", "median query time in ns", "median gap"], ...rows.map((row) => [store.methods[row.method].name, row.query_p50_ns, row.median_gap])],
    caption: `A dot is an answer (${whole(kMostDots)} of a method at most): a click shows it on its map. Large: medians; grey: other methods. Dashed: the front `
      + "of all methods made for these maps, which none is as good as in both. Gaps are of what was found." };
}

/** A chart in a narrow window, in pixels: names that do not meet there meet in no wider one. */
const kNarrow = { width: 230, height: 290, letter: 7.5, line: 15 };

/**
 * How far each name beside a dot is shifted downwards so that it meets no other and no axis, in pixels;
 * NaN where it would be far from its dot, whose colour tells it too.
 * @param {{x: number, y: number, name: string}[]} dots in the units of the axes
 * @returns {number[]}
 */
export function name_shifts(dots) {
  const span = (/** @type {number[]} */ values) => [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))];
  const [left, right] = span(dots.map(({ x }) => x));
  const [bottom, top] = span(dots.map(({ y }) => y));
  /** @type {{from: number, to: number, y: number}[]} */
  const placed = [];
  return dots.map((dot) => {
    const from = kNarrow.width * (dot.x - left) / (right - left || 1);
    const y = kNarrow.height * (top - dot.y) / (top - bottom || 1);
    const to = from + kNarrow.letter * dot.name.length + 12;
    const is_free = (/** @type {number} */ shift) => y + shift >= 0 && y + shift <= kNarrow.height && placed.every((other) => other.to < from || to < other.from || Math.abs(other.y - y - shift) >= kNarrow.line);
    const shift = [0, -kNarrow.line, kNarrow.line].find(is_free) ?? NaN;
    if (!Number.isNaN(shift)) placed.push({ from, to, y: y + shift });
    return shift;
  });
}

/** @param {View} view @param {Ink} ink @returns {Drawing} */
export function memory_against_time(view, ink) {
  const { store } = view;
  const in_colour = coloured(view);
  const rows = view.rows.filter((row) => row.whole && Number.isFinite(row.query_p50_ns) && row.median_bytes > 0 && Number.isFinite(row.median_bytes));
  const front = pareto_front(rows, (row) => row.query_p50_ns, (row) => row.median_bytes);
  const named = rows.filter((row) => in_colour.includes(row.method));
  const shifts = name_shifts(named.map((row) => ({ x: exponent(row.query_p50_ns), y: Math.log2(row.median_bytes), name: store.methods[row.method].name })));
  /** @type {any[]} */
  const series = rows.map((row) => ({
    type: "scatter", name: store.methods[row.method].name, z: in_colour.includes(row.method) ? 5 : 3,
    symbol: in_colour.includes(row.method) ? view.looks[row.method].shape : "circle", symbolSize: in_colour.includes(row.method) ? 12 : 7,
    itemStyle: { color: in_colour.includes(row.method) ? view.looks[row.method].colour : kOthers },
    label: { show: in_colour.includes(row.method) && !Number.isNaN(shifts[named.indexOf(row)]), formatter: store.methods[row.method].name, position: "right", color: ink.text, fontSize: 11,
      offset: [0, shifts[named.indexOf(row)] || 0] },
    data: [{ value: [exponent(row.query_p50_ns), Math.log2(row.median_bytes)],
      to: () => nearest_answer(view, row.method, (at) => Math.abs(store.ns[at] - row.query_p50_ns)) }],
  }));
  series.push({ type: "line", name: "front", silent: true, symbol: "none", lineStyle: { color: ink.soft, type: "dashed", width: 1 },
    data: stairs(front.map((row) => [exponent(row.query_p50_ns), Math.log2(row.median_bytes)])) });
  const option = chart_option(ink, decades("median query time", duration), { name: "median memory", minInterval: 1,
    words: (/** @type {number} */ at) => byte_size(2 ** at) }, series);
  option.grid.right = 110;  // for the names beside the dots
  option.tooltip.formatter = (/** @type {any} */ event) => `${event.seriesName}\n${duration(10 ** event.value[0])}, ${byte_size(2 ** event.value[1])}`;
  return { option, data: [["method", "median query time in ns", "median memory in bytes"],
    ...rows.map((row) => [store.methods[row.method].name, row.query_p50_ns, row.median_bytes])],
  caption: "Medians of the table; memory is the parts of the free space that a method uses, its index and the scratch space of a thread. Dashed: the front. A click shows the query of the median time." };
}
