// Intervals of quantiles, which take too long to be there at once: a second thread computes them.
import { quantile_interval } from "./statistics.js";

/** @typedef {{key: string, values: Float64Array, maps: Uint16Array, share: number}} Demand */

/**
 * What the second thread does: it answers each demand by its key and interval.
 */
export function serve_intervals() {
  onmessage = ({ data }) => {
    for (const { key, values, maps, share } of /** @type {Demand[]} */ (data.demands)) {
      postMessage({ round: data.round, key, interval: quantile_interval(values, maps, share) });
    }
    postMessage({ round: data.round, done: true });
  };
}

/** @type {Worker|null} */
let thread = null;
let round = 0;

/**
 * Asks for intervals. What was asked before and is not answered yet is given up.
 * @param {Demand[]} demands
 * @param {(key: string, interval: [number, number]) => void} on_interval
 * @param {() => void} on_end
 */
export function ask_intervals(demands, on_interval, on_end) {
  if (thread) thread.terminate();
  const asked = ++round;
  const program = (document.getElementById("program") || { textContent: "" }).textContent || "";
  const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const own = new Worker(address);
  URL.revokeObjectURL(address);
  thread = own;
  own.onmessage = ({ data }) => {
    if (data.round !== asked) return;
    if (data.done) {
      own.terminate();
      if (thread === own) thread = null;
      on_end();
    } else {
      on_interval(data.key, data.interval);
    }
  };
  own.postMessage({ round: asked, demands });
}
