// Charts that follow the filters, as SVG: gap against time, and the distributions of times and of gaps.
import { by_id, choice_of_several } from "./dom.js";
import { kZeroGap } from "./estimators.js";
import { coloured, kInColour, kOthers } from "./methods.js";
import { duration, per_cent, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {[number, number]} Point x and y in the units of the axes */
/**
 * @typedef {{method: number, kind: "dots"|"stairs"|"median"|"front", points: Point[], query?: (place: number) => number|undefined}} Series `query` returns the
 * query of a point */
/** @typedef {{name: string, low: number, high: number, step: number, words: (value: number) => string}} Axis from low to high */
/** @typedef {{x: Axis, y: Axis, series: Series[], caption: string, data: (string|number)[][]}} Drawing `data` has a row of names first */
/** The largest number of dots, and of corners of a curve, for each method. */
const kMostDots = 1000, kMostCorners = 400;
/** The least gap of the distribution, as an exponent of 10. */
const kLeastGap = -6;

/** @type {Record<string, (view: View) => Drawing>} */
export const kCharts = { "gap-against-time": gap_against_time, "time-ecdf": times_within, "gap-ecdf": gaps_within };

/** @param {View} view */
export function show_charts(view) {
  const names = (/** @type {number[]} */ methods) => methods.map((method) => view.store.methods[method].name);
  by_id("colours").replaceChildren(choice_of_several(`In colour (${kInColour} at most)`, view.store.methods.map((method) => method.name), view.state.colour,
    (values) => view.change({ colour: values.slice(0, kInColour) }), names(coloured({ ...view, state: { ...view.state, colour: [] } })), "main methods"));
}

/** @param {View} view @param {string} id */
export function show_chart(view, id) {
  const node = /** @type {HTMLElement} */ (by_id(id).querySelector(".chart"));
  const drawing = kCharts[id](view);
  const { svg, find } = drawn(view, drawing, Math.max(300, node.clientWidth));
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${by_id(id).querySelector("h3")?.textContent}. ${drawing.caption}`);
  svg.addEventListener("click", (event) => {
    const { method, query } = find(event.offsetX, event.offsetY);
    if (query !== undefined) lead_to_map(view, query, method);
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

/** An axis whose values are exponents of 10. @param {string} name @param {(value: number) => string} words @param {number[]} seen @returns {Axis} */
function decades(name, words, seen) {
  const [low, high] = seen.length ? [Math.floor(Math.min(...seen)), Math.ceil(Math.max(...seen))] : [0, 1];
  return { name, low, high: Math.max(high, low + 1), step: Math.ceil((high - low) / 7) || 1, words: (at) => words(10 ** at) };
}

/** Every n-th value and the last, at most `most`. @template T @param {ArrayLike<T>} values @param {number} most @returns {T[]} */
function thinned(values, most) {
  const step = Math.max(1, Math.ceil(values.length / most));
  return Array.from({ length: Math.ceil(values.length / step) }, (_, i) => values[Math.min(values.length - 1, (i + 1) * step - 1)]);
}

/**
 * The Pareto front, sorted by the first value. A row is omitted if another row is better in one value and not worse in the other.
 * @template T
 * @param {T[]} rows @param {(row: T) => number} first @param {(row: T) => number} second */
export function pareto_front(rows, first, second) {
  return rows.filter((row) => !rows.some((other) => first(other) <= first(row) && second(other) <= second(row)
    && (first(other) < first(row) || second(other) < second(row)))).sort((a, b) => first(a) - first(b));
}

/** The queries that a method found a path for, with a value. @param {View} view @param {number} method @param {Float64Array} column */
function found_queries({ store, selection }, method, column) {
  const [row, found] = [store.at(method, 0), store.code("found")];
  return selection.reachable.filter((query) => store.status[row + query] === found && !Number.isNaN(column[row + query]));
}

/** @param {View} view @returns {Drawing} */
function gap_against_time(view) {
  const { store, selection } = view;
  const rows = view.rows.filter((row) => row.whole && Number.isFinite(row.query_p50_ns) && !Number.isNaN(row.median_gap));
  const leading = selection.timed ? coloured(view) : [];
  const answers = leading.map((method) => thinned(found_queries(view, method, store.gap).filter((query) => store.ns[store.at(method, query)] > 0), kMostDots));
  const gaps = answers.flatMap((queries, i) => queries.map((query) => store.gap[store.at(leading[i], query)]).filter((gap) => gap > 1e-7));
  const zero = gaps.length ? Math.floor(Math.log10(Math.min(...gaps))) - 1 : -3;
  const place = (/** @type {number} */ ns, /** @type {number} */ gap) => /** @type {Point} */ ([Math.log10(ns), Math.max(zero, Math.log10(Math.max(gap, 1e-12)))]);
  const middle = (/** @type {typeof rows[0]} */ row) => place(row.query_p50_ns, row.median_gap);
  const front = pareto_front(rows, (row) => row.query_p50_ns, (row) => (row.median_gap <= kZeroGap ? 0 : row.median_gap)).map(middle);
  /** @type {Series[]} */
  const series = [...answers.map((queries, i) => /** @type {Series} */ ({ method: leading[i], kind: "dots", query: (at) => queries[at], points: queries.map((query) => {
    const at = store.at(leading[i], query);
    const [x, y] = place(store.ns[at], store.gap[at]);
    return [x, y + (store.gap[at] <= kZeroGap ? ((query * 7919) % 100) / 250 - 0.2 : 0)];  // beside each other
  }) })), ...rows.map((row) => /** @type {Series} */ ({ method: row.method, kind: "median", points: [middle(row)] })),
  { method: -1, kind: "front", points: front.flatMap((dot, i) => (i ? [/** @type {Point} */ ([dot[0], front[i - 1][1]]), dot] : [dot])) }];
  const points = series.flatMap((one) => one.points);
  const y = decades("gap", per_cent, points.length ? [...points.map((point) => point[1]), zero] : []);
  return { series, x: decades("query time", duration, points.map((point) => point[0])), y: { ...y, low: zero - 0.5, words: (at) => (at === zero ? "0" : at < zero ? "" : y.words(at)) },
    data: [["method", "median query time in ns", "median gap"], ...rows.map((row) => [store.methods[row.method].name, row.query_p50_ns, row.median_gap])],
    caption: `A dot is an answer (at most ${whole(kMostDots)} of a method); a click shows it on its map. Large dots are medians; grey: other methods. `
      + "Dashed: the Pareto front of the medians of all methods that support these maps." };
}

/** @param {View} view @returns {Drawing} */
function times_within(view) {
  return { ...distribution(view, view.store.ns, "query time", "query time in ns", duration, Math.log10, view.selection.timed ? coloured(view) : []),
    caption: "Of the reachable queries asked. A curve ends at the share that was answered." };
}

/** @param {View} view @returns {Drawing} */
function gaps_within(view) {
  const drawing = distribution(view, view.store.gap, "gap", "gap", per_cent, (gap) => Math.max(kLeastGap, Math.log10(Math.max(gap, 1e-12))), coloured(view));
  const { words } = drawing.x;
  return { ...drawing, x: { ...drawing.x, words: (at) => (at <= kLeastGap ? "0" : words(at)) },
    caption: "Of the reachable queries asked. At the left edge: gaps of zero, or below 0.0001 %." };
}

/**
 * Cumulative curves. A point shows the share of all queries whose value is at most x.
 * @param {View} view @param {Float64Array} column @param {string} name
 * @param {string} heading - heading of the values in `data` @param {(value: number) => string} words
 * @param {(value: number) => number} place - position of a value on the axis @param {number[]} methods */
function distribution(view, column, name, heading, words, place, methods) {
  const { store } = view;
  /** @type {(string|number)[][]} */
  const data = [["method", heading, "share"]];
  const series = methods.map((method) => {
    const row = store.at(method, 0);
    const asked = Number(view.rows.find((one) => one.method === method)?.reachable);
    const queries = found_queries(view, method, column);
    const ascending = Float64Array.from(queries, (query) => column[row + query]).sort();
    const corners = thinned(Array.from(ascending, (value, i) => ({ value, share: (i + 1) / asked })), kMostCorners);
    for (const { value, share } of corners) data.push([store.methods[method].name, value, share]);
    return /** @type {Series} */ ({ method, kind: "stairs", points: corners.map(({ value, share }) => [place(value), share]),
      query: (at) => queries.find((query) => column[row + query] === corners[Math.min(at, corners.length - 1)].value) });
  });
  const x = decades(name, words, series.flatMap((one) => one.points.map((point) => point[0])));
  for (const { points } of series) if (points.length) points.push([x.high, points[points.length - 1][1]]);
  return { series, data, x, y: { name: "share of queries", low: 0, high: 1, step: 0.2, words: per_cent } };
}

/** An element of SVG. @param {string} tag @param {Record<string, string|number>} attributes @param {...(Node|string)} children */
function mark(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * The SVG of a drawing, and a function that finds the method and the query below the pointer.
 * @param {View} view @param {Drawing} drawing
 * @param {number} width - width in pixels */
function drawn(view, { x, y, series }, width) {
  const { looks } = view;
  const leading = coloured(view);
  const [type, ink] = [12, "currentColor"];
  const wide = type * (2.5 + 0.65 * Math.max(0, ...leading.map((method) => view.store.methods[method].name.length)));
  const in_row = Math.max(1, Math.floor(width / wide));
  const height = 350 + 1.5 * type * Math.ceil(leading.length / in_row);
  const [left, right, top, bottom] = [5.6 * type, width - 2.6 * type, type, 350 - 3.4 * type];
  const to_x = (/** @type {number} */ at) => Math.round(10 * (left + (at - x.low) / (x.high - x.low) * (right - left))) / 10;
  const to_y = (/** @type {number} */ at) => Math.round(10 * (bottom - (at - y.low) / (y.high - y.low) * (bottom - top))) / 10;
  const svg = mark("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, "font-size": type, "font-family": "system-ui, DejaVu Sans, sans-serif", fill: ink });
  const line = (/** @type {string} */ d, /** @type {Record<string, string|number>} */ style, /** @type {Node[]} */ ...children) =>
    svg.append(mark("path", { d, fill: "none", stroke: ink, ...style }, ...children));
  const write = (/** @type {string} */ text, /** @type {Record<string, string|number>} */ where) => svg.append(mark("text", where, text));
  const ticks = (/** @type {Axis} */ axis) => Array.from({ length: Math.floor((axis.high - Math.ceil(axis.low)) / axis.step + 1.001) }, (_, i) => Math.ceil(axis.low) + i * axis.step);
  ticks(x).forEach((at) => write(x.words(at), { x: to_x(at), y: bottom + 1.3 * type, "text-anchor": "middle" }));
  ticks(y).forEach((at) => write(y.words(at), { x: left - 0.4 * type, y: to_y(at) + 0.35 * type, "text-anchor": "end" }));
  line(ticks(x).map((at) => `M${to_x(at)} ${top}V${bottom}`).concat(ticks(y).map((at) => `M${left} ${to_y(at)}H${right}`)).join(""), { "stroke-opacity": 0.12 });
  line(`M${left} ${top}V${bottom}H${right}`, { "stroke-opacity": 0.6 });
  write(x.name, { x: (left + right) / 2, y: bottom + 2.7 * type, "text-anchor": "middle" });
  write(y.name, { transform: `translate(${type} ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" });
  for (const { kind, points, method } of series) {
    const title = mark("title", {}, view.store.methods[method]?.name || "Pareto front");
    const at = points.map((point) => `${to_x(point[0])} ${to_y(point[1])}`);
    const colour = leading.includes(method) ? looks[method].colour : kOthers;
    if (points.length === 0) continue;
    if (kind === "dots") line(at.map((one) => `M${one}h0`).join(""), { stroke: colour, "stroke-width": 4, "stroke-linecap": "round", "stroke-opacity": 0.35 }, title);
    else if (kind === "front") line(`M${at.join("L")}`, { stroke: colour, "stroke-dasharray": "4 3" }, title);
    else if (kind === "stairs") line(`M${at[0]}` + points.slice(1).map((point) => `H${to_x(point[0])}V${to_y(point[1])}`).join(""), { stroke: colour, "stroke-width": 1.8, "stroke-dasharray": looks[method].dash }, title);
    else svg.append(mark("circle", { cx: to_x(points[0][0]), cy: to_y(points[0][1]), r: colour === kOthers ? 3.5 : 6, fill: colour, stroke: ink, "stroke-opacity": 0.5 }, title));
  }
  leading.forEach((method, i) => {
    const [from, base] = [(i % in_row) * wide + 0.5 * type, bottom + 4.3 * type + 1.5 * type * Math.floor(i / in_row)];
    line(`M${from} ${base - 0.35 * type}h${1.5 * type}`, { stroke: looks[method].colour, "stroke-width": 2.5, "stroke-dasharray": looks[method].dash });
    write(view.store.methods[method].name, { x: from + 2 * type, y: base });
  });
  /** @param {number} at_x @param {number} at_y */
  const find = (at_x, at_y) => {
    const points = series.flatMap(({ points: some, method, query }) => (query ? some.map((point, place) => ({ point, place, method, query })) : []));
    const away = points.map(({ point }) => Math.hypot(to_x(point[0]) - at_x, to_y(point[1]) - at_y));
    const nearest = points[away.indexOf(Math.min(...away))];
    return { method: nearest?.method ?? -1, query: nearest?.query(nearest.place) };
  };
  return { svg, find };
}
