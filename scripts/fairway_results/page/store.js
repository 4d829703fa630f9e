// A result store as scripts/fairway_results/page.py packed it.
import { unpacked_json, unpacked_numbers } from "./numbers.js";

/** @typedef {{name: string, map: string, radius: number, stratum: string, optimum_by: string, family: string, file: string, min_x: number, min_y: number,
 *   max_x: number, max_y: number, y_down: number, bursts: number, read: string, live: string}} World a map at one radius and terrain; `read`: options of the
 *   reader; `live`: why the playground cannot show it, or an empty text */
/** @typedef {{name: string, representation: string, options: string, smoother: string, search: string, family: string, main: boolean, recorded: number,
 *   colour: string, dark: string, settings: Record<string, any>|null}} Method `settings`: all its settings, null for a program outside; `main`: whether it is the main method of its family; `dark`: its colour on a dark background */
/** @typedef {{world: number, method: number, host: string, status: string, follow_ns: number|null, own_build_ns: number|null, total_build_ns: number|null,
 *   own_bytes: number|null, total_bytes: number|null}} Build
 *   `follow_ns`: the mean time to follow a burst of changes */
/** @typedef {{walls: number[], moments: number[],
 *   paths: {world?: number, queries?: number[]}[], no_room: string}} Stored pictures. `walls`, `moments`: worlds with stored walls, and with changing
 *   walls. `paths`: the queries or the world of each part */
/** @typedef {{file: string, name: string, scope: string, sweep: string, build_times: string, definitions: Record<string, string>, statuses: string[], truths: string[],
 *   strata: string[], hosts: string[], pictures: Stored, queries: number, words: [number, string, number|null][], world: any, method: any, build: any}}
 *   Facts `name` of the sweep; `sweep`: its file; `scope`: what was measured, and where; `build_times`: the number of builds behind build times; `definitions` of metrics;
 *   `words`: message and first illegal segment, by index of the answer */
/** @typedef {ReturnType<typeof store_of>} Store */

/** The code of a query that a method was not asked. */
export const kNotAsked = 255;
/** Columns of queries and answers. The index of an answer is method · queries + query; `ns` is the limit for queries that timed out. */
const kColumns32 = ["query-world", "query-number", "query-bursts"], kColumns8 = ["query-truth", "answer-status"];
const kColumns64 = [...["start_x", "start_y", "goal_x", "goal_y", "optimum"].map((name) => `query-${name}`), ...["ns", "gap", "corridor_gap"].map((name) => `answer-${name}`)];

/**
 * @param {Facts} facts @param {string} prefix - of the ids of its parts
 * @param {Uint32Array[]} columns32 @param {Uint8Array[]} columns8 @param {Float64Array[]} columns64 */
function store_of(facts, prefix, [world, number, bursts], [truth, status], [start_x, start_y, goal_x, goal_y, optimum, ns, gap, corridor_gap]) {
  const [worlds, methods, builds] = [/** @type {World[]} */ (rows_of(facts.world)), /** @type {Method[]} */ (rows_of(facts.method)), /** @type {Build[]} */ (rows_of(facts.build))];
  const trials = /** @type {(Build|undefined)[]} */ (new Array(methods.length * worlds.length));
  for (const build of builds) trials[build.method * worlds.length + build.world] = build;
  return {
    ...facts, prefix, worlds, methods, builds, world, number, bursts, truth, ends: [start_x, start_y, goal_x, goal_y], optimum, status, ns, gap, corridor_gap,
    words: new Map(facts.words.map(([at, message, segment]) => [at, { message, segment }])),
    maps: Array.from(new Set(worlds.map((one) => one.map))).sort(),
    trial: (/** @type {number} */ method, /** @type {number} */ of_world) => trials[method * worlds.length + of_world],
    /** The index of an answer in the columns. */
    at: (/** @type {number} */ method, /** @type {number} */ query) => method * facts.queries + query,
    /** Length of an answer over the length of the shortest path that passes all obstacles on the same sides, minus 1. */
    slack: (/** @type {number} */ at) => (1 + gap[at]) / (1 + corridor_gap[at]) - 1,
    code: (/** @type {string} */ name) => facts.statuses.indexOf(name),
  };
}

/** Reads the stores of the page. @returns {Promise<Store[]>} */
export async function read_stores() {
  const stores = [];
  for (let i = 0; document.getElementById(`${i}-facts`); ++i) {
    /** @template {Uint8Array|Uint32Array|Float64Array} T @param {string[]} names @param {{new (buffer: ArrayBuffer): T, BYTES_PER_ELEMENT: number}} kind */
    const columns = (names, kind) => Promise.all(names.map((name) => unpacked_numbers(`${i}-${name}`, kind)));
    stores.push(store_of(await unpacked_json(`${i}-facts`), `${i}-`, await columns(kColumns32, Uint32Array), await columns(kColumns8, Uint8Array),
      await columns(kColumns64, Float64Array)));
  }
  return stores;
}

/** Converts a table of columns to rows. @param {Record<string, any[]>} columns @returns {any[]} */
function rows_of(columns) {
  const names = Object.keys(columns);
  return columns[names[0]].map((_, i) => Object.fromEntries(names.map((name) => [name, columns[name][i]])));
}
