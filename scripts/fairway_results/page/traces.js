// Unpacks searches that harness/traces/ packed. Computes the state of a search after a number of steps.
import { numbers_of_planes, unpacked } from "./numbers.js";

/** Kinds of steps. */
const kReachesNew = 0, kReachesAgain = 1, kExpands = 2, kCloses = 3;
/** States of nodes. */
export const kUnseen = 0, kOpen = 1, kClosed = 2;
const kNoNode = -1;

/** A search: its nodes and steps, and its state after the first `at` expansions. Coordinates are relative to the lower corner of the world's box. */
export class Search {
  /** @param {Uint8Array} bytes @param {{x: number, y: number}} goal */
  constructor(bytes, goal) {
    let from = 0;
    const column = (/** @type {any} */ kind, /** @type {number} */ count) => {
      from += kind.BYTES_PER_ELEMENT * count;
      return /** @type {any} */ (numbers_of_planes(bytes.subarray(from - kind.BYTES_PER_ELEMENT * count, from), kind));
    };
    const header = column(Uint32Array, 8);
    const [nodes, steps, reaching, naming, points, , all_steps] = header;
    const factor = new Float32Array(header.buffer)[7];
    const [x, y] = [column(Float32Array, nodes), column(Float32Array, nodes)];
    const h = factor === 0 ? column(Float32Array, nodes) : null;
    /** @type {Uint8Array} kind of each step */
    this.kinds = column(Uint8Array, steps);
    const named = column(Uint32Array, naming);
    const parents = column(Uint32Array, reaching);
    const costs = column(Float32Array, reaching);
    this.path = { x: column(Float32Array, points), y: column(Float32Array, points) };
    /** The number of steps of the search; the page may hold fewer. */
    this.all_steps = all_steps;
    this.x = new Float64Array(nodes);
    this.y = new Float64Array(nodes);
    this.h = new Float64Array(nodes);
    /** For each step: its node, the parent of a reached node, and g. */
    this.node = new Uint32Array(steps);
    this.parent = new Int32Array(steps).fill(kNoNode);
    this.g = new Float64Array(steps);
    /** The number of steps before expansion i. @type {number[]} */
    this.begins = [];
    const g_now = new Float64Array(nodes);
    let [seen, reached, name, last] = [0, 0, 0, kNoNode];
    for (let step = 0; step < steps; ++step) {
      const kind = this.kinds[step];
      const node = kind === kReachesNew ? seen++ : kind === kCloses ? last : seen - 1 - named[name++];
      this.node[step] = node;
      if (kind <= kReachesAgain) {
        const code = parents[reached];
        const parent = code === 0 ? last : code - 2;  // 1: none
        const [g0, x0, y0, h0] = parent === kNoNode ? [0, 0, 0, 0] : [g_now[parent], this.x[parent], this.y[parent], this.h[parent]];
        const g = g0 + costs[reached++];
        if (kind === kReachesNew) {
          this.x[node] = x0 + x[node];
          this.y[node] = y0 + y[node];
          this.h[node] = h === null ? factor * Math.hypot(this.x[node] - goal.x, this.y[node] - goal.y) : h0 + h[node];
        }
        g_now[node] = g;
        this.parent[step] = parent;
      } else if (kind === kExpands) {
        this.begins.push(step);
        last = node;
      }
      this.g[step] = g_now[node];
    }
    this.state = new Uint8Array(nodes);
    this.parent_now = new Int32Array(nodes);
    /** Numbers of steps and expansions so far, and of nodes reached so far. */
    this.step = this.at = this.reached = 0;
    this.to(0);
  }

  get expansions() {
    return this.begins.length;
  }

  /**
   * Goes to the state at the end of an expansion. To go back, it repeats the search from its start.
   * @param {number} at - number of expansions; 0: only the steps before the first one */
  to(at) {
    if (at < this.at) {
      this.state.fill(kUnseen);
      this.step = this.reached = 0;
    }
    const end = at < this.begins.length ? this.begins[at] : this.kinds.length;
    for (; this.step < end; ++this.step) {
      const node = this.node[this.step];
      const kind = this.kinds[this.step];
      if (kind === kCloses) continue;
      if (kind === kExpands) {
        this.state[node] = kClosed;
      } else {
        this.reached += Number(this.state[node] === kUnseen);
        this.state[node] = kOpen;
        this.parent_now[node] = this.parent[this.step];
      }
    }
    this.at = at;
  }

  /** The step of the last expansion, or undefined. */
  get last_expansion() {
    return this.at === 0 ? undefined : this.begins[this.at - 1];
  }
}

/** @param {string} id - id of the part @param {{x: number, y: number}} goal */
export async function unpacked_search(id, goal) {
  return new Search(await unpacked(id), goal);
}
