// The map explorer: walls, the optimum and paths that the page has, on a canvas.
import { cleared, draw_dot, line_through, pen_of, resize, set_stroke, whole_world } from "./canvas.js";
import { by_id, choice_of_one, choice_of_several, element, fill_table, table_row, text_cell } from "./dom.js";
import { show_live } from "./live.js";
import { coloured, method_label } from "./methods.js";
import { ends_of, has_paths, moment_words, paths_of, query_with_paths, walls_of } from "./pictures.js";
import { kNotAsked } from "./store.js";
import { duration, per_cent, three_digits } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./canvas.js").Place} Place */
/** @typedef {import("./pictures.js").Segments} Segments */
/** @typedef {import("./pictures.js").KeptPath} KeptPath */
/** @typedef {{segments?: Segments, line?: Path2D, colour: string, width: number, dash?: number[]}} Layer width in pixels */
/** @typedef {{from: [number, number], to: [number, number]}} Rejected a segment of a path */

/** Milliseconds after the last movement until the map is drawn again; meanwhile the last picture is moved. */
const kRestMs = 90;
/** The colour of a segment that the checker rejected. */
const kRejected = "#E00000";
/** Milliseconds of drawing between two pauses. The page responds to the user in the pauses. */
const kSlice = 12;
/** Segments between two readings of the clock. */
const kStroke = 4000;

/** The content of the canvas: the layers, and the place of the world. */
const scene = {
  /** @type {Layer[]} */
  layers: [],
  /** @type {number[][]} start and goal */
  ends: [],
  /** @type {Rejected[]} */
  rejected: [],
  /** @type {import("./store.js").World|null} */
  world: null,
  /** Number of the current choice. Data that loads for an earlier choice is dropped. */
  choice: 0,
  /** Number of the current picture. The drawing of an earlier picture stops. */
  drawing: 0,
  scale: 1, x: 0, y: 0, flip: -1,
  /** @type {(Place & {image: HTMLCanvasElement})|null} the last complete picture */
  last: null,
  rest: 0,
};

const map = /** @type {HTMLCanvasElement} */ (by_id("map"));

/** @param {View} view */
export async function show_explorer(view) {
  const { store, state } = view;
  if (store.queries === 0) {
    by_id("map-note").textContent = "The store keeps no map.";
    return;
  }
  const query = state.query !== "" && Number(state.query) < store.queries ? Number(state.query) : query_with_paths(store, view.selection.worlds) ?? 0;
  const world = store.world[query];
  const names = store.methods.map((method) => method.name);
  const mine = ++scene.choice;
  const [walls, paths] = await Promise.all([walls_of(store, world, store.bursts[query]), paths_of(store, query)]);
  if (scene.choice !== mine) return;
  const named = state.path.map((name) => names.indexOf(name)).filter((method) => method >= 0);
  const drawn = coloured(view).filter((method) => paths.some((path) => path.method === method)).slice(0, 4);
  const methods = [named, drawn, coloured(view)].find((some) => some.length) || [];
  by_id("map-choice").replaceChildren(...choices(view, query),
    choice_of_several("Paths of", names, named.length ? state.path : [], (values) => view.change({ path: values }), methods.map((method) => names[method]), "methods in colour"));

  const style = getComputedStyle(document.documentElement);
  const own = methods.flatMap((method) => paths.filter((path) => path.method === method).map((path) => ({ path, colour: view.looks[method].colour })));
  scene.layers = [...(walls ? [{ segments: walls, colour: style.getPropertyValue("--wall"), width: 1.1 }] : []),
    ...paths.filter((path) => path.kind === "optimum").map(({ x, y }) => ({ line: line_through(x, y), colour: style.getPropertyValue("--optimum"), width: 6 })),
    ...own.map(({ path, colour }) => ({ line: line_through(path.x, path.y), colour, ...(path.kind === "raw" ? { width: 1, dash: [6, 4] } : { width: 2.2 }) }))];
  scene.rejected = own.flatMap(({ path }) => rejected_of(store, query, path));
  scene.ends = ends_of(store, query);
  if (scene.world !== store.worlds[world]) {
    scene.world = store.worlds[world];
    Object.assign(scene, whole_world(scene.world, map));
  }
  scene.last = null;
  draw_map();
  show_on_map(view, query, methods, paths);
  by_id("map-note").textContent = [walls ? moment_words(store, query) : "The page has no walls of this map.", store.pictures.no_room].filter(Boolean).join(" ");
  show_live(view, query, methods);
}

/** Returns the controls that choose a map and one of its queries. @param {View} view @param {number} query */
function choices({ store, change }, query) {
  const queries = Array.from(store.world.keys()).filter((one) => store.world[one] === store.world[query]);
  const worlds = Array.from(new Set(store.world));
  const of_world = (/** @type {number} */ world) => {
    const with_path = query_with_paths(store, [world]) ?? -1;
    return String(store.world[with_path] === world ? with_path : store.world.indexOf(world));
  };
  return [
    choice_of_one("map", worlds.map((world) => [String(world), store.worlds[world].name]), String(store.world[query]), (value) => change({ query: of_world(Number(value)) })),
    choice_of_one("query", queries.map((one) => [String(one), `${store.number[one]}${has_paths(store, one) ? "" : " (no paths)"}`]), String(query), (value) => change({ query: value })),
  ];
}

/**
 * The segment of a returned path that the checker rejected, if any.
 * @param {import("./store.js").Store} store @param {number} query @param {KeptPath} path
 * @returns {Rejected[]} */
function rejected_of(store, query, { method, kind, x, y }) {
  const segment = method === null ? undefined : store.words.get(store.at(method, query))?.segment;
  if (kind !== "smoothed" || segment === undefined || segment === null || x.length === 0) return [];
  const to = Math.min(segment + 1, x.length - 1);
  return [{ from: [x[segment], y[segment]], to: [x[to], y[to]] }];
}

/**
 * The table of the methods' answers to the query, with the commands that repeat them.
 * @param {View} view @param {number} query @param {number[]} methods
 * @param {KeptPath[]} paths - the paths of this query in the page */
function show_on_map(view, query, methods, paths) {
  const { store } = view;
  const world = store.worlds[store.world[query]];
  const truth = store.truths[store.truth[query]];
  fill_table("on-map", `${world.name}, query ${store.number[query]}: ${truth}` + (truth === "reachable" ? `, optimum ${three_digits(store.optimum[query])} (yellow)` : "")
    + ". Green: start, orange: goal; dashed: the raw path; red: rejected by the checker.",
  ["method", "status", "gap", "time", "path", "message", "again"], methods.map((method) => {
    const at = store.at(method, query);
    const path = paths.find((one) => one.method === method && one.kind === "smoothed");
    const words = store.words.get(at);
    const [rejected] = path ? rejected_of(store, query, path) : [];
    const place = (/** @type {[number, number]} */ [x, y]) => `(${Number((x + world.min_x).toPrecision(7))}, ${Number((y + world.min_y).toPrecision(7))})`;
    const message = rejected ? words?.message.replace(/segment \d+: /, `segment ${words.segment} from ${place(rejected.from)} to ${place(rejected.to)}: `) : words?.message;
    return table_row({ "data-path": store.methods[method].name }, [method_label(view, method), text_cell(store.status[at] === kNotAsked ? "not asked" : store.statuses[store.status[at]]),
      per_cent(store.gap[at]), duration(store.ns[at]), text_cell(path ? "drawn" : "–"), text_cell(message || ""), text_cell(element("code", {}, repeat_command(view, method, query)))]);
  }));
  map.setAttribute("aria-label", `Map ${world.name} with query ${store.number[query]} and the paths of ${methods.map((method) => store.methods[method].name).join(", ")}`);
}

/** The command that answers a query again, in the folder from which the sweep ran; empty for a program outside. @param {View} view @param {number} method @param {number} query */
export function repeat_command({ store }, method, query) {
  if (!store.methods[method].settings) return "";
  const world = store.worlds[store.world[query]];
  const word = (/** @type {string} */ text) => (/^[\w./,:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const [from_x, from_y, to_x, to_y] = store.ends.map((column) => column[query]);
  return `fairway path ${word(world.file || "MAP")} --method ${word(store.methods[method].name)} --from=${from_x},${from_y} --to=${to_x},${to_y}`
    + (world.radius ? ` --radius ${world.radius}` : "") + (store.sweep ? ` --sweep ${word(store.sweep)}` : "") + " --svg path.svg";
}

/** Draws a new picture in slices on another canvas, then shows it. */
async function draw_map() {
  const mine = ++scene.drawing;
  const { scale, x, y, flip } = scene;
  const place = { scale, x, y, flip };
  const image = document.createElement("canvas");
  if (!resize(image, map)) return;
  const pen = pen_of(image, place);
  let end = performance.now() + kSlice;
  for (const { segments, line, colour, width, dash } of scene.layers) {
    set_stroke(pen, place, colour, width, dash);
    if (line) pen.stroke(line);
    for (let from = 0; segments && from < segments.x1.length; from += kStroke) {
      if (performance.now() > end) {
        await new Promise((resume) => setTimeout(resume));
        if (scene.drawing !== mine) return;
        end = performance.now() + kSlice;
      }
      stroke_segments(pen, segments, from, place);
    }
  }
  draw_dot(pen, place, scene.ends[0], "#009E73", 5);
  draw_dot(pen, place, scene.ends[1], "#D55E00", 5);
  set_stroke(pen, place, kRejected, 3);
  const arm = 8 / scale;
  for (const { from, to } of scene.rejected) {
    const [at_x, at_y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    pen.stroke(line_through([from[0], to[0]], [from[1], to[1]]));
    for (const side of [-arm, arm]) pen.stroke(line_through([at_x - arm, at_x + arm], [at_y - side, at_y + side]));
  }
  resize(map, map);
  scene.last = { ...place, image };
  show_last();
}

/**
 * Draws the segments of a slice that are in view.
 * @param {CanvasRenderingContext2D} pen @param {Segments} segments @param {number} from @param {Place} place
 */
function stroke_segments(pen, { x1, y1, x2, y2 }, from, { scale, x, y, flip }) {
  const [left, right] = [-x / scale, (map.clientWidth - x) / scale];
  const [low, high] = [-y / (flip * scale), (map.clientHeight - y) / (flip * scale)].sort((a, b) => a - b);
  pen.beginPath();
  for (let i = from; i < Math.min(from + kStroke, x1.length); ++i) {
    if (Math.max(x1[i], x2[i]) < left || Math.min(x1[i], x2[i]) > right || Math.max(y1[i], y2[i]) < low || Math.min(y1[i], y2[i]) > high) continue;
    pen.moveTo(x1[i], y1[i]);
    pen.lineTo(x2[i], y2[i]);
  }
  pen.stroke();
}

/** Shows the last picture at the map's current place. */
function show_last() {
  const { last } = scene;
  if (!last) return;
  const pen = cleared(map);
  const grown = scene.scale / last.scale;
  pen.setTransform(grown, 0, 0, grown, (scene.x - grown * last.x) * devicePixelRatio, (scene.y - grown * last.y) * devicePixelRatio);
  pen.drawImage(last.image, 0, 0);
}

/**
 * Zooms about a point of the canvas and moves the canvas. The old picture moves at once; a new picture replaces it later.
 * @param {number} factor
 * @param {number} x @param {number} y @param {number} [dx] @param {number} [dy] */
function move_map(factor, x, y, dx = 0, dy = 0) {
  ++scene.drawing;
  scene.x = x + factor * (scene.x - x) + dx;
  scene.y = y + factor * (scene.y - y) + dy;
  scene.scale *= factor;
  show_last();
  clearTimeout(scene.rest);
  scene.rest = setTimeout(draw_map, scene.last ? kRestMs : 0);
}

export function listen_to_map() {
  map.addEventListener("wheel", (event) => {
    event.preventDefault();
    move_map(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }, { passive: false });
  map.addEventListener("pointerdown", (event) => map.setPointerCapture(event.pointerId));
  map.addEventListener("pointermove", (event) => {
    if (map.hasPointerCapture(event.pointerId)) move_map(1, 0, 0, event.movementX, event.movementY);
  });
  map.addEventListener("keydown", (event) => {
    const zoom = (/** @type {number} */ factor) => move_map(factor, map.clientWidth / 2, map.clientHeight / 2);
    const all = () => {
      if (scene.world) Object.assign(scene, whole_world(scene.world, map));
      draw_map();
    };
    /** @type {Record<string, () => void>} */
    const acts = { "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "0": all, ArrowLeft: () => move_map(1, 0, 0, 40), ArrowRight: () => move_map(1, 0, 0, -40),
      ArrowUp: () => move_map(1, 0, 0, 0, 40), ArrowDown: () => move_map(1, 0, 0, 0, -40) };
    if (!acts[event.key]) return;
    acts[event.key]();
    event.preventDefault();
  });
  new ResizeObserver(() => {
    if (scene.layers.length) draw_map();
  }).observe(map);
}
