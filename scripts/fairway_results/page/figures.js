// Figures and tables that the package computed: of the whole store, whatever the filters choose.
import { save } from "./export.js";
import { by_id, element, fill_table, table_row } from "./dom.js";
import { unpacked } from "./numbers.js";

/** @typedef {import("./page.js").View} View */

/** Points: wider figures take the whole width. */
const kColumn = 300;

/** @type {Map<string, Promise<string>>} pictures by part, as SVG */
const pictures = new Map();

/** @param {string} part */
function picture_of(part) {
  const picture = pictures.get(part) || unpacked(part).then((bytes) => new TextDecoder().decode(bytes));
  pictures.set(part, picture);
  return picture;
}

/** @param {import("./store.js").Store} store */
function sections_of(store) {
  return Array.from(new Set([...store.figures, ...store.tables].map((one) => one.section)));
}

/** @param {import("./store.js").Store} store */
export function figure_sections(store) {
  return sections_of(store).map((name, i) => element("section", { id: `figures-${i}`, tabindex: "-1" }, element("h2", {}, name),
    element("p", { class: "note" }, "Of the whole store: the filters do not change this. scripts/plot.py makes these figures as SVG, PNG and PDF."), element("div", { class: "charts" }),
    ...store.tables.map((table, at) => (table.section === name ? element("details", {}, element("summary", {}, table.title), element("div", { class: "wide" }, element("table", { id: `table-${at}` }))) : null))));
}

export function conditions_section() {
  return element("section", { id: "conditions", tabindex: "-1" }, element("h2", {}, "Conditions"), element("p", { class: "note" }, "Of the whole store: the filters do not change this."),
    element("ul", { class: "findings", id: "hosts" }), element("h3", {}, "Warnings"), element("ul", { class: "findings", id: "warnings" }));
}

/** @param {{store: import("./store.js").Store}} view */
export function show_conditions({ store }) {
  by_id("hosts").replaceChildren(...store.conditions.map((text) => element("li", {}, text)));
  by_id("warnings").replaceChildren(...(store.warnings.length ? store.warnings : ["None."]).map((warning) => element("li", {}, warning)));
  store.tables.forEach((table, at) => fill_table(`table-${at}`, table.title, table.head, table.rows.map((row) => table_row({}, row, table.labels)), table.labels));
}

/** @type {WeakMap<Element, string>} the part that a figure waits for */
const waiting = new WeakMap();
/** @type {IntersectionObserver|null} */
let watcher = null;

/** The figures of the chosen radius and host, each unpacked once it is in sight. @param {View} view */
export function show_figures({ store, selection, state }) {
  const world = store.worlds[selection.worlds[0] ?? 0];
  const key = JSON.stringify([store.prefix, world?.radius, world?.terrain, state.host]);
  if (by_id("main").dataset.figures === key) return;
  by_id("main").dataset.figures = key;
  watcher?.disconnect();
  watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const part = waiting.get(target);
      if (!isIntersecting || !part) continue;
      watcher?.unobserve(target);
      picture_of(part).then((svg) => target.setAttribute("src", "data:image/svg+xml," + encodeURIComponent(svg)));
    }
  }, { rootMargin: "500px" });
  const here = store.figures.filter((one) => ["", `${world?.radius},${world?.terrain}`].includes(one.stratum) && (one.host === "" || one.host === (state.host || store.hosts[0])));
  sections_of(store).forEach((name, i) => by_id(`figures-${i}`).querySelector(".charts")?.replaceChildren(...here.filter((one) => one.section === name).map((one) => {
    const image = element("img", { class: "package", alt: one.caption });
    waiting.set(image, store.prefix + one.part);
    watcher?.observe(image);
    return element("figure", { id: `figure-${one.name}`, tabindex: "-1", style: `max-width: ${2.1 * one.width}px${one.width > kColumn ? "; grid-column: 1 / -1" : ""}` }, element("h3", {}, one.title), image, element("figcaption", {}, one.caption), element("div", { class: "controls" },
      element("button", { type: "button", "aria-label": `${one.title} as SVG`, onclick: async () => save(`${store.name}-${one.name}.svg`, await picture_of(store.prefix + one.part), "image/svg+xml") }, "SVG")));
  })));
}
