// SPDX-License-Identifier: MIT
// The world that the user edits, and the methods that are built for it.

/** @typedef {ReturnType<typeof import("./fairway.js").interface_over>} Interface */
/** @typedef {InstanceType<Interface["World"]>} World */
/** @typedef {InstanceType<Interface["Method"]>} Method */
/** @typedef {number[][]} Ring */
/** @typedef {{ns: number, repaired: boolean, rebuild_ns: number}} Change cost of following the last change of the world; `rebuild_ns`: the cost of a rebuild instead, NaN until it was measured */
/** @typedef {{name: string, method: Method|null, fault: string, facts: Record<string, any>, may_change: boolean, change: Change|null}} Built */
/** @typedef {{base: World, world: World, obstacles: Map<number, Ring>, back: ((world: World) => World)|null}} Before the state before a change; `back` makes the world before the change from the world after it, or is null */

export class Edited {
  /** @param {Interface} fairway @param {World} world @param {string[]} chosen - names of methods */
  constructor(fairway, world, chosen) {
    this.fairway = fairway;
    /** Methods of a report: a method of the engine with other options, by name. @type {Map<string, {base: string, options: Record<string, any>}>} */
    this.settings = new Map();
    this.chosen = chosen;
    this.radius = 0;
    this.next_id = 1;
    /** The world without the added obstacles. @type {World} */
    this.base = world;
    /** The world with the added obstacles. @type {World} */
    this.world = world;
    /** The world in which paths are planned: `world`, eroded by the radius. @type {World} */
    this.space = world;
    this.facts = world.facts();
    /** Obstacles that were added, by id. @type {Map<number, Ring>} */
    this.obstacles = new Map();
    /** @type {Before[]} */
    this.before = [];
    /** @type {Map<string, Built>} */
    this.built = new Map();
    /** Methods that a change dropped. They must be built again. @type {Set<string>} */
    this.outdated = new Set();
    /** Whether a method repairs its index, by name. @type {Map<string, boolean>} */
    this.known_repairs = new Map();
  }

  /** Opens another world. @param {World} world */
  open(world) {
    const space = this.radius > 0 ? world.eroded(this.radius) : world;
    Object.assign(this, { base: world, world, space, facts: world.facts(), obstacles: new Map(), before: [] });
    this.forget();
  }

  get has_cells() {
    return this.facts.width > 0;
  }

  /** Frees all methods. Later calls of build() build them for the current world. */
  forget() {
    for (const { method } of this.built.values()) method?.free();
    this.built.clear();
    this.outdated.clear();
  }

  /** Sets the radius of the agent. @param {number} radius */
  set_radius(radius) {
    if (!(radius >= 0)) throw new Error(`radius: found ${radius}, expected a number from 0`);
    const space = radius > 0 ? this.world.eroded(radius) : this.world;
    this.radius = radius;
    this.space = space;
    this.forget();
  }

  /** Returns a new method. @param {string} name @param {World} world @param {boolean} [may_change] */
  made(name, world, may_change) {
    const { base, options } = this.settings.get(name) ?? { base: name, options: {} };
    return this.fairway.method(base, world, options, may_change);
  }

  /** Builds a method if it is not built. If the method does not support the world, the result has a `fault`. @param {string} name @returns {Built} */
  build(name) {
    const known = this.built.get(name);
    if (known) return known;
    /** @type {Built} */
    const built = { name, method: null, fault: "", facts: {}, may_change: false, change: null };
    this.built.set(name, built);
    try {
      built.method = this.made(name, this.space);
      built.facts = built.method.facts();
      if (this.outdated.delete(name)) built.change = { ns: built.facts.build_ns, repaired: false, rebuild_ns: built.facts.build_ns };
    } catch (error) {
      built.fault = words_of(error);
    }
    return built;
  }

  /** Builds the next chosen method that is not built. Returns false if all are built. */
  build_next() {
    const next = this.chosen.find((name) => !this.built.has(name));
    if (next !== undefined) this.build(next);
    return next !== undefined;
  }

  /**
   * Changes the world. Chosen methods with repairs follow the change; the others are dropped. Throws if the change is impossible; the world then stays unchanged.
   * @param {(world: World) => World} make - makes the changed world @param {((world: World) => World)|null} back - undoes the change, or null */
  change(make, back) {
    const next = make(this.world);
    this.before.push({ base: this.base, world: this.world, obstacles: new Map(this.obstacles), back });
    this.move_to(next, back !== null);
  }

  /** Makes another world current. @param {World} next @param {boolean} follows - whether one change of the current world makes `next` */
  move_to(next, follows) {
    if (this.radius > 0 || !follows) {
      this.world = next;
      this.space = this.radius > 0 ? next.eroded(this.radius) : next;
      this.forget();
    } else {
      for (const [name, built] of this.built) {
        if (this.chosen.includes(name) && built.method && this.repairs(name)) {
          this.follow(built, next);
        } else {
          built.method?.free();
          this.built.delete(name);
          this.outdated.add(name);
        }
      }
      this.world = this.space = next;
    }
    this.facts = this.world.facts();
  }

  /** Whether a method repairs its index. The first call tests it in a world of 2 x 2 cells. @param {string} name */
  repairs(name) {
    const known = this.known_repairs.get(name);
    if (known !== undefined) return known;
    let repaired = false;
    try {
      const small = this.fairway.World.from_cells([1, 1, 1, 1], 2, 2);
      const method = this.made(name, small, true);
      repaired = method.follow(small.set_cells(0, 0, 1, 1, [0])).repaired;
      method.free();
    } catch {
      // A method that cannot be built in the small world is rebuilt after each change.
    }
    this.known_repairs.set(name, repaired);
    return repaired;
  }

  /** @param {Built} built @param {World} next */
  follow(built, next) {
    try {
      if (!built.may_change) {
        const changing = this.made(built.name, this.world, true);
        built.method?.free();
        Object.assign(built, { method: changing, may_change: true });
      }
      const { ns, repaired } = /** @type {Method} */ (built.method).follow(next);
      built.change = { ns, repaired, rebuild_ns: NaN };
    } catch (error) {
      built.method?.free();
      Object.assign(built, { method: null, fault: words_of(error) });
    }
  }

  /** Builds one repaired method for the current world again, only to measure the time of a rebuild. Returns false if all times are known. */
  rebuild_next() {
    for (const built of this.built.values()) {
      if (!built.change || !Number.isNaN(built.change.rebuild_ns) || !built.method) continue;
      const fresh = this.made(built.name, this.world);
      built.facts = fresh.facts();
      built.change.rebuild_ns = built.facts.build_ns;
      fresh.free();
      return true;
    }
    return false;
  }

  /** Undoes the last change. */
  undo() {
    const before = this.before.pop();
    if (!before) return;
    this.obstacles = before.obstacles;
    this.base = before.base;
    if (before.back) this.move_to(before.back(this.world), true);
    else this.move_to(before.world, false);
  }

  /** Sets cells of a block. @param {number} x @param {number} y @param {number} width @param {number} height @param {Uint8Array} cells @param {Uint8Array} former - the cells before, for undo() */
  set_cells(x, y, width, height, cells, former) {
    this.change((world) => world.set_cells(x, y, width, height, cells), (world) => world.set_cells(x, y, width, height, former));
  }

  /** Adds an obstacle. @param {Ring} ring */
  add(ring) {
    const id = this.next_id++;
    const again = { id, ring };
    this.change((world) => world.set_obstacles([], [again]), (world) => world.set_obstacles([id]));
    this.obstacles.set(id, ring);
  }

  /** Removes the obstacle at a point: an obstacle that the user added, or a hole or wall of the map. Returns false if there is none. @param {number[]} point @param {number} reach - largest distance to a wall */
  remove(point, reach) {
    for (const [id, ring] of this.obstacles) {
      if (!is_inside(point, ring)) continue;
      this.change((world) => world.set_obstacles([id]), (world) => world.set_obstacles([], [{ id, ring }]));
      this.obstacles.delete(id);
      return true;
    }
    const rings = this.has_cells ? [] : this.base.rings();
    const gone = rings.find(({ kind, points }) => (kind === 0 && is_inside(point, points)) || (kind === -1 && distance_to(point, points) <= reach));
    if (!gone) return false;
    const of = (/** @type {number} */ kind) => rings.filter((ring) => ring.kind === kind && ring !== gone).map((ring) => ring.points);
    const base = this.fairway.World.from_rings(of(1), of(0), of(-1));
    const added = Array.from(this.obstacles, ([id, ring]) => ({ id, ring }));
    this.change(() => (added.length ? base.set_obstacles([], added) : base), null);
    this.base = base;
    return true;
  }
}

/** @param {unknown} error */
export function words_of(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a point is inside a ring, by the parity of crossings. @param {number[]} point @param {Ring} ring */
export function is_inside([x, y], ring) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
    if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** @param {number[]} point @param {Ring} segment */
function distance_to([x, y], [[ax, ay], [bx, by]]) {
  const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 || 1)));
  return Math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y);
}
