// SPDX-License-Identifier: MIT
// Handles pointer and keyboard on the canvas: moves the ends, draws and erases walls, zooms.
import { by_id } from "./dom.js";
import { words_of } from "./edited.js";
import { ask, attempt, draw, page, rounded, say, show_change } from "./playground.js";

/** @typedef {"ends"|"draw"|"erase"} Tool */

/** A press hits an end, or the first point of a polygon, within this many pixels. */
const kReach = 14;
/** A press that moves more than this many pixels draws a rectangle. */
const kDrag = 5;

/** State of the pointer and the keys. */
const hand = {
  /** @type {"start"|"goal"} the end that the arrow keys move */
  end: "start",
  /** @type {"start"|"goal"|"map"|"cells"|"ring"|null} what the pressed pointer moves */
  holds: null,
  /** @type {number[]} */
  pressed: [0, 0],
  /** @type {number[][]} points of the unfinished polygon */
  ring: [],
  /** @type {number[]} the last painted cell */
  cell: [0, 0],
};

/** @returns {Tool} */
function tool() {
  return /** @type {Tool} */ (/** @type {HTMLInputElement} */ (document.querySelector("input[name=tool]:checked")).value);
}

const colour_of_draft = () => getComputedStyle(document.documentElement).getPropertyValue("--accent");

/** @param {number[]} point */
function snapped(point) {
  return point.map(rounded);
}

/** Puts an end at a point. @param {"start"|"goal"} end @param {number[]} point */
function put_end(end, point) {
  page[end] = snapped(point);
  ask();
}

/** Paints the cells from the last cell to a point. @param {number[]} point */
function paint(point) {
  const { edited } = page;
  const { width, height } = edited.facts;
  const brush = Math.max(1, Math.min(15, Math.round(Number(/** @type {HTMLInputElement} */ (by_id("brush")).value)) || 1));
  const to = point.map(Math.floor);
  const [from_x, from_y] = hand.cell;
  hand.cell = to;
  const far = Math.floor((brush - 1) / 2);
  const low = [Math.max(0, Math.min(from_x, to[0]) - far), Math.max(0, Math.min(from_y, to[1]) - far)];
  const high = [Math.min(width, Math.max(from_x, to[0]) - far + brush), Math.min(height, Math.max(from_y, to[1]) - far + brush)];
  const [columns, rows] = [high[0] - low[0], high[1] - low[1]];
  if (columns <= 0 || rows <= 0) return;
  const all = edited.world.cells();
  const former = new Uint8Array(columns * rows).map((_, i) => all[(low[1] + Math.floor(i / columns)) * width + low[0] + i % columns]);
  const cells = Uint8Array.from(former);
  const value = tool() === "draw" ? 0 : 1;
  const steps = Math.max(Math.abs(to[0] - from_x), Math.abs(to[1] - from_y), 1);
  for (let step = 0; step <= steps; ++step) {
    const x = Math.round(from_x + (to[0] - from_x) * step / steps) - far;
    const y = Math.round(from_y + (to[1] - from_y) * step / steps) - far;
    for (let j = Math.max(y, low[1]); j < Math.min(y + brush, high[1]); ++j) {
      for (let i = Math.max(x, low[0]); i < Math.min(x + brush, high[0]); ++i) cells[(j - low[1]) * columns + i - low[0]] = value;
    }
  }
  if (cells.every((cell, i) => (cell === 0) === (former[i] === 0))) return;
  attempt(() => {
    edited.set_cells(low[0], low[1], columns, rows, cells, former);
    show_change();
  });
}

/** Shows the unfinished polygon. @param {number[]} [next] - where the next point would be */
function show_draft(next) {
  const points = next ? [...hand.ring, next] : hand.ring;
  page.draft = points.length > 1 ? [{ points: [...points, points[0]], colour: colour_of_draft(), width: 2, dash: [5, 4] }] : [];
  draw();
}

/** Adds the drawn polygon as an obstacle. */
function close_ring() {
  const { ring } = hand;
  hand.ring = [];
  page.draft = [];
  attempt(() => {
    if (ring.length < 3) throw new Error(`the polygon has ${ring.length} points; expected at least 3`);
    try {
      page.edited.add(ring);
    } catch (error) {
      throw new Error(`The obstacle was not added: ${words_of(error)}`);
    }
    show_change();
    say("The obstacle was added.");
  });
  draw();
}

/** Handles a click or the space key with a tool that changes walls. @param {number[]} point */
function act_at(point) {
  const { edited, scene } = page;
  if (edited.has_cells) {
    hand.cell = point.map(Math.floor);
    paint(point);
  } else if (tool() === "erase") {
    attempt(() => {
      if (!edited.remove(point, kReach / scene.place.scale)) throw new Error("there is no obstacle here");
      show_change();
      say("The obstacle was removed.");
    });
  } else {
    const [first] = hand.ring;
    const is_closed = hand.ring.length > 2 && Math.hypot(point[0] - first[0], point[1] - first[1]) * scene.place.scale < kReach;
    if (is_closed) close_ring();
    else {
      hand.ring.push(snapped(point));
      show_draft();
      say(`${hand.ring.length} points. Enter or a click on the first point closes the polygon, Escape drops it.`);
    }
  }
}

/** @param {PointerEvent} event */
function press(event) {
  const { scene } = page;
  const at = [event.offsetX, event.offsetY];
  scene.canvas.setPointerCapture(event.pointerId);
  hand.pressed = at;
  page.pressed = true;
  page.cursor = null;
  const point = scene.world_point(at[0], at[1]);
  if (tool() === "ends") {
    const far = (/** @type {"start"|"goal"} */ end) => Math.hypot(page[end][0] - point[0], page[end][1] - point[1]) * scene.place.scale;
    const nearest = far("start") < far("goal") ? "start" : "goal";
    hand.holds = far(nearest) <= kReach ? nearest : "map";
    if (hand.holds !== "map") hand.end = nearest;
  } else if (page.edited.has_cells) {
    hand.holds = "cells";
    act_at(point);
  } else {
    hand.holds = "ring";
  }
}

/** @param {PointerEvent} event */
function move(event) {
  const { scene } = page;
  const point = scene.world_point(event.offsetX, event.offsetY);
  if (hand.holds === "start" || hand.holds === "goal") put_end(hand.holds, point);
  else if (hand.holds === "cells") paint(point);
  else if (hand.holds === "map") move_picture(1, 0, 0, event.movementX, event.movementY);
  else if (hand.holds === "ring" && tool() === "draw" && is_dragged(event)) show_rectangle(point);
  else if (hand.ring.length > 0) show_draft(point);
}

/** @param {PointerEvent} event */
function is_dragged(event) {
  return hand.ring.length === 0 && Math.hypot(event.offsetX - hand.pressed[0], event.offsetY - hand.pressed[1]) > kDrag;
}

/** Returns the rectangle between two opposite corners: the pressed point and a point. @param {number[]} point */
function rectangle(point) {
  const [ax, ay] = snapped(page.scene.world_point(hand.pressed[0], hand.pressed[1]));
  const [bx, by] = snapped(point);
  return [[ax, ay], [bx, ay], [bx, by], [ax, by]];
}

/** @param {number[]} point */
function show_rectangle(point) {
  const points = rectangle(point);
  page.draft = [{ points: [...points, points[0]], colour: colour_of_draft(), width: 2, dash: [5, 4] }];
  draw();
}

/** @param {PointerEvent} event */
function release(event) {
  const { holds } = hand;
  hand.holds = null;
  page.pressed = false;
  const point = page.scene.world_point(event.offsetX, event.offsetY);
  if (holds === "ring" && tool() === "draw" && is_dragged(event)) {
    hand.ring = rectangle(point);
    close_ring();
  } else if (holds === "ring") {
    act_at(point);
  }
}

/** Zooms by a factor around the pixel x, y, then moves the picture by dx, dy pixels. @param {number} factor @param {number} x @param {number} y @param {number} [dx] @param {number} [dy] */
function move_picture(factor, x, y, dx, dy) {
  page.scene.move(factor, x, y, dx, dy);
  page.scene.draw_ground();
  draw();
}

/** Handles an arrow key: moves the chosen end, or the cursor of the tools that change walls. @param {number} dx @param {number} dy in pixels, upwards negative @param {boolean} far - ten times the step */
function nudge(dx, dy, far) {
  const { scene, edited } = page;
  const { flip, scale } = scene.place;
  const step = (edited.has_cells ? 1 : Math.max(4 / scale, 1e-9)) * (far ? 10 : 1);
  if (tool() === "ends") {
    put_end(hand.end, [page[hand.end][0] + dx * step, page[hand.end][1] + dy * flip * step]);
    return;
  }
  const [x, y] = page.cursor ?? page.start;
  page.cursor = snapped([x + dx * step, y + dy * flip * step]);
  if (hand.ring.length) show_draft(page.cursor);
  else draw();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const { canvas } = page.scene;
  const zoom = (/** @type {number} */ factor) => move_picture(factor, canvas.clientWidth / 2, canvas.clientHeight / 2);
  const all = () => {
    page.scene.fit();
    move_picture(1, 0, 0, 0, 0);
  };
  const choose = (/** @type {"start"|"goal"} */ end) => {
    hand.end = end;
    say(`Arrow keys move the ${end}.`);
  };
  const drop = () => {
    hand.ring = [];
    page.draft = [];
    page.cursor = null;
    draw();
  };
  /** @type {Record<string, () => void>} */
  const acts = {
    ArrowLeft: () => nudge(-1, 0, event.shiftKey), ArrowRight: () => nudge(1, 0, event.shiftKey), ArrowUp: () => nudge(0, -1, event.shiftKey), ArrowDown: () => nudge(0, 1, event.shiftKey),
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "0": all, s: () => choose("start"), g: () => choose("goal"),
    " ": () => tool() !== "ends" && act_at(page.cursor ?? page.start), Enter: () => hand.ring.length > 0 && close_ring(), Escape: drop,
  };
  if (!acts[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  acts[event.key]();
}

export function listen_to_map() {
  const { canvas } = page.scene;
  canvas.addEventListener("pointerdown", press);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", () => {
    hand.holds = null;
    page.pressed = false;
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    move_picture(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }, { passive: false });
  canvas.addEventListener("keydown", key);
  canvas.setAttribute("aria-label", "Map with start, goal and paths");
  const show_keys = () => {
    by_id("keys").textContent = tool() === "ends" ? "Drag the ends, or press s or g and use the arrow keys (Shift: ten times as far). Wheel, + and − zoom, 0 shows all; dragging elsewhere moves the map."
      : page.edited.has_cells ? "Drag to change cells. Keys: arrows move a cursor, space changes a cell."
        : tool() === "draw" ? "Drag a rectangle, or click the points of a polygon. Keys: arrows move a cursor, space sets a point, Enter closes."
          : "Click an obstacle, a hole or a wall of the map. Keys: arrows move a cursor, space removes.";
    canvas.style.cursor = tool() === "ends" ? "grab" : "crosshair";
  };
  for (const choice of document.querySelectorAll("input[name=tool]")) choice.addEventListener("change", show_keys);
  by_id("map-name").addEventListener("change", show_keys);
  show_keys();
}
