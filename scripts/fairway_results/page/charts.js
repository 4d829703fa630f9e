// The charts that follow the filters. At most nine methods have a colour; the reader chooses which.
import { by_id, choice_of_several, element } from "./dom.js";
import { gap_against_time_spent, solved_against_time_spent, tells_improvements } from "./anytime_charts.js";
import { cheapest_by_queries, follow_against_share, tells_changes, throughput_against_rate } from "./change_charts.js";
import { gap_causes, time_causes } from "./cause_charts.js";
import { coloured, lead_to_map } from "./charting.js";
import { gap_against_time, memory_against_time } from "./dot_charts.js";
import { growth_of_build, growth_of_memory, growth_of_queries } from "./growth_charts.js";
import { time_against_length } from "./length_chart.js";
import { kInColour } from "./methods.js";
import { gap_distribution, performance_profile, refusal_distribution, time_distribution } from "./share_charts.js";
import { total_time } from "./total_chart.js";

/** @typedef {import("./charting.js").View} View */
/** @typedef {import("./charting.js").Ink} Ink */

/** @type {import("./charting.js").Chart[]} */
export const kCharts = [
  { id: "gap-against-time", title: "Gap against query time", draw: gap_against_time },
  { id: "memory-against-time", title: "Memory against query time", draw: memory_against_time },
  { id: "time-ecdf", title: "Queries answered within a time", draw: time_distribution },
  { id: "gap-ecdf", title: "Queries answered with at most a gap", draw: gap_distribution },
  { id: "anytime-gap", title: "Gap against time spent", draw: gap_against_time_spent, is_told: tells_improvements },
  { id: "anytime-solved", title: "Queries solved against time spent", draw: solved_against_time_spent, is_told: tells_improvements },
  { id: "time-against-length", title: "Query time against the optimal length", draw: time_against_length },
  { id: "total-time", title: "Build and queries: the total time", draw: total_time },
  { id: "performance-profile", title: "Within a factor of the fastest", draw: performance_profile },
  { id: "refusal-ecdf", title: "Unreachable queries refused within a time", draw: refusal_distribution },
  { id: "gap-causes", title: "What the gap is made of", draw: gap_causes },
  { id: "time-causes", title: "What the time is made of", draw: time_causes },
  { id: "growth-build", title: "Growth of the build with the map", draw: growth_of_build },
  { id: "growth-query", title: "Growth of the mean query with the map", draw: growth_of_queries },
  { id: "growth-memory", title: "Growth of memory with the map", draw: growth_of_memory },
  { id: "follow-share", title: "Time to follow against what changes", draw: follow_against_share, is_told: tells_changes, section: "changes" },
  { id: "throughput-rate", title: "Queries that are left when the world changes", draw: throughput_against_rate, is_told: tells_changes, section: "changes" },
  { id: "cheapest-queries", title: "The cheapest method by queries between two bursts", draw: cheapest_by_queries, is_told: tells_changes, section: "changes" },
];
/** What a chart is saved as. */
export const kExports = ["SVG", "PNG", "PDF", "CSV"];

/** The places of a section's charts. @param {string} [section] */
export function chart_figures(section) {
  return kCharts.filter((chart) => chart.section === section).map((chart) => element("figure", { id: chart.id, tabindex: "-1" },
    element("h3", {}, chart.title), element("div", { class: "chart", role: "img", "aria-label": chart.title }),
    element("figcaption"), element("div", { class: "controls" },
      ...kExports.map((kind) => element("button", { type: "button", "data-export": kind, "aria-label": `${chart.title} as ${kind}` }, kind)))));
}

/** The charts' place in the page. */
export function chart_section() {
  return element("section", { id: "charts" }, element("h2", {}, "Charts"), element("div", { class: "controls", id: "colours" }),
    element("div", { class: "charts" }, ...chart_figures()));
}

/** @type {Map<string, View>} what each chart is to show, of those that are not drawn yet */
const waiting = new Map();
/** @type {IntersectionObserver|null} */
let watcher = null;

/**
 * Shows the charts that are in sight, others once they are.
 * @param {View} view
 */
export function show_charts(view) {
  by_id("colours").replaceChildren(choice_of_several(`In colour (${kInColour} at most)`, view.store.methods.map((method) => method.name),
    view.state.colour, (values) => view.change({ colour: values.slice(0, kInColour) }), "main methods"),
  ...colour_words(view));
  if (!watcher) {
    watcher = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) setTimeout(() => draw_waiting(entry.target.id));
    }, { rootMargin: "300px" });
    addEventListener("resize", () => {
      for (const node of document.querySelectorAll(".chart")) echarts.getInstanceByDom(node)?.resize();
    });
  }
  for (const chart of kCharts) {
    const figure = document.getElementById(chart.id);
    if (!figure) continue;
    figure.hidden = !has_chart(view, chart);
    if (figure.hidden) continue;
    waiting.set(chart.id, view);
    watcher.unobserve(figure);
    watcher.observe(figure);
  }
}

/** The methods in colour, as a legend. @param {View} view */
export function colour_words(view) {
  return coloured(view).map((method) => element("span", {}, element("span", { class: "swatch", style: `background:${view.looks[method].colour}` }),
    view.store.methods[method].name));
}

/** Whether a store tells what a chart draws. @param {View} view @param {import("./charting.js").Chart} chart */
export function has_chart(view, chart) {
  return !chart.is_told || chart.is_told(view.store);
}

/** @param {string} id */
function chart_node(id) {
  return /** @type {HTMLElement} */ (by_id(id).querySelector(".chart"));
}

/**
 * Draws a chart that waits.
 * @param {string} id
 */
export function draw_waiting(id) {
  const view = waiting.get(id);
  const chart = kCharts.find((one) => one.id === id);
  if (!view || !chart) return;
  waiting.delete(id);
  const node = chart_node(id);
  const drawing = chart.draw(view, ink_of_page());
  const drawn = echarts.getInstanceByDom(node) || echarts.init(node);
  drawn.setOption({ ...drawing.option, animation: false }, { notMerge: true });
  drawn.off("click");
  drawn.on("click", (/** @type {any} */ event) => {
    const to = event.data && event.data.to || nearest_corner(drawn, drawing.option.series[event.seriesIndex].data, event);
    const place = typeof to === "function" ? to() : to;
    if (place) lead_to_map(view, place);
  });
  node.setAttribute("aria-label", `${chart.title}. ${drawing.caption}`);
  by_id(id).querySelector("figcaption")?.replaceChildren(drawing.caption);
}

/**
 * What the corner of a line stands for that is nearest to a click.
 * @param {any} drawn
 * @param {any[]} corners
 * @param {any} event
 */
function nearest_corner(drawn, corners, event) {
  let least = Infinity;
  let nearest;
  for (const { value, to } of corners) {
    const [x, y] = drawn.convertToPixel({ seriesIndex: event.seriesIndex }, value);
    const away = Math.hypot(x - event.event.offsetX, y - event.event.offsetY);
    if (to && away < least) {
      least = away;
      nearest = to;
    }
  }
  return nearest;
}

/** @returns {Ink} */
export function ink_of_page() {
  const style = getComputedStyle(document.documentElement);
  const [text, soft, line, ground] = ["--ink", "--soft", "--line", "--ground"].map((name) => style.getPropertyValue(name).trim());
  return { text, soft, line, ground };
}
