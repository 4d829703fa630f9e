// Walls and paths that the page has. Coordinates are relative to the lower corner of the world's box.
import { once, unpacked_numbers } from "./numbers.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{x1: Float32Array, y1: Float32Array, x2: Float32Array, y2: Float32Array}} Segments */
/** @typedef {{method: number|null, kind: string, x: Float32Array, y: Float32Array}} KeptPath `method` is null for the optimum */

const kKinds = ["optimum", "raw", "smoothed"];
const kNoMethod = 0xffffffff;

/** Returns the columns of numbers in a part of the page. All columns are equally long. @param {string} id @param {any} kind of numbers @param {number} count @returns {Promise<any[]>} */
async function columns_of(id, kind, count) {
  const numbers = await once(id, () => unpacked_numbers(id, kind));
  return Array.from({ length: count }, (_, i) => numbers.subarray(i * numbers.length / count, (i + 1) * numbers.length / count));
}

/** @param {string} id @returns {Promise<Segments>} */
async function segments_of(id) {
  const [x1, y1, x2, y2] = await columns_of(id, Float32Array, 4);
  return { x1, y1, x2, y2 };
}

/** Start and goal of a query. @param {Store} store @param {number} query */
export function ends_of(store, query) {
  const { min_x, min_y } = store.worlds[store.world[query]];
  const [x1, y1, x2, y2] = store.ends.map((column) => column[query]);
  return [[x1 - min_x, y1 - min_y], [x2 - min_x, y2 - min_y]];
}

/**
 * The walls of a world after a number of bursts of changes, if the page has them.
 * @param {Store} store @param {number} world @param {number} bursts
 * @returns {Promise<Segments|null>} */
export async function walls_of(store, world, bursts) {
  if (!store.pictures.walls.includes(world)) return null;
  const walls = await segments_of(`${store.prefix}walls-${world}`);
  if (!store.pictures.moments.includes(world)) return walls;
  const [since, until] = await columns_of(`${store.prefix}moments-${world}`, Uint32Array, 2);
  const present = (/** @type {Float32Array} */ column) => column.filter((_, i) => since[i] <= bursts && bursts < until[i]);
  return { x1: present(walls.x1), y1: present(walls.y1), x2: present(walls.x2), y2: present(walls.y2) };
}

/** A sentence on the bursts before the shown walls; empty for a static world. @param {Store} store @param {number} query */
export function moment_words(store, query) {
  const world = store.world[query];
  if (store.worlds[world].bursts === 0) return "";
  const bursts = store.bursts[query];
  const said = bursts === 0 ? "before all bursts" : bursts === 1 ? "after the first burst" : `after ${bursts} bursts`;
  return bursts === 0 || store.pictures.moments.includes(world) ? `The walls are as at the query, ${said}.`
    : `The query is asked ${said}; the store has the walls before all bursts only.`;
}

/** The indices of the parts of the page that may have paths of a query. @param {Store} store @param {number} query */
function parts_with(store, query) {
  return store.pictures.paths.flatMap((part, i) => ((part.queries ? part.queries.includes(query) : part.world === store.world[query]) ? [i] : []));
}

/** Whether the page may have paths of a query. @param {Store} store @param {number} query */
export function has_paths(store, query) {
  return parts_with(store, query).length > 0;
}

/** The first listed query with paths in one of these worlds, else in any world. Undefined if no query is listed. @param {Store} store @param {number[]} worlds */
export function query_with_paths(store, worlds) {
  const listed = store.pictures.paths.flatMap((part) => part.queries || []);
  return listed.find((query) => worlds.includes(store.world[query])) ?? listed[0];
}

/** The paths of a query that the page has. @param {Store} store @param {number} query @returns {Promise<KeptPath[]>} */
export async function paths_of(store, query) {
  /** @type {Map<string, KeptPath>} */
  const paths = new Map();
  for (const part of parts_with(store, query)) {
    const [queries, methods, kinds, points] = await columns_of(`${store.prefix}paths-${part}`, Uint32Array, 4);
    const [x, y] = await columns_of(`${store.prefix}points-${part}`, Float32Array, 2);
    for (let i = 0, from = 0; i < queries.length; from += points[i++]) {
      if (queries[i] !== query) continue;
      const [method, to] = [methods[i] === kNoMethod ? null : methods[i], from + points[i]];
      paths.set(`${method} ${kinds[i]}`, { method, kind: kKinds[kinds[i]], x: x.subarray(from, to), y: y.subarray(from, to) });
    }
  }
  return Array.from(paths.values());
}
