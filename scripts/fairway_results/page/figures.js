// The parts of the page that do not depend on filters: findings, figures, tables, conditions. The Python package
// computed them.
import { by_id } from "./dom.js";
import { once, unpacked } from "./numbers.js";

/** @typedef {import("./page.js").View} View */

/** Unpacks a figure when it scrolls into view. */
const watcher = new IntersectionObserver(async (entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLImageElement)) continue;
    watcher.unobserve(target);
    const svg = await once(target.dataset.part || "", async (part) => new TextDecoder().decode(await unpacked(part)));
    target.src = "data:image/svg+xml," + encodeURIComponent(svg);
    target.closest("figure")?.querySelector("a")?.setAttribute("href", target.src);
  }
}, { rootMargin: "500px" });

/** Puts findings, figures and tables of a store into the page. @param {import("./store.js").Store} store */
export function put_sections(store) {
  watcher.disconnect();
  for (const name of ["findings", "sections"]) {
    const part = /** @type {HTMLTemplateElement} */ (by_id(store.prefix + name));
    by_id(`${name}-place`).replaceChildren(part.content.cloneNode(true));
  }
  for (const image of by_id("sections-place").querySelectorAll("img")) watcher.observe(image);
}

/** Shows the findings, figures and tables of the chosen radius and host. Hides all others. @param {View} view */
export function show_sections({ store, selection, state }) {
  const here = { stratum: store.worlds[selection.worlds[0] ?? 0]?.stratum, host: state.host || store.hosts[0] };
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (by_id("main").querySelectorAll("[data-stratum]"))) {
    node.hidden = !["", here.stratum].includes(node.dataset.stratum || "") || !["", here.host].includes(node.dataset.host || "");
  }
}
