"""Tables of a sweep as Markdown and LaTeX."""

import dataclasses
import re
import textwrap

import numpy as np
import pandas as pd

from fairway_results import PHASES
from plots import statistics, style
from plots.summary import ALL_HOSTS

LEGEND = "\n".join(textwrap.wrap(
    "*Made of*: representation; search with its heuristic; smoother. *Answered*: share of the reachable queries "
    "for which a legal path was found. *Legal*, *within walls*: shares of the paths returned. *Gap*: of the legal ones; "
    "*corridor gap*: of the shortest path that passes all obstacles on the same sides, *slack*: of the path over that "
    "one. *Query p50, p95, p99*: quantiles of the time to a path over all reachable "
    "queries, where one that timed out counts with the limit (≥), and one that got no path for another reason is longer "
    "than all others. *Max*: the longest of those. *Locate* to *smooth*: medians of the phases where a path was found. "
    "*Refusal*: median time to say no where there is no path. *Build*, "
    "*memory*: medians over the maps of what the method builds and the parts of the free space that it uses, memory also "
    "of the scratch space that a thread needs for queries, where a "
    "failed build is more than all others; *own*: what it builds alone. *Coverage*: median and least share of the free "
    "area. *In brackets*: "
    f"{statistics.METHOD[0].lower()}{statistics.METHOD[1:]}; with fewer than {statistics.MIN_MAPS} maps none is given.",
    120)) + "\n"


@dataclasses.dataclass
class Table:
    """Rows of text; the first `labels` columns are not numbers."""

    title: str
    head: list
    rows: list
    labels: int = 1

    def markdown(self):
        bars = "|" + "---|" * self.labels + "--:|" * (len(self.head) - self.labels)
        lines = ["| " + " | ".join(self.head) + " |", bars]
        return "\n".join([f"**{self.title}**", "", *lines, *("| " + " | ".join(row) + " |" for row in self.rows)])

    def latex(self):
        columns = "l" * self.labels + "r" * (len(self.head) - self.labels)
        lines = [" & ".join(map(escaped, row)) + r" \\" for row in [self.head, *self.rows]]
        return "\n".join([f"% {self.title}", rf"\begin{{tabular}}{{{columns}}}", r"\toprule", lines[0], r"\midrule",
                          *lines[1:], r"\bottomrule", r"\end{tabular}"])


LATEX = {"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$", "{": r"\{", "}": r"\}", "\\": r"\textbackslash{}",
         "≥": r"$\geq$", "µ": r"\textmu{}", "–": "--", "·": r"$\cdot$", "×": r"$\times$", "≤": r"$\leq$",
         "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}


def escaped(text):
    """A cell of Markdown as LaTeX: `name` is set as typewriter."""
    code = re.fullmatch("`(.*)`", text)
    plain = "".join(LATEX.get(letter, letter) for letter in (code[1] if code else text))
    return rf"\texttt{{{plain}}}" if code else plain


def of_methods(summary):
    """Headings, and the tables under each: of answers, of times, and of builds; a row a method. A heading for
    every stratum, host and sample, if there are several."""
    sections = []
    if summary.empty:
        return sections
    for (host, radius, terrain, sample), rows in summary.fillna({"maps_of": ""}).groupby(
            ["host", "radius", "terrain", "maps_of"], sort=False):
        names = [f"Radius {radius:g}" + (", terrain" if terrain else "")
                 if len(summary[["radius", "terrain"]].drop_duplicates()) > 1 else "",
                 "" if summary.host.nunique() < 2 else "All hosts" if host == ALL_HOSTS else f"Host {host}",
                 f"The {rows.maps.iloc[0]} maps of {sample}" if sample else ""]
        sections.append((", ".join(filter(None, names)), [answers(rows), times(rows), builds(rows)]))
    return sections


def markdown(summary):
    """The sections one after the other, with units in the cells; '–' for nothing."""
    parts = []
    for heading, tables in of_methods(summary):
        parts += [f"## {heading}"] * bool(heading) + [table.markdown() for table in tables]
    return "\n\n".join(parts + [LEGEND])


def latex(summary):
    return "\n\n".join(table.latex() for _, tables in of_methods(summary) for table in tables) + "\n"


def answers(summary):
    head = ["method", "made of", "answered", "legal", "within walls", "median gap", "mean", "p95", "worst",
            "corridor gap, mean", "slack, mean", "turning", "clearance"]
    return Table("Answers and gap", head, [[
        f"`{row.method}`", made_of(row), share(row.found / max(row.reachable, 1)), share(row.legal_share),
        share(row.within_walls_share), bounded(share, row.median_gap, row.median_gap_low, row.median_gap_high),
        share(row.mean_gap), share(row.p95_gap), share(row.max_gap), share(row.mean_corridor_gap),
        share(row.mean_slack), number(row.turning_p50), number(row.clearance_p50)]
        for row in summary.itertuples()], labels=2)


def times(summary):
    head = ["method", "made of", "query p50", "p95", "p99", "max", *(phase[:-3] for phase in PHASES), "expanded",
            "refusal"]
    rows = []
    for row in summary.itertuples():
        limit = row.timeout_ms * 1e6 if getattr(row, "timeout", 0) else np.inf

        def taken(nanoseconds):
            return "no path" if nanoseconds == np.inf else (
                f"≥ {duration(limit)}" if nanoseconds >= limit else duration(nanoseconds))

        rows.append([
            f"`{row.method}`", made_of(row),
            bounded(taken, row.query_p50_ns, row.query_p50_ns_low, row.query_p50_ns_high),
            taken(row.query_p95_ns), taken(row.query_p99_ns), taken(row.query_max_ns),
            *(duration(getattr(row, f"query_{phase}")) for phase in PHASES), number(row.expanded_p50),
            duration(row.refusal_p50_ns)])
    return Table("Query time", head, rows, labels=2)


def builds(summary):
    head = ["method", "made of", "build", "own build", "memory", "own memory", "coverage", "least", "maps built"]
    timed = summary[summary.build_own_p50_ns.notna()]
    once, built = timed.built_once.sum(), timed.worlds_built.sum()
    said = "" if once == 0 else ": one cold build of each method on each map" if once == built else (
        f": one cold build for {once} of {built} methods and maps, else a median")
    return Table("Build and memory" + said, head, [[
        f"`{row.method}`", made_of(row), bounded(duration, row.build_p50_ns, row.build_p50_ns_low, row.build_p50_ns_high),
        duration(row.build_own_p50_ns), bounded(size, row.median_bytes, row.median_bytes_low, row.median_bytes_high),
        size(row.median_own_bytes), share(row.coverage_p50), share(row.coverage_min),
        f"{row.worlds_built} of {row.worlds}"] for row in summary.itertuples()], labels=2)


def made_of(row):
    """'grid · astar, octile, unpruned · shortcut'."""
    search = row.search if row.search == "own" else ", ".join(
        filter(None, [row.search, row.heuristic + (f" × {row.weight:g}" if row.weight != 1 else "")]))
    return f"{row.representation} · {search}{', unpruned' * (row.pruning == 'none')} · {row.smoother}"


def bounded(text, value, low, high):
    """'1.2 µs [900 ns, 2 µs]', or the value alone where it has no interval."""
    return text(value) + ("" if pd.isna(low) else f" [{text(low)}, {text(high)}]")


def share(value):
    """0.01234 -> '1.23 %'; rounding noise is 0."""
    if pd.isna(value):
        return "–"
    return "0" if abs(value) < 5e-8 else f"{100 * value:.3g} %"


def number(value):
    return "–" if pd.isna(value) else f"{value:,.0f}" if 100 <= value < 1e9 else f"{value:.3g}"


def duration(nanoseconds):
    return or_nothing(style.duration, nanoseconds)


def size(count):
    return or_nothing(style.size, count)


def or_nothing(text, value):
    return "–" if pd.isna(value) else "failed" if value == np.inf else text(value)
