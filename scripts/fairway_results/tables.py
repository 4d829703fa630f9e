"""All tables: their rows, and the writers of CSV, Markdown and LaTeX.

    for table in tables.TABLES: table.write(results, folder)
"""

import dataclasses
import re
import typing

import numpy as np

from . import break_even, causes, changes, comparisons, conditions, estimators, text
from .metrics import METRICS, NUMBER, SHARE, TIME, WORDS, Kind, by_name
from .summary import ALL_HOSTS, by_place, summary

NOTHING = "No method has been measured yet.\n"
TITLES = {"answers": "Answers and gap", "times": "Query time", "builds": "Build and memory"}
HEAT = {"time": ("query_p50_ns", "Median query time"), "gap": ("mean_gap", "Mean gap"),
        "answered": ("answered", "Share of reachable queries answered"), "build": ("build_p50_ns", "Build time"),
        "memory": ("median_bytes", "Memory")}
"""The metrics of heat maps and of the tables by map and family with their titles, by the names of figures (by-map-time)."""


@dataclasses.dataclass
class Column:
    """Values that share a unit. `low` and `high` are the ends of intervals; a value that reaches its `limit` is a lower
    bound; `never` is the text for infinity."""

    title: str
    values: typing.Sequence
    kind: Kind = WORDS
    low: typing.Sequence = None
    high: typing.Sequence = None
    limits: typing.Sequence = None
    never: str = "–"
    latex: bool = True
    code: bool = False

    def cells(self, unit=None):
        """Returns the texts of the values, each with its unit or as a multiple of a common unit."""
        of = self.kind.text if unit is None or self.kind is WORDS else lambda value: NUMBER.text(
            0 if self.kind is SHARE and abs(value) < text.NOISE else value / unit)

        def said(value, limit=np.inf):
            if value is None or value != value:
                return "–"
            if value in (np.inf, -np.inf):
                return self.never
            return ("≥ " if self.kind is not WORDS and value >= limit else "") + of(value)

        rows = zip(self.values, *([np.nan] * len(self.values) if ends is None else ends for ends in (self.low, self.high, self.limits)))
        return [said(value, limit) + ("" if low != low else f" [{said(low, limit)}, {said(high, limit)}]")
                for value, low, high, limit in rows]

    def unit(self):
        """The factor and the name of the unit that suits the median of the values."""
        if self.kind is WORDS:
            return 1, ""
        values = [abs(v) for v in self.values if v == v and abs(v) < np.inf]
        middle = np.median(values) if values else 0
        return next((u for u in reversed(self.kind.units) if middle >= u[0]), self.kind.units[0])


def column(rows, name, title, kind=WORDS, **options):
    """A column of a frame, with its interval if the frame has one."""
    ends = {end: rows[f"{name}_{end}"].to_list() for end in ("low", "high") if f"{name}_{end}" in rows}
    return Column(title, rows[name].to_list(), kind, **ends, **options)


@dataclasses.dataclass
class Table:
    title: str
    columns: list

    def markdown(self):
        bars = "|".join("---" if column.kind is WORDS else "--:" for column in self.columns)
        head, *rows = zip(*([column.title, *(f"`{cell}`" if column.code else cell for cell in column.cells())] for column in self.columns))
        return "\n".join([f"**{self.title}**", "", f"| {' | '.join(head)} |", f"|{bars}|", *(f"| {' | '.join(row)} |" for row in rows)])

    def latex(self, label):
        """Returns the table as LaTeX floats. Each float repeats the first column, and has at most MOST_COLUMNS columns. It fits
        a page, or one column of a page with two columns."""
        first, *rest = (LatexColumn(column) for column in self.columns if column.latex)
        parts = []
        for column in rest:
            if not parts or len(parts[-1]) > MOST_COLUMNS - 1 or sum(c.width for c in [*parts[-1], column]) > PAGE_POINTS:
                parts.append([first])
            parts[-1].append(column)
        names = [label if len(parts) == 1 else f"{label}-{number}" for number in range(1, len(parts) + 1)]
        return "\n\n".join(self.floating(part, name) for part, name in zip(parts, names))

    def floating(self, columns, label):
        kind = "table" if sum(column.width for column in columns) <= COLUMN_POINTS else "table*"
        lines = [rf"\begin{{{kind}}}[t]", r"\centering\footnotesize\setlength{\tabcolsep}{3pt}",
                 rf"\caption{{{escaped(self.title)}.}}", rf"\label{{tab:{label}}}",
                 rf"\begin{{tabular}}{{{''.join(column.place for column in columns)}}}", r"\toprule",
                 *(" & ".join(row) + r" \\" for row in zip(*(column.head for column in columns)) if any(row)), r"\midrule",
                 *(" & ".join(row) + r" \\" for row in zip(*(column.cells for column in columns))),
                 r"\bottomrule", r"\end{tabular}", rf"\end{{{kind}}}"]
        return "\n".join(lines)


MOST_COLUMNS = 7
COLUMN_POINTS, PAGE_POINTS = 235, 470
"""Widths in points of a column and a page that fit acmart, IEEEtran and two-column article."""


class LatexColumn:
    """A column of LaTeX cells. Its heading contains the unit. `width` is an upper estimate, in points of footnotesize."""

    def __init__(self, column):
        factor, unit = column.unit()
        plain = column.cells(factor)
        cells = [re.sub(r" \[", " {\\\\scriptsize[", escaped(cell)).replace("]", "]}") if " [" in cell else escaped(cell)
                 for cell in plain]
        self.cells = [rf"\texttt{{{cell}}}" if column.code else cell for cell in cells]
        self.head = [escaped(column.title), escaped(f"({unit})") if unit else ""]
        self.place = "l" if column.kind is WORDS else "r"
        self.width = 6 + 4.3 * max(map(len, [column.title, unit, *plain]))


LATEX = {"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$", "{": r"\{", "}": r"\}", "\\": r"\textbackslash{}",
         "≥": r"$\geq$", "µ": r"\textmu{}", "–": "--", "·": r"$\cdot$", "×": r"$\times$", "≤": r"$\leq$",
         "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}


def escaped(words):
    return "".join(LATEX.get(letter, letter) for letter in words)


def methods(rows):
    """Returns headings and the tables below each, with a row for each method. If there are several strata, hosts or
    samples, each has a heading."""
    sections = []
    keys = ["host", "stratum", "maps_of"]
    for (host, stratum, sample), part in rows.fillna({"maps_of": ""}).groupby(keys, sort=False) if len(rows) else ():
        heading = ", ".join(filter(None, [
            stratum.capitalize() if rows.stratum.nunique() > 1 else "",
            "" if rows.host.nunique() < 2 else "All hosts" if host == ALL_HOSTS else f"Host {host}",
            f"The {part.maps.iloc[0]} maps of {sample}" if sample else ""]))
        timed = part[part.build_own_p50_ns.notna()]
        cold = text.cold_builds(timed.built_once.sum(), timed.worlds_built.sum())
        titles = {**TITLES, "builds": TITLES["builds"] + (cold and f": {cold}")}
        sections.append((heading, [Table(title + (f", {heading[0].lower()}{heading[1:]}" if heading else ""), [
            column(part, "method", "method", code=True),
            Column("made of", [made_of(row) for row in part.itertuples()], latex=False),
            *(column(part, metric.name, metric.title, metric.kind, never=metric.never, limits=(
                part.limit_ns.to_list() if metric.never == "no path" else None)) for metric in METRICS if metric.table == table)])
            for table, title in titles.items()]))
    return sections


def made_of(row):
    """'grid · astar, octile, unpruned · shortcut'."""
    search = row.search if row.search == "own" else ", ".join(
        filter(None, [row.search, row.heuristic + (f" × {row.weight:g}" if row.weight != 1 else "")]))
    return f"{row.representation} · {search}{', unpruned' * (row.pruning == 'none')} · {row.smoother}"


def methods_markdown(results, rows):
    parts = []
    for heading, tables in methods(rows):
        parts += [f"## {heading}"] * bool(heading) + [table.markdown() for table in tables]
    parts.append(LEGEND if parts else "No method was made for any of the maps." if len(results.builds) else NOTHING.strip())
    made = set(results.builds.method[results.builds.status != "unsupported"])
    absent = [m.name for m in results.methods.itertuples() if m.Index not in made]
    if absent:
        parts.append(f"Without support for these maps, or not measured yet: {', '.join(absent)}.")
    return "\n\n".join([*parts, conditions.markdown(results)])


LEGEND = "\n".join([
    "Made of: representation · search with its heuristic · smoother. Query times: a time-out counts with "
    "the limit (≥); a query without a path for another reason counts as infinite (no path). So p50 to max all "
    "count the same queries. " + estimators.INTERVALS + f", in brackets; none with fewer than {estimators.MIN_MAPS} maps.",
    "", *(f"- *{metric.title}*: {metric.definition}." for metric in METRICS if metric.table)])


def places(results, rows, by):
    """Returns a table for each stratum, host and measure: a row for each method, a column for each map or family."""
    for (stratum, host), part in rows.groupby(["stratum", "host"], sort=False):
        where = [stratum] * (rows.stratum.nunique() > 1) + [host] * (rows.host.nunique() > 1)
        for name, title in HEAT.values():
            metric, wide = by_name[name], square(results, part, by, name)
            yield Table(", ".join([f"{title} by {by}", *where]), [Column("method", wide.index.to_list(), code=True), *(
                column(wide, place, place, metric.kind, never=metric.never) for place in wide)])


def square(results, rows, by, name):
    """Returns a row for each method, a column for each map or family. A family has a value only if the method supports all its maps."""
    whole = rows[rows.maps == rows.of_maps]
    wide = whole.pivot(index="method", columns=by, values=name)
    names = [results.methods.name[m] for m in results.by_family()]
    return wide.reindex([name for name in names if name in set(rows.method)])[list(dict.fromkeys(whole[by]))]


def of_causes(results, rows):
    for (stratum, host), part in rows.groupby(["stratum", "host"], sort=False) if len(rows) else ():
        names = list(dict.fromkeys(part.cause))
        yield Table(f"Causes of the variation between methods and maps, {stratum}, {host}", [Column("cause", names), *(
            column(of.set_index("cause").reindex(names), "share", f"share of the {causes.RESPONSES[response]}", SHARE)
            for response, of in part.groupby("response", sort=False))])


def of_pairs(results, rows):
    """A table for each stratum: the planned comparisons of the main methods of all families."""
    planned = rows[rows.family == comparisons.BETWEEN] if len(rows) else rows
    for stratum, part in planned.groupby("stratum", sort=False) if len(rows) else ():
        points = part.assign(**{name: 100 * part[name] for name in part if name.startswith("gap_difference")})
        yield Table(f"Query by query, mean over maps, {stratum}; differs: significant at 5 % after Holm's correction", [
            column(part, "method", "method", code=True), column(part, "against", "against", code=True),
            column(part, "time_ratio", "time ratio", NUMBER), Column("times differ", verdicts(part.time_p_holm)),
            column(points, "gap_difference", "gap difference (points)", NUMBER),
            Column("gaps differ", verdicts(part.gap_p_holm))])


def verdicts(corrected):
    """For each corrected p: whether the test is significant, in words."""
    return [f"fewer than {estimators.MIN_MAPS} maps" if p != p else "yes" if p < comparisons.SIGNIFICANT else "no"
            for p in corrected]


def of_changes(results, rows):
    """A table of text for each stratum, host and map or family of maps."""
    keys = [key for key in ("maps", "stratum", "host") if key == "maps" or len(rows) and rows[key].nunique() > 1]
    for place, part in rows.groupby(keys if len(keys) > 1 else keys[0], sort=False) if len(rows) else ():
        yield Table(f"Worlds that change: {place if isinstance(place, str) else ', '.join(place)}", [
            column(part, "method", "method", code=True),
            Column("worlds", [f"{row.worlds} of {row.of_worlds}" for row in part.itertuples()]),
            *(column(part, name, title, kind) for name, (title, kind) in CHANGES.items())])


CHANGES = {"bursts": ("bursts", NUMBER), "repaired": ("repaired", SHARE), "follow_p50_ns": ("follow p50", TIME),
           "follow_p95_ns": ("p95", TIME), "follow_mean_ns": ("mean", TIME), "space_mean_ns": ("of it free space", TIME),
           "first_answer_p50_ns": ("first answer p50", TIME), "query_mean_ns": ("query mean", TIME),
           "wrong_or_missed": ("wrong or missed", NUMBER), "outdated": ("outdated", NUMBER)}


@dataclasses.dataclass(frozen=True)
class Kept:
    """A table to write: its rows for CSV and, unless it is CSV only, its sections for Markdown and LaTeX. The report may show
    other sections."""

    name: str
    rows: typing.Callable
    printed: typing.Callable = None
    changing: bool = False
    shown: typing.Callable = None

    def parts(self, results, rows):
        """Returns the tables that the report shows."""
        return (self.shown or self.printed)(results, rows)

    def write(self, results, folder, rows):
        rows.drop(columns="per_map", errors="ignore").to_csv(folder / f"{self.name}.csv", index=False)
        if not self.printed:
            return 1
        parts = list(self.printed(results, rows))
        text = methods_markdown(results, rows) if self.name == "methods" else "\n\n".join(p.markdown() for p in parts) + "\n"
        (folder / f"{self.name}.md").write_text(text, encoding="utf-8")
        slug = self.name.replace("_", "-")
        latex = [part.latex(slug if len(parts) == 1 else f"{slug}-{number}") for number, part in enumerate(parts, 1)]
        (folder / f"{self.name}.tex").write_text("\n\n".join(latex) + "\n", encoding="utf-8")
        return 3


TABLES = (
    Kept("methods", summary, lambda results, rows: [table for _, tables in methods(rows) for table in tables]),
    Kept("comparisons", comparisons.table, shown=of_pairs),
    Kept("break_even", break_even.table),
    *(Kept(f"by_{by}", lambda results, by=by: by_place(results, by),
           lambda results, rows, by=by: places(results, rows, by)) for by in ("map", "family")),
    Kept("causes", causes.table, of_causes),
    Kept("changes", changes.table, of_changes, changing=True),
    Kept("crossover", changes.crossover, changing=True),
)


def computed(results):
    """Returns the rows of every table that these results have, by name."""
    return {table.name: table.rows(results) for table in TABLES if len(results.follows) or not table.changing}


def write(results, rows, folder):
    """Writes all tables and returns the number of files."""
    return sum(table.write(results, folder, rows[table.name]) for table in TABLES if table.name in rows)
