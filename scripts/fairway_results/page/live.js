// The playground in a frame of the page: methods answer the shown query again, show structures and replay searches.
import { by_id, element } from "./dom.js";
import { unpacked } from "./numbers.js";

/** The largest number of methods that the playground builds at first. */
const kMostBuilt = 6;

/** The playground, and the query that it is to show. @type {{frame: HTMLIFrameElement|null, ready: boolean, query: any}} */
const live = { frame: null, ready: false, query: null };

/** Shows the query in the playground if the playground is open. @param {import("./page.js").View} view @param {number} query @param {number[]} shown - methods on the map */
export function show_live({ store, looks }, query, shown) {
  const world = store.worlds[store.world[query]];
  const [x1, y1, x2, y2] = store.ends.map((column) => column[query]);
  const here = store.methods.flatMap(({ name, representation, settings }, i) => (settings ? [{ name, representation, settings, colour: looks[i].colour }] : []));
  const chosen = [...shown.map((method) => store.methods[method].name), ...here.map(({ name }) => name)].filter((name, i, all) => here.some((one) => one.name === name) && all.indexOf(name) === i);
  const why_not = world.live || (store.bursts[query] > 0 ? "The playground has the world before all bursts of changes only." : here.length ? "" : "All methods are programs outside the page.");
  live.query = why_not ? null : { map: world.file, read: world.read, radius: world.radius, start: [x1, y1], goal: [x2, y2], methods: here,
    chosen: chosen.slice(0, Math.min(kMostBuilt, shown.length || kMostBuilt)) };
  const others = store.methods.filter(({ settings }) => !settings).map(({ name }) => name);
  by_id("live-note").textContent = why_not || (others.length ? `These programs do not run in the page: ${others.join(", ")}.` : "");
  by_id("live-place").hidden = why_not !== "";
  send();
}

export function listen_to_live() {
  by_id("live").addEventListener("toggle", start);
  addEventListener("message", ({ source, data }) => {
    if (source !== live.frame?.contentWindow || data !== "ready") return;
    live.ready = true;
    send();
  });
}

/** Opens the playground. */
async function start() {
  if (live.frame || !document.getElementById("playground")) return;
  live.frame = /** @type {HTMLIFrameElement} */ (element("iframe", { title: "Playground" }));
  by_id("live-place").append(live.frame);
  live.frame.srcdoc = new TextDecoder().decode(await unpacked("playground"));
}

function send() {
  if (live.ready && live.query) live.frame?.contentWindow?.postMessage(live.query, "*");
}
