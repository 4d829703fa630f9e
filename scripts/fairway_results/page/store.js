// A result store as scripts/fairway_results/page.py packed it.
import { unpacked_json, unpacked_numbers } from "./numbers.js";

/**
 * @typedef {{name: string, map: string, radius: number, stratum: string, optimum_by: string, family: string, file: string, min_x: number, min_y: number,
 * max_x: number, max_y: number, y_down: number, bursts: number}} World a map has one World per stratum */
/**
 * @typedef {{name: string, representation: string, options: string, smoother: string, search: string, family: string, main: boolean, recorded: number, colour:
 * string, dark: string}} Method `main` is the first of its family; `dark` its colour on a dark ground */
/**
 * @typedef {{world: number, method: number, host: string, status: string, follow_ns: number|null, own_build_ns: number|null, total_build_ns: number|null,
 * own_bytes: number|null, total_bytes: number|null}} Build `follow_ns`: the mean time to follow a burst of changes */

/** The code of a query that a method was not asked. */
export const kNotAsked = 255;

export class Store {
  /** @param {any} facts @param {Record<string, any>} columns @param {string} prefix - beginning of the ids of its parts */
  constructor(facts, columns, prefix) {
    this.prefix = prefix;
    this.file = /** @type {string} */ (facts.file);
    this.name = /** @type {string} */ (facts.name);  // the name of the sweep
    this.scope = /** @type {string} */ (facts.scope);  // what was measured, and where
    this.build_times = /** @type {string} */ (facts.build_times);  // sentence on the number of builds behind build times
    /** @type {Record<string, string>} definitions of the package's metrics */
    this.definitions = facts.definitions;
    this.statuses = /** @type {string[]} */ (facts.statuses);
    this.truths = /** @type {string[]} */ (facts.truths);
    this.strata = /** @type {string[]} */ (facts.strata);  // radius and terrain; no average mixes strata
    this.hosts = /** @type {string[]} */ (facts.hosts);  // hosts with a measurement
    this.worlds = /** @type {World[]} */ (rows_of(facts.world));
    this.methods = /** @type {Method[]} */ (rows_of(facts.method));
    this.builds = /** @type {Build[]} */ (rows_of(facts.build));
    /**
     * @type {{walls: number[], moments: number[], structures: {world: number, method: number, kind: string, total: number, part: string|null}[], paths:
     * {world?: number, queries?: number[]}[], no_room: string}} the stored pictures. `walls`, `moments`: worlds with stored walls, and with changing walls.
     * `structures`: `part` is null if there was no room. `paths`: the queries or the world of each part */
    this.pictures = facts.pictures;
    this.queries = /** @type {number} */ (facts.queries);
    /** @type {Map<number, {message: string, segment: number|null}>} by place of the answer; the first illegal segment */
    this.words = new Map(facts.words.map((/** @type {[number, string, number|null]} */ [at, message, segment]) => [at, { message, segment }]));
    this.world = /** @type {Uint32Array} */ (columns["query-world"]);  // world of each query
    this.number = /** @type {Uint32Array} */ (columns["query-number"]);
    this.bursts = /** @type {Uint32Array} */ (columns["query-bursts"]);  // the bursts of changes before each query
    this.truth = /** @type {Uint8Array} */ (columns["query-truth"]);
    /** @type {Float64Array[]} x and y of the start, then of the goal */
    this.ends = ["start_x", "start_y", "goal_x", "goal_y"].map((end) => columns["query-" + end]);
    this.optimum = /** @type {Float64Array} */ (columns["query-optimum"]);
    this.status = /** @type {Uint8Array} */ (columns["answer-status"]);  // status of each answer; its place is method · queries + query
    this.ns = /** @type {Float64Array} */ (columns["answer-ns"]);  // time of each answer; the limit for queries that timed out
    this.gap = /** @type {Float64Array} */ (columns["answer-gap"]);
    this.corridor_gap = /** @type {Float64Array} */ (columns["answer-corridor_gap"]);
    this.maps = Array.from(new Set(this.worlds.map((world) => world.map))).sort();
    this.trials = /** @type {(Build|undefined)[]} */ (new Array(this.methods.length * this.worlds.length));  // the place is method · worlds + world
    for (const build of this.builds) this.trials[build.method * this.worlds.length + build.world] = build;
  }

  /** @param {number} method @param {number} world */
  trial(method, world) {
    return this.trials[method * this.worlds.length + world];
  }

  /** The place of an answer in the columns. @param {number} method @param {number} query */
  at(method, query) {
    return method * this.queries + query;
  }

  /** Length of an answer over the length of the shortest path that passes all obstacles on the same sides, minus 1. @param {number} at */
  slack(at) {
    return (1 + this.gap[at]) / (1 + this.corridor_gap[at]) - 1;
  }

  /** @param {string} status */
  code(status) {
    return this.statuses.indexOf(status);
  }
}

/** @type {[string, any][]} */
const kParts = [...["world", "number", "bursts"].map((name) => /** @type {[string, any]} */ ([`query-${name}`, Uint32Array])), ["query-truth", Uint8Array],
  ...["start_x", "start_y", "goal_x", "goal_y", "optimum"].map((name) => /** @type {[string, any]} */ ([`query-${name}`, Float64Array])), ["answer-status", Uint8Array],
  ...["ns", "gap", "corridor_gap"].map((name) => /** @type {[string, any]} */ ([`answer-${name}`, Float64Array]))];

/** Reads the stores of the page. @returns {Promise<Store[]>} */
export async function read_stores() {
  const stores = [];
  for (let i = 0; document.getElementById(`${i}-facts`); ++i) {
    const prefix = `${i}-`;
    const facts = await unpacked_json(prefix + "facts");
    const columns = await Promise.all(kParts.map(async ([name, kind]) => [name, await unpacked_numbers(prefix + name, kind)]));
    stores.push(new Store(facts, Object.fromEntries(columns), prefix));
  }
  return stores;
}

/** A table of columns as rows. @param {Record<string, any[]>} columns @returns {any[]} */
function rows_of(columns) {
  const names = Object.keys(columns);
  return columns[names[0]].map((_, i) => Object.fromEntries(names.map((name) => [name, columns[name][i]])));
}
