// The map explorer: walls, the optimum, paths and structures that the page has, on a canvas.
import { by_id, choice_of_one, choice_of_several, element } from "./dom.js";
import { coloured } from "./methods.js";
import { kNotAsked } from "./store.js";
import { has_paths, left_out, moment_words, paths_of, query_with_paths, structure_segments, structures_of, walls_of } from "./pictures.js";
import { duration, per_cent, three_digits, whole } from "./words.js";

/** @typedef {import("./page.js").View} View */
/** @typedef {import("./pictures.js").Segments} Segments */
/** @typedef {import("./pictures.js").KeptPath} KeptPath */
/** @typedef {{segments?: Segments, line?: KeptPath, colour: string, width: number, dash?: number[]}} Layer width in pixels */
/** @typedef {{at: [number, number], from: [number, number], to: [number, number]}} Rejected a segment of a path, and its middle */

/** So long after the last movement the map is drawn sharply; meanwhile the last picture is moved. */
const kRestMs = 90;

/** The colour of what the checker rejected. */
const kRejected = "#E00000";
/** So many milliseconds are drawn at a time, so that the page stays responsive. */
const kSlice = 12;
/** So many segments are drawn between looks at the clock. */
const kStroke = 4000;

/** What the canvas shows: the layers, and how the world lies on it. */
const scene = {
  /** @type {Layer[]} */
  layers: [],
  /** @type {{at: [number, number], colour: string}[]} */
  dots: [],
  /** @type {Rejected[]} */
  rejected: [],
  /** Counts what was chosen, so that what was chosen before does not come after it. */
  choice: 0,
  /** Counts the pictures begun, so that one that is outdated ends. */
  drawing: 0,
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

/** @param {View} view */
export async function show_explorer(view) {
  const { store, state } = view;
  const query = state.query !== "" && Number(state.query) < store.queries ? Number(state.query) : query_with_paths(store, view.selection.worlds) ?? 0;
  if (store.queries === 0) {
    by_id("map-note").textContent = "The store keeps no map.";
    return;
  }
  const world = store.world[query];
  const box = store.worlds[world];
  const chosen = store.methods.findIndex((method) => method.name === state.structure);
  const mine = ++scene.choice;
  const structures = chosen < 0 ? [] : structures_of(store, world, chosen);
  const [walls, paths, segments] = await Promise.all([walls_of(store, world, store.bursts[query]), paths_of(store, query),
    Promise.all(structures.map((one) => (one.part ? structure_segments(store, one.part) : null)))]);
  if (scene.choice !== mine) return;
  const known = new Set(paths.map((path) => path.method));
  const named = state.path.map((name) => store.methods.findIndex((method) => method.name === name)).filter((method) => method >= 0);
  const in_colour = coloured(view);
  const drawn = in_colour.filter((method) => known.has(method)).slice(0, 4);
  const methods = named.length ? named : drawn.length ? drawn : in_colour;
  by_id("map-choice").replaceChildren(...choices(view, query),
    choice_of_several("Paths of", store.methods.map((method) => method.name), named.length ? state.path : [], (values) => view.change({ path: values }),
      methods.map((method) => store.methods[method].name), "methods in colour"),
    choice_of_one("structure", [["", "none"], ...store.methods.flatMap((method, i) => (structures_of(store, world, i).length
      ? [/** @type {[string, string]} */ ([method.name, method.name])] : []))], state.structure, (value) => view.change({ structure: value })));
  const style = getComputedStyle(document.documentElement);
  scene.layers = [];
  for (const some of segments) if (some) scene.layers.push({ segments: some, colour: view.looks[chosen].colour + "77", width: 0.7 });
  if (walls) scene.layers.push({ segments: walls, colour: style.getPropertyValue("--wall"), width: 1.1 });
  for (const line of paths.filter((one) => one.kind === "optimum")) scene.layers.push({ line, colour: style.getPropertyValue("--optimum"), width: 6 });
  scene.rejected = [];
  for (const method of methods) {
    for (const line of paths.filter((one) => one.method === method)) {
      scene.layers.push({ line, colour: view.looks[method].colour, width: line.kind === "raw" ? 1 : 2.2, dash: line.kind === "raw" ? [6, 4] : [] });
      const rejected = line.kind === "smoothed" ? rejected_of(store.words.get(store.at(method, query)), line) : null;
      if (rejected) scene.rejected.push(rejected);
    }
  }
  const ends = store.ends.map((column, i) => column[query] - (i % 2 ? box.min_y : box.min_x));
  scene.dots = [{ at: [ends[0], ends[1]], colour: "#009E73" }, { at: [ends[2], ends[3]], colour: "#D55E00" }];
  scene.flip = box.y_down ? 1 : -1;
  const key = `${store.prefix}${world}`;
  if (scene.key !== key) {
    scene.key = key;
    show_all({ width: box.max_x - box.min_x, height: box.max_y - box.min_y });
  }
  scene.last = null;
  draw_map();
  show_on_map(view, query, methods, paths);
  by_id("map-note").textContent = [...structures.map((one, i) => {
    const count = segments[i]?.x1.length ?? 0;
    return count < one.total ? `Of the structure's ${whole(one.total)} lines (${one.kind}) the page has ${whole(count)}.` : "";
  }), walls ? moment_words(store, query) : "The page has no walls of this map.", left_out(store)].filter(Boolean).join(" ");
}

/** The choice of a map, and of one of its queries. @param {View} view @param {number} query */
function choices(view, query) {
  const { store } = view;
  const world = store.world[query];
  /** @type {number[]} */
  const first = new Array(store.worlds.length).fill(-1);
  /** @type {[string, string][]} */
  const queries = [];
  for (let i = 0; i < store.queries; ++i) {
    if (first[store.world[i]] < 0) first[store.world[i]] = i;
    if (store.world[i] === world) queries.push([String(i), `${store.number[i]}${has_paths(store, i) ? "" : " (no paths)"}`]);
  }
  const worlds = store.worlds.flatMap(({ name }, i) => (first[i] < 0 ? [] : [/** @type {[string, string]} */ ([String(i), name])]));
  return [
    choice_of_one("map", worlds, String(world), (value) => view.change({ query: String(query_with_paths_in(store, Number(value)) ?? first[Number(value)]) })),
    choice_of_one("query", queries, String(query), (value) => view.change({ query: value })),
  ];
}

/** @param {import("./store.js").Store} store @param {number} world */
function query_with_paths_in(store, world) {
  const query = query_with_paths(store, [world]);
  return query !== undefined && store.world[query] === world ? query : undefined;
}

/** The segment of a returned path that the checker rejected. @param {{segment: number|null}|undefined} words @param {KeptPath} path @returns
 *   {Rejected|null} */
function rejected_of(words, path) {
  if (!words || words.segment === null || path.x.length === 0) return null;
  const [from, to] = [words.segment, Math.min(words.segment + 1, path.x.length - 1)].map((i) => /** @type {[number, number]} */ ([path.x[i], path.y[i]]));
  return { from, to, at: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] };
}

/** What the checker says of an answer, with the ends of the segment that it rejects. @param {{min_x: number, min_y: number}} box @param {{message:
 *   string, segment: number|null}|undefined} words @param {KeptPath|undefined} path */
function verdict(box, words, path) {
  const rejected = path && words ? rejected_of(words, path) : null;
  if (!words || !rejected) return words ? words.message : "";
  const [from, to] = [rejected.from, rejected.to].map(([x, y]) => `(${Number((x + box.min_x).toPrecision(7))}, ${Number((y + box.min_y).toPrecision(7))})`);
  return words.message.replace(/segment \d+: /, `segment ${words.segment} from ${from} to ${to}: `);
}

/** What the methods answered to the query, and how to repeat it. @param {View} view @param {number} query @param {number[]} methods @param
 *   {KeptPath[]} paths that the page has of it */
function show_on_map(view, query, methods, paths) {
  const { store } = view;
  const world = store.worlds[store.world[query]];
  const truth = store.truths[store.truth[query]];
  const rows = methods.map((method) => {
    const at = store.at(method, query);
    const status = store.status[at] === kNotAsked ? "not asked" : store.statuses[store.status[at]];
    const path = paths.find((one) => one.method === method && one.kind === "smoothed");
    return element("tr", { "data-path": store.methods[method].name }, element("th", { scope: "row" }, element("span", { class: "swatch", style: `background:${view.looks[method].colour}` }),
      store.methods[method].name), element("td", { class: "text" }, status), element("td", {}, per_cent(store.gap[at])), element("td", {}, duration(store.ns[at])),
    element("td", { class: "text" }, path ? "drawn" : "–"), element("td", { class: "text" }, verdict(world, store.words.get(at), path)),
    element("td", { class: "text" }, element("code", {}, repeat_command(view, method, query))));
  });
  by_id("on-map").replaceChildren(element("caption", {}, `${world.name}, query ${store.number[query]}: ${truth}`
    + (truth === "reachable" ? `, optimum ${three_digits(store.optimum[query])} (yellow)` : "") + ". Green: start, orange: goal; dashed: the raw path; red: what the checker rejects."),
  element("thead", {}, element("tr", {}, ...["method", "status", "gap", "time", "path", "message", "again"].map((name) => element("th", { scope: "col", class: "text" }, name)))),
  element("tbody", {}, ...rows));
  by_id("map").setAttribute("aria-label", `Map ${world.name} with query ${store.number[query]} and the paths of ${methods.map((method) => store.methods[method].name).join(", ")}`);
}

/** The command that answers a query again, where the sweep ran. @param {View} view @param {number} method @param {number} query */
export function repeat_command(view, method, query) {
  const { store } = view;
  const world = store.worlds[store.world[query]];
  const [from_x, from_y, to_x, to_y] = store.ends.map((column) => column[query]);
  return `fairway path ${shell_word(world.file || "MAP")} --method ${shell_word(store.methods[method].name)} --from=${from_x},${from_y} --to=${to_x},${to_y}`
    + (world.radius ? ` --radius ${world.radius}` : "") + " --svg path.svg";
}

/** @param {string} text */
function shell_word(text) {
  return /^[\w./,:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** @param {{width: number, height: number}} box */
function show_all(box) {
  const canvas = by_id("map");
  const margin = 1.05;
  scene.scale = Math.min(canvas.clientWidth / box.width, canvas.clientHeight / box.height) / margin || 1;
  scene.x = canvas.clientWidth / 2 - scene.scale * box.width / 2;
  scene.y = canvas.clientHeight / 2 - scene.flip * scene.scale * box.height / 2;
  all = box;
}
/** @type {{width: number, height: number}|null} */
let all = null;

/** Draws everything sharply: slice by slice, beside what is shown, which it then replaces. */
async function draw_map() {
  const mine = ++scene.drawing;
  const canvas = /** @type {HTMLCanvasElement} */ (by_id("map"));
  const ratio = devicePixelRatio || 1;
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (!width || !height) return;
  const image = document.createElement("canvas");
  [image.width, image.height] = [width, height];
  const pen = /** @type {CanvasRenderingContext2D} */ (image.getContext("2d"));
  const { scale, x, y, flip } = scene;
  const size = scale * ratio;
  pen.setTransform(size, 0, 0, flip * size, x * ratio, y * ratio);
  pen.lineJoin = "round";
  let end = performance.now() + kSlice;
  for (const layer of scene.layers) {
    pen.strokeStyle = layer.colour;
    pen.lineWidth = layer.width / scale;
    pen.setLineDash((layer.dash || []).map((length) => length / scale));
    if (layer.line) stroke_line(pen, layer.line);
    for (let from = 0; layer.segments && from < layer.segments.x1.length; from += kStroke) {
      if (performance.now() > end) {
        await new Promise((resume) => setTimeout(resume));
        if (scene.drawing !== mine) return;
        end = performance.now() + kSlice;
      }
      stroke_segments(pen, layer.segments, from, view_of(canvas, scale, x, y, flip));
    }
  }
  draw_marks(pen, scale);
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  scene.last = { image, scale, x, y };
  show_last(canvas, scene.last);
}

/** The part of the world that a canvas shows. @param {HTMLCanvasElement} canvas @param {number} scale @param {number} x @param {number} y @param
 *   {number} flip */
function view_of(canvas, scale, x, y, flip) {
  const [y1, y2] = [-y / (flip * scale), (canvas.clientHeight - y) / (flip * scale)];
  return { x1: -x / scale, x2: (canvas.clientWidth - x) / scale, y1: Math.min(y1, y2), y2: Math.max(y1, y2) };
}

/** Draws some segments, but those outside of the view. @param {CanvasRenderingContext2D} pen @param {Segments} segments @param {number} from @param
 *   {{x1: number, y1: number, x2: number, y2: number}} view */
function stroke_segments(pen, { x1, y1, x2, y2 }, from, view) {
  pen.beginPath();
  for (let i = from; i < Math.min(from + kStroke, x1.length); ++i) {
    if (Math.max(x1[i], x2[i]) < view.x1 || Math.min(x1[i], x2[i]) > view.x2 || Math.max(y1[i], y2[i]) < view.y1 || Math.min(y1[i], y2[i]) > view.y2) continue;
    pen.moveTo(x1[i], y1[i]);
    pen.lineTo(x2[i], y2[i]);
  }
  pen.stroke();
}

/** @param {CanvasRenderingContext2D} pen @param {KeptPath} path */
function stroke_line(pen, path) {
  pen.beginPath();
  for (let i = 0; i < path.x.length; ++i) pen.lineTo(path.x[i], path.y[i]);
  pen.stroke();
}

/** The ends of the query, and what the checker rejected. @param {CanvasRenderingContext2D} pen @param {number} scale */
function draw_marks(pen, scale) {
  for (const dot of scene.dots) {
    pen.fillStyle = dot.colour;
    pen.beginPath();
    pen.arc(dot.at[0], dot.at[1], 5 / scale, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.strokeStyle = kRejected;
  pen.lineWidth = 3 / scale;
  pen.setLineDash([]);
  const arm = 8 / scale;
  for (const { at: [x, y], from, to } of scene.rejected) {
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(...to);
    for (const side of [-1, 1]) {
      pen.moveTo(x - arm, y - side * arm);
      pen.lineTo(x + arm, y + side * arm);
    }
    pen.stroke();
  }
}

/** Shows the last sharp picture where the map is now. @param {HTMLCanvasElement} canvas @param {{image: HTMLCanvasElement, scale: number, x:
 *   number, y: number}} last */
function show_last(canvas, last) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const ratio = devicePixelRatio || 1;
  const grown = scene.scale / last.scale;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(grown, 0, 0, grown, (scene.x - grown * last.x) * ratio, (scene.y - grown * last.y) * ratio);
  pen.drawImage(last.image, 0, 0);
}

/** Moves the last picture to where the map is now; a sharp one follows. */
function move_map() {
  ++scene.drawing;
  const canvas = /** @type {HTMLCanvasElement} */ (by_id("map"));
  if (scene.last) show_last(canvas, scene.last);
  ++scene.frames;
  clearTimeout(scene.rest);
  scene.rest = setTimeout(draw_map, scene.last ? kRestMs : 0);
}

/** Zooms about a point of the canvas. @param {number} factor @param {number} x @param {number} y */
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
