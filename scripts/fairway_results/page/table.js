// The table of methods: the numbers of methods.csv.
import { by_id, element } from "./dom.js";
import { intervals_of } from "./summary.js";
import { method_label } from "./methods.js";
import { build_duration, byte_size, counted, duration, per_cent, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./summary.js").Row} Row */
/**
 * @typedef {{key: string, name: string, title?: string, text?: (row: Row, view: View) => string, value: (row: Row) => number, words: (value: number) =>
 * string}} Column `title`: a definition, if the package has no metric of this name */

/** @param {keyof Row} key a metric of the package @param {string} name @param {(value: number) => string} words @param {string} [title] @returns {Column} */
const number_column = (key, name, words, title) => ({ key, name, words, title, value: (row) => Number(row[key]) });
/** @param {string} key @param {string} name @param {(row: Row, view: View) => string} text @param {string} [title] @returns {Column} */
const text_column = (key, name, text, title) => ({ key, name, text, title, value: () => NaN, words: String });

/** The most important columns come first, because narrow windows show only these. */
export const kColumns = [
  text_column("method", "method", (row, view) => view.store.methods[row.method].name),
  number_column("answered", "answered", per_cent),
  number_column("query_p50_ns", "query", duration),
  number_column("median_gap", "gap", per_cent),
  number_column("median_bytes", "memory", byte_size),
  number_column("build_p50_ns", "build", build_duration),
  number_column("query_p95_ns", "query p95", duration),
  number_column("mean_gap", "mean gap", per_cent),
  number_column("p95_gap", "p95 gap", per_cent),
  number_column("max_gap", "worst gap", per_cent),
  text_column("failures", "without a path", (row, view) => Array.from(row.statuses, (count, code) => (count ? `${whole(count)} ${view.store.statuses[code]}` : "")).filter(Boolean).join(", "),
    "reachable queries without a legal path, by status"),
  number_column("refused", "refused", per_cent, "share of queries without a path that were rightly refused"),
  number_column("refusal_p50_ns", "refusal", duration),
  number_column("build_own_p50_ns", "own build", build_duration),
  number_column("median_own_bytes", "own memory", byte_size),
  text_column("representation", "representation", (row, view) => view.store.methods[row.method].representation),
  text_column("search", "search", (row, view) => view.store.methods[row.method].search, "search and heuristic"),
  text_column("smoother", "smoother", (row, view) => view.store.methods[row.method].smoother),
];

/** Rows in the user's order; by default in the order of the sweep. @param {View} view @param {Row[]} rows */
function in_order(view, rows) {
  const column = kColumns.find((one) => one.key === view.state.sort);
  if (!column) return rows;
  const direction = view.state.down ? -1 : 1;
  return rows.slice().sort((a, b) => {
    const [of_a, of_b] = [a, b].map((row) => (column.text ? column.text(row, view) : column.value(row)));
    const unknown = Number(Number.isNaN(of_a)) - Number(Number.isNaN(of_b));  // comes last
    return unknown || direction * (of_a < of_b ? -1 : of_a > of_b ? 1 : 0);
  });
}

/** A value as the table shows it: a time that is a limit is marked as a lower bound. @param {Column} column @param {Row} row @param {number} value */
function cell_text(column, row, value) {
  if (!column.key.startsWith("query_") || !(value >= row.limit_ns) || value === Infinity) return column.words(value);
  return `≥ ${duration(row.limit_ns)}`;
}

/** @param {View} view */
export function show_table(view) {
  const apart = view.rows.filter((row) => !row.whole);
  const head = element("tr", {}, ...kColumns.map((column) => element("th", {
    scope: "col", class: column.text ? "text" : null, title: column.title || view.store.definitions[column.key] || null,
    "aria-sort": view.state.sort === column.key ? (view.state.down ? "descending" : "ascending") : null,
  }, element("button", {
    type: "button",
    onclick: () => view.change({ sort: column.key, down: view.state.sort === column.key && !view.state.down ? "1" : "" }),
  }, column.name))));
  const rows_of_table = (/** @type {Row[]} */ rows) => in_order(view, rows).map((row) => method_row(view, row));
  const body = element("tbody", {}, ...rows_of_table(view.rows.filter((row) => row.whole)), ...(apart.length ? [element("tr", { class: "apart" },
    element("th", { colspan: kColumns.length }, "The methods below do not support all of these maps: their rows count fewer maps. Do not compare them with the rows above.")),
  ...rows_of_table(apart)] : []));
  by_id("methods").replaceChildren(element("caption", {}, caption_of(view)), element("thead", {}, head), body);
}

/** @param {View} view */
function caption_of({ store, selection }) {
  return `${counted(selection.reachable.length, "reachable query")} on ${counted(selection.worlds.length, "map")}. Build and memory: medians over `
    + `the maps; build times: ${store.build_times}. In brackets: 95 % intervals over maps (Woodruff); none with fewer than 5 maps. More columns are to the right.`
    + (selection.worlds.some((world) => store.worlds[world].optimum_by !== "exact") ? " Gap: the path's cost over the cost of the best path on the map's cells, minus 1; it may be negative." : "")
    + (selection.timed ? "" : " Several hosts measured these maps: choose one to see times.");
}

/** @param {View} view @param {Row} row */
function method_row(view, row) {
  const { name } = view.store.methods[row.method];
  return element("tr", { "data-method": name }, ...kColumns.map((column) => {
    if (column.key === "method") return element("th", { scope: "row" }, method_label(view, row.method), row.whole ? null : only_its_maps(view, row));
    if (column.text) return element("td", { class: "text" }, column.text(row, view));
    const value = column.value(row);
    const [low, high] = row.intervals?.get(column.key) || [NaN, NaN];
    return element("td", { "data-column": column.key, "data-value": value }, cell_text(column, row, value), Number.isNaN(low) ? null
      : element("small", { "data-low": low, "data-high": high }, `[${cell_text(column, row, low)}, ${cell_text(column, row, high)}]`));
  }));
}

/** @param {View} view @param {Row} row */
function only_its_maps({ store, selection, change }, row) {
  const maps = selection.worlds.filter((world) => (store.trial(row.method, world)?.status ?? "unsupported") !== "unsupported").map((world) => store.worlds[world].map);
  return element("small", {}, ` ${maps.length} of ${selection.worlds.length} maps `, element("button", {
    type: "button", onclick: () => change({ map: Array.from(new Set(maps)) }),
  }, "compare on these"));
}

/** Computes the intervals of a row that has none yet, and shows them. @param {View} view @param {Row} row */
export function show_intervals(view, row) {
  row.intervals = row.intervals || intervals_of(view.selection, row.method);
  const { name } = view.store.methods[row.method];
  Array.from(by_id("methods").querySelectorAll("tr")).find((one) => one.dataset.method === name)?.replaceWith(method_row(view, row));
}

/** The table of methods as CSV (RFC 4180), as the page shows it. */
export function table_file() {
  const words = (/** @type {Element} */ cell) => Array.from(cell.childNodes, (node) => node.textContent).filter(Boolean).join(" ").trim();
  const quoted = (/** @type {string} */ text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return Array.from(by_id("methods").querySelectorAll("tr:not(.apart)"), (row) => Array.from(row.children, (cell, i) =>
    quoted(i === 0 && row instanceof HTMLElement && row.dataset.method || words(cell))).join(",") + "\r\n").join("");
}

/** Saves the table of methods. @param {string} name of the sweep */
export function save_table(name) {
  const address = URL.createObjectURL(new Blob([table_file()]));
  element("a", { href: address, download: `${name}-methods.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
