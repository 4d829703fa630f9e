// Intervals of quantiles, which take too long to be there at once: a second thread computes them.
import { quantile_interval } from "./statistics.js";

/** @typedef {{key: string, values: Float64Array, maps: Uint16Array, share: number}} Demand */

/**
 * What the second thread does: it answers each demand by its key and interval, and the end by the end.
 */
export function serve_intervals() {
  onmessage = ({ data }) => {
    const demand = /** @type {Demand|null} */ (data);
    postMessage(demand && { key: demand.key, interval: quantile_interval(demand.values, demand.maps, demand.share) });
  };
}

/** @type {Map<string, Worker>} by who asked */
const threads = new Map();

/**
 * Asks for intervals. What the same one asked before and is not answered yet is given up.
 * @param {string} who asks
 * @param {Iterator<Demand>} demands made one by one, so that the page answers in between
 * @param {(key: string, interval: [number, number]) => void} on_interval
 * @param {() => void} on_end
 */
export function ask_intervals(who, demands, on_interval, on_end) {
  threads.get(who)?.terminate();
  const program = (document.getElementById("program") || { textContent: "" }).textContent || "";
  const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const own = new Worker(address);
  URL.revokeObjectURL(address);
  threads.set(who, own);
  own.onmessage = ({ data }) => {
    if (threads.get(who) !== own) return;
    if (data) {
      on_interval(data.key, data.interval);
    } else {
      own.terminate();
      threads.delete(who);
      on_end();
    }
  };
  const send = () => {
    if (threads.get(who) !== own) return;
    const { value, done } = demands.next();
    own.postMessage(done ? null : value);
    if (!done) setTimeout(send);
  };
  send();
}
