// A result store as the page has it.
import { unpacked_json, unpacked_numbers } from "./numbers.js";

/** @typedef {{name: string, map: string, radius: number, terrain: number, optimum_by: string, family: string, file: string, vertices: number,
 *   holes: number, min_x: number, min_y: number, max_x: number, max_y: number, y_down: number, rank: number}} World
 *   `rank` is the place of its map among the maps' names in order */
/** @typedef {{name: string, representation: string, options: string, heuristic: string, weight: number, smoother: string,
 *   pruning: string|null, search: string, command: string|null, family: string, kind: string}} Method `kind` is the search: astar or own */
/** @typedef {{world: number, method: number, run: number, status: string, message: string|null, coverage: number|null,
 *   clock_ns: number|null, waited_ns: number|null, timings: number, timed_ns: number, interrupted: number, repeated: number, timed: number,
 *   spread: number, most_spread: number, own_build_ns: number|null, own_build_min_ns: number|null, total_build_ns: number|null, own_bytes: number|null, total_bytes: number|null}} Build
 *   of its answers `timed` have times, and of `spread` of these the median is more than 1.5 times the least, at most `most_spread` times */
/** @typedef {{world: number, run: number, core: number|null, load_before: number|null, load_after: number|null, mhz_before: number|null,
 *   mhz_after: number|null, others: number|null}} Measurement */
/** @typedef {{version: string, commit: string, dirty: number, compiler: string, flags: string, host: string, cpu: string, cores: number, kernel: string, sweep: string, seed: number,
 *   repetitions: number, jobs: number, timeout_ms: number, started: string, finished: string|null, governor: string}} Run */

/** @typedef {{world: number, method: number, bursts: number, repaired: number, outdated: number, mean_ns: number, p50_ns: number, p95_ns: number,
 *   first_answer_p50_ns: number|null, followed: Uint32Array, ns: Float32Array}} Follow how a method followed the bursts of a world that changes:
 *   `outdated` counts its paths that were legal before the last burst only, `followed` are the places of these bursts, and `ns` the time of each */

/** The code of a query that a method was not asked. */
export const kNotAsked = 255;
/** The phases of a query. */
export const kPhases = ["locate", "attach", "search", "realise", "smooth"];
/** So many units are all of a query's time. */
export const kShareUnits = 255;

export class Store {
  /**
   * @param {any} facts
   * @param {Record<string, any>} columns
   * @param {string} prefix of the ids of its parts
   */
  constructor(facts, columns, prefix) {
    this.prefix = prefix;
    /** @type {string} */
    this.file = facts.file;
    /** @type {string[]} */
    this.statuses = facts.statuses;
    /** @type {string[]} */
    this.truths = facts.truths;
    this.runs = /** @type {Run[]} */ (rows_of(facts.run));
    this.worlds = /** @type {World[]} */ (rows_of(facts.world));
    this.methods = /** @type {Method[]} */ (rows_of(facts.method));
    this.builds = /** @type {Build[]} */ (rows_of(facts.build));
    this.measurements = /** @type {Measurement[]} */ (rows_of(facts.measurement));
    this.refusals = /** @type {{name: string, message: string}[]} */ (rows_of(facts.refusal));
    /** @type {{walls: number[], moments: number[], structures: {world: number, method: number, kind: string, total: number, part: string|null}[],
     *   paths: {world?: number, queries?: number[]}[], left_out: {walls: number, structures: number, queries: number}}} what the page can show:
     *   worlds with walls; of these, those whose walls change; structures, without a part if they had no room; for each part of paths the queries, or the world of all its queries */
    this.pictures = facts.pictures;
    /** @type {number} */
    this.queries = facts.queries;
    /** @type {Map<number, {message: string, fault: string|null, segment: number|null}>} by place of the answer; the first illegal segment */
    this.words = new Map(facts.words.map((/** @type {[number, string, string|null, number|null]} */ [at, message, fault, segment]) =>
      [at, { message, fault, segment }]));
    /** @type {Uint32Array} of each query */
    this.world = columns["query-world"];
    /** @type {Uint32Array} */
    this.number = columns["query-number"];
    /** @type {Uint32Array} the bursts of changes before each query */
    this.bursts = columns["query-bursts"];
    /** @type {Uint8Array} */
    this.truth = columns["query-truth"];
    this.follows = /** @type {Follow[]} */ (rows_of(facts.follow));
    /** @type {{world: Uint32Array, number: Uint32Array, share: Float32Array}} the bursts of changes, and what share of the world's box each changes */
    this.burst = { world: columns["burst-world"], number: columns["burst-number"], share: columns["burst-share"] };
    let at = 0;
    for (const one of this.follows) {
      one.followed = columns["follow-burst"].subarray(at, at + one.bursts);
      one.ns = columns["follow-ns"].subarray(at, at + one.bursts);
      at += one.bursts;
    }
    /** @type {Float64Array[]} x and y of the start, then of the goal */
    this.ends = ["start-x", "start-y", "goal-x", "goal-y"].map((end) => columns["query-" + end]);
    /** @type {Float64Array} */
    this.optimum = columns["query-optimum"];
    /** @type {Uint8Array} of each answer: method · queries + query */
    this.status = columns["answer-status"];
    /** @type {Float32Array} */
    this.ns = columns["answer-ns"];
    /** @type {Float32Array} */
    this.gap = columns["answer-gap"];
    /** @type {Float32Array} */
    this.corridor_gap = columns["answer-corridor-gap"];
    /** @type {Float32Array} */
    this.slack = columns["answer-slack"];
    /** @type {Uint32Array} the answers that each improvement is of, ascending, those of one answer by time */
    this.improvement_at = columns["improvement-at"];
    /** @type {Float32Array} since the query began */
    this.improvement_ns = columns["improvement-ns"];
    /** @type {Float32Array} */
    this.improvement_gap = columns["improvement-gap"];
    /** @type {Uint8Array[]} of each phase but the first: its share in the answer's time, in units; the first has the rest */
    this.phases = kPhases.slice(1).map((name) => columns["answer-" + name]);

    const maps = Array.from(new Set(this.worlds.map((world) => world.map))).sort();
    this.maps = maps;
    for (const world of this.worlds) world.rank = maps.indexOf(world.map);
    for (const method of this.methods) method.kind = search_of(method);
    name_families(this.methods);
    /** @type {(Build|undefined)[]} by method · worlds + world */
    this.trials = new Array(this.methods.length * this.worlds.length);
    for (const build of this.builds) this.trials[build.method * this.worlds.length + build.world] = build;
    this.hosts = host_names(this.runs);
    /** The name of the sweep. */
    this.name = this.runs.length ? this.runs[0].sweep.replace(/^.*\//, "").replace(/\.toml$/, "") : this.file;
  }

  /**
   * @param {number} method
   * @param {number} world
   */
  trial(method, world) {
    return this.trials[method * this.worlds.length + world];
  }

  /**
   * The place of an answer in the columns.
   * @param {number} method
   * @param {number} query
   */
  at(method, query) {
    return method * this.queries + query;
  }

  /**
   * Whether the store tells what the time of an answer was spent on.
   * @param {number} at
   */
  has_phases(at) {
    return this.phases[0][at] + this.phases[1][at] <= kShareUnits;
  }

  /** @param {string} status */
  code(status) {
    return this.statuses.indexOf(status);
  }

  /**
   * The time at which queries of a trial were ended, in nanoseconds.
   * @param {Build|undefined} trial
   */
  limit(trial) {
    return trial && trial.status === "built" ? 1e6 * this.runs[trial.run].timeout_ms : Infinity;
  }
}

/**
 * Reads the stores of the page.
 * @returns {Promise<Store[]>}
 */
export async function read_stores() {
  const stores = [];
  for (let i = 0; document.getElementById(`${i}-facts`); ++i) {
    const prefix = `${i}-`;
    const facts = await unpacked_json(prefix + "facts");
    /** @type {[string, any][]} */
    const kinds = [["query-world", Uint32Array], ["query-number", Uint32Array], ["query-bursts", Uint32Array], ["query-truth", Uint8Array],
      ["query-start-x", Float64Array], ["query-start-y", Float64Array], ["query-goal-x", Float64Array],
      ["query-goal-y", Float64Array], ["query-optimum", Float64Array], ["answer-status", Uint8Array],
      ["answer-ns", Float32Array], ["answer-gap", Float32Array], ["answer-corridor-gap", Float32Array],
      ["answer-slack", Float32Array], ["improvement-at", Uint32Array], ["improvement-ns", Float32Array], ["improvement-gap", Float32Array],
      ["burst-world", Uint32Array], ["burst-number", Uint32Array], ["burst-share", Float32Array], ["follow-burst", Uint32Array], ["follow-ns", Float32Array],
      ...kPhases.slice(1).map((name) => /** @type {[string, any]} */ (["answer-" + name, Uint8Array]))];
    const columns = await Promise.all(kinds.map(async ([name, kind]) => [name, await unpacked_numbers(prefix + name, kind)]));
    stores.push(new Store(facts, Object.fromEntries(columns), prefix));
  }
  return stores;
}

/**
 * A table of columns as rows.
 * @param {Record<string, any[]>} columns
 * @returns {any[]}
 */
function rows_of(columns) {
  const names = Object.keys(columns);
  return columns[names[0]].map((_, i) => Object.fromEntries(names.map((name) => [name, columns[name][i]])));
}

/** @param {Method} method */
function search_of(method) {
  try {
    return JSON.parse(method.search).search || "–";
  } catch {
    return "–";
  }
}

/**
 * The family of a method is its representation, or the shorter one that the representation's name
 * begins with. Methods with a search of their own are apart.
 * @param {Method[]} methods
 */
function name_families(methods) {
  const named = methods.map((method) => method.representation.replaceAll("_", "-"));
  const graphs = Array.from(new Set(named.filter((_, i) => methods[i].kind !== "own"))).sort((a, b) => a.length - b.length);
  methods.forEach((method, i) => {
    const shorter = method.kind === "own" ? undefined : graphs.find((name) => (named[i] + "-").startsWith(name + "-"));
    method.family = shorter || named[i];
  });
}

/**
 * The host of each run. Machines with the same processor, number of cores, kernel and governor count
 * as one host; the name tells how many they are. A name that stands for several processors is told
 * with the processor.
 * @param {Run[]} runs
 */
function host_names(runs) {
  const names = runs.map((run) => {
    const alike = runs.filter((other) => other.cpu === run.cpu && other.cores === run.cores && other.kernel === run.kernel && other.governor === run.governor);
    const machines = Array.from(new Set(alike.map((other) => other.host))).sort();
    return machines[0] + (machines.length > 1 ? ` and ${machines.length - 1} more` : "");
  });
  return runs.map((run, i) => {
    const several = runs.some((other, j) => names[j] === names[i] && other.cpu !== run.cpu);
    return several ? `${names[i]}, ${run.cpu}` : names[i];
  });
}
