// Charts that follow the filters, as SVG: gap against time, and the distributions of times and of gaps.
import { by_id, choice_of_several, element } from "./dom.js";
import { kZeroGap } from "./estimators.js";
import { coloured, kInColour, kOthers, looks_of, method_label } from "./methods.js";
import { nearest_answer } from "./summary.js";
import { duration, per_cent, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./methods.js").Look} Look */
/** @typedef {[number, number]} Point x and y in the units of the axes */
/** @typedef {{method: number, kind: "dots"|"stairs"|"median"|"front", points: Point[], colour: string, find?: (at: Point) => number|undefined}} Series
 *   `find` gives the query that a point stands for */
/** @typedef {{name: string, low: number, high: number, step: number, words: (value: number) => string}} Axis from low to high */
/** @typedef {{x: Axis, y: Axis, series: Series[], caption: string, data: (string|number)[][]}} Drawing `data` has a row of names first */
/** @typedef {{id: string, title: string, draw: (view: View) => Drawing}} Chart */

/** Of each method so many answers at most are dots, and so many corners of its curve are drawn. */
const kMostDots = 1000, kMostCorners = 400;
/** A column of a paper, 8.5 cm, in pixels of which 7.5 are a millimetre: 18 of them are 7 points. */
const kPaper = { width: 640, height: 440, millimetres: 85 };

/** @type {Chart[]} */
export const kCharts = [
  { id: "gap-against-time", title: "Gap against query time", draw: gap_against_time },
  { id: "time-ecdf", title: "Queries answered within a time", draw: (view) => distribution(view, "time") },
  { id: "gap-ecdf", title: "Queries answered with at most a gap", draw: (view) => distribution(view, "gap") },
];

export function chart_section() {
  return element("section", { id: "charts" }, element("h2", {}, "Charts"), element("div", { class: "controls", id: "colours" }),
    element("div", { class: "charts" }, ...kCharts.map(({ id, title }) => element("figure", { id, tabindex: "-1" }, element("h3", {}, title), element("div", { class: "chart" }),
      element("figcaption"), element("div", { class: "controls" }, ...["SVG", "PNG", "CSV"].map((kind) =>
        element("button", { type: "button", "data-export": kind, "aria-label": `${title} as ${kind}` }, kind)))))));
}

/** @param {View} view */
export function show_charts(view) {
  by_id("colours").replaceChildren(choice_of_several(`In colour (${kInColour} at most)`, view.store.methods.map((method) => method.name),
    view.state.colour, (values) => view.change({ colour: values.slice(0, kInColour) }), coloured({ ...view, state: { ...view.state, colour: [] } }).map((method) => view.store.methods[method].name), "main methods"),
  ...coloured(view).map((method) => method_label(view, method)));
}

/** @param {View} view @param {Chart} chart */
export function show_chart(view, { id, title, draw }) {
  const node = /** @type {HTMLElement} */ (by_id(id).querySelector(".chart"));
  const drawing = draw(view);
  const { svg, find } = drawn(view, drawing, { width: Math.max(300, node.clientWidth), height: 350, type: 12, looks: view.looks });
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${title}. ${drawing.caption}`);
  svg.addEventListener("click", (event) => {
    const hit = find(event.offsetX, event.offsetY);
    if (hit) lead_to_map(view, hit.query, hit.method);
  });
  node.replaceChildren(svg);
  by_id(id).querySelector("figcaption")?.replaceChildren(drawing.caption);
}

/** Shows a query on the map, with the path of a method. @param {View} view @param {number} query @param {number} method */
export function lead_to_map(view, query, method) {
  view.change({ query: String(query), path: [view.store.methods[method].name] });
  by_id("explorer").scrollIntoView({ block: "start" });
  by_id("explorer").focus({ preventScroll: true });
}

/** An axis of exponents of 10. @param {string} name @param {(value: number) => string} words @param {number[]} seen @returns {Axis} */
function decades(name, words, seen) {
  const [low, high] = [Math.floor(Math.min(...seen)), Math.ceil(Math.max(...seen))];
  return seen.length ? { name, low, high: Math.max(high, low + 1), step: Math.ceil((high - low) / 7) || 1, words: (at) => words(10 ** at) } : { name, low: 0, high: 1, step: 1, words: String };
}

/** Every n-th of the values, so that there are few enough. @template T @param {T[]} values @param {number} most */
function thinned(values, most) {
  const step = Math.max(1, Math.ceil(values.length / most));
  return values.filter((_, i) => i % step === 0 || i === values.length - 1);
}

/** The rows that no other is as good as in both and better in one, by the first. @template T @param {T[]} rows @param {(row: T) => number} first
 *   @param {(row: T) => number} second */
export function pareto_front(rows, first, second) {
  return rows.filter((row) => !rows.some((other) => first(other) <= first(row) && second(other) <= second(row)
    && (first(other) < first(row) || second(other) < second(row)))).sort((a, b) => first(a) - first(b));
}

/** @param {View} view @returns {Drawing} */
function gap_against_time(view) {
  const { store, selection } = view;
  const found = store.code("found");
  const leading = coloured(view);
  const rows = view.rows.filter((row) => row.whole && Number.isFinite(row.query_p50_ns) && !Number.isNaN(row.median_gap));
  const answers = leading.map((method) => ({ method, queries: thinned(Array.from(selection.reachable).filter((query) => {
    const at = store.at(method, query);
    return selection.timed && store.status[at] === found && store.ns[at] > 0 && store.gap[at] >= 0;
  }), kMostDots) }));
  const least = Math.min(...answers.flatMap(({ method, queries }) => queries.map((query) => store.gap[store.at(method, query)]).filter((gap) => gap > 1e-7)));
  const zero = Number.isFinite(least) ? Math.floor(Math.log10(least)) - 1 : -3;
  const height = (/** @type {number} */ gap) => Math.max(zero, Math.log10(Math.max(gap, 1e-12)));
  /** @type {Series[]} */
  const series = answers.map(({ method, queries }) => ({ method, kind: "dots", colour: view.looks[method].colour, points: queries.map((query) => {
    const at = store.at(method, query);
    return [Math.log10(store.ns[at]), height(store.gap[at]) + (store.gap[at] <= kZeroGap ? ((query * 7919) % 100) / 250 - 0.2 : 0)];
  }), find: (at) => queries[series.find((one) => one.method === method)?.points.indexOf(at) ?? 0] }));
  const middle = (/** @type {typeof rows[0]} */ row) => /** @type {Point} */ ([Math.log10(row.query_p50_ns), height(row.median_gap)]);
  for (const row of rows) {
    const at = middle(row);
    series.push({ method: row.method, kind: "median", colour: leading.includes(row.method) ? view.looks[row.method].colour : kOthers, points: [at],
      find: () => nearest_answer(selection, row.method, (one) => (Math.log10(store.ns[one]) - at[0]) ** 2 + (height(store.gap[one]) - at[1]) ** 2) });
  }
  const front = pareto_front(rows, (row) => row.query_p50_ns, (row) => (row.median_gap <= kZeroGap ? 0 : row.median_gap)).map(middle);
  series.push({ method: -1, kind: "front", colour: kOthers, points: front.flatMap((dot, i) => (i ? [/** @type {Point} */ ([dot[0], front[i - 1][1]]), dot] : [dot])) });
  const all = series.flatMap((one) => one.points);
  const y = decades("gap", per_cent, all.map((point) => point[1]).concat(all.length ? zero : []));
  return { series, x: decades("query time", duration, all.map((point) => point[0])), y: { ...y, low: Math.min(y.low, zero - 0.5), words: (at) => (at === zero ? "0" : at < zero ? "" : y.words(at)) },
    data: [["method", "median query time in ns", "median gap"], ...rows.map((row) => [store.methods[row.method].name, row.query_p50_ns, row.median_gap])],
    caption: `A dot is an answer (at most ${whole(kMostDots)} of a method); a click shows it on its map. Large dots are medians, grey ones of the other methods. Dashed: the Pareto front `
      + "of the medians of all methods made for these maps." };
}

/** Curves of the share of all queries asked with at most a value. @param {View} view @param {"time"|"gap"} kind @returns {Drawing} */
function distribution(view, kind) {
  const { store, selection } = view;
  const code = store.code("found");
  const least = -6;
  const place = kind === "time" ? Math.log10 : (/** @type {number} */ gap) => Math.max(least, Math.log10(Math.max(gap, 1e-12)));
  /** @type {(string|number)[][]} */
  const data = [["method", kind === "time" ? "query time in ns" : "gap", "share"]];
  /** @type {Series[]} */
  const series = (kind === "time" && !selection.timed ? [] : coloured(view)).map((method) => {
    const row = store.at(method, 0);
    const asked = Number(view.rows.find((one) => one.method === method)?.reachable);
    const column = kind === "time" ? store.ns : store.gap;
    const found = Float64Array.from(selection.reachable.filter((query) => store.status[row + query] === code && (kind === "time" ? column[row + query] > 0
      : !Number.isNaN(column[row + query]))), (query) => column[row + query]).sort();
    const corners = thinned(Array.from(found.keys()), kMostCorners);
    for (const i of corners) data.push([store.methods[method].name, found[i], (i + 1) / asked]);
    return { method, kind: "stairs", colour: view.looks[method].colour, points: corners.map((i) => /** @type {Point} */ ([place(found[i]), (i + 1) / asked])),
      find: ([x]) => nearest_answer(selection, method, (at) => Math.abs(place(column[at]) - x)) };
  });
  const x = decades(kind === "time" ? "query time" : "gap", kind === "time" ? duration : per_cent, series.flatMap((one) => one.points.map((point) => point[0])));
  for (const { points } of series) if (points.length) points.push([x.high, points[points.length - 1][1]]);
  return { series, data, x: kind === "time" ? x : { ...x, words: (at) => (at <= least ? "0" : x.words(at)) }, y: { name: "share of queries", low: 0, high: 1, step: 0.2, words: per_cent },
    caption: "Of the reachable queries asked. " + (kind === "time" ? "A curve ends at the share that was answered."
      : "At the left edge: gaps of zero, or below 0.0001 %.") };
}

/** An element of SVG. @param {string} tag @param {Record<string, string|number>} attributes @param {...(Node|string)} children */
function mark(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** A drawing as SVG, and what finds the method and the query at a place of it. @param {View} view @param {Drawing} drawing @param {{width: number,
 *   height: number, type: number, looks: Look[], ink?: string, legend?: boolean}} how sizes in pixels */
function drawn(view, { x, y, series }, { width, height, type, looks, ink = "currentColor", legend = false }) {
  const named = legend ? coloured(view) : [];
  const wide = type * 12;
  const rows = Math.ceil(named.length / Math.floor(width / wide)) || 0;
  const [left, right, top, bottom] = [5.6 * type, width - 2.6 * type, type, height - 3.4 * type - 1.5 * type * rows];
  const to_x = (/** @type {number} */ at) => Math.round(10 * (left + (at - x.low) / (x.high - x.low) * (right - left))) / 10;
  const to_y = (/** @type {number} */ at) => Math.round(10 * (bottom - (at - y.low) / (y.high - y.low) * (bottom - top))) / 10;
  const svg = mark("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, "font-size": type, "font-family": "system-ui, DejaVu Sans, sans-serif", fill: ink });
  const ticks = (/** @type {Axis} */ axis) => Array.from({ length: Math.floor((axis.high - Math.ceil(axis.low)) / axis.step + 1.001) }, (_, i) => Math.ceil(axis.low) + i * axis.step);
  for (const at of ticks(x)) {
    svg.append(mark("path", { d: `M${to_x(at)} ${top}V${bottom}`, stroke: ink, "stroke-opacity": 0.12 }), mark("text", { x: to_x(at), y: bottom + 1.3 * type, "text-anchor": "middle" }, x.words(at)));
  }
  for (const at of ticks(y)) {
    svg.append(mark("path", { d: `M${left} ${to_y(at)}H${right}`, stroke: ink, "stroke-opacity": 0.12 }), mark("text", { x: left - 0.4 * type, y: to_y(at) + 0.35 * type, "text-anchor": "end" }, y.words(at)));
  }
  svg.append(mark("path", { d: `M${left} ${top}V${bottom}H${right}`, stroke: ink, "stroke-opacity": 0.6, fill: "none" }),
    mark("text", { x: (left + right) / 2, y: bottom + 2.7 * type, "text-anchor": "middle" }, x.name),
    mark("text", { transform: `translate(${type} ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, y.name));
  for (const { kind, points, colour: of_page, method } of series) {
    const colour = of_page === kOthers ? of_page : looks[method].colour;
    const title = mark("title", {}, method < 0 ? "Pareto front" : view.store.methods[method].name);
    const at = points.map((point) => `${to_x(point[0])} ${to_y(point[1])}`);
    if (kind === "dots") svg.append(mark("path", { d: at.map((one) => `M${one}h0`).join(""), stroke: colour, "stroke-width": 4, "stroke-linecap": "round", "stroke-opacity": 0.35 }, title));
    else if (kind === "median") svg.append(mark("circle", { cx: to_x(points[0][0]), cy: to_y(points[0][1]), r: colour === kOthers ? 3.5 : 6, fill: colour, stroke: ink, "stroke-opacity": 0.5 }, title));
    else {
      const line = kind === "front" ? "M" + at.join("L") : points.map((point, i) => (i ? `H${to_x(point[0])}V${to_y(point[1])}` : `M${at[0]}`)).join("");
      if (points.length) svg.append(mark("path", { d: line, fill: "none", stroke: colour, "stroke-width": kind === "front" ? 1 : 1.8, "stroke-dasharray": kind === "front" ? "4 3" : looks[method].dash }, title));
    }
  }
  named.forEach((method, i) => {
    const [from, line] = [(i % Math.floor(width / wide)) * wide + 0.5 * type, bottom + 4.3 * type + 1.5 * type * Math.floor(i / Math.floor(width / wide))];
    svg.append(mark("path", { d: `M${from} ${line - 0.35 * type}h${1.5 * type}`, stroke: looks[method].colour, "stroke-width": 2.5, "stroke-dasharray": looks[method].dash }),
      mark("text", { x: from + 2 * type, y: line }, view.store.methods[method].name));
  });
  /** @param {number} at_x @param {number} at_y */
  const find = (at_x, at_y) => {
    let least = Infinity;
    let hit = () => /** @type {{query: number, method: number}|null} */ (null);
    for (const { points, method, find: query_at } of series) {
      for (const point of query_at ? points : []) {
        const away = Math.hypot(to_x(point[0]) - at_x, to_y(point[1]) - at_y);
        if (away >= least || !query_at) continue;
        least = away;
        hit = () => {
          const query = query_at(point);
          return query === undefined ? null : { query, method };
        };
      }
    }
    return hit();
  };
  return { svg, find };
}

/** A chart in the width of a paper's column, on white. @param {View} view @param {string} id */
export function paper_chart(view, id) {
  const chart = /** @type {Chart} */ (kCharts.find((one) => one.id === id));
  const { svg } = drawn(view, chart.draw(view), { ...kPaper, type: 18, looks: looks_of(view.store.methods, false), ink: "#222222", legend: true });
  svg.prepend(mark("rect", { width: kPaper.width, height: kPaper.height, fill: "#ffffff" }));
  svg.setAttribute("width", `${kPaper.millimetres}mm`);
  svg.setAttribute("height", `${kPaper.millimetres * kPaper.height / kPaper.width}mm`);
  return new XMLSerializer().serializeToString(svg);
}
