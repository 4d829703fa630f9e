// How methods follow a world that changes, as a table below its charts.
import { span_words } from "./change_charts.js";
import { chart_figures, colour_words } from "./charts.js";
import { crossover_part, show_crossovers } from "./crossovers.js";
import { by_id, choice_of_one, element } from "./dom.js";
import { changing_groups, changing_worlds, chosen_group, kAllGroups, rows_of_world } from "./follow_costs.js";
import { duration, per_cent, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */

const kRates = [1, 10, 100];

/** @param {(table: string) => Node} buttons that save a table */
export function changes_section(buttons) {
  return element("section", { id: "changing" }, element("h2", {}, "Worlds that change"), element("div", { class: "controls", id: "changing-choice" }),
    element("div", { class: "charts" }, ...chart_figures("changes")), crossover_part(buttons("crossovers")), buttons("changes"), element("div", { class: "wide" }, element("table", { id: "changes" })));
}

/** @param {import("./follow_costs.js").Row} row */
function cheapest(row) {
  return Number.isNaN(row.query) || row.to <= row.from ? "–" : span_words(row);
}

/** @param {View} view */
export function show_changes(view) {
  const table = document.getElementById("changes");
  if (!table) return;
  const { store } = view;
  const worlds = changing_worlds(view);
  const groups = changing_groups(view);
  by_id("changing-choice").replaceChildren(...(groups.length < 2 ? [] : [choice_of_one("first two charts and crossovers of", [
    ...groups.map(({ name }) => /** @type {[string, string]} */ ([name, name])), [kAllGroups, "all chosen worlds"]], chosen_group(view).name || kAllGroups,
  (value) => view.change({ changing: value }))]), ...colour_words(view));
  show_crossovers(view);
  if (!worlds.length) {
    table.replaceChildren(element("caption", {}, "No chosen world changes, or the times are of several hosts."));
    return;
  }
  const head = ["world", "method", "repaired", "follow, median", "95 %", "mean", "first answer, median", "mean query",
    ...kRates.map((rate) => `queries/s at ${rate} bursts/s`), "cheapest at queries a burst", "outdated"];
  table.replaceChildren(
    element("caption", {}, "Share of the bursts after which a method repaired what it had, and was not built anew; time to follow a burst, with the free space; from a burst to the first "
      + "answer; queries that all chosen methods answered rightly, and how many of them fit beside so many bursts a second; outdated paths: illegal, but legal before the last burst."),
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
        element("td", {}, cheapest(row)), value(row.outdated, String(row.outdated)));
    }))));
}
