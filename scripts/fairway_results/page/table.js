// The table of methods.
import { by_id, element } from "./dom.js";
import { intervals_of } from "./summary.js";
import { method_label } from "./methods.js";
import { build_duration, byte_size, counted, duration, per_cent, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./summary.js").Row} Row */
/** @typedef {{key: string, name: string, title: string, text?: (row: Row, view: View) => string, value?: (row: Row) => number,
 *   words?: (value: number) => string}} Column */

/** Those that decide come first: narrow windows show them. @type {Column[]} */
export const kColumns = [
  { key: "method", name: "method", title: "", text: (row, view) => view.store.methods[row.method].name },
  { key: "answered", name: "answered", title: "share of reachable queries for which a legal path was found", value: (row) => row.answered, words: per_cent },
  { key: "query_p50_ns", name: "query", title: "median time to a path; a query without a path counts as longer than all others",
    value: (row) => row.query_p50_ns, words: duration },
  { key: "median_gap", name: "gap", title: "median gap of the method's own legal paths", value: (row) => row.median_gap, words: per_cent },
  { key: "median_bytes", name: "memory", title: "median over maps of the sum: parts of the free space that the method uses, its index, and the scratch space of a thread",
    value: (row) => row.median_bytes, words: byte_size },
  { key: "build_p50_ns", name: "build", title: "median time over maps, with the parts of the free space that the method uses",
    value: (row) => row.build_p50_ns, words: build_duration },
  { key: "query_p95_ns", name: "query p95", title: "95 % of the queries took less", value: (row) => row.query_p95_ns, words: duration },
  { key: "mean_gap", name: "mean gap", title: "of the method's own legal paths", value: (row) => row.mean_gap, words: per_cent },
  { key: "p95_gap", name: "p95 gap", title: "95 % of the gaps are less", value: (row) => row.p95_gap, words: per_cent },
  { key: "max_gap", name: "worst gap", title: "", value: (row) => row.max_gap, words: per_cent },
  { key: "failures", name: "without a path", title: "reachable queries without a legal path, by status",
    text: (row, view) => Array.from(row.statuses, (count, code) => (count ? `${whole(count)} ${view.store.statuses[code]}` : "")).filter(Boolean).join(", ") },
  { key: "refused", name: "refused", title: "share of queries without a path that were rightly refused", value: (row) => row.refused, words: per_cent },
  { key: "refusal_p50_ns", name: "refusal", title: "median time to refuse a query that has no path", value: (row) => row.refusal_p50_ns, words: duration },
  { key: "build_own_p50_ns", name: "own build", title: "median over maps, without the parts of the free space", value: (row) => row.build_own_p50_ns,
    words: build_duration },
  { key: "median_own_bytes", name: "own memory", title: "median over maps of the index alone",
    value: (row) => row.median_own_bytes, words: byte_size },
  { key: "representation", name: "representation", title: "", text: (row, view) => view.store.methods[row.method].representation },
  { key: "search", name: "search", title: "search and heuristic", text: (row, view) => view.store.methods[row.method].search },
  { key: "smoother", name: "smoother", title: "", text: (row, view) => view.store.methods[row.method].smoother },
];

/** Rows in the order that the reader chose; by default that of the sweep. @param {View} view @param {Row[]} rows */
function in_order(view, rows) {
  const column = kColumns.find((one) => one.key === view.state.sort);
  if (!column) return rows;
  const direction = view.state.down ? -1 : 1;
  const { text, value } = column;
  return rows.slice().sort((a, b) => {
    if (text) return direction * (text(a, view) < text(b, view) ? -1 : text(a, view) > text(b, view) ? 1 : 0);
    const [of_a, of_b] = value ? [value(a), value(b)] : [0, 0];
    if (Number.isNaN(of_a) || Number.isNaN(of_b)) return Number(Number.isNaN(of_a)) - Number(Number.isNaN(of_b));
    return of_a === of_b ? 0 : direction * (of_a < of_b ? -1 : 1);
  });
}

/** A value as the table shows it: a time that is a limit is marked as a lower bound. @param {Column} column @param {Row} row @param {number} value */
function cell_text(column, row, value) {
  if (!column.key.startsWith("query_") || !(value >= row.limit_ns) || value === Infinity) return (column.words || String)(value);
  return `≥ ${duration(row.limit_ns)}`;
}

/** @param {View} view */
export function show_table(view) {
  const apart = view.rows.filter((row) => !row.whole);
  const head = element("tr", {}, ...kColumns.map((column) => element("th", {
    scope: "col", class: column.text ? "text" : null, title: column.title || null,
    "aria-sort": view.state.sort === column.key ? (view.state.down ? "descending" : "ascending") : null,
  }, element("button", {
    type: "button",
    onclick: () => view.change({ sort: column.key, down: view.state.sort === column.key && !view.state.down ? "1" : "" }),
  }, column.name))));
  const body = element("tbody", {}, ...in_order(view, view.rows.filter((row) => row.whole)).map((row) => method_row(view, row)));
  if (apart.length) {
    body.append(element("tr", { class: "apart" }, element("th", { colspan: kColumns.length },
      "Not made for all of these maps: the rows below are about fewer maps. Do not compare them with the rows above.")));
    for (const row of in_order(view, apart)) body.append(method_row(view, row));
  }
  const table = by_id("methods");
  table.replaceChildren(element("caption", {}, caption_of(view)), element("thead", {}, head), body);
}

/** @param {View} view */
function caption_of(view) {
  const { selection } = view;
  return `${counted(selection.reachable.length, "reachable query")} on ${counted(selection.worlds.length, "map")}. Build and memory: medians over `
    + `the maps; build times: ${view.store.build_times}. In brackets: 95 % intervals over maps (Woodruff); none with fewer than 5 maps. More columns are to the right.`
    + (of_terrain(view) ? " Gap: the path's cost over that of the best path on the map's cells, so it may be negative." : "")
    + (selection.timed ? "" : " Several hosts measured these maps: choose one to see times.");
}

/** Whether gaps are against the cheapest path on the grid, not against the shortest one. @param {View} view */
export function of_terrain(view) {
  return view.selection.worlds.some((world) => view.store.worlds[world].optimum_by !== "exact");
}

/** @param {View} view @param {Row} row */
function method_row(view, row) {
  const { name } = view.store.methods[row.method];
  return element("tr", { "data-method": name }, ...kColumns.map((column) => {
    if (column.key === "method") return element("th", { scope: "row" }, method_label(view, row.method), row.whole ? null : only_its_maps(view, row));
    if (column.text) return element("td", { class: "text" }, column.text(row, view));
    const value = column.value ? column.value(row) : NaN;
    return element("td", { "data-column": column.key, "data-value": value }, cell_text(column, row, value), ...interval_node(column, row));
  }));
}

/** The interval of a cell, if it has one that is known. @param {Column} column @param {Row} row */
function interval_node(column, row) {
  const [low, high] = row.intervals?.get(column.key) || [NaN, NaN];
  return Number.isNaN(low) ? [] : [element("small", { "data-low": low, "data-high": high }, `[${cell_text(column, row, low)}, ${cell_text(column, row, high)}]`)];
}

/** @param {View} view @param {Row} row */
function only_its_maps(view, row) {
  const { store, selection } = view;
  const maps = selection.worlds.filter((world) => (store.trial(row.method, world)?.status ?? "unsupported") !== "unsupported").map((world) => store.worlds[world].map);
  return element("small", {}, ` ${maps.length} of ${selection.worlds.length} maps `, element("button", {
    type: "button", onclick: () => view.change({ map: Array.from(new Set(maps)) }),
  }, "compare on these"));
}

/** Computes the intervals of a row that has none yet, and shows them. @param {View} view @param {Row} row */
export function show_intervals(view, row) {
  row.intervals = row.intervals || intervals_of(view.selection, row.method);
  const { name } = view.store.methods[row.method];
  Array.from(by_id("methods").querySelectorAll("tr")).find((one) => one.dataset.method === name)?.replaceWith(method_row(view, row));
}
