// SPDX-License-Identifier: MIT
// The playground: a world, the two ends of a query, and methods that run in the page.
import { by_id, choice_of_several, element, fill_table, table_row } from "./dom.js";
import { Edited, words_of } from "./edited.js";
import { interface_over } from "./fairway.js";
import { listen_to_map } from "./hand.js";
import { looks_of } from "./looks.js";
import { unpacked, unpacked_json } from "./numbers.js";
import { drawn_paths, judge_again, judge_text, listen_to_own } from "./own.js";
import { Scene } from "./scene.js";
import { Steps } from "./steps.js";
import { byte_size, duration, per_cent, three_digits, whole } from "./words.js";

/** @typedef {import("./fairway.js").Path} Path */
/** @typedef {import("./edited.js").Built} Built */
/** @typedef {{path: Path|null, fault: string, ns: number}} Answer `ns` is the measured time of the query. A method without `path` and `fault` has not answered yet */
/** @typedef {ReturnType<typeof interface_over>} Interface */

const kFirst = "castle.geojson";
const kChosen = ["grid", "quadtree", "triangle-mesh", "visibility-graph", "polyanya", "hub-labels"];
/** Milliseconds without movement after which paths are judged and timed. */
const kRestMs = 120;
/** Milliseconds per frame for answers. Methods that would exceed the limit answer after the movement, in rest(). */
const kFrameMs = 22;
/** Minimum milliseconds between two updates of the table during a movement. */
const kTableMs = 100;
/** A query is repeated until the repetitions take this many milliseconds. Their mean is the time of the query. */
const kTimedMs = 4;
const kStartColour = "#009E73", kGoalColour = "#D55E00";
const kNodeColours = ["", "#E69F00", "#56B4E9"];
const kEmptyCells = "empty cells", kEmptyField = "empty field";

/** @type {HTMLInputElement[]} */
const [kRadius, kStartText, kGoalText, kStructure, kSearch, kStep] = ["radius", "start", "goal", "structure", "search", "step"].map((id) => /** @type {HTMLInputElement} */ (by_id(id)));
const [kLookedAt, kSecond] = ["looked-at", "second"].map((id) => /** @type {HTMLSelectElement} */ (by_id(id)));

/** The state of the page. */
export const page = {
  fairway: /** @type {Interface} */ (/** @type {unknown} */ (null)),
  edited: /** @type {Edited} */ (/** @type {unknown} */ (null)),
  scene: new Scene(/** @type {HTMLCanvasElement} */ (by_id("map"))),
  /** The picture of the second method. */
  second: new Scene(/** @type {HTMLCanvasElement} */ (by_id("second-map"))),
  start: [0, 0],
  goal: [0, 0],
  /** @type {Record<string, string>} content of the shipped maps, by name */
  maps: {},
  /** @type {Map<string, {colour: string, dash: number[]}>} */
  looks: new Map(),
  optimum: NaN,
  /** @type {number[][]} */
  optimal: [],
  /** @type {Map<string, Answer>} */
  answers: new Map(),
  /** The names of the methods that the page shows if the user chooses none. */
  standard: kChosen,
  /** The map, radius and methods of the last query of a report. */
  opened: "",
  /** Milliseconds of the last answer, by method. @type {Map<string, number>} */
  costs: new Map(),
  /** @type {Steps|null} */
  steps: null,
  /** @type {Steps|null} */
  second_steps: null,
  /** Lines that the user is drawing: @type {import("./scene.js").Line[]} */
  draft: [],
  /** @type {number[]|null} */
  cursor: null,
  playing: 0,
  asked: false,
  /** Time of the last update of the table. */
  shown_at: -Infinity,
  resting: 0,
  working: false,
  /** Whether the pointer is pressed. Builds wait meanwhile. */
  pressed: false,
  /** Milliseconds from the opening of the page to the first answer. */
  first_ms: NaN,
};

/** Shows a message, which screen readers also announce. @param {string} words @param {boolean} [is_fault] */
export function say(words, is_fault = false) {
  const place = by_id("says");
  if (place.textContent !== words) place.textContent = words;
  place.classList.toggle("fault", is_fault);
}

/** Runs an action of the user. Shows the message of an error. @param {() => void} act */
export function attempt(act) {
  try {
    act();
  } catch (error) {
    say(words_of(error), true);
  }
}

/** Returns the optimum and the path of a query. The table of the page shows the same values. @param {string} name @param {number[]} start @param {number[]} goal */
export function answer(name, start, goal) {
  const { method, fault } = page.edited.build(name);
  if (!method) throw new Error(`${name}: ${fault}`);
  const { length, optimum, gap, points } = method.path(start, goal);
  return { length, optimum, gap, points };
}

/** Opens a map. @param {string} name @param {string|Uint8Array} content @param {string} [options] - of the reader */
export function open_map(name, content, options) {
  show_world(page.fairway.World.parse(name, content, options));
  say(`${name} is open.`);
}

/**
 * Shows a query of a report. The report sends queries to the playground in its page.
 * @param {{map: string, read: string, radius: number, start: number[], goal: number[], chosen: string[],
 *   methods: {name: string, representation: string, settings: Record<string, any>, colour: string}[]}} query - `settings`: all settings of a method */
function show_query({ map, read, radius, start, goal, chosen, methods }) {
  const { edited } = page;
  const key = JSON.stringify([map, read, radius, methods]);
  if (key !== page.opened || edited.before.length > 0) {
    const known = page.fairway.methods();
    for (const { name, representation, settings, colour } of methods) {
      const base = known.find((one) => one.name === representation);
      if (!base) continue;  // the table shows that the engine does not have the method
      const options = base.options.filter((option, i) => base.options.findIndex((one) => one.name === option.name) === i
        && option.name in settings && settings[option.name] !== option.default);
      edited.settings.set(name, { base: representation, options: Object.fromEntries(options.map((option) => [option.name, settings[option.name]])) });
      page.looks.set(name, { colour, dash: [] });
    }
    edited.chosen = [];
    edited.set_radius(0);
    open_map(map, page.maps[map], read || undefined);
    edited.set_radius(radius);
    kRadius.value = String(radius);
    /** @type {HTMLSelectElement} */ (by_id("map-name")).value = map;
    page.opened = key;
  }
  Object.assign(page, { start, goal });
  edited.chosen = page.standard = chosen;
  show_choice();
  show_change();
}

/** @param {import("./edited.js").World} world */
function show_world(world) {
  if (page.edited) page.edited.open(world);
  else page.edited = new Edited(page.fairway, world, kChosen);
  place_ends();
  by_id("brush-label").hidden = !page.edited.has_cells;
  show_change();
  page.scene.fit();
  page.scene.draw_ground();
}

/** Puts the ends into free space, far apart. */
function place_ends() {
  const { min_x, min_y, max_x, max_y, width } = page.edited.facts;
  const at = (/** @type {number} */ i, /** @type {number} */ j) => [rounded(min_x + (max_x - min_x) * (i + 0.5) / 24), rounded(min_y + (max_y - min_y) * (j + 0.5) / 24)]
    .map((x) => (width > 0 ? Math.floor(x) + 0.5 : x));
  const places = Array.from({ length: 24 * 24 }, (_, i) => at(i % 24, Math.floor(i / 24))).filter((point) => page.edited.space.contains(point));
  places.sort(([ax, ay], [bx, by]) => ax + ay - bx - by);
  page.start = places[0] ?? [min_x, min_y];
  page.goal = places.findLast((point) => page.edited.space.optimal_path(page.start, point).length > 0) ?? page.start;
}

/** A coordinate with few digits. @param {number} value */
export function rounded(value) {
  const { min_x, max_x } = page.edited.facts;
  const digits = Math.max(0, 3 - Math.floor(Math.log10(max_x - min_x)));
  return Number(value.toFixed(digits));
}

/** Shows the world after a change. */
export function show_change() {
  const { edited } = page;
  const rings = edited.space.rings();
  const outer = edited.space === edited.world ? rings : [...edited.world.rings(), ...rings];
  /** @type {HTMLButtonElement} */ (by_id("undo")).disabled = edited.before.length === 0;
  for (const scene of [page.scene, page.second]) {
    scene.show(edited.facts, rings, outer);
    scene.structure = new Float64Array();
    scene.draw_ground();
  }
  judge_again();
  ask();
  work();
}

/** Answers the query again, in the next frame. */
export function ask() {
  clearTimeout(page.resting);
  page.resting = setTimeout(rest, kRestMs);
  if (page.asked) return;
  page.asked = true;
  requestAnimationFrame(() => {
    page.asked = false;
    answer_all(false);
    draw();
  });
}

/** @param {boolean} judged */
function answer_all(judged) {
  const { edited, start, goal } = page;
  page.answers.clear();
  page.optimum = NaN;
  page.optimal = [];
  try {
    page.optimal = edited.space.optimal_path(start, goal);
    page.optimum = page.optimal.length ? length_of(page.optimal) : Infinity;
  } catch (error) {
    say(words_of(error), true);
  }
  const begun = performance.now();
  const cost_of = (/** @type {string} */ name) => page.costs.get(name) ?? 0;
  for (const name of edited.chosen.toSorted((a, b) => cost_of(a) - cost_of(b))) {
    const built = edited.built.get(name);
    if (!built) continue;
    /** @type {Answer} */
    const found = { path: null, fault: built.fault, ns: NaN };
    page.answers.set(name, found);
    const now = performance.now();
    if (!judged && now - begun + cost_of(name) > kFrameMs) continue;
    try {
      found.path = built.method?.path(start, goal, judged && page.optimum < Infinity) ?? null;
    } catch (error) {
      found.fault = words_of(error);
    }
    page.costs.set(name, performance.now() - now);
    if (Number.isNaN(page.first_ms)) page.first_ms = performance.now();
  }
  if (!judged && performance.now() - page.shown_at < kTableMs && !page.working) return;
  page.shown_at = performance.now();
  show_answers();
  kStartText.value = start.join(", ");
  kGoalText.value = goal.join(", ");
}

/** The length of a path, summed as in the engine. @param {number[][]} points */
function length_of(points) {
  return points.reduce((sum, [x, y], i) => (i ? sum + Math.sqrt((x - points[i - 1][0]) ** 2 + (y - points[i - 1][1]) ** 2) : 0), 0);
}

/** Judges and times the answers, and shows a search. Runs when nothing has moved for kRestMs. */
function rest() {
  if (page.working) {
    page.resting = setTimeout(rest, kRestMs);
    return;
  }
  answer_all(true);
  for (const [name, found] of page.answers) {
    const method = page.edited.built.get(name)?.method;
    if (!method || !found.path) continue;
    found.ns = time_of(method);
  }
  show_answers();
  look();
  draw();
  const gaps = page.edited.chosen.flatMap((name) => {
    const path = page.answers.get(name)?.path;
    return path?.judgement ? [`${name} ${path.length === Infinity ? "no path" : path.judgement.legal ? `+${per_cent(path.gap)}` : "illegal"}`] : [];
  });
  if (page.optimum < Infinity) say(`Optimum ${three_digits(page.optimum)}. Gaps: ${gaps.join(", ")}.`);
  else if (page.optimum === Infinity) say("No path connects the ends.");
}

/** Nanoseconds of the current query: the smaller time of two runs. @param {import("./edited.js").Method} method */
function time_of(method) {
  const run = (/** @type {number} */ count) => {
    const begun = performance.now();
    method.lengths(Array(count).fill(page.start), Array(count).fill(page.goal));
    return performance.now() - begun;
  };
  let [count, least] = [1, Math.min(run(1), run(1))];
  for (; least < kTimedMs; least = Math.min(run(count), run(count))) count *= 2;
  return least * 1e6 / count;
}

/** Builds methods one after another; the page stays usable between them. */
function work() {
  if (page.working) return;
  page.working = true;
  const step = () => {
    const { edited } = page;
    if (page.pressed) {
      setTimeout(step, kRestMs);
      return;
    }
    if (edited.build_next() || edited.rebuild_next()) {
      answer_all(false);
      draw();
      setTimeout(step);
      return;
    }
    page.working = false;
    document.documentElement.dataset.ready = "1";
  };
  setTimeout(step);
}

/** Fills the table of answers. */
function show_answers() {
  const { edited, optimum } = page;
  const changed = Array.from(edited.built.values()).some(({ change }) => change);
  fill_table("answers", optimum < Infinity ? `Optimum ${Number(optimum.toPrecision(9))} (yellow)` : optimum === Infinity ? "No path exists." : "No query",
    ["method", "gap", "length", "expanded", "time", ...(changed ? ["repair", "rebuild"] : []), "build", "memory"], edited.chosen.map((name) => {
      const built = edited.built.get(name);
      const found = page.answers.get(name);
      const label = element("span", {}, element("span", { class: "swatch", style: `background:${page.looks.get(name)?.colour}` }), name);
      const fault = built?.fault || found?.fault;
      const path = found?.path;
      if (!path || fault) return table_row({}, [label, element("td", { class: "text", colspan: changed ? 8 : 6 }, fault || (built ? "…" : "building …"))]);
      const illegal = path.judgement && !path.judgement.legal && path.length < Infinity;
      const gap = path.length === Infinity ? (optimum < Infinity ? "missed" : "no path") : illegal ? "illegal" : per_cent(path.length / optimum - 1);
      const change = built?.change;
      return table_row({}, [label, element("td", { class: illegal || gap === "missed" ? "bad" : null, title: path.judgement?.legal ? `cause: ${path.judgement.cause}` : path.judgement?.reason }, gap),
        path.length < Infinity ? String(Number(path.length.toPrecision(6))) : "–", whole(path.expanded), duration(found.ns),
        ...(changed ? [change?.repaired ? duration(change.ns) : "–", change ? duration(change.rebuild_ns) : "–"] : []), duration(built?.facts.build_ns), byte_size(built?.facts.bytes)]);
    }));
}

/** Draws the picture. */
export function draw() {
  const { scene, second, edited, answers, steps, second_steps } = page;
  const style = getComputedStyle(document.documentElement);
  const named = edited.chosen.filter((name) => answers.get(name)?.path);
  const lines = named.map((name, i) => ({ points: answers.get(name)?.path?.points ?? [], colour: page.looks.get(name)?.colour ?? "", dash: page.looks.get(name)?.dash,
    width: 1.8 + 1.3 * (named.length - 1 - i) }));
  const optimum = { points: page.optimal, colour: style.getPropertyValue("--optimum"), width: 5 + 1.3 * named.length };
  const ends = [{ at: page.start, colour: kStartColour }, { at: page.goal, colour: kGoalColour }];
  const nodes = (/** @type {Steps|null} */ some) => (some ? { ...some, colours: kNodeColours } : null);
  scene.draw([optimum, ...lines, ...drawn_paths(), ...page.draft], ends, nodes(steps), page.cursor);
  if (second.canvas.hidden) return;
  if (second.place !== scene.place) {
    second.place = scene.place;
    second.draw_ground();
  }
  second.draw([optimum, ...lines.filter((_, i) => named[i] === kSecond.value)], ends, nodes(second_steps), null);
}

/** Shows the structure of a method in a scene. Returns its search, or null. @param {Scene} scene @param {string} name @returns {Steps|null} */
function look_at(scene, name) {
  const method = page.edited.built.get(name)?.method;
  const structure = method && kStructure.checked ? method.drawing() : new Float64Array();
  if (structure.length !== scene.structure.length || structure.length) {
    scene.structure = structure;
    scene.structure_colour = `${page.looks.get(name)?.colour}88`;
    scene.draw_ground();
  }
  if (kStructure.checked && method && structure.length === 0) say(`${name} has no picture.`);
  return method && kSearch.checked && page.optimum <= Infinity ? new Steps(method.trace(page.start, page.goal)) : null;
}

/** Shows structure and search of the chosen methods. */
function look() {
  by_id("inspect").hidden = page.edited.chosen.length === 0;
  page.second.canvas.hidden = kSecond.value === "";
  attempt(() => {
    page.steps = look_at(page.scene, kLookedAt.value);
    page.second_steps = kSecond.value === "" ? null : look_at(page.second, kSecond.value);
  });
  by_id("replay").hidden = !page.steps;
  if (!page.steps) return;
  kStep.max = String(most_expansions());
  seek(most_expansions());
}

/** The number of expansions of the longer search. */
function most_expansions() {
  return Math.max(...[page.steps, page.second_steps].map((steps) => steps?.begins.length ?? 0));
}

/** Shows each search after `at` expansions; a search that ended stays at its end. @param {number} at */
function seek(at) {
  const words_at = (/** @type {Steps|null} */ steps, /** @type {string} */ name) => {
    if (!steps) return [];
    steps.to(Math.min(at, steps.begins.length));
    const { last } = steps;
    return steps.begins.length === 0 ? [`${name} records no steps.`]
      : [`${name}: ${whole(steps.at)} of ${whole(steps.begins.length)} expansions${last ? `; f ${three_digits(last.g + last.h)}, g ${three_digits(last.g)}` : ""}.`];
  };
  kStep.value = String(at);
  by_id("replay-says").textContent = [...words_at(page.steps, kLookedAt.value), ...words_at(page.second_steps, kSecond.value), "Orange: open, blue: expanded."].join(" ");
  draw();
}

function play() {
  cancelAnimationFrame(page.playing);
  const { steps } = page;
  if (!steps) return;
  const most = most_expansions();
  let at = Number(kStep.value) < most ? Number(kStep.value) : 0;
  const stride = Math.max(1, most / 240);
  const frame = () => {
    if (page.steps !== steps) return;
    at += stride;
    seek(Math.min(most, Math.round(at)));
    if (at < most) page.playing = requestAnimationFrame(frame);
  };
  page.playing = requestAnimationFrame(frame);
}

/** Shows the list in which the user chooses methods. */
function show_choice() {
  const names = Array.from(new Set([...page.edited.settings.keys(), ...page.fairway.methods().map(({ name }) => name)]));
  by_id("choice").replaceChildren(choice_of_several("Methods", names, [], (values) => {
    page.edited.chosen = values.length ? values : page.standard;
    show_looked_at();
    ask();
    work();
  }, page.standard, "default"));
  show_looked_at();
}

function show_looked_at() {
  const { chosen } = page.edited;
  const kept = chosen.includes(kLookedAt.value) ? kLookedAt.value : chosen[0];
  kLookedAt.replaceChildren(...chosen.map((name) => element("option", { value: name, selected: name === kept }, name)));
  const second = chosen.includes(kSecond.value) ? kSecond.value : "";
  kSecond.replaceChildren(...["", ...chosen].map((name) => element("option", { value: name, selected: name === second }, name || "none")));
}

/** Reads the ends from the text fields. */
function read_ends() {
  attempt(() => {
    const [start, goal] = [kStartText, kGoalText].map((field) => {
      const numbers = field.value.split(/[\s,]+/).filter(Boolean).map(Number);
      if (numbers.length !== 2 || !numbers.every(Number.isFinite)) throw new Error(`${field.id}: found "${field.value}", expected x, y`);
      return numbers;
    });
    Object.assign(page, { start, goal });
    ask();
  });
}

/** Opens a dropped or chosen file: a map, or paths. @param {File} file */
async function open_file(file) {
  const content = new Uint8Array(await file.arrayBuffer());
  if (/\.(csv|jsonl|paths)$/i.test(file.name)) judge_text(new TextDecoder().decode(content));
  else attempt(() => open_map(file.name, content));
}

function save_map() {
  const address = URL.createObjectURL(new Blob([page.edited.world.text()], { type: "application/json" }));
  element("a", { href: address, download: "playground.world.json" }).click();
  URL.revokeObjectURL(address);
}

function listen() {
  const list = /** @type {HTMLSelectElement} */ (by_id("map-name"));
  list.append(...[...Object.keys(page.maps), kEmptyCells, kEmptyField].map((name) => element("option", { selected: name === kFirst }, name)));
  list.addEventListener("change", () => attempt(() => {
    if (list.value === kEmptyCells) show_world(page.fairway.World.from_cells(new Uint8Array(48 * 32).fill(1), 48, 32));
    else if (list.value === kEmptyField) show_world(page.fairway.World.from_rings([[[0, 0], [120, 0], [120, 80], [0, 80]]]));
    else open_map(list.value, page.maps[list.value]);
  }));
  const file = /** @type {HTMLInputElement} */ (by_id("file"));
  by_id("open").addEventListener("click", () => file.click());
  file.addEventListener("change", () => file.files?.[0] && open_file(file.files[0]));
  by_id("save").addEventListener("click", save_map);
  by_id("undo").addEventListener("click", () => attempt(() => {
    page.edited.undo();
    show_change();
  }));
  kRadius.addEventListener("change", () => attempt(() => {
    page.edited.set_radius(kRadius.valueAsNumber);
    show_change();
  }));
  for (const field of [kStartText, kGoalText]) field.addEventListener("change", read_ends);
  for (const field of [kStructure, kSearch, kLookedAt, kSecond]) field.addEventListener("change", () => {
    look();
    draw();
  });
  kStep.addEventListener("input", () => seek(Number(kStep.value)));
  by_id("play").addEventListener("click", play);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files[0]) open_file(event.dataTransfer.files[0]);
  });
  new ResizeObserver(() => {
    page.scene.fit();
    page.scene.draw_ground();
    draw();
  }).observe(page.scene.canvas);
  listen_to_map();
  listen_to_own();
}

try {
  const [bytes, maps, colours] = await Promise.all([unpacked("engine"), unpacked_json("maps"), unpacked_json("colours")]);
  page.fairway = interface_over(await /** @type {any} */ (globalThis).start_engine({ wasmBinary: bytes }));
  page.maps = maps;
  page.looks = looks_of(colours, page.fairway.methods());
  const first = maps[kFirst] ? kFirst : Object.keys(maps)[0];
  open_map(first, maps[first]);
  if (parent !== window) page.edited.chosen = [];  // the report will choose
  show_choice();
  listen();
  by_id("scope").textContent = `Version ${page.fairway.version}. Drag the start (green) and the goal (orange). Methods answer in this page.`;
  if (parent !== window) {
    addEventListener("message", ({ source, data }) => source === parent && attempt(() => show_query(data)));
    parent.postMessage("ready", "*");
  }
} catch (error) {
  by_id("scope").textContent = `The engine did not start: ${words_of(error)}. Chromium or Chrome 97, Firefox 114, Safari 16.4, or later, can start it.`;
  throw error;
}
/** @type {any} */ (globalThis).fairway = {
  answer,
  open: (/** @type {string} */ name) => open_map(name, page.maps[name]),
  contains: (/** @type {number[]} */ point) => page.edited.space.contains(point),
  page,  // for tests
};
