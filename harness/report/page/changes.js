// How methods follow a world that changes: scripts/plots/changes.py has the same.
import { element } from "./dom.js";
import { duration, per_cent, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./store.js").Follow} Follow */
/** @typedef {Follow & {query: number, from: number, to: number}} Row `query`: its mean; the queries a burst between which it is the cheapest, empty if `to` is not greater */

const kRates = [1, 10, 100];
const kRight = ["found", "unreachable", "start_blocked", "goal_blocked"];

/** @param {Node} buttons that save the table */
export function changes_section(buttons) {
  return element("section", {}, element("h2", {}, "Worlds that change"), buttons, element("div", { class: "wide" }, element("table", { id: "changes" })));
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
      const at = followed.map(({ method }) => store.at(method, query));
      if (store.world[query] !== world || !at.every((place) => right.has(store.status[place]) && store.ns[place] > 0)) continue;
      at.forEach((place, i) => { sums[i] += store.ns[place]; });
      ++count;
    }
  }
  const rows = followed.map((one, i) => ({ ...one, query: count ? sums[i] / count : NaN, from: 0, to: Infinity }));
  for (const row of rows) {
    for (const other of rows) {
      const gain = other.query - row.query;
      const even = (row.mean_ns - other.mean_ns) / gain;
      if (gain > 0) row.from = Math.max(row.from, even);
      else if (gain < 0) row.to = Math.min(row.to, even);
      else if (other.mean_ns < row.mean_ns) row.to = 0;
    }
  }
  return rows.sort((a, b) => a.mean_ns - b.mean_ns);
}

/** @param {Row} row */
function cheapest(row) {
  if (Number.isNaN(row.query) || row.to <= row.from) return "–";
  return row.to === Infinity ? `${three_digits(row.from)} and more` : `${three_digits(row.from)} to ${three_digits(row.to)}`;
}

/** @param {View} view */
export function show_changes(view) {
  const table = document.getElementById("changes");
  if (!table) return;
  const { store, selection } = view;
  const worlds = selection.timed ? selection.worlds.filter((world) => store.follows.some((one) => one.world === world)) : [];
  if (!worlds.length) {
    table.replaceChildren(element("caption", {}, "No chosen world changes, or the times are of several hosts."));
    return;
  }
  const head = ["world", "method", "repaired", "follow, median", "95 %", "mean", "first answer, median", "mean query",
    ...kRates.map((rate) => `queries/s at ${rate} bursts/s`), "cheapest at queries a burst"];
  table.replaceChildren(
    element("caption", {}, "Time to follow a burst, with the free space; from a burst to the first answer; queries that all chosen methods answered rightly, "
      + "and how many of them fit beside so many bursts a second. The others were built anew."),
    element("thead", {}, element("tr", {}, ...head.map((name, i) => element("th", { scope: "col", class: i < 2 ? "text" : null }, name)))),
    element("tbody", {}, ...worlds.flatMap((world) => rows_of_world(view, world).map((row) => {
      const { name } = store.methods[row.method];
      const value = (/** @type {number} */ number, /** @type {string} */ words) => element("td", { "data-value": number }, words);
      const times = [row.p50_ns, row.p95_ns, row.mean_ns, row.first_answer_p50_ns ?? NaN, row.query];
      return element("tr", { "data-world": store.worlds[world].name, "data-method": name, "data-from": row.from, "data-to": row.to },
        element("td", { class: "text" }, store.worlds[world].name),
        element("th", { scope: "row" }, element("span", { class: "swatch", style: `background:${view.looks[row.method].colour}` }), name),
        value(row.repaired / row.bursts, per_cent(row.repaired / row.bursts)),
        ...times.map((time) => value(time, duration(time))),
        ...kRates.map((rate) => {
          const left = Math.max(0, (1 - 1e-9 * rate * row.mean_ns) / (1e-9 * row.query));
          return value(left, Number.isNaN(left) ? "–" : three_digits(left));
        }),
        element("td", {}, cheapest(row)));
    }))));
}
