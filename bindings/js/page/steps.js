// SPDX-License-Identifier: MIT
// The state of a search after a number of expansions.

/** Kinds of steps and states of nodes. */
const kExpandedStep = 1, kClosedStep = 2;
const kReachedState = 1, kExpandedState = 2;
/** How many numbers a step in a trace has: kind, node, parent, g, h, x, y. */
const kStepSize = 7;

export class Steps {
  /** @param {Float64Array} trace */
  constructor(trace) {
    /** Key: the name of a node in the trace. Value: the index of the node here. @type {Map<number, number>} */
    const index = new Map();
    const [x, y] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    /** @type {{kind: number, node: number, g: number, h: number}[]} */
    this.steps = [];
    /** The number of steps before each expansion. @type {number[]} */
    this.begins = [];
    for (let at = 0; at < trace.length; at += kStepSize) {
      const [kind, name, , g, h] = trace.subarray(at, at + 5);
      if (kind === kClosedStep) continue;
      const node = index.get(name) ?? index.size;
      if (node === index.size) {
        index.set(name, node);
        x.push(trace[at + 5]);
        y.push(trace[at + 6]);
      }
      if (kind === kExpandedStep) this.begins.push(this.steps.length);
      this.steps.push({ kind, node, g, h });
    }
    this.x = Float64Array.from(x);
    this.y = Float64Array.from(y);
    this.state = new Uint8Array(x.length);
    this.next = this.at = 0;
    this.to(this.begins.length);
  }

  /** Moves to the state after `at` expansions. A move back replays the search from its start. @param {number} at */
  to(at) {
    if (at < this.at) {
      this.state.fill(0);
      this.next = 0;
    }
    const end = at < this.begins.length ? this.begins[at] : this.steps.length;
    for (; this.next < end; ++this.next) {
      const { kind, node } = this.steps[this.next];
      this.state[node] = kind === kExpandedStep ? kExpandedState : kReachedState;
    }
    this.at = at;
  }

  /** The last expansion, or undefined. */
  get last() {
    return this.at > 0 ? this.steps[this.begins[this.at - 1]] : undefined;
  }
}
