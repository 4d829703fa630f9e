// After how many queries a dearer build pays: scripts/plots/break_even.py has the same.
import { by_id, element } from "./dom.js";
import { coloured } from "./charting.js";
import { costs_of, median_of } from "./costs.js";
import { ask_intervals } from "./intervals.js";
import { counted, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./costs.js").Cost} Cost */
/** @typedef {{cheap: number, dear: number, until: number[], queries: number, never: number, reversed: number}} Pair `until`: of each map, after how many queries
 *   the dearer build has paid; infinite where never. `queries`: their median; `never`: on how many maps; `reversed`: on how many other maps `dear` is the
 *   cheaper one to build and the slower one to query */

/**
 * After how many queries a dearer build has paid on a map: infinite if its queries are not faster, 0 if it is neither dearer there nor slower to query.
 * NaN if it is not dearer there, but slower to query: the roles are reversed.
 * @param {Cost} cheap
 * @param {Cost} dear
 */
function queries_until(cheap, dear) {
  if (dear.build <= cheap.build) return dear.query <= cheap.query ? 0 : NaN;
  return dear.query < cheap.query ? Math.ceil((dear.build - cheap.build) / (cheap.query - dear.query)) : Infinity;
}

/**
 * The pairs of methods in colour that are built differently and were both built for a map. `dear` is the
 * one whose median build is dearer.
 * @param {View} view
 * @returns {Pair[]}
 */
export function break_even_pairs(view) {
  const { store, selection } = view;
  const methods = selection.timed ? coloured(view) : [];
  const costs = new Map(methods.map((method) => [method, costs_of(view, method)]));
  const cost = (/** @type {number} */ method, /** @type {number} */ world) => /** @type {Cost} */ (costs.get(method)?.get(world));
  const built_as = (/** @type {number} */ method) => store.methods[method].representation + store.methods[method].options;
  return methods.flatMap((a, i) => methods.slice(i + 1).flatMap((b) => {
    const worlds = selection.worlds.filter((world) => cost(a, world) && cost(b, world));
    if (!worlds.length || built_as(a) === built_as(b)) return [];
    const middle = (/** @type {number} */ method, /** @type {"build"|"query"} */ part) => median_of(worlds.map((world) => cost(method, world)[part]));
    const order = middle(a, "build") - middle(b, "build") || middle(b, "query") - middle(a, "query");
    const [cheap, dear] = order <= 0 ? [a, b] : [b, a];
    /** @type {Map<string, number[]>} */
    const by_map = new Map();
    for (const world of worlds) {
      const { map } = store.worlds[world];
      by_map.set(map, [...(by_map.get(map) || []), queries_until(cost(cheap, world), cost(dear, world))]);
    }
    const asked = Array.from(by_map.values(), (values) => values.filter((queries) => !Number.isNaN(queries))).filter((values) => values.length);
    if (!asked.length) return [];
    const until = asked.map(median_of);
    return [{ cheap, dear, until, queries: median_of(until), never: until.filter((queries) => queries === Infinity).length, reversed: by_map.size - until.length }];
  }));
}

export function break_even_section() {
  return element("section", {}, element("h2", {}, "Break-even"), element("div", { class: "wide" }, element("table", { id: "break-even" })));
}

/** @param {number} queries */
function words_of(queries) {
  return queries === Infinity ? "never" : three_digits(queries);
}

/** @param {View} view */
export function show_break_even(view) {
  const pairs = break_even_pairs(view);
  const methods = coloured(view).filter((method) => pairs.some(({ cheap, dear }) => method === cheap || method === dear));
  const table = by_id("break-even");
  const name = (/** @type {number} */ method) => view.store.methods[method].name;
  if (!pairs.length) {
    table.replaceChildren(element("caption", {}, "No two methods in colour that are built differently have times on one map."));
    return;
  }
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const pair = pairs.find(({ cheap, dear }) => (cheap === row && dear === column) || (cheap === column && dear === row));
    if (row === column || !pair) return element("td", {}, row === column ? "" : "–");
    const maps = pair.until.length + pair.reversed;
    const title = [pair.never ? `never on ${pair.never} of ${counted(maps, "map")}` : "", pair.reversed ? `left out: ${pair.reversed} of ${counted(maps, "map")}, where `
      + `${name(pair.dear)} is cheaper to build and slower to query` : ""].filter(Boolean).join("; ") || null;
    if (pair.cheap === row) {
      return element("td", { title }, pair.queries === Infinity ? "always" : pair.queries === 0 ? "never" : `until ${words_of(pair.queries)}`);
    }
    return element("td", { title, "data-queries": pair.queries }, words_of(pair.queries), element("small", { "data-pair": `${pair.cheap} ${pair.dear}` }));
  };
  table.replaceChildren(element("caption", {}, "After how many queries on one map the method of a row is cheaper in all than that of a column, builds included: medians over "
    + "maps, in brackets 95 % intervals. \"Until\": the row has the cheaper build, and is cheaper until then. Left out are maps where the dearer method (by its median build) is cheaper to build and slower to query; the tooltip of a cell counts them."),
  element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "text" }, "method"), ...methods.map((method) => element("th", { scope: "col" }, name(method))))),
  element("tbody", {}, ...methods.map((row) => element("tr", { "data-method": name(row) }, element("th", { scope: "row" }, name(row)),
    ...methods.map((column) => cell(row, column))))));
  const nodes = new Map(Array.from(table.querySelectorAll("[data-pair]"), (node) => [node.getAttribute("data-pair"), node]));
  table.setAttribute("aria-busy", "true");
  ask_intervals("break-even", pairs.map(({ cheap, dear, until }) => ({ key: `${cheap} ${dear}`, values: Float64Array.from(until), maps: Uint16Array.from(until.keys()), share: 0.5 })).values(),
    (key, [low, high]) => {
      const node = nodes.get(key);
      if (!node || Number.isNaN(low)) return;
      node.setAttribute("data-low", String(low));
      node.setAttribute("data-high", String(high));
      node.textContent = `[${words_of(low)}, ${words_of(high)}]`;
    }, () => table.removeAttribute("aria-busy"));
}
