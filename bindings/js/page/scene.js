// SPDX-License-Identifier: MIT
// Draws the world, the paths and the search on the canvas of the playground.
import { cleared, draw_dot, line_through, pen_of, resize, set_stroke, whole_world } from "./canvas.js";

/** @typedef {import("./canvas.js").Place} Place */
/** @typedef {{points: number[][], colour: string, width: number, dash?: number[]}} Line width in pixels */
/** @typedef {{x: Float64Array, y: Float64Array, state: Uint8Array, colours: string[]}} Nodes `colours` by state; state 0 is not drawn */
/** @typedef {{at: number[], colour: string}} Dot */

/** The smallest size of a cell in pixels at which its sides are drawn. */
const kCellPixels = 7;

export class Scene {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** The picture of walls and structure, drawn when they change. */
    this.ground = document.createElement("canvas");
    /** @type {Place} */
    this.place = { scale: 1, x: 0, y: 0, flip: -1 };
    this.free = new Path2D();
    this.walls = new Path2D();
    this.facts = /** @type {Record<string, number>} */ ({});
    /** Lines x1, y1, x2, y2 of a structure. @type {Float64Array} */
    this.structure = new Float64Array();
    this.structure_colour = "";
  }

  /** Shows another world. @param {Record<string, number>} facts @param {{kind: number, points: number[][]}[]} rings @param {{kind: number, points: number[][]}[]} outer - rings before erosion */
  show(facts, rings, outer) {
    this.facts = facts;
    const path_of = (/** @type {{kind: number, points: number[][]}[]} */ some) => {
      const path = new Path2D();
      for (const { kind, points } of some) {
        points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
        if (kind >= 0) path.closePath();
      }
      return path;
    };
    this.free = path_of(rings.filter(({ kind }) => kind >= 0));
    this.walls = path_of(outer);
    this.eroded = rings !== outer;
  }

  /** Moves and scales the world so that it fills the canvas. */
  fit() {
    const { min_x, min_y, max_x, max_y, width } = this.facts;
    const place = whole_world(/** @type {any} */ ({ min_x, min_y, max_x, max_y, y_down: width > 0 }), this.canvas);
    this.place = { ...place, x: place.x - place.scale * min_x, y: place.y - place.flip * place.scale * min_y };
  }

  /** Zooms by a factor, then moves the picture by dx, dy pixels. @param {number} factor @param {number} x @param {number} y - the pixel that the zoom does not move @param {number} [dx] @param {number} [dy] */
  move(factor, x, y, dx = 0, dy = 0) {
    const { place } = this;
    this.place = { ...place, scale: factor * place.scale, x: x + factor * (place.x - x) + dx, y: y + factor * (place.y - y) + dy };
  }

  /** Converts a point of the canvas to a point of the world. @param {number} x @param {number} y */
  world_point(x, y) {
    const { scale, flip, x: left, y: top } = this.place;
    return [(x - left) / scale, (y - top) / (flip * scale)];
  }

  /** Draws walls and structure. */
  draw_ground() {
    const { ground, place, facts } = this;
    if (!resize(ground, this.canvas)) return;
    cleared(ground);
    const style = getComputedStyle(document.documentElement);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name);
    const pen = pen_of(ground, place);
    pen.fillStyle = colour("--ground");
    pen.fill(this.free, "evenodd");
    if (facts.width > 0 && place.scale >= kCellPixels) {
      const lines = new Path2D();
      for (let i = 0; i <= facts.width; ++i) lines.rect(i, 0, 0, facts.height);
      for (let j = 0; j <= facts.height; ++j) lines.rect(0, j, facts.width, 0);
      set_stroke(pen, place, colour("--cells"), 1);
      pen.stroke(lines);
    }
    if (this.structure.length) {
      set_stroke(pen, place, this.structure_colour, 0.8);
      pen.beginPath();
      for (let i = 0; i < this.structure.length; i += 4) {
        pen.moveTo(this.structure[i], this.structure[i + 1]);
        pen.lineTo(this.structure[i + 2], this.structure[i + 3]);
      }
      pen.stroke();
    }
    set_stroke(pen, place, colour("--wall"), 1.2);
    pen.stroke(this.walls);
  }

  /** Draws a picture. @param {Line[]} lines @param {Dot[]} dots @param {Nodes|null} nodes @param {number[]|null} cursor */
  draw(lines, dots, nodes, cursor) {
    const { canvas, place } = this;
    if (!resize(canvas, canvas)) return;
    if (this.ground.width !== canvas.width || this.ground.height !== canvas.height) this.draw_ground();
    cleared(canvas).drawImage(this.ground, 0, 0);
    const pen = pen_of(canvas, place);
    if (nodes) this.draw_nodes(pen, nodes);
    for (const { points, colour, width, dash } of lines) {
      set_stroke(pen, place, colour, width, dash);
      pen.stroke(line_through(points.map(([x]) => x), points.map(([, y]) => y)));
    }
    for (const { at, colour } of dots) {
      draw_dot(pen, place, at, "#ffffff", 8);
      draw_dot(pen, place, at, colour, 6.5);
    }
    if (cursor) {
      const arm = 9 / place.scale;
      set_stroke(pen, place, getComputedStyle(document.documentElement).getPropertyValue("--accent"), 2);
      pen.stroke(line_through([cursor[0] - arm, cursor[0] + arm], [cursor[1], cursor[1]]));
      pen.stroke(line_through([cursor[0], cursor[0]], [cursor[1] - arm, cursor[1] + arm]));
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {Nodes} nodes */
  draw_nodes(pen, { x, y, state, colours }) {
    const pixels = Math.min(7, Math.max(2, 0.7 * Math.sqrt(this.canvas.clientWidth * this.canvas.clientHeight / (x.length || 1))));
    const size = pixels / this.place.scale;
    for (let kind = 1; kind < colours.length; ++kind) {
      pen.fillStyle = colours[kind];
      for (let i = 0; i < x.length; ++i) if (state[i] === kind) pen.fillRect(x[i] - size / 2, y[i] - size / 2, size, size);
    }
  }
}
