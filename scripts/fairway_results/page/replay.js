// Replays one or two searches of the report side by side. Both show the same number of expansions.
import { cleared, draw_dot, line_through, pen_of, resize, set_stroke, whole_world } from "./canvas.js";
import { by_id, choice_of_one, element } from "./dom.js";
import { coloured } from "./methods.js";
import { once, unpacked_json } from "./numbers.js";
import { ends_of, paths_of, walls_of } from "./pictures.js";
import { kClosed, kUnseen, unpacked_search } from "./traces.js";
import { three_digits, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./traces.js").Search} Search */
/** @typedef {{method: string, expanded?: number, stored?: number, part?: string, why?: string}} Listed a search in the report's list */
/** @typedef {{world: string, number: number, searches: Listed[]}} Replayed a query */
/**
 * @typedef {{listed: Listed, search: Search|null, canvas: HTMLCanvasElement, ground: HTMLCanvasElement, dots: HTMLCanvasElement, words: HTMLElement, colour:
 * string}} Track a search and its picture; `ground`: walls and the optimum; `dots`: nodes; `colour` of the path */

/** Colours of `fairway path --svg`. */
const kOpenColour = [0xe6, 0x9f, 0x00], kClosedColour = [0x56, 0xb4, 0xe9], kNowColour = "#d55e00";
/** Milliseconds until the address is updated: browsers limit the rate of changes. */
const kAddressMs = 300;

const replay = {
  /** @type {View|null} */
  view: null,
  key: "",
  /** @type {Track[]} */
  tracks: [],
  at: 0,
  most: 0,
  playing: false,
  clock: 0,
  exact_at: 0,
  /** The timer that will update the address; 0 if the address is up to date. */
  unsaid: 0,
  /** @type {import("./canvas.js").Place} */
  place: { scale: 1, x: 0, y: 0, flip: -1 },
  walls: new Path2D(),
  /** @type {Path2D[]} */
  optimum: [],
  query: 0,
};

const kSlider = /** @type {HTMLInputElement} */ (by_id("replay-step"));
/** Its value is the decimal logarithm of the speed in expansions per second. */
const kSpeed = /** @type {HTMLInputElement} */ (by_id("replay-speed"));

/** @type {Record<string, () => void>} */
const kActs = {
  " ": play_or_pause,
  ArrowRight: () => settle(replay.at + 1), ArrowLeft: () => settle(replay.at - 1),
  Home: () => settle(0), End: () => settle(replay.most),
};

export function listen_to_replay() {
  kSlider.addEventListener("input", () => seek(Number(kSlider.value)));
  kSlider.addEventListener("change", () => settle());
  kSpeed.addEventListener("input", show_speed);
  by_id("replay-play").addEventListener("click", play_or_pause);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (by_id("replay").querySelectorAll("[data-replay]"))) {
    button.addEventListener("click", kActs[button.dataset.replay || ""]);
  }
  by_id("replay").addEventListener("keydown", (event) => {
    const on_control = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
    const on_button = event.target instanceof HTMLButtonElement && event.key === " ";
    const act = kActs[event.key];
    if (!act || !replay.tracks.length || on_control || on_button || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  new ResizeObserver(fit_replay).observe(by_id("replay"));
}

/** The replays that the report holds. @param {View} view @returns {Promise<Replayed[]>} */
function replayed(view) {
  return once(view.store.prefix + "traces", async (id) => (document.getElementById(id) ? unpacked_json(id) : []));
}

/** @param {View} view */
export async function show_replay(view) {
  const { store, state } = view;
  const all = (await replayed(view)).filter((one) => store.worlds.some((world) => world.name === one.world));
  replay.view = view;
  by_id("replay-body").hidden = all.length === 0;
  by_id("replay-none").hidden = all.length > 0;
  if (all.length === 0) return;
  const name_of = (/** @type {Replayed} */ one) => `${one.world}:${one.number}`;
  const is_here = (/** @type {Replayed} */ one) => view.selection.worlds.some((world) => store.worlds[world].name === one.world);
  const query = all.find((one) => name_of(one) === state.replay) || all.find(is_here) || all[0];
  const of_method = (/** @type {string} */ method) => query.searches.find((search) => search.method === method);
  const in_colour = coloured(view).map((method) => of_method(store.methods[method].name)).find((search) => search?.part);
  const first = of_method(state.watch) || in_colour || query.searches[0];
  const second = state.beside === first.method ? undefined : of_method(state.beside);
  const searches = second ? [first, second] : [first];
  const options = query.searches.map((search) => [search.method, search.part ? search.method : `${search.method} (no trace)`]);
  const choose = (/** @type {Partial<import("./state.js").State>} */ changes) => show_replay({ ...view, state: view.note(changes) });
  by_id("replay-choice").replaceChildren(
    choice_of_one("query", all.map((one) => [name_of(one), `${one.world}, query ${one.number}`]), name_of(query), (value) => choose({ replay: value, step: "" })),
    choice_of_one("method", options, first.method, (value) => choose({ watch: value })),
    choice_of_one("beside", [["", "none"], ...options.filter(([method]) => method !== first.method)], second ? second.method : "", (value) => choose({ beside: value })));
  const key = [store.prefix, name_of(query), ...searches.map((search) => search.method)].join("\n");
  if (key !== replay.key) {
    pause();
    clearTimeout(replay.unsaid);
    Object.assign(replay, { key, unsaid: 0 });
    await open_replay(view, query, searches);
    if (replay.key !== key) return;
  }
  fit_replay();
  if (replay.unsaid === 0 && !replay.playing) settle(Number(state.step) || 0, false);
}

/** @param {View} view @param {Replayed} query @param {Listed[]} searches */
async function open_replay(view, query, searches) {
  const { store } = view;
  replay.query = store.number.findIndex((number, i) => number === query.number && store.worlds[store.world[i]].name === query.world);
  const goal = ends_of(store, replay.query)[1];
  const found = await Promise.all(searches.map((listed) => (listed.part ? once(store.prefix + listed.part, (id) => unpacked_search(id, { x: goal[0], y: goal[1] })) : null)));
  const [walls, paths] = await Promise.all([walls_of(store, store.world[replay.query], store.bursts[replay.query]), paths_of(store, replay.query)]);
  replay.walls = new Path2D();
  for (let i = 0; walls && i < walls.x1.length; ++i) {
    replay.walls.moveTo(walls.x1[i], walls.y1[i]);
    replay.walls.lineTo(walls.x2[i], walls.y2[i]);
  }
  replay.optimum = paths.filter((path) => path.kind === "optimum").map((path) => line_through(path.x, path.y));
  replay.tracks = searches.map((listed, i) => {
    const method = store.methods.findIndex((one) => one.name === listed.method);
    const label = `Search of ${listed.method} on ${query.world}, query ${query.number}`;
    return { listed, search: found[i], canvas: /** @type {HTMLCanvasElement} */ (element("canvas", { class: "replay", tabindex: "0", role: "img", "aria-label": label })),
      ground: document.createElement("canvas"), dots: document.createElement("canvas"), words: element("p", { class: "note" }), colour: view.looks[method].colour };
  });
  replay.most = Math.max(0, ...replay.tracks.map((track) => track.search?.expansions || 0));
  kSlider.max = String(replay.most);
  kSpeed.value = String(Math.log10(Math.max(1, replay.most / 10)));  // within the ends of the slider
  show_speed();
  by_id("replays").replaceChildren(...replay.tracks.map((track) => element("figure", { "data-search": track.listed.method }, element("h3", {}, track.listed.method),
    track.search ? track.canvas : null, track.words)));
}

/** Draws walls and optimum in the current size and colours. */
function fit_replay() {
  const { view } = replay;
  if (!view) return;
  const style = getComputedStyle(document.documentElement);
  for (const track of replay.tracks) {
    const { canvas, ground, dots } = track;
    if (!track.search || ![canvas, ground, dots].every((one) => resize(one, canvas))) continue;
    replay.place = whole_world(view.store.worlds[view.store.world[replay.query]], canvas);
    cleared(ground);
    const pen = pen_of(ground, replay.place);
    set_stroke(pen, replay.place, style.getPropertyValue("--wall"), 1);
    pen.stroke(replay.walls);
    set_stroke(pen, replay.place, style.getPropertyValue("--optimum"), 5);
    for (const path of replay.optimum) pen.stroke(path);
    draw_track(track);
  }
}

/** Shows the state after `at` expansions. @param {number} at */
function seek(at) {
  replay.at = Math.min(replay.most, Math.max(0, at));
  for (const track of replay.tracks) draw_track(track);
  kSlider.value = String(replay.at);
}

/**
 * Stops playing, shows a state, puts the state into the address, and announces it to screen readers.
 * @param {number} [at]
 * @param {boolean} [note] - whether the user chose this state */
function settle(at = replay.at, note = true) {
  pause();
  seek(at);
  clearTimeout(replay.unsaid);
  replay.unsaid = note ? setTimeout(() => {
    replay.unsaid = 0;
    replay.view?.note({ replay: replay.key.split("\n")[1], watch: replay.tracks[0]?.listed.method || "", step: String(replay.at) });
  }, kAddressMs) : 0;
  by_id("replay-now").textContent = `After ${whole(replay.at)} of ${whole(replay.most)} expansions.`;
}

/** @param {Track} track */
function draw_track(track) {
  const { search, canvas, listed } = track;
  if (!search) {
    track.words.textContent = `No trace of this search. ${listed.why}`;
    return;
  }
  const at = Math.min(replay.at, search.expansions);
  const is_shown = canvas.width > 0 && canvas.clientWidth > 0;
  search.to(at);
  if (is_shown) draw_nodes(track.dots, search);
  const step = search.last_expansion;
  const end = at === search.expansions;
  const node = step === undefined ? -1 : search.node[step];
  if (is_shown && track.ground.width) draw_over(track, search, node, end);
  track.words.textContent = [
    `Expanded ${whole(at)} of ${whole(search.expansions)}, reached ${whole(search.reached)}.`,
    step === undefined ? "" : `At this vertex f ${three_digits(search.g[step] + search.h[node])}, g ${three_digits(search.g[step])}, h ${three_digits(search.h[node])}.`,
    end ? (search.path.x.length ? "The path is found." : "There is no path.") : "",
    search.kinds.length < search.all_steps ? `The file holds the first ${whole(search.kinds.length)} of ${whole(search.all_steps)} steps.` : "",
    listed.stored !== undefined && listed.stored !== listed.expanded ? `The results count ${whole(listed.stored)} expansions, this replay ${whole(listed.expanded || 0)}: the program has changed.` : "",
  ].filter(Boolean).join(" ");
}

/** Draws the nodes. @param {HTMLCanvasElement} dots @param {Search} search */
function draw_nodes(dots, search) {
  const { scale, x, y, flip } = replay.place;
  const pen = /** @type {CanvasRenderingContext2D} */ (dots.getContext("2d"));
  const size = Math.round(Math.min(7, Math.max(2, 0.7 * Math.sqrt(dots.width * dots.height / search.x.length))));
  const left = (/** @type {number} */ node) => Math.round(devicePixelRatio * (x + scale * search.x[node]) - size / 2);
  const top = (/** @type {number} */ node) => Math.round(devicePixelRatio * (y + flip * scale * search.y[node]) - size / 2);
  const image = pen.createImageData(dots.width, dots.height);
  const pixels = new Uint32Array(image.data.buffer);
  const [open, closed] = [kOpenColour, kClosedColour].map((colour) => new Uint32Array(Uint8Array.of(...colour, 255).buffer)[0]);
  search.state.forEach((state, node) => {
    const from = Math.max(0, left(node));
    const end = Math.min(dots.width, left(node) + size);
    for (let row = Math.max(0, top(node)); state !== kUnseen && row < Math.min(dots.height, top(node) + size); ++row) {
      pixels.fill(state === kClosed ? closed : open, row * dots.width + from, row * dots.width + end);
    }
  });
  pen.putImageData(image, 0, 0);
}

/**
 * Draws the layers of a track, then the last expanded vertex and its path from the start.
 * @param {Track} track @param {Search} search
 * @param {number} node - number of the node, or -1 @param {boolean} end */
function draw_over({ canvas, ground, dots, colour }, search, node, end) {
  if (!replay.view) return;
  const [start, goal] = ends_of(replay.view.store, replay.query);
  const over = cleared(canvas);
  over.drawImage(dots, 0, 0);
  over.drawImage(ground, 0, 0);
  const pen = pen_of(canvas, replay.place);
  const line = (/** @type {Path2D} */ path, /** @type {string} */ stroke, /** @type {number} */ width) => {
    set_stroke(pen, replay.place, stroke, width);
    pen.stroke(path);
  };
  if (end && search.path.x.length) {
    const path = line_through(search.path.x, search.path.y);
    line(path, getComputedStyle(document.documentElement).getPropertyValue("--ground"), 5);
    line(path, colour, 3);
  } else if (node >= 0) {
    const way = [];
    for (let v = node; v >= 0; v = search.parent_now[v]) way.push([search.x[v], search.y[v]]);
    way.push(start);
    line(line_through(way.map((at) => at[0]), way.map((at) => at[1])), kNowColour, 2);
    draw_dot(pen, replay.place, way[0], kNowColour, 5);
  }
  draw_dot(pen, replay.place, start, "#009e73", 6);
  draw_dot(pen, replay.place, goal, "#cc79a7", 6);
}

function show_speed() {
  by_id("replay-pace").textContent = `${three_digits(10 ** Number(kSpeed.value))} expansions a second`;
}

function play_or_pause() {
  if (replay.playing) return settle();
  by_id("replay-play").textContent = "Pause";
  Object.assign(replay, { playing: true, exact_at: replay.at >= replay.most ? 0 : replay.at, clock: performance.now() });
  requestAnimationFrame(play_on);
}

/** @param {number} now */
function play_on(now) {
  if (!replay.playing) return;
  replay.exact_at += 10 ** Number(kSpeed.value) * Math.max(0, now - replay.clock) / 1000;
  replay.clock = Math.max(now, replay.clock);
  if (replay.exact_at >= replay.most) return settle(replay.most);
  seek(Math.floor(replay.exact_at));
  requestAnimationFrame(play_on);
}

function pause() {
  replay.playing = false;
  by_id("replay-play").textContent = "Play";
}
