// Replay of searches that the report holds, one or two side by side, in step by expansions.
import { coloured } from "./methods.js";
import { by_id, choice_of_one, element } from "./dom.js";
import { unpacked_json } from "./numbers.js";
import { paths_of, walls_of } from "./pictures.js";
import { kClosed, kUnseen, unpacked_search } from "./traces.js";
import { three_digits, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./traces.js").Search} Search */
/** @typedef {{method: string, expanded?: number, stored?: number, part?: string, why?: string}} Told what the report tells of a search */
/** @typedef {{world: string, number: number, searches: Told[]}} Replayed a query */
/** @typedef {object} Track a search and its picture
 * @property {Told} told
 * @property {Search|null} search
 * @property {HTMLCanvasElement} canvas
 * @property {HTMLCanvasElement} ground walls and the optimum
 * @property {HTMLCanvasElement} dots nodes
 * @property {HTMLElement} words
 * @property {number} drawn expansions whose nodes are in `dots`; negative: none
 * @property {string} colour of the path
 */

/** Colours of `fairway path --svg`. */
const kOpenColour = [0xe6, 0x9f, 0x00], kClosedColour = [0x56, 0xb4, 0xe9], kNowColour = "#d55e00";
/** Speeds are powers of ten, in expansions a second. */
const kSlowest = 0, kFastest = 5.5;
/** Beyond so many expansions at once all nodes are drawn anew, which is then sooner. */
const kManyExpansions = 20000;

/** The address follows after a pause, as browsers let pages change it only so often. */
const kAddressMs = 300;

/** @type {Map<string, Promise<any>>} parts that have been read */
const read_parts = new Map();

const replay = {
  /** @type {View|null} */
  view: null,
  key: "",
  /** @type {Track[]} */
  tracks: [],
  at: 0,
  most: 0,
  playing: false,
  /** @type {number} */
  clock: 0,
  exact_at: 0,
  /** The timer of an address that is not up to date; 0 if it is. */
  unsaid: 0,
  scale: 1, x: 0, y: 0, flip: -1,
  walls: new Path2D(),
  /** @type {Path2D[]} */
  optimum: [],
  query: 0,
};

export function replay_section() {
  clearTimeout(replay.unsaid);
  Object.assign(replay, { key: "", tracks: [], playing: false, unsaid: 0 });
  const button = (/** @type {string} */ id, /** @type {string} */ name, /** @type {() => void} */ act) => element("button", { type: "button", id, onclick: act }, name);
  const slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", id: "replay-step", min: 0, max: 0, value: 0, step: 1,
    oninput: () => seek(Number(slider.value)), onchange: () => settle() }));
  const section = element("section", { id: "replay", tabindex: "-1" }, element("h2", {}, "Replay"), element("p", { class: "note", id: "replay-none" }),
    element("div", { id: "replay-body", hidden: true }, element("div", { class: "controls", id: "replay-choice" }),
      element("div", { class: "controls" }, button("replay-play", "Play", play_or_pause), button("replay-back", "Step back", () => settle(replay.at - 1)),
        button("replay-on", "Step", () => settle(replay.at + 1)), button("replay-improvement", "Next improvement", () => to_next("improvements")),
        button("replay-approach", "Next approach", () => to_next("approaches")),
        element("label", {}, "speed ", element("input", { type: "range", id: "replay-speed", min: kSlowest, max: kFastest, step: 0.1, value: 2, oninput: tell_speed }),
          " ", element("output", { id: "replay-pace", for: "replay-speed" }))),
      element("label", { class: "slider" }, "expansions ", slider), element("p", { id: "replay-now", role: "status" }), element("div", { class: "replays", id: "replays" }),
      element("p", { class: "note" }, "Orange: open vertices, blue: closed; red: the vertex expanded last and its way from the start; yellow: the optimum. At the end, the path returned. "
        + "Keys: space plays and pauses, arrows step, Page keys make a hundredth of the steps, N is the next improvement (a vertex already reached, or the goal, is reached at less cost), "
        + "A the next approach (the least estimate h of an expanded vertex falls), Home and End. Two searches are in step: each step is one expansion of both; who ends first waits.")));
  section.addEventListener("keydown", listen_to_replay_keys);
  new ResizeObserver(() => {
    if (replay.tracks.length) fit_replay();
  }).observe(section);
  return section;
}

/** @param {KeyboardEvent} event */
function listen_to_replay_keys(event) {
  const on_control = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
  const on_button = event.target instanceof HTMLButtonElement;
  if (!replay.tracks.length || on_control || event.ctrlKey || event.altKey || event.metaKey) return;
  const hundredth = Math.max(1, Math.round(replay.most / 100));
  /** @type {Record<string, () => void>} */
  const acts = { ArrowRight: () => settle(replay.at + 1), ArrowLeft: () => settle(replay.at - 1), PageDown: () => settle(replay.at + hundredth),
    PageUp: () => settle(replay.at - hundredth), Home: () => settle(0), End: () => settle(replay.most), n: () => to_next("improvements"), a: () => to_next("approaches") };
  const act = event.key === " " ? (on_button ? undefined : play_or_pause) : acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** What the report holds of replays. @param {View} view @returns {Promise<Replayed[]>} */
function replayed(view) {
  return once(view.store.prefix + "traces", async (id) => (document.getElementById(id) ? unpacked_json(id) : []));
}

/** @template Part @param {string} id @param {(id: string) => Promise<Part>} read @returns {Promise<Part>} */
function once(id, read) {
  let part = read_parts.get(id);
  if (!part) {
    part = read(id);
    read_parts.set(id, part);
  }
  return part;
}

/** @param {View} view */
export async function show_replay(view) {
  const { store, state } = view;
  const all = (await replayed(view)).filter((one) => store.worlds.some((world) => world.name === one.world));
  replay.view = view;
  by_id("replay-body").hidden = all.length === 0;
  by_id("replay-none").textContent = all.length ? "" : "This file holds no searches. It does if it is written by: scripts/report.py STORE --out FILE --traces TRACES, with TRACES of: fairway traces STORE --out TRACES";
  if (all.length === 0) return;
  const name_of = (/** @type {Replayed} */ one) => `${one.world}:${one.number}`;
  const asked = all.find((one) => name_of(one) === state.replay);
  const here = all.find((one) => view.selection.worlds.some((world) => store.worlds[world].name === one.world));
  const query = asked || here || all[0];
  const has_part = (/** @type {string} */ method) => query.searches.some((search) => search.method === method && search.part);
  const standard = coloured(view).map((method) => store.methods[method].name).find(has_part) || query.searches[0].method;
  const of_method = (/** @type {string} */ method) => query.searches.find((search) => search.method === method);
  const first = of_method(state.watch) || of_method(standard) || query.searches[0];
  const second = state.beside === first.method ? undefined : of_method(state.beside);
  const searches = second ? [first, second] : [first];
  const options = query.searches.map((search) => /** @type {[string, string]} */ ([search.method, search.part ? search.method : `${search.method} (no trace)`]));
  by_id("replay-choice").replaceChildren(
    choice_of_one("query", all.map((one) => [name_of(one), `${one.world}, query ${one.number}`]), name_of(query), (value) => choose_replay({ replay: value, step: "" })),
    choice_of_one("method", options, first.method, (value) => choose_replay({ watch: value })),
    choice_of_one("beside", [["", "none"], ...options.filter(([method]) => method !== first.method)], second ? second.method : "", (value) => choose_replay({ beside: value })));
  const key = [store.prefix, name_of(query), ...searches.map((search) => search.method)].join("\n");
  if (key !== replay.key) {
    pause();
    clearTimeout(replay.unsaid);
    replay.unsaid = 0;
    replay.key = key;
    await open_replay(view, query, searches);
    if (replay.key !== key) return;
  }
  fit_replay();
  if (replay.unsaid === 0 && !replay.playing) settle(Number(state.step) || 0, false);
}

/** @param {Partial<import("./state.js").State>} changes */
function choose_replay(changes) {
  const { view } = replay;
  if (!view) return;
  const now = view.note(changes);
  show_replay({ ...view, state: now });
}

/** @param {View} view @param {Replayed} query @param {Told[]} searches */
async function open_replay(view, query, searches) {
  const { store } = view;
  const place = store.number.findIndex((number, i) => number === query.number && store.worlds[store.world[i]].name === query.world);
  const world = store.worlds[store.world[place]];
  const goal = ends_of(store, place)[1];
  const found = await Promise.all(searches.map((told) => (told.part
    ? once(store.prefix + told.part, (id) => unpacked_search(id, { x: 0, y: 0 }, { x: goal[0], y: goal[1] })) : null)));
  replay.query = place;
  replay.flip = world.y_down ? 1 : -1;
  const [walls, paths] = await Promise.all([walls_of(store, store.world[place], store.bursts[place]), paths_of(store, place)]);
  replay.walls = new Path2D();
  for (let i = 0; walls && i < walls.x1.length; ++i) {
    replay.walls.moveTo(walls.x1[i], walls.y1[i]);
    replay.walls.lineTo(walls.x2[i], walls.y2[i]);
  }
  replay.optimum = paths.filter((path) => path.kind === "optimum").map((path) => line_through(Array.from(path.x, (x, i) => [x, path.y[i]])));
  replay.tracks = searches.map((told, i) => {
    const method = store.methods.findIndex((one) => one.name === told.method);
    const label = `Search of ${told.method} on ${query.world}, query ${query.number}`;
    return { told, search: found[i], canvas: /** @type {HTMLCanvasElement} */ (element("canvas", { class: "replay", tabindex: "0", role: "img", "aria-label": label })),
      ground: document.createElement("canvas"), dots: document.createElement("canvas"), words: element("p", { class: "note" }), drawn: -1, colour: view.looks[method].colour };
  });
  replay.most = Math.max(0, ...replay.tracks.map((track) => track.search?.expansions || 0));
  const slider = /** @type {HTMLInputElement} */ (by_id("replay-step"));
  slider.max = String(replay.most);
  /** @type {HTMLInputElement} */ (by_id("replay-speed")).value = String(Math.min(kFastest, Math.max(kSlowest, Math.log10(Math.max(1, replay.most / 10)))));
  tell_speed();
  by_id("replays").replaceChildren(...replay.tracks.map((track) => element("figure", { "data-search": track.told.method }, element("h3", {}, track.told.method),
    track.search ? track.canvas : null, track.words)));
}

/** Draws what lies below the search, in the present size and colours. */
function fit_replay() {
  const { view } = replay;
  if (!view) return;
  const box = view.store.worlds[view.store.world[replay.query]];
  const style = getComputedStyle(document.documentElement);
  const ratio = devicePixelRatio || 1;
  for (const track of replay.tracks) {
    const { canvas, ground, dots } = track;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (!track.search || !width || !height) continue;
    for (const one of [canvas, ground, dots]) [one.width, one.height] = [width, height];
    replay.scale = Math.min(width / (box.max_x - box.min_x), height / (box.max_y - box.min_y)) / 1.05;
    replay.x = width / 2 - replay.scale * (box.max_x - box.min_x) / 2;
    replay.y = height / 2 - replay.flip * replay.scale * (box.max_y - box.min_y) / 2;
    const pen = /** @type {CanvasRenderingContext2D} */ (ground.getContext("2d"));
    to_world(pen);
    pen.lineJoin = "round";
    const layers = [{ path: replay.walls, colour: style.getPropertyValue("--wall"), width: 1 },
      ...replay.optimum.map((path) => ({ path, colour: style.getPropertyValue("--optimum"), width: 5 }))];
    for (const layer of layers) {
      pen.strokeStyle = layer.colour;
      pen.lineWidth = layer.width * ratio / replay.scale;
      pen.stroke(layer.path);
    }
    track.drawn = -1;
    draw_track(track);
  }
}

/** Start and goal of a query, from the lower corner of its world's box, as all coordinates here. @param {import("./store.js").Store} store @param
 *   {number} query */
function ends_of(store, query) {
  const box = store.worlds[store.world[query]];
  const [x1, y1, x2, y2] = store.ends.map((column, i) => column[query] - (i % 2 ? box.min_y : box.min_x));
  return [[x1, y1], [x2, y2]];
}

/** @param {[number, number][]} points */
function line_through(points) {
  const path = new Path2D();
  points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  return path;
}

/** @param {CanvasRenderingContext2D} pen */
function to_world(pen) {
  pen.setTransform(replay.scale, 0, 0, replay.flip * replay.scale, replay.x, replay.y);
}

/** Shows the state after some expansions. @param {number} at */
function seek(at) {
  replay.at = Math.min(replay.most, Math.max(0, at));
  for (const track of replay.tracks) draw_track(track);
  /** @type {HTMLInputElement} */ (by_id("replay-step")).value = String(replay.at);
}

/** Comes to rest: shows the state, puts it into the address, and tells it to readers of the screen. @param {number} [at] @param {boolean} [note]
 *   whether the reader chose it */
function settle(at = replay.at, note = true) {
  pause();
  seek(at);
  if (note) {
    clearTimeout(replay.unsaid);
    replay.unsaid = setTimeout(tell_address, kAddressMs);
  }
  by_id("replay-now").textContent = `After ${whole(replay.at)} of ${whole(replay.most)} expansions.`;
}

/** Puts the state into the address. */
function tell_address() {
  clearTimeout(replay.unsaid);
  replay.unsaid = 0;
  replay.view?.note({ replay: replay.key.split("\n")[1], watch: replay.tracks[0]?.told.method || "", step: String(replay.at) });
}

/** @param {Track} track */
function draw_track(track) {
  const { search, canvas, told } = track;
  if (!search) {
    track.words.textContent = `No trace of this search. ${told.why}`;
    return;
  }
  const at = Math.min(replay.at, search.expansions);
  if (canvas.width && canvas.clientWidth) draw_nodes(track, search, at);
  else if (at < search.at) search.reset();
  if (search.at !== at || search.step === 0) search.forward(at);
  const step = search.last_expansion;
  const end = at === search.expansions;
  const node = step === undefined ? -1 : search.node[step];
  draw_over(track, search, node, end);
  track.words.textContent = [
    `Expanded ${whole(at)} of ${whole(search.expansions)}, reached ${whole(search.reached)}.`,
    step === undefined ? "" : `At this vertex f ${three_digits(search.g[step] + search.h[node])}, g ${three_digits(search.g[step])}, h ${three_digits(search.h[node])}.`,
    end ? (search.path.length ? "The path is found." : "There is no path.") : "",
    search.kinds.length < search.all_steps ? `Of its ${whole(search.all_steps)} steps the file holds the first ${whole(search.kinds.length)}.` : "",
    told.stored !== undefined && told.stored !== told.expanded ? `The results count ${whole(told.stored)} expansions, this replay ${whole(told.expanded || 0)}: the program is another.` : "",
  ].filter(Boolean).join(" ");
}

/** Brings the picture of the nodes to the state after some expansions. @param {Track} track @param {Search} search @param {number} at */
function draw_nodes(track, search, at) {
  const { dots } = track;
  const pen = /** @type {CanvasRenderingContext2D} */ (dots.getContext("2d"));
  const size = Math.round(Math.min(7, Math.max(2, 0.7 * Math.sqrt(dots.width * dots.height / search.x.length))));
  const left = (/** @type {number} */ node) => Math.round(replay.x + replay.scale * search.x[node] - size / 2);
  const top = (/** @type {number} */ node) => Math.round(replay.y + replay.flip * replay.scale * search.y[node] - size / 2);
  if (track.drawn === search.at && at >= track.drawn && at - track.drawn <= kManyExpansions) {
    const colours = ["", `rgb(${kOpenColour})`, `rgb(${kClosedColour})`];
    search.forward(at, (node) => {
      pen.fillStyle = search.state[node] === kClosed ? colours[2] : colours[1];
      pen.fillRect(left(node), top(node), size, size);
    });
    track.drawn = at;
    return;
  }
  if (at < search.at) search.reset();
  search.forward(at);
  const image = pen.createImageData(dots.width, dots.height);
  const pixels = new Uint32Array(image.data.buffer);
  const word = (/** @type {number[]} */ [red, green, blue]) => new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
  const words = [0, word(kOpenColour), word(kClosedColour)];
  for (let node = 0; node < search.state.length; ++node) {
    if (search.state[node] === kUnseen) continue;
    const [x, y] = [Math.max(0, left(node)), Math.max(0, top(node))];
    const end = Math.min(dots.width, x + size);
    for (let row = y; row < Math.min(dots.height, y + size); ++row) pixels.fill(words[search.state[node]], row * dots.width + x, row * dots.width + end);
  }
  pen.putImageData(image, 0, 0);
  track.drawn = at;
}

/** Puts the layers of a track together, and on them the vertex expanded last with its way from the start. @param {Track} track @param {Search}
 *   search @param {number} node or -1 @param {boolean} end */
function draw_over(track, search, node, end) {
  const { canvas, ground, dots } = track;
  if (!replay.view || !canvas.width || !ground.width) return;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const ratio = devicePixelRatio || 1;
  const [start, goal] = ends_of(replay.view.store, replay.query);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(dots, 0, 0);
  pen.drawImage(ground, 0, 0);
  to_world(pen);
  pen.lineJoin = "round";
  const line = (/** @type {Path2D} */ path, /** @type {string} */ colour, /** @type {number} */ width) => {
    pen.strokeStyle = colour;
    pen.lineWidth = width * ratio / replay.scale;
    pen.stroke(path);
  };
  const dot = (/** @type {number[]} */ [x, y], /** @type {string} */ colour, /** @type {number} */ radius) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x, y, radius * ratio / replay.scale, 0, 2 * Math.PI);
    pen.fill();
  };
  if (end && search.path.length) {
    line(line_through(search.path), getComputedStyle(document.documentElement).getPropertyValue("--ground"), 5);
    line(line_through(search.path), track.colour, 3);
  } else if (node >= 0) {
    const way = new Path2D();
    way.moveTo(search.x[node], search.y[node]);
    for (let v = search.parent_now[node]; v >= 0; v = search.parent_now[v]) way.lineTo(search.x[v], search.y[v]);
    way.lineTo(start[0], start[1]);
    line(way, kNowColour, 2);
    dot([search.x[node], search.y[node]], kNowColour, 5);
  }
  dot(start, "#009e73", 6);
  dot(goal, "#cc79a7", 6);
}

function pace() {
  return 10 ** Number(/** @type {HTMLInputElement} */ (by_id("replay-speed")).value);
}

function tell_speed() {
  by_id("replay-pace").textContent = `${three_digits(pace())} expansions a second`;
}

function play_or_pause() {
  if (replay.playing) return settle();
  replay.playing = true;
  by_id("replay-play").textContent = "Pause";
  replay.exact_at = replay.at >= replay.most ? 0 : replay.at;
  replay.clock = performance.now();
  requestAnimationFrame(play_on);
}

/** @param {number} now */
function play_on(now) {
  if (!replay.playing) return;
  replay.exact_at += pace() * Math.max(0, now - replay.clock) / 1000;
  replay.clock = Math.max(now, replay.clock);
  if (replay.exact_at >= replay.most) return settle(replay.most);
  seek(Math.floor(replay.exact_at));
  requestAnimationFrame(play_on);
}

function pause() {
  replay.playing = false;
  by_id("replay-play").textContent = "Play";
}

/** To the next expansion at which one of the searches makes such a step; to the end if none does. @param {"improvements"|"approaches"} kind */
function to_next(kind) {
  let next = replay.most;
  for (const { search } of replay.tracks) {
    const place = search?.[kind].find((at) => at > replay.at);
    if (place !== undefined) next = Math.min(next, place);
  }
  settle(next);
}
