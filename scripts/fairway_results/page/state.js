// The user's choices. The address of the page holds them.

/** @typedef {ReturnType<typeof nothing_chosen>} State */

/** The default state. An empty list of a filter means the default. */
function nothing_chosen() {
  const none = () => /** @type {string[]} */ ([]);
  return {
    store: "0", stratum: "", host: "",  // index of the store in the page; radius and terrain; host ("" for all)
    family: none(), map: none(), method: none(), length: none(),
    only: "",  // chosen queries: "answered" by all methods, or a status that some method has
    sort: "", down: "",  // sorted column of the table; "1" if the greatest values come first
    query: "", path: none(),  // shown on the map: index of the query, methods with their paths
    worst: "gap", suspect: "",  // worst cases: "gap", "time" or a status; method of these cases
    memory: "", builds: "1000", bursts: "", gap: "", share: "95",  // advice: KiB, queries per build, bursts per query ("": as measured), percentages
  };
}

/** The state of an address. @param {string} hash @returns {State} */
export function state_of(hash) {
  const state = nothing_chosen();
  const address = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [key, initial] of Object.entries(state)) {
    if (!address.has(key)) continue;
    /** @type {any} */ (state)[key] = Array.isArray(initial) ? address.getAll(key).filter((value) => value !== "") : address.get(key);
  }
  return state;
}

/** The address of a state: the values that differ from the default. @param {State} state */
export function hash_of(state) {
  const address = new URLSearchParams();
  const initial = /** @type {any} */ (nothing_chosen());
  for (const [key, value] of Object.entries(state)) {
    if (Array.isArray(value)) for (const one of value) address.append(key, one);
    else if (value !== initial[key]) address.set(key, value);
  }
  return "#" + address.toString();
}
