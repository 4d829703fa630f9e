// What the reader chose; the address of the page holds it.

/** @typedef {ReturnType<typeof nothing_chosen>} State */

/** The state by default. Of filters and of methods in colour, none means the default. */
function nothing_chosen() {
  const none = () => /** @type {string[]} */ ([]);
  return {
    store: "0", stratum: "", host: "",  // place among the page's stores; radius and terrain
    family: none(), map: none(), method: none(), length: none(),
    only: "",  // which queries: "answered" by all methods, or with a status by some method
    colour: none(), sort: "", down: "",  // methods in colour; a column of the table, and "1" if the greatest are first
    query: "", path: none(), structure: "",  // on the map: the place of the query, methods with their paths, a method with its structure
    replay: "", watch: "", beside: "", step: "",  // WORLD:NUMBER of the query that is replayed, the methods, the expansion
    worst: "gap", suspect: "",  // worst cases: "gap", "time" or a status; of which method
    measure: "query_p50_ns",  // of the table by family
    memory: "", builds: "1000", bursts: "", gap: "", share: "95",  // of the advice: KiB, queries a build, bursts of changes a query ("": as measured), per cent
  };
}

/** The state that an address tells. @param {string} hash @returns {State} */
export function state_of(hash) {
  const state = nothing_chosen();
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [key, standard] of Object.entries(state)) {
    if (!told.has(key)) continue;
    /** @type {any} */ (state)[key] = Array.isArray(standard) ? told.getAll(key).filter((value) => value !== "") : told.get(key);
  }
  return state;
}

/** The address of a state: what differs from the standard. @param {State} state */
export function hash_of(state) {
  const told = new URLSearchParams();
  const standard = /** @type {any} */ (nothing_chosen());
  for (const [key, value] of Object.entries(state)) {
    if (Array.isArray(value)) for (const one of value) told.append(key, one);
    else if (value !== standard[key]) told.set(key, value);
  }
  return "#" + told.toString();
}
