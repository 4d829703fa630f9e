// Sentences that the data supports, with intervals, before anything else.
import { by_id, element, link_to } from "./dom.js";
import { kSignificant, planned_pairs } from "./pairs.js";
import { of_terrain } from "./table.js";
import { byte_size, counted, duration, per_cent, points, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {{words: string, chart: string}} Finding */

export function findings_section() {
  return element("section", {}, element("h2", {}, "Findings"), element("ul", { class: "findings", id: "findings" }), element("p", { class: "note", id: "untold" }), element("p", { class: "note", id: "warned" }));
}

/** @param {View} view */
export function show_findings(view) {
  const { findings, note } = findings_of(view);
  by_id("findings").replaceChildren(...findings.map((finding) => element("li", {}, finding.words, " ", link_to(finding.chart, "see"))));
  by_id("untold").textContent = note;
}

/** @param {View} view @returns {{findings: Finding[], note: string}} */
export function findings_of(view) {
  const { main, rows, pairs } = planned_pairs(view);
  const name = (/** @type {number} */ method) => view.store.methods[method].name;
  /** @type {Finding[]} */
  const findings = [];
  const maps = view.selection.worlds.length;
  if (main.length < 2) return { findings, note: "Two families of methods are needed to compare them." };
  if (maps < 5) return { findings, note: `Nothing is said of ${counted(maps, "map")}: tests and intervals need 5 or more.` };
  const row = (/** @type {number} */ method) => /** @type {import("./summary.js").Row} */ (rows.get(method));
  const pair_of = (/** @type {number} */ a, /** @type {number} */ b) => {
    const pair = pairs.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
    const sign = pair && pair.a === a ? 1 : -1;
    return pair && { pair, sign };
  };

  if (view.selection.timed) {
    const order = main.filter((method) => Number.isFinite(row(method).query_p50_ns)).sort((a, b) => row(a).query_p50_ns - row(b).query_p50_ns);
    const [first, ...others] = order;
    const significant = [];
    const open = [];
    for (const other of others) {
      const of = pair_of(other, first);
      if (!of) continue;
      if (of.pair.time_p < kSignificant && of.sign * of.pair.time.value > 0) significant.push({ other, ...of });
      else open.push(other);
    }
    const said = (/** @type {{other: number, pair: any, sign: number}} */ { other, pair, sign }) => {
      const ends = [Math.exp(sign * pair.time.low), Math.exp(sign * pair.time.high)].sort((a, b) => a - b);
      return `${three_digits(Math.exp(sign * pair.time.value))} times [${ends.map(three_digits).join(", ")}] sooner than ${name(other)}`;
    };
    if (significant.length) {
      findings.push({ chart: "time-ecdf", words: `${name(first)} answers in ${duration(row(first).query_p50_ns)} (median): ${said(significant[0])}`
        + `${significant.length > 1 ? `, and ${said(significant[significant.length - 1])}` : ""}.` });
    }
    if (open.length) {
      findings.push({ chart: "pairs", words: `These data do not tell the query times of ${name(first)} and ${listed(open.map(name))} apart (Holm, ${pairs.length} pairs).` });
    }
  }
  const exact = !of_terrain(view);
  const optimal = main.filter((method) => exact && row(method).max_gap <= 1e-9);
  if (optimal.length) findings.push({ chart: "gap-ecdf", words: `${listed(optimal.map(name))} found shortest paths only.` });
  const longest = main.filter((method) => row(method).mean_gap > 0).sort((a, b) => row(b).mean_gap - row(a).mean_gap)[0];
  const best = optimal[0] ?? main.slice().sort((a, b) => row(a).mean_gap - row(b).mean_gap)[0];
  if (exact && longest !== undefined && longest !== best) {
    const of = pair_of(longest, best);
    if (of && of.pair.gap_p < kSignificant) {
      const ends = [of.sign * of.pair.gap.low, of.sign * of.pair.gap.high].sort((a, b) => a - b);
      findings.push({ chart: "gap-ecdf", words: `Paths of ${name(longest)} are the longest: their gap is ${points(of.sign * of.pair.gap.value)} `
        + `[${ends.map(points).join(", ").replaceAll(" percentage points", "")}] above that of ${name(best)}, on the maps' mean.` });
    }
  }
  const missing = main.filter((method) => row(method).answered < 1).sort((a, b) => row(a).answered - row(b).answered);
  if (missing.length) {
    findings.push({ chart: "worst", words: `Of the reachable queries ${listed(missing.map((method) => `${name(method)} answered ${per_cent(row(method).answered)}`))}`
      + `${missing.length < main.length ? "; the other main methods answered all" : ""}.` });
  }
  const sized = main.filter((method) => Number.isFinite(row(method).median_bytes)).sort((a, b) => row(a).median_bytes - row(b).median_bytes);
  const [least, most] = [sized[0], sized[sized.length - 1]];
  const of_memory = sized.length > 1 ? pair_of(most, least) : undefined;
  if (of_memory && of_memory.pair.memory_p < kSignificant) {
    const { pair, sign } = of_memory;
    const ends = [Math.exp(sign * pair.memory.low), Math.exp(sign * pair.memory.high)].sort((a, b) => a - b);
    findings.push({ chart: "methods", words: `${name(least)} needs the least memory, ${byte_size(row(least).median_bytes)} (median over maps); ${name(most)} needs `
      + `${three_digits(Math.exp(sign * pair.memory.value))} times [${ends.map(three_digits).join(", ")}] as much.` });
  }
  return { findings, note: `Of the main methods of ${main.length} families, on ${maps} maps. Ratios and differences are means over maps with 95 % intervals, `
    + `by Student's t; said are those that remain significant at 5 % after Holm's correction for ${pairs.length} pairs.` };
}

/** @param {string[]} names */
function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
