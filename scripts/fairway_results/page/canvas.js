// Draws a world on a canvas, for the map explorer and the playground. Sizes of lines and dots are in pixels of the page.

/**
 * @typedef {{scale: number, x: number, y: number, flip: number}} Place position of a world: pixels = (x, y) + scale · (1, flip) · coordinates; `flip` is -1 if
 * y of the world points up */

/** Returns the place at which a world fills a canvas. @param {import("./store.js").World} world @param {HTMLCanvasElement} canvas @returns {Place} */
export function whole_world(world, canvas) {
  const [width, height] = [world.max_x - world.min_x, world.max_y - world.min_y];
  const scale = Math.min(canvas.clientWidth / width, canvas.clientHeight / height) / 1.05 || 1;
  const flip = world.y_down ? 1 : -1;
  return { scale, flip, x: (canvas.clientWidth - scale * width) / 2, y: (canvas.clientHeight - flip * scale * height) / 2 };
}

/** Gives `canvas` the size of `like` in pixels of the screen. Returns false if the size is 0. @param {HTMLCanvasElement} canvas @param {HTMLCanvasElement} like */
export function resize(canvas, like) {
  const [width, height] = [like.clientWidth, like.clientHeight].map((size) => Math.round(size * devicePixelRatio));
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  return width > 0 && height > 0;
}

/** Returns a pen that takes coordinates of the world. @param {HTMLCanvasElement} canvas @param {Place} place */
export function pen_of(canvas, { scale, x, y, flip }) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.setTransform(scale * devicePixelRatio, 0, 0, flip * scale * devicePixelRatio, x * devicePixelRatio, y * devicePixelRatio);
  pen.lineJoin = "round";
  return pen;
}

/** Clears a canvas. Returns a pen that takes pixels of the screen. @param {HTMLCanvasElement} canvas */
export function cleared(canvas) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  return pen;
}

/** @param {ArrayLike<number>} x @param {ArrayLike<number>} y */
export function line_through(x, y) {
  const path = new Path2D();
  for (let i = 0; i < x.length; ++i) path.lineTo(x[i], y[i]);
  return path;
}

/** @param {CanvasRenderingContext2D} pen @param {Place} place @param {string} colour @param {number} width @param {number[]} [dash] */
export function set_stroke(pen, { scale }, colour, width, dash = []) {
  pen.strokeStyle = colour;
  pen.lineWidth = width / scale;
  pen.setLineDash(dash.map((length) => length / scale));
}

/** @param {CanvasRenderingContext2D} pen @param {Place} place @param {number[]} at @param {string} colour @param {number} radius */
export function draw_dot(pen, { scale }, at, colour, radius) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(at[0], at[1], radius / scale, 0, 2 * Math.PI);
  pen.fill();
}
