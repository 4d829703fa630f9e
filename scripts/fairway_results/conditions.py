"""The conditions of a measurement, and warnings."""

import numpy as np

from . import estimators
from .metrics import SPREAD
from .store import PHASES
from .text import cold_builds, duration, many

PUBLISHED_REPETITIONS = 9
CLOCK_READINGS = len(PHASES)
"""Number of clock readings per query: about one per phase."""
CLOCK_SHARE, WAITED, BUSY_CORES, SPREAD_SHARE, MHZ_CHANGE = 0.05, 3, 0.5, 0.05, 0.1
"""A warning is given above each limit. In order: time of the clock readings / median query time; waiting time of a method
/ waiting time of the others; cores busy with other processes; share of queries whose times spread; change of frequency."""


def markdown(results):
    """A section for methods.md: a table of conditions for each host, then the warnings."""
    hosts = [f"- **{host}**: {'; '.join(of_host(results, host))}." for host in results.hosts()]
    objections = [f"- {warning}" for warning in warnings(results)] or ["None."]
    return "\n".join(["## Conditions", "", *hosts, "", "## Warnings", "", *objections]) + "\n"


def of_host(results, host):
    runs, measured, builds = (rows[rows.host == host] for rows in (results.runs, results.measurements, results.builds))
    latest, clock_ns = runs.iloc[-1], builds.clock_ns.dropna().median()
    cores = sorted({int(core) for core in measured.core.dropna()})
    return [f"{latest.cpu}, {many(latest.cores, 'core')}, {latest.kernel}", "governor " + named(runs.governor),
            "bound to core " + named(cores) if cores else "bound to no core",
            spread("load", measured, "load", "{:.2f}"), spread("frequency", measured, "mhz", "{:.0f} MHz"),
            f"reading the clock costs {duration(clock_ns)}" if clock_ns == clock_ns else "cost of the clock not measured",
            calibration(runs), "commit " + named(runs["commit"]), "compiler " + named(runs.compiler + " " + runs["flags"]),
            f"{named(runs.repetitions)} repetitions", builds_words(builds), f"limit {named(runs.timeout_ms)} ms a query",
            f"seed {named(runs.seed)}"]


def builds_words(builds):
    """'one cold build of each method on each map', or 'median of 5 builds'."""
    counts = builds.builds[builds.own_build_ns.notna()]
    medians = f"median of {named(int(count) for count in sorted(set(counts)))} builds" if len(counts) else "no build timed"
    return cold_builds(int((counts == 1).sum()), len(counts)) or medians


def calibration(runs):
    """'calibration 10 ms to 12 ms': the times of a fixed computation, to compare machines."""
    times = runs.calibration_ns.dropna()
    ends = list(dict.fromkeys(map(duration, (times.min(), times.max())))) if len(times) else ["unknown"]
    return "calibration " + " to ".join(ends)


def named(values):
    return ", ".join(str(value) for value in dict.fromkeys(values))


def spread(name, measured, column, unit):
    """'load 0.10 to 0.80', over the values before and after each measurement."""
    seen = measured[[f"{column}_before", f"{column}_after"]].to_numpy(float)
    if np.isnan(seen).all():
        return f"{name} unknown"
    low, high = (unit.format(value) for value in (np.nanmin(seen), np.nanmax(seen)))
    return f"{name} {low}" if low == high else f"{name} {low} to {high}"


def warnings(results):
    """One sentence for each condition that makes times doubtful."""
    runs, builds = results.runs, results.builds
    change = (results.measurements.mhz_after / results.measurements.mhz_before - 1).abs().max()
    maps, commits = results.supported()["map"].nunique(), runs["commit"].nunique()
    found = [
        runs.dirty.any() and "The source tree had uncommitted changes.",
        commits > 1 and f"Measured by several commits: {named(runs['commit'])}.",
        *(governor != "performance" and f"The processor's governor is {governor}, not performance: its frequency may "
          "have changed while methods were timed." for governor in dict.fromkeys(runs.governor)),
        change > MHZ_CHANGE and f"The core's frequency changed by up to {change:.0%} during a measurement.",
        (runs.repetitions < PUBLISHED_REPETITIONS).any() and f"{runs.repetitions.min()} repetitions; published figures "
        f"need {PUBLISHED_REPETITIONS} or more.",
        (runs.jobs > 1).any() and f"Up to {runs.jobs.max()} maps were measured at the same time. Measure published times "
        "with --jobs 1.",
        runs.finished.isna().any() and f"{runs.finished.isna().sum()} of {len(runs)} runs were interrupted.",
        builds.interrupted.sum() > 0 and f"{builds.interrupted.sum():,.0f} of {builds.timings.sum():,.0f} timings were "
        f"interrupted by the system; {builds.repeated.sum():,.0f} were repeated.",
        maps < estimators.MIN_MAPS and f"{many(maps, 'map')}: there are no intervals and no tests with fewer than "
        f"{estimators.MIN_MAPS}."]
    return [sentence for sentence in found if sentence] + [sentence for part in (
        machines, left_out, untimed, counted_once, spread_of_repetitions, spread_of_builds, clock, waiting) for sentence in part(results)]


def machines(results):
    """Warns of different machines, and of machines with other load."""
    measured = results.measurements.join(results.runs[["cpu", "machine"]], on="run")
    kinds = measured.groupby("cpu").world.nunique().sort_values(ascending=False)
    if len(kinds) > 1:
        yield (f"The maps were measured on different processors: {', '.join(f'{cpu} ({count})' for cpu, count in kinds.items())}. "
               "Each comparison of methods is on one machine. Averages over maps mix machines.")
    mixed = measured.groupby("world").machine.nunique()
    if (mixed > 1).any():
        names = ", ".join(results.worlds.name[mixed.index[mixed > 1]])
        yield f"The queries of {names} were divided among several machines: their times mix them."
    for host, count in results.runs.groupby("host").machine.nunique().items():
        if count > 1:
            yield (f"{count} machines with equal processors, cores, kernels and governors count as one, {host}. All methods of "
                   "a map were measured on one of them, unless said otherwise.")
    busy = measured.others[measured.others > BUSY_CORES]
    if len(busy):
        yield f"Other processes kept up to {busy.max():.1f} cores busy during {len(busy)} of {len(measured)} measurements."


def left_out(results):
    """Warns of maps of the sweep without a result, and of queries that were left out."""
    if results.every > 1:
        yield f"The store is large: all figures and tables use every {results.every}-th query of each map."
    yield from (f"Not measured: {message}" for message in results.refusals.message)


def untimed(results):
    """Warns of methods with legal paths but without times."""
    rows = results.found()[lambda found: found.ns.isna()].groupby("method").size()
    return [f"{results.methods.name[method]}: {count:,} legal paths have no time and are in no statistic of times."
            for method, count in rows.items()]


def counted_once(results):
    """Notes methods with one build for all radii."""
    built = results.built()[lambda built: built.own_build_ns.isna()]
    recorded = results.methods.index[results.methods.recorded.astype(bool)]
    rows = built[~built.method.isin(recorded)].groupby("method").size()
    return [f"{results.methods.name[method]}: one build serves all radii. Its time and its bytes count at the least radius of "
            f"each map, not in {many(count, 'other world')}." for method, count in rows.items()]


def spread_of_repetitions(results):
    """Warns of methods whose repetitions differ much."""
    timed = results.answers[(results.answers.ns.notna()) & (results.answers.least_ns > 0)]
    ratios = (timed.ns / timed.least_ns).groupby(timed.method)
    return [f"{results.methods.name[method]}: {(of > SPREAD).mean():.0%} of its queries have a median time above "
            f"{SPREAD:g} times the least time (at most {of.max():.1f} times)."
            for method, of in ratios if (of > SPREAD).mean() > SPREAD_SHARE]


def spread_of_builds(results):
    """Warns of builds whose repetitions differ much."""
    built = results.builds[results.builds.own_build_min_ns > 0]
    ratios = built.own_build_ns / built.own_build_min_ns
    if not (ratios > SPREAD).any():
        return []
    worst = built.loc[ratios.idxmax()]
    return [f"{(ratios > SPREAD).sum()} of {len(built)} builds have a median time above {SPREAD:g} times the least time. The "
            f"largest ratio: {results.methods.name[worst.method]} on {results.worlds.name[worst.world]} "
            f"{ratios.max():.1f} times."]


def clock(results):
    """Warns of methods with queries so short that reading the clock takes a large share."""
    cost = CLOCK_READINGS * results.builds.groupby("method").clock_ns.median()
    typical = results.found().groupby("method").ns.median()
    return [f"{results.methods.name[method]}: reading the clock takes about {share:.0%} of its median "
            "query time." for method, share in (cost / typical).dropna().items() if share > CLOCK_SHARE]


def waiting(results):
    """Warns of methods with much more untimed waiting than timed work, compared with other methods."""
    builds = results.builds[results.builds.timings > 0].dropna(subset="waited_ns")
    sums = builds.groupby("method")[["waited_ns", "timed_ns", "timings"]].sum()
    beyond = (sums.waited_ns - sums.timed_ns) / sums.timings
    timed = sums.timed_ns / sums.timings
    suspect = (beyond > WAITED * beyond.median()) & (beyond > timed)
    return [f"{results.methods.name[method]}: the harness waited {duration(timed[method] + beyond[method])} "
            f"a query; {duration(timed[method])} of it were timed. The other methods' untimed part has a median of "
            f"{duration(beyond.median())}." for method in sums.index[suspect]]
