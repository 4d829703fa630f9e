// What it costs methods to follow a world that changes: scripts/plots/changes.py has the same.

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./store.js").Follow} Follow */
/** @typedef {{mean_ns: number, query: number, from: number, to: number}} Span `query`: its mean; the queries a burst between which the method is the
 *   cheapest, empty if `to` is not greater */
/** @typedef {Follow & Span} Row */
/** @typedef {Span & {method: number}} Cost means over worlds */
/** @typedef {{name: string, worlds: number[]}} Group of worlds */

const kRight = ["found", "unreachable", "start_blocked", "goal_blocked"];
/** Where more maps change, they are told by family. */
const kMostGroups = 9;
/** What the address holds where all worlds are chosen. */
export const kAllGroups = "*";

/**
 * The chosen worlds that some method followed; none if times of several hosts would stand together.
 * @param {View} view
 */
export function changing_worlds({ store, selection }) {
  return selection.timed ? selection.worlds.filter((world) => store.follows.some((one) => one.world === world)) : [];
}

/**
 * The chosen worlds that change, map by map, or by family where there are many.
 * @param {View} view
 * @returns {Group[]}
 */
export function changing_groups(view) {
  const worlds = changing_worlds(view);
  const by = new Set(worlds.map((world) => view.store.worlds[world].map)).size <= kMostGroups ? "map" : "family";
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const world of worlds) {
    const name = view.store.worlds[world][by];
    groups.set(name, [...(groups.get(name) || []), world]);
  }
  return Array.from(groups, ([name, of]) => ({ name, worlds: of }));
}

/**
 * The group that the reader chose, else the first; all of them as one if he chose so.
 * @param {View} view
 * @returns {Group}
 */
export function chosen_group(view) {
  const groups = changing_groups(view);
  if (view.state.changing === kAllGroups) return { name: "", worlds: groups.flatMap(({ worlds }) => worlds) };
  return groups.find(({ name }) => name === view.state.changing) || groups[0] || { name: "", worlds: [] };
}

/**
 * The queries a burst between which one is cheaper than the other, which may be empty: `to` is not greater than `from`.
 * @param {{mean_ns: number, query: number}} one
 * @param {{mean_ns: number, query: number}} other
 */
export function span_against(one, other) {
  const gain = other.query - one.query;
  const even = (one.mean_ns - other.mean_ns) / gain;
  if (gain > 0) return { from: Math.max(0, even), to: Infinity };
  if (gain < 0) return { from: 0, to: Math.max(0, even) };
  return { from: 0, to: other.mean_ns < one.mean_ns ? 0 : Infinity };
}

/**
 * Tells of each row where it is the cheapest.
 * @template {Span} Any
 * @param {Any[]} rows
 */
function with_spans(rows) {
  for (const row of rows) {
    for (const other of rows) {
      const { from, to } = span_against(row, other);
      row.from = Math.max(row.from, from);
      row.to = Math.min(row.to, to);
    }
  }
  return rows.sort((a, b) => a.mean_ns - b.mean_ns);
}

/**
 * The chosen methods that followed a world, cheapest burst first. Their queries are those that all of them answered rightly.
 * @param {View} view
 * @param {number} world
 * @returns {Row[]}
 */
export function rows_of_world(view, world) {
  const { store, selection } = view;
  const methods = new Set(selection.methods);
  const followed = store.follows.filter((one) => one.world === world && methods.has(one.method));
  const right = new Set(kRight.map((status) => store.code(status)));
  const sums = followed.map(() => 0);
  let count = 0;
  for (const queries of [selection.reachable, selection.unreachable]) {
    for (const query of queries) {
      if (store.world[query] !== world) continue;
      const at = followed.map(({ method }) => store.at(method, query));
      if (!at.every((place) => right.has(store.status[place]) && store.ns[place] > 0)) continue;
      at.forEach((place, i) => { sums[i] += store.ns[place]; });
      ++count;
    }
  }
  return with_spans(followed.map((one, i) => ({ ...one, query: count ? sums[i] / count : NaN, from: 0, to: Infinity })));
}

/**
 * The means of the chosen methods over those of some worlds that all of them followed, cheapest burst first.
 * @param {View} view
 * @param {number[]} worlds
 * @returns {{costs: Cost[], worlds: number}}
 */
export function costs_over(view, worlds) {
  const tables = worlds.map((world) => rows_of_world(view, world));
  const methods = Array.from(new Set(tables.flatMap((rows) => rows.map((row) => row.method))));
  const whole_tables = tables.filter((rows) => rows.length === methods.length && rows.every((row) => row.query > 0));
  if (!whole_tables.length) return { costs: [], worlds: 0 };
  const mean = (/** @type {number} */ method, /** @type {"mean_ns"|"query"} */ key) =>
    whole_tables.reduce((sum, rows) => sum + rows.filter((row) => row.method === method)[0][key], 0) / whole_tables.length;
  return { costs: with_spans(methods.map((method) => ({ method, mean_ns: mean(method, "mean_ns"), query: mean(method, "query"), from: 0, to: Infinity }))),
    worlds: whole_tables.length };
}
