// The map explorer: walls, the optimum, paths and structures that the store keeps, on a canvas.
import { by_id, choice_of_one, choice_of_several, element } from "./dom.js";
import { coloured } from "./charting.js";
import { kNotAsked } from "./store.js";
import { unpacked_json } from "./numbers.js";
import { duration, per_cent, three_digits, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {[number, number, number, number][]} Segments */
/** @typedef {{walls: Segments, drawings: {method: number, kind: string, total: number, segments: Segments}[],
 *   paths: {query: number, method: number|null, kind: string, points: [number, number][]}[]}} Picture */
/** @typedef {{path: Path2D, colour: string, width: number, dash?: number[]}} Layer lines; width in pixels */

/** So long after the last movement the map is drawn sharply; meanwhile the last picture is moved. */
const kRestMs = 90;

/** @type {Map<string, Promise<Picture>>} */
const pictures = new Map();

/** What the canvas shows: the layers, and how the world lies on it. */
const scene = {
  /** @type {Layer[]} */
  layers: [],
  /** @type {{at: [number, number], colour: string}[]} */
  dots: [],
  scale: 1, x: 0, y: 0, flip: -1,
  key: "",
  /** @type {{image: HTMLCanvasElement, scale: number, x: number, y: number}|null} the last sharp picture */
  last: null,
  rest: 0,
  frames: 0,
};

export function explorer_section() {
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { class: "map", id: "map", tabindex: "0", role: "img" }));
  listen(canvas);
  return element("section", { id: "explorer", tabindex: "-1" }, element("h2", {}, "Map"), element("div", { class: "controls", id: "map-choice" }), canvas,
    element("p", { class: "note" }, "Wheel or + and − zoom, dragging or arrows move, 0 shows all."), element("div", { class: "wide" }, element("table", { id: "on-map" })),
    element("p", { class: "note", id: "map-note" }));
}

/**
 * The queries that have paths in the store.
 * @param {View} view
 */
function kept_queries(view) {
  return view.store.pictured.flatMap(({ queries }) => queries);
}

/** @param {View} view */
export async function show_explorer(view) {
  const { store, state } = view;
  const kept = kept_queries(view);
  const here = kept.filter((query) => view.selection.worlds.includes(store.world[query]));
  const query = state.query !== "" && Number(state.query) < store.queries ? Number(state.query) : here[here.length - 1] ?? kept[0];
  if (query === undefined) {
    by_id("map-note").textContent = "The store keeps no map.";
    return;
  }
  const world = store.world[query];
  const has_picture = store.pictured.some((one) => one.world === world);
  const picture = has_picture ? await picture_of(view, world) : { walls: [], drawings: [], paths: [] };
  const options = Array.from(new Set([...kept, query]), (one) => /** @type {[string, string]} */ (
    [String(one), `${store.worlds[store.world[one]].name}, query ${store.number[one]}${kept.includes(one) ? "" : " (no paths kept)"}`]));
  const of_query = picture.paths.filter((path) => path.query === query);
  const known = Array.from(new Set(of_query.filter((path) => path.method !== null).map((path) => Number(path.method))));
  const named = state.path.map((name) => store.methods.findIndex((method) => method.name === name)).filter((method) => method >= 0);
  const in_colour = coloured(view);
  const drawn = in_colour.filter((method) => known.includes(method)).slice(0, 4);
  const methods = named.length ? named : drawn.length ? drawn : in_colour;
  const structure = picture.drawings.filter((drawing) => store.methods[drawing.method].name === state.structure);
  by_id("map-choice").replaceChildren(
    choice_of_one("query", options, String(query), (value) => view.change({ query: value })),
    choice_of_several("Paths of", store.methods.map((method) => method.name), state.path, (values) => view.change({ path: values }), "methods in colour"),
    choice_of_one("structure", [["", "none"], ...Array.from(new Set(picture.drawings.map((drawing) => store.methods[drawing.method].name)),
      (name) => /** @type {[string, string]} */ ([name, name]))], state.structure, (value) => view.change({ structure: value })));
  const dark = getComputedStyle(document.documentElement);
  scene.layers = [];
  for (const drawing of structure) scene.layers.push({ path: lines_of(drawing.segments), colour: view.looks[drawing.method].colour + "77", width: 0.7 });
  scene.layers.push({ path: lines_of(picture.walls), colour: dark.getPropertyValue("--wall"), width: 1.1 });
  for (const path of of_query.filter((one) => one.kind === "optimum")) scene.layers.push({ path: line_of(path.points), colour: dark.getPropertyValue("--optimum"), width: 6 });
  for (const method of methods) {
    for (const path of of_query.filter((one) => one.method === method)) {
      scene.layers.push({ path: line_of(path.points), colour: view.looks[method].colour, width: path.kind === "raw" ? 1 : 2.2, dash: path.kind === "raw" ? [6, 4] : [] });
    }
  }
  const ends = store.ends.map((column) => column[query]);
  scene.dots = [{ at: [ends[0], ends[1]], colour: "#009E73" }, { at: [ends[2], ends[3]], colour: "#D55E00" }];
  scene.flip = store.worlds[world].y_down ? 1 : -1;
  const key = `${store.prefix}${world}`;
  if (scene.key !== key) {
    scene.key = key;
    show_all(view.store.worlds[world]);
  }
  scene.last = null;
  draw_map();
  show_on_map(view, query, methods, known, structure);
}

/**
 * @param {View} view
 * @param {number} world
 */
function picture_of(view, world) {
  const id = `${view.store.prefix}pictures-${world}`;
  let picture = pictures.get(id);
  if (!picture) {
    picture = unpacked_json(id);
    pictures.set(id, picture);
  }
  return picture;
}

/**
 * What the methods answered to the query, and how to repeat it.
 * @param {View} view
 * @param {number} query
 * @param {number[]} methods
 * @param {number[]} known methods whose paths the store keeps
 * @param {{kind: string, total: number, segments: Segments}[]} structure
 */
function show_on_map(view, query, methods, known, structure) {
  const { store } = view;
  const world = store.worlds[store.world[query]];
  const truth = store.truths[store.truth[query]];
  const rows = methods.map((method) => {
    const at = store.at(method, query);
    const status = store.status[at] === kNotAsked ? "not asked" : store.statuses[store.status[at]];
    const words = store.words.get(at);
    return element("tr", { "data-path": store.methods[method].name }, element("th", { scope: "row" }, element("span", { class: "swatch", style: `background:${view.looks[method].colour}` }),
      store.methods[method].name), element("td", { class: "text" }, status), element("td", {}, per_cent(store.gap[at])), element("td", {}, duration(store.ns[at])),
    element("td", { class: "text" }, known.includes(method) ? "drawn" : "not kept"), element("td", { class: "text" }, words ? words.message : ""),
    element("td", { class: "text" }, element("code", {}, repeat_command(view, method, query))));
  });
  by_id("on-map").replaceChildren(element("caption", {}, `${world.name}, query ${store.number[query]}: ${truth}`
    + (truth === "reachable" ? `, optimum ${three_digits(store.optimum[query])} (yellow)` : "") + ". Green: start, orange: goal; dashed: the raw path."),
  element("thead", {}, element("tr", {}, ...["method", "status", "gap", "time", "path", "message", "again (MAP: the map's file)"].map((name) => element("th", { scope: "col", class: "text" }, name)))),
  element("tbody", {}, ...rows));
  by_id("map").setAttribute("aria-label", `Map ${world.name} with query ${store.number[query]} and the paths of ${methods.map((method) => store.methods[method].name).join(", ")}`);
  by_id("map-note").textContent = structure.map((drawing) => (drawing.segments.length < drawing.total
    ? `Of the structure's ${whole(drawing.total)} lines (${drawing.kind}) the store keeps ${whole(drawing.segments.length)}.` : "")).join(" ");
}

/**
 * The command that answers a query again, with the map's file in the place of MAP.
 * @param {View} view
 * @param {number} method
 * @param {number} query
 */
export function repeat_command(view, method, query) {
  const { store } = view;
  const world = store.worlds[store.world[query]];
  const [from_x, from_y, to_x, to_y] = store.ends.map((column) => column[query]);
  return `fairway path MAP --method ${shell_word(store.methods[method].name)} --from=${from_x},${from_y} --to=${to_x},${to_y}`
    + (world.radius ? ` --radius ${world.radius}` : "") + " --svg path.svg";
}

/** @param {string} text */
function shell_word(text) {
  return /^[\w./,:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** @param {Segments} segments */
function lines_of(segments) {
  const path = new Path2D();
  for (const [x1, y1, x2, y2] of segments) {
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
  }
  return path;
}

/** @param {[number, number][]} points */
function line_of(points) {
  const path = new Path2D();
  points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  return path;
}

/** @param {{min_x: number, min_y: number, max_x: number, max_y: number}} box */
function show_all(box) {
  const canvas = by_id("map");
  const margin = 1.05;
  scene.scale = Math.min(canvas.clientWidth / (box.max_x - box.min_x), canvas.clientHeight / (box.max_y - box.min_y)) / margin || 1;
  scene.x = canvas.clientWidth / 2 - scene.scale * (box.min_x + box.max_x) / 2;
  scene.y = canvas.clientHeight / 2 - scene.flip * scene.scale * (box.min_y + box.max_y) / 2;
  all = box;
}
/** @type {{min_x: number, min_y: number, max_x: number, max_y: number}|null} */
let all = null;

/** Draws everything sharply. */
function draw_map() {
  const canvas = /** @type {HTMLCanvasElement} */ (by_id("map"));
  const ratio = devicePixelRatio || 1;
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);
  const size = scene.scale * ratio;
  pen.setTransform(size, 0, 0, scene.flip * size, scene.x * ratio, scene.y * ratio);
  pen.lineJoin = "round";
  for (const layer of scene.layers) {
    pen.strokeStyle = layer.colour;
    pen.lineWidth = layer.width / scene.scale;
    pen.setLineDash((layer.dash || []).map((length) => length / scene.scale));
    pen.stroke(layer.path);
  }
  for (const dot of scene.dots) {
    pen.fillStyle = dot.colour;
    pen.beginPath();
    pen.arc(dot.at[0], dot.at[1], 5 / scene.scale, 0, 2 * Math.PI);
    pen.fill();
  }
  const image = document.createElement("canvas");
  [image.width, image.height] = [width, height];
  if (width && height) image.getContext("2d")?.drawImage(canvas, 0, 0);
  scene.last = { image, scale: scene.scale, x: scene.x, y: scene.y };
}

/** Moves the last picture to where the map is now; a sharp one follows. */
function move_map() {
  const { last } = scene;
  if (!last) return draw_map();
  const canvas = /** @type {HTMLCanvasElement} */ (by_id("map"));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const ratio = devicePixelRatio || 1;
  const grown = scene.scale / last.scale;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(grown, 0, 0, grown, (scene.x - grown * last.x) * ratio, (scene.y - grown * last.y) * ratio);
  pen.drawImage(last.image, 0, 0);
  ++scene.frames;
  clearTimeout(scene.rest);
  scene.rest = setTimeout(draw_map, kRestMs);
}

/**
 * Zooms about a point of the canvas.
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 */
function zoom_map(factor, x, y) {
  scene.x = x + factor * (scene.x - x);
  scene.y = y + factor * (scene.y - y);
  scene.scale *= factor;
  move_map();
}

/** @param {HTMLCanvasElement} canvas */
function listen(canvas) {
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom_map(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    scene.x += event.movementX;
    scene.y += event.movementY;
    move_map();
  });
  canvas.addEventListener("keydown", (event) => {
    const step = 40;
    const middle = [canvas.clientWidth / 2, canvas.clientHeight / 2];
    if (event.key === "+" || event.key === "=") zoom_map(1.25, middle[0], middle[1]);
    else if (event.key === "-") zoom_map(0.8, middle[0], middle[1]);
    else if (event.key === "0" && all) {
      show_all(all);
      draw_map();
    } else if (event.key.startsWith("Arrow")) {
      scene.x += event.key === "ArrowLeft" ? step : event.key === "ArrowRight" ? -step : 0;
      scene.y += event.key === "ArrowUp" ? step : event.key === "ArrowDown" ? -step : 0;
      move_map();
    } else {
      return;
    }
    event.preventDefault();
  });
  new ResizeObserver(() => {
    if (scene.layers.length) draw_map();
  }).observe(canvas);
}
