"""The table of metrics: every number about a method, with its unit, definition and estimator.

    >>> by_name["query_p999_ns"].title
    'p99.9'

To add a metric, add a line here: methods.csv, methods.md and methods.tex have it then, as has the table that
`scripts/plot.py --metrics` prints. `of` gets a Group (summary.py): the answers and builds of one method on some maps.
"""

import dataclasses
import typing

import numpy as np

from . import text
from .estimators import quantile, quantile_over_maps
from .store import PHASES, ZERO_GAP


@dataclasses.dataclass(frozen=True)
class Kind:
    """How numbers are written: each with its unit, or all in the unit of the column's heading."""

    text: typing.Callable
    units: tuple = ((1, ""),)


TIME = Kind(text.duration, ((1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")))
SIZE = Kind(text.size, ((1, "B"), (1024, "KiB"), (1024 ** 2, "MiB"), (1024 ** 3, "GiB")))
SHARE = Kind(text.share, ((0.01, "%"),))
NUMBER = Kind(text.number)
WORDS = Kind(str)

SPREAD = 1.5
"""Repetitions of a query differ much if their median is above this multiple of their minimum."""


@dataclasses.dataclass(frozen=True)
class Metric:
    """`better` is "less", "more" or "". `table` is the table of methods.md that shows the metric; "" if only
    methods.csv has it. `never` is the text for infinity. `timed` metrics have no value for several hosts together."""

    name: str
    title: str
    table: str
    kind: Kind
    better: str
    definition: str
    of: typing.Callable
    never: str = "–"
    by_place: bool = False

    @property
    def timed(self):
        return self.kind is TIME or self.name.startswith("query_")


def known(values):
    return values[~np.isnan(values)]


def middle(values):
    return quantile(known(values), 0.5)


def mean(values):
    values = known(values)
    return float(values.mean()) if len(values) else np.nan


def of_maps(rows, column, share=0.5):
    """A quantile of the known values, with its interval over maps."""
    values = getattr(rows, column)
    there = ~np.isnan(values)
    return quantile_over_maps(values[there], rows.map_code[there], share)


def ratio(part, whole):
    return part / whole if whole else np.nan


def gap(name, title, share, definition, column="gap", table="answers", by_place=False):
    """A quantile of the gaps, or their mean if share is None."""
    return Metric(name, title, table, SHARE, "less", definition, by_place=by_place, of=lambda g: (
        mean(getattr(g.found, column)) if share is None else quantile(known(getattr(g.found, column)), share)))


def query_time(name, title, share, interval=False, by_place=False):
    return Metric(name, title, "times", TIME, "less", f"{title} of the time to a legal path over all reachable queries",
                  never="no path", by_place=by_place, of=(lambda g: of_maps(g.asked, "path_ns", share)) if interval else (
                      lambda g: quantile(known(g.asked.path_ns), share)))


def of_found(name, title, table, kind, better, definition, column):
    return Metric(name, title, table, kind, better, definition, lambda g: middle(getattr(g.found, column)))


def cost(name, title, kind, definition, column, interval=False):
    """The median over maps. A failed build counts as infinite; unreported values do not count. Costs with an interval
    have tables by map and family."""
    return Metric(name, title, "builds", kind, "less", definition, never="failed", by_place=interval, of=(
        lambda g: of_maps(g.builds, column)) if interval else (lambda g: middle(getattr(g.builds, column))))


METRICS = (
    Metric("reachable", "reachable", "", NUMBER, "", "reachable queries asked", lambda g: len(g.asked), by_place=True),
    Metric("found", "found", "", NUMBER, "more", "legal paths found", lambda g: len(g.found), by_place=True),
    Metric("answered", "answered", "answers", SHARE, "more", "share of the reachable queries with a legal path",
           lambda g: ratio(len(g.found), len(g.asked)), by_place=True),
    Metric("found_untimed", "untimed", "", NUMBER, "less", "legal paths without a time, which no time includes",
           lambda g: int(np.isnan(g.found.ns).sum())),
    Metric("legal_share", "legal", "answers", SHARE, "more", "share of the returned paths that are legal",
           lambda g: ratio(len(g.found), len(g.returned))),
    Metric("within_walls_share", "within walls", "answers", SHARE, "more",
           "share of the returned paths that stay in free space",
           lambda g: ratio(sum(fault not in ("walls", "ends and walls") for fault in g.returned.fault), len(g.returned))),
    Metric("zero_gap", "zero gaps", "", NUMBER, "more", "legal paths with a gap up to 1e-9",
           lambda g: int((known(g.found.gap) <= ZERO_GAP).sum())),
    Metric("median_gap", "gap p50", "answers", SHARE, "less", "median gap of the legal paths", lambda g: of_maps(g.found, "gap"),
           by_place=True),
    gap("mean_gap", "gap mean", None, "mean gap of the legal paths", by_place=True),
    gap("p90_gap", "gap p90", 0.9, "p90 of the gaps", table=""),
    gap("p95_gap", "gap p95", 0.95, "p95 of the gaps", by_place=True),
    gap("max_gap", "gap max", 1, "largest gap"),
    gap("mean_corridor_gap", "corridor gap mean", None, "mean of: shortest path that passes all obstacles on the same sides, over the "
        "optimum, minus 1", "corridor_gap", by_place=True),
    gap("p95_corridor_gap", "corridor gap p95", 0.95, "p95 of the corridor gap", "corridor_gap", table=""),
    gap("mean_slack", "slack mean", None, "mean of: length over that shortest path, minus 1", "slack", by_place=True),
    gap("p95_slack", "slack p95", 0.95, "p95 of the slack", "slack", table=""),
    of_found("turning_p50", "turning", "answers", NUMBER, "less", "median turning of the legal paths, radians", "turning"),
    of_found("clearance_p50", "clearance", "answers", NUMBER, "more",
             "median of the smallest distance of a legal path to a wall, map units", "clearance"),
    query_time("query_p50_ns", "p50", 0.5, interval=True, by_place=True),
    query_time("query_p95_ns", "p95", 0.95),
    query_time("query_p99_ns", "p99", 0.99),
    query_time("query_p999_ns", "p99.9", 0.999),
    query_time("query_max_ns", "max", 1),
    *(of_found(f"query_{phase}", phase[:-3], "times", TIME, "less", f"median time of the phase {phase[:-3]}, legal paths",
               phase) for phase in PHASES),
    of_found("expanded_p50", "expanded", "times", NUMBER, "less", "median number of expanded nodes, legal paths", "expanded"),
    Metric("refused", "refused", "", NUMBER, "more", "unreachable queries rightly refused", lambda g: len(g.refused)),
    Metric("refusal_p50_ns", "refusal", "times", TIME, "less", "median time of the unreachable queries rightly refused",
           lambda g: middle(g.refused.ns)),
    Metric("query_spread", "spread", "", NUMBER, "less", "median ratio of a query's median time to its least",
           lambda g: middle(g.asked.ns / g.asked.least_ns)),
    Metric("query_spread_share", "spread share", "", SHARE, "less", f"share of the queries with a ratio above {SPREAD:g}",
           lambda g: mean(np.where(np.isnan(g.asked.least_ns), np.nan, g.asked.ns > SPREAD * g.asked.least_ns))),
    cost("build_p50_ns", "build", TIME, "median over maps: own build and the parts of the free space that it uses",
         "total_build_ns", interval=True),
    cost("build_own_p50_ns", "own build", TIME, "the same without the parts", "own_build_ns"),
    cost("median_bytes", "memory", SIZE, "median over maps: own bytes, bytes of the parts, scratch space of a thread",
         "total_bytes", interval=True),
    cost("median_own_bytes", "own memory", SIZE, "median over maps: bytes of the method's own index", "own_bytes"),
    cost("median_scratch_bytes", "scratch", SIZE, "median over maps: scratch space of a thread for queries", "scratch_bytes"),
    Metric("coverage_p50", "coverage p50", "builds", SHARE, "more", "median share of the free area that is represented",
           lambda g: middle(g.built.coverage)),
    Metric("coverage_min", "coverage min", "builds", SHARE, "more", "least share of the free area that is represented",
           lambda g: float(min(known(g.built.coverage), default=np.nan))),
    Metric("worlds", "maps", "", NUMBER, "", "maps that the method was made for", lambda g: len(g.builds)),
    Metric("built_once", "built once", "", NUMBER, "less", "maps with a single cold build instead of a median",
           lambda g: int((g.built.builds[~np.isnan(g.built.own_build_ns)] == 1).sum())),
    Metric("worlds_built", "maps built", "builds", NUMBER, "more", "maps on which it was built", lambda g: len(g.built)),
)
by_name = {metric.name: metric for metric in METRICS}


def dictionary():
    """The table that `scripts/plot.py --metrics` prints."""
    lines = ["| column | shown as | definition |", "|---|---|---|"]
    units = {id(TIME): ", ns", id(SIZE): ", bytes", id(SHARE): "", id(NUMBER): ""}
    lines += [f"| `{m.name}` | {m.title if m.table else ''} | {m.definition}{units[id(m.kind)]} |" for m in METRICS]
    return "\n".join(lines) + "\n"
