// What the reader chose; the address of the page holds it.

/**
 * @typedef {object} State
 * @property {string} store which of the page's stores
 * @property {string} stratum "radius,terrain"
 * @property {string} host
 * @property {string[]} family of maps; of this and the next three, none means all
 * @property {string[]} map
 * @property {string[]} method
 * @property {string[]} length buckets
 * @property {string} only which queries: "" all; "answered" those that all methods answered; else a status that some method had
 * @property {string[]} colour methods in colour
 * @property {string} sort column of the table
 * @property {string} down whether the greatest are first: "" or "1"
 * @property {string} query place of the query in the map explorer
 * @property {string[]} path methods whose paths it shows
 * @property {string} structure the method whose structure it shows
 * @property {string} replay query whose searches are replayed: WORLD:NUMBER
 * @property {string} watch the method that is replayed
 * @property {string} beside the method beside it
 * @property {string} step of the replay, in expansions
 * @property {string} worst which answers stand in the table of worst cases: "gap", "time" or a status
 * @property {string} suspect the method of these; "" all
 * @property {string} measure of the table by families: "time", "gap" or "answered"
 * @property {string} other the store to compare with
 * @property {string} memory of the advice: KiB at most
 * @property {string} builds queries a build
 * @property {string} bursts of changes a query, in worlds that change; "" as measured
 * @property {string} gap tolerated, in per cent
 * @property {string} share of queries to answer, in per cent
 */

/** @returns {State} */
function nothing_chosen() {
  return { store: "0", stratum: "", host: "", family: [], map: [], method: [], length: [], only: "", colour: [], sort: "", down: "",
    query: "", path: [], structure: "", replay: "", watch: "", beside: "", step: "", worst: "gap", suspect: "", measure: "time", other: "", memory: "", builds: "1000", bursts: "", gap: "", share: "95" };
}

/**
 * The state that an address tells.
 * @param {string} hash
 * @returns {State}
 */
export function state_of(hash) {
  const state = nothing_chosen();
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [key, standard] of Object.entries(state)) {
    if (!told.has(key)) continue;
    /** @type {any} */ (state)[key] = Array.isArray(standard) ? told.getAll(key).filter((value) => value !== "") : told.get(key);
  }
  return state;
}

/**
 * The address of a state: what differs from the standard.
 * @param {State} state
 */
export function hash_of(state) {
  const told = new URLSearchParams();
  const standard = /** @type {any} */ (nothing_chosen());
  for (const [key, value] of Object.entries(state)) {
    if (Array.isArray(value)) for (const one of value) told.append(key, one);
    else if (value !== standard[key]) told.set(key, value);
  }
  return "#" + told.toString();
}
