// SPDX-License-Identifier: MIT
// Worlds, methods and judgements. Coordinates and lengths are in map units, times in nanoseconds, memory in bytes.
import { Engine } from "./engine.js";

/** @typedef {ArrayLike<number>} Point x, y */
/** @typedef {{legal: boolean, segment: number, cause: string, reason: string, length: number, optimum: number, gap: number, corridor_gap: number, slack: number}}
 * Judgement `fairway_judgement` of the C interface; `segment` is -1 if all segments are legal */
/** @typedef {{points: number[][], length: number, optimum: number, gap: number, ns: number, expanded: number, generated: number, judgement: Judgement|null}} Path
 * `length` is Infinity without a path; `optimum` and `gap` are NaN and `judgement` is null if the path was not judged */

/** @param {Point} point */
const point_of = (point) => Float64Array.of(point[0], point[1]);
/** @param {ArrayLike<Point>} points */
const flat = (points) => Float64Array.from(Array.from(points).flatMap((point) => [point[0], point[1]]));
/** @param {Float64Array} numbers */
const paired = (numbers) => Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
/** @param {Record<string, any>} judgement @returns {Judgement} */
const judgement_of = (judgement) => /** @type {Judgement} */ ({ ...judgement, legal: judgement.legal === 1 });

/** Returns the interface of a started engine. @param {any} module - what Emscripten's start function returns */
export function interface_over(module) {
  const engine = new Engine(module);
  const unused = new FinalizationRegistry((/** @type {() => void} */ free) => free());

  /** Owner of an object of the engine. free() frees its memory; otherwise the garbage collector does. */
  class Handle {
    /** @param {number} handle @param {string} kind */
    constructor(handle, kind) {
      this.handle = handle;
      const { _fairway_world_free: free_world, _fairway_method_free: free_method } = module;
      this.release = () => (kind === "world" ? free_world : free_method)(handle);
      unused.register(this, this.release, this);
    }

    /** Frees the memory. The object cannot be used again. */
    free() {
      if (this.handle) this.release();
      unused.unregister(this);
      this.handle = 0;
    }
  }

  /** A world: closed free space with straight borders. It never changes. */
  class World extends Handle {
    /** @param {number} handle */
    constructor(handle) {
      super(handle, "world");
    }

    /** Makes a world from the content of a map file. The name helps to detect the format. @param {string} name @param {string|Uint8Array} content @param {string} [options] */
    static parse(name, content, options) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return new World(engine.call("world_parse", [name, bytes, bytes.length, options ?? null]));
    }

    /** Makes a world of rings, and walls of two points. @param {Point[][]} outlines @param {Point[][]} [holes] @param {Point[][]} [walls] */
    static from_rings(outlines, holes = [], walls = []) {
      const rings = [...outlines, ...holes];
      return new World(engine.call("world_from_rings", [flat(rings.flat()), Uint32Array.from(rings, (ring) => ring.length), outlines.length, holes.length,
        flat(walls.flat()), walls.length]));
    }

    /** Makes a world of unit cells: cells[y * width + x]; 0 is blocked. @param {ArrayLike<number>} cells @param {number} width @param {number} height */
    static from_cells(cells, width, height) {
      if (cells.length !== width * height) throw new Error(`cells: found ${cells.length}, expected width * height = ${width * height}`);
      return new World(engine.call("world_from_cells", [Uint8Array.from(cells), width, height]));
    }

    /** Returns the legal positions of the centre of a disc as a world. @param {number} radius */
    eroded(radius) {
      return new World(engine.call("world_eroded", [this.handle, radius]));
    }

    /** Returns the world after a block of cells changed. @param {number} x @param {number} y @param {number} width @param {number} height @param {ArrayLike<number>} cells */
    set_cells(x, y, width, height, cells) {
      return new World(engine.call("world_set_cells", [this.handle, x, y, width, height, Uint8Array.from(cells)]));
    }

    /** Returns the world after `removed` disappear and `added` appear. @param {number[]} removed - ids @param {{id: number, ring: Point[]}[]} [added] */
    set_obstacles(removed, added = []) {
      return new World(engine.call("world_set_obstacles", [this.handle, Int32Array.from(removed), removed.length, Int32Array.from(added, ({ id }) => id), added.length,
        flat(added.flatMap(({ ring }) => ring)), Uint32Array.from(added, ({ ring }) => ring.length)]));
    }

    /** Facts: min_x, min_y, max_x, max_y, area, components, width and height in cells (0 without cells), bytes. */
    facts() {
      return engine.filled("world_describe", [this.handle], "fairway_world_facts");
    }

    /** Whether a point lies in free space or on its border. @param {Point} point */
    contains(point) {
      return engine.call("world_contains", [this.handle, point_of(point)], -1) === 1;
    }

    /** Rings of free space. `kind` is 1 for an outline, 0 for a hole, -1 for a wall of two points. @returns {{kind: number, points: number[][]}[]} */
    rings() {
      const { values, rows } = engine.table("world_rings", [this.handle]);
      /** @type {{kind: number, points: number[][]}[]} */
      const rings = [];
      for (let i = 0; i < 4 * rows; i += 4) {
        const [x, y, ring, kind] = values.subarray(i, i + 4);
        (rings[ring] ??= { kind, points: [] }).points.push([x, y]);
      }
      return rings;
    }

    /** Classes of the cells, row by row; 0 is blocked. Empty if the world has no cells. */
    cells() {
      const { width, height } = this.facts();
      if (width === 0) return new Uint8Array();
      const at = engine.call("world_cells", [this.handle]);
      return module.HEAPU8.slice(at, at + width * height);
    }

    /** The text of a Fairway world file. */
    text() {
      return engine.string(engine.call("world_text", [this.handle]));
    }

    /** The shortest legal path, empty if there is none. @param {Point} start @param {Point} goal */
    optimal_path(start, goal) {
      return paired(engine.table("optimal_path", [this.handle, point_of(start), point_of(goal)]).values);
    }
  }

  /** A method, built for a world. */
  class Method extends Handle {
    /** @param {string} name @param {World} world @param {Record<string, any>} [options] @param {boolean} [may_change] - whether follow() will be used */
    constructor(name, world, options = {}, may_change = false) {
      super(engine.call("method_new", [world.handle, name, JSON.stringify(options), Number(may_change)]), "method");
      this.name = name;
      this.world = world;
    }

    /** Facts: build_ns, bytes, vertices, edges, components, coverage. */
    facts() {
      return engine.filled("method_describe", [this.handle], "fairway_method_facts");
    }

    /** Answers a query. Throws if an end is blocked. @param {Point} start @param {Point} goal @param {boolean} [judged] @returns {Path} */
    path(start, goal, judged = true) {
      const { points, count, length, expanded, generated, judgement, ...phases } =
        engine.struct("fairway_path", engine.call("method_path", [this.handle, point_of(start), point_of(goal), Number(judged)]));
      const ns = Object.values(phases).reduce((sum, phase) => sum + phase, 0);
      const { optimum, gap } = judged ? judgement : { optimum: NaN, gap: NaN };
      return { points: paired(engine.doubles(points, 2 * count)), length, optimum, gap, ns, expanded, generated, judgement: judged ? judgement_of(judgement) : null };
    }

    /** The lengths of many paths; Infinity means no path. @param {ArrayLike<Point>} starts @param {ArrayLike<Point>} goals @returns {Float64Array} */
    lengths(starts, goals) {
      if (starts.length !== goals.length) throw new Error(`goals: found ${goals.length}, expected as many as starts, ${starts.length}`);
      const at = engine.copied(new Float64Array(starts.length));
      try {
        engine.call("method_lengths", [this.handle, flat(starts), flat(goals), starts.length, 1, at]);
        return engine.doubles(at, starts.length);
      } finally {
        module._free(at);
      }
    }

    /** Returns the line segments of a picture of the index: x1, y1, x2, y2 for each segment. */
    drawing() {
      return engine.table("method_drawing", [this.handle]).values;
    }

    /** Returns the steps of a search: kind (0 reached, 1 expanded, 2 closed), node, parent, g, h, x, y for each step. @param {Point} start @param {Point} goal */
    trace(start, goal) {
      return engine.table("method_trace", [this.handle, point_of(start), point_of(goal)]).values;
    }

    /** Repairs or rebuilds the index for the next world. set_cells() or set_obstacles() of the current world must have made it. @param {World} next */
    follow(next) {
      const { repaired, ...ns } = engine.filled("method_follow", [this.handle, next.handle], "fairway_change_cost");
      this.world = next;
      return { ns: ns.world_ns + ns.method_ns, repaired: repaired === 1 };
    }
  }

  return {
    World,
    Method,
    version: engine.string(module._fairway_version()),
    /** All methods: name, representation, smoother, search, options. @returns {{name: string, representation: string, smoother: string, search: string, options: any[]}[]} */
    methods: () => JSON.parse(engine.string(module._fairway_methods())),
    /** Builds a method. @param {string} name @param {World} world @param {Record<string, any>} [options] @param {boolean} [may_change] */
    method: (name, world, options, may_change) => new Method(name, world, options, may_change),
    /** Answers one query, and judges the path. @param {World} world @param {string} name @param {Point} start @param {Point} goal @param {Record<string, any>} [options] */
    path(world, name, start, goal, options) {
      const method = new Method(name, world, options);
      try {
        return method.path(start, goal);
      } finally {
        method.free();
      }
    },
    /** Judges a path by an exact checker and two exact solvers. @param {World} world @param {Point} start @param {Point} goal @param {ArrayLike<Point>} points */
    judge: (world, start, goal, points) => judgement_of(engine.filled("judge", [world.handle, point_of(start), point_of(goal), flat(points), points.length], "fairway_judgement")),
  };
}
