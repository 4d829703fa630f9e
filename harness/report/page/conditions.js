// How the results were measured, and what makes their times doubtful: scripts/plots/conditions.py has the same rules and words.
import { by_id, element, link_to } from "./dom.js";
import { median_of } from "./costs.js";
import { kLeastMaps, quantile } from "./statistics.js";
import { kNotAsked } from "./store.js";
import { counted, duration, whole } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

const kPublishedRepetitions = 9;
/** About one a phase of a query. */
const kClockReadings = 5;
const kClockShare = 0.05;
const kWaited = 3;
/** Others that kept more cores than this busy are warned of. */
const kBusyCores = 0.5;
/** Repetitions spread where their median is so many times their least, as AnswerTimes::kSpread. */
const kSpread = 1.5;
/** A method is warned of where more of its queries spread. */
const kSpreadShare = 0.05;
const kMhzChange = 0.1;

export function conditions_section() {
  return element("section", { id: "conditions", tabindex: "-1" }, element("h2", {}, "Conditions"),
    element("p", { class: "note" }, "Of the whole store, whatever the filters choose."), element("ul", { class: "findings", id: "hosts" }),
    element("h3", {}, "Warnings"), element("ul", { class: "findings", id: "warnings" }));
}

/** @param {import("./page.js").View} view */
export function show_conditions({ store }) {
  const section = by_id("conditions");
  if (section.dataset.store === store.prefix) return;
  section.dataset.store = store.prefix;
  const found = warnings_of(store);
  by_id("hosts").replaceChildren(...hosts_of(store).map((host) => element("li", {}, element("b", {}, host), ": " + facts_of_host(store, host).join("; ") + ".")));
  by_id("warnings").replaceChildren(...(found.length ? found : ["None."]).map((warning) => element("li", {}, warning)));
  by_id("warned").replaceChildren(found.length ? `${counted(found.length, "warning")} about how this was measured: ` : "", found.length ? link_to("conditions", "see") : "");
}

/** All that measured something, in the order of their runs. @param {Store} store */
function hosts_of(store) {
  return Array.from(new Set(store.builds.map((build) => build.run).sort((a, b) => a - b).map((run) => store.hosts[run])));
}

/** @param {Iterable<unknown>} values */
function named(values) {
  return Array.from(new Set(values)).join(", ");
}

/** What is not null. @param {(number|null)[]} values @returns {number[]} */
function known(values) {
  return /** @type {number[]} */ (values.filter((value) => value !== null));
}

/**
 * A table of conditions, as a list.
 * @param {Store} store
 * @param {string} host
 */
export function facts_of_host(store, host) {
  const runs = store.runs.filter((_, i) => store.hosts[i] === host);
  const measured = store.measurements.filter(({ run }) => store.hosts[run] === host);
  const latest = runs[runs.length - 1];
  const cores = Array.from(new Set(known(measured.map(({ core }) => core)))).sort((a, b) => a - b);
  const clocks = known(store.builds.filter(({ run }) => store.hosts[run] === host).map((build) => build.clock_ns));
  const spread = (/** @type {string} */ name, /** @type {(number|null)[]} */ values, /** @type {(value: number) => string} */ words) => {
    const seen = known(values);
    if (!seen.length) return `${name} unknown`;
    const [low, high] = [Math.min(...seen), Math.max(...seen)].map(words);
    return low === high ? `${name} ${low}` : `${name} ${low} to ${high}`;
  };
  return [`${latest.cpu}, ${latest.cores} core${latest.cores === 1 ? "" : "s"}, ${latest.kernel}`, "governor " + named(runs.map((run) => run.governor)),
    cores.length ? "bound to core " + named(cores) : "bound to no core",
    spread("load", measured.flatMap((one) => [one.load_before, one.load_after]), (value) => value.toFixed(2)),
    spread("frequency", measured.flatMap((one) => [one.mhz_before, one.mhz_after]), (value) => `${value.toFixed(0)} MHz`),
    clocks.length ? `reading the clock costs ${duration(median_of(clocks))}` : "cost of the clock not measured", "commit " + named(runs.map((run) => run.commit)),
    "compiler " + named(runs.map((run) => `${run.compiler} ${run.flags}`)), `${named(runs.map((run) => run.repetitions))} repetitions`, builds_words(store.builds.filter(({ run }) => store.hosts[run] === host)),
    `limit ${named(runs.map((run) => run.timeout_ms))} ms a query`, `seed ${named(runs.map((run) => run.seed))}`];
}

/**
 * "one cold build a method and map", or "median of 5 builds".
 * @param {import("./store.js").Build[]} builds
 */
export function builds_words(builds) {
  const counts = known(builds.filter((build) => build.own_build_ns !== null).map((build) => build.builds));
  const single = counts.filter((count) => count === 1).length;
  if (single === 0) return counts.length ? `median of ${named(counts.slice().sort((a, b) => a - b))} builds` : "no build timed";
  return single === counts.length ? "one cold build a method and map" : `one cold build for ${single} of ${counts.length} methods and maps, else a median`;
}

/** 0.25 -> "25%". @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(0)}%`;
}

/**
 * What makes times doubtful, a sentence each.
 * @param {Store} store
 */
export function warnings_of(store) {
  const { runs, measurements, builds } = store;
  const found = [];
  if (runs.some((run) => run.dirty)) found.push("The source tree had changes that no commit holds.");
  if (new Set(runs.map((run) => run.commit)).size > 1) found.push(`Measured by several commits: ${named(runs.map((run) => run.commit))}.`);
  for (const governor of new Set(runs.map((run) => run.governor))) {
    if (governor !== "performance") found.push(`The processor's governor is ${governor}, not performance: its frequency may have changed while methods were timed.`);
  }
  const change = Math.max(...measurements.map(({ mhz_before, mhz_after }) => (mhz_before === null || mhz_after === null ? 0 : Math.abs(mhz_after / mhz_before - 1))));
  if (change > kMhzChange) found.push(`The core's frequency changed by up to ${percent(change)} during a measurement.`);
  const repetitions = Math.min(...runs.map((run) => run.repetitions));
  if (repetitions < kPublishedRepetitions) found.push(`${repetitions} repetitions; figures to publish take ${kPublishedRepetitions} or more.`);
  const jobs = Math.max(...runs.map((run) => run.jobs));
  if (jobs > 1) found.push(`Up to ${jobs} maps were measured at the same time: times to publish are measured with --jobs 1.`);
  const unfinished = runs.filter((run) => run.finished === null).length;
  if (unfinished) found.push(`${unfinished} of ${runs.length} runs were interrupted.`);
  const sum = (/** @type {"interrupted"|"timings"|"repeated"} */ column) => builds.reduce((all, build) => all + build[column], 0);
  if (sum("interrupted")) found.push(`${whole(sum("interrupted"))} of ${whole(sum("timings"))} timings were interrupted by the system; ${whole(sum("repeated"))} had been measured again.`);
  const maps = new Set(store.worlds.filter((_, world) => is_supported(store, world)).map((world) => world.map)).size;
  if (maps < kLeastMaps) found.push(`${counted(maps, "map")}: there are no intervals and no tests with fewer than ${kLeastMaps}.`);
  return [...found, ...of_machines(store), ...store.refusals.map(({ message }) => `Not measured: ${message}`), ...of_untimed(store), ...of_spread(store),
    ...of_builds(store), ...of_clock(store), ...of_waiting(store)];
}

/**
 * Whether any method supports a world.
 * @param {Store} store
 * @param {number} world
 */
function is_supported(store, world) {
  const unsupported = store.code("unsupported");
  return store.methods.some((_, method) => store.world.some((of, query) => {
    const status = of === world ? store.status[store.at(method, query)] : kNotAsked;
    return status !== unsupported && status !== kNotAsked;
  }));
}

/** Times of unlike machines, and of machines that others used. @param {Store} store */
function of_machines(store) {
  const { runs, measurements } = store;
  const found = [];
  const worlds_of = (/** @type {string} */ cpu) => new Set(measurements.filter(({ run }) => runs[run].cpu === cpu).map(({ world }) => world)).size;
  const kinds = Array.from(new Set(measurements.map(({ run }) => runs[run].cpu))).sort().map((cpu) => ({ cpu, count: worlds_of(cpu) })).sort((a, b) => b.count - a.count);
  if (kinds.length > 1) {
    found.push(`The maps were measured on unlike processors: ${kinds.map(({ cpu, count }) => `${cpu} (${count})`).join(", ")}. Methods are compared on one machine each `
      + "time; averages over maps mix them.");
  }
  const mixed = store.worlds.filter((_, world) => new Set(measurements.filter((one) => one.world === world).map(({ run }) => runs[run].host)).size > 1);
  if (mixed.length) found.push(`The queries of ${mixed.map(({ name }) => name).join(", ")} were divided among several machines: their times mix them.`);
  for (const host of Array.from(new Set(store.hosts)).sort()) {
    const machines = new Set(runs.filter((_, i) => store.hosts[i] === host).map((run) => run.host)).size;
    if (machines > 1) {
      found.push(`${machines} machines with equal processors, cores, kernels and governors count as one, ${host}. All methods of a map were measured on one of them, unless `
        + "said otherwise.");
    }
  }
  const busy = known(measurements.map(({ others }) => others)).filter((others) => others > kBusyCores);
  if (busy.length) found.push(`Other processes kept up to ${Math.max(...busy).toFixed(1)} cores busy during ${busy.length} of ${measurements.length} measurements.`);
  return found;
}

/** Methods with answers that no statistic of times includes. @param {Store} store */
function of_untimed(store) {
  const found = store.code("found");
  return store.methods.flatMap(({ name }, method) => {
    let count = 0;
    for (let at = store.at(method, 0); at < store.at(method + 1, 0); ++at) if (store.status[at] === found && Number.isNaN(store.ns[at])) ++count;
    return count ? [`${name}: ${whole(count)} answers were found and have no time: its times are without them.`] : [];
  });
}

/** Methods whose repetitions differ much. @param {Store} store */
function of_spread(store) {
  return store.methods.flatMap(({ name }, method) => {
    const own = store.builds.filter((build) => build.method === method);
    const share = own.reduce((sum, build) => sum + build.spread, 0) / own.reduce((sum, build) => sum + build.timed, 0);
    return share > kSpreadShare ? [`${name}: of ${percent(share)} of its queries the median time is more than ${kSpread} times the least, of one `
      + `${Math.max(...own.map((build) => build.most_spread)).toFixed(1)} times.`] : [];
  });
}

/** Builds whose repetitions differ much, in one line. @param {Store} store */
function of_builds(store) {
  const built = store.builds.flatMap((build) => (build.own_build_min_ns && build.own_build_ns !== null ? [{ build, ratio: build.own_build_ns / build.own_build_min_ns }] : []));
  const spread = built.filter(({ ratio }) => ratio > kSpread).length;
  if (!spread) return [];
  const worst = built.reduce((most, one) => (one.ratio > most.ratio ? one : most));
  return [`The builds of ${spread} of ${built.length} pairs of method and map have a median more than ${kSpread} times the least, `
    + `${store.methods[worst.build.method].name} on ${store.worlds[worst.build.world].name} ${worst.ratio.toFixed(1)} times.`];
}

/** Methods whose queries are so short that reading the clock counts. @param {Store} store */
function of_clock(store) {
  const [found, invalid, reachable] = [store.code("found"), store.code("invalid_path"), store.truths.indexOf("reachable")];
  return store.methods.flatMap(({ name }, method) => {
    const row = store.at(method, 0);
    const times = Float64Array.from(store.truth.keys()).filter((query) => store.truth[query] === reachable
      && (store.status[row + query] === found || store.status[row + query] === invalid)).map((query) => store.ns[row + query]).filter((ns) => ns === ns);
    const share = kClockReadings * median_of(known(store.builds.filter((build) => build.method === method).map((build) => build.clock_ns))) / quantile(times, 0.5);
    return share > kClockShare ? [`${name}: reading the clock makes about ${percent(share)} of its median query time.`] : [];
  });
}

/** Methods for which the harness waited far longer than they timed, and than for other methods. @param {Store} store */
function of_waiting(store) {
  const sums = store.methods.flatMap(({ name }, method) => {
    const own = store.builds.filter((build) => build.method === method && build.timings > 0 && build.waited_ns !== null);
    const sum = (/** @type {"waited_ns"|"timed_ns"|"timings"} */ column) => own.reduce((all, build) => all + Number(build[column]), 0);
    return own.length ? [{ name, beyond: (sum("waited_ns") - sum("timed_ns")) / sum("timings"), timed: sum("timed_ns") / sum("timings") }] : [];
  });
  const middle = median_of(sums.map(({ beyond }) => beyond));
  return sums.filter(({ beyond, timed }) => beyond > kWaited * middle && beyond > timed).map(({ name, beyond, timed }) =>
    `${name}: the harness waited ${duration(timed + beyond)} a query, of which ${duration(timed)} were timed; with the others ${duration(middle)} are not.`);
}
