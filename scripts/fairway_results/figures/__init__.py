"""The table of figures: name, title, function, scope, and needed rows.

    for name, suffixes, make in figures.available(results, styles, tables.computed(results)): style.save(make(), ...)

A function gets the part of the results, the styles of methods, and `rows(table)`, the rows of a table of that part."""

import dataclasses
import functools
import typing

from . import changes, clearance, ecdf, gap, heat, pareto, style, total, worlds


@dataclasses.dataclass(frozen=True)
class Figure:
    """`scope`: one figure for each "host" (of a stratum) or "sample" (of a host). `optimum_by`: the figure shows only
    worlds with this optimum. `needs`: the frame of Results that must not be empty."""

    name: str
    title: str
    make: typing.Callable
    scope: str = "sample"
    optimum_by: str = None
    needs: str = "worlds"

    def suits(self, part):
        return len(getattr(part, self.needs)) and self.optimum_by in (None, part.worlds.optimum_by.iloc[0])


def heat_map(by, measure):
    title = f"{heat.HEAT[measure][1]} by {by}" + ", in %" * (measure in ("gap", "answered"))
    return Figure(f"by-{by}-{measure}", title, lambda part, styles, rows: heat.by_place(part, styles, rows, by, measure), "host")


FIGURES = (
    Figure("time-against-memory", "Query time against memory", pareto.time_against_memory, "host"),
    *(heat_map(by, measure) for by in ("map", "family") for measure in heat.HEAT),
    Figure("crossover", "Which method is the cheapest when the world changes?", changes.bands, "host", needs="follows"),
    Figure("pareto", "Pareto front of memory, build, query time and gap", pareto.front),
    Figure("performance-profile", "Performance profiles of query time", ecdf.profiles),
    Figure("total-time", "What the first n queries cost", total.total_time),
    Figure("time-ecdf", "Share of queries answered within a time", ecdf.times),
    Figure("gap-against-time", "Gap against query time", gap.against_time, optimum_by="exact"),
    Figure("gap-ecdf", "How often is the gap small?", ecdf.gaps, optimum_by="exact"),
    Figure("gap-causes", "What the gap is made of", gap.causes, optimum_by="exact"),
    Figure("length-against-clearance", "Length against distance to walls", clearance.against_length, "host", optimum_by="exact",
           needs="off_walls"),
    Figure("phases", "What query time is spent on", gap.phases),
)
NAMES = [*(figure.name for figure in FIGURES), "map"]


def parts(results):
    """Returns, for each scope, the restricted results that get a figure each."""
    hosts = [part for stratum in results.strata() for part in stratum.by_host()]
    return {"host": hosts, "sample": [sample for part in hosts for sample in part.samples()]}


def rows_of(tables, part):
    """Returns a function that maps the name of a table to the table's rows for the restricted results `part`."""
    def rows(name):
        table = tables[name]
        if table.empty:
            return table
        kept = table.stratum == part.worlds.stratum.iloc[0]
        if "host" in table:
            kept &= table.host.isin([part.host] if part.host else part.hosts())
        if "maps_of" in table:
            kept &= table.maps_of.eq(part.sample) if part.sample else table.maps_of.isna()
        return table[kept]
    return rows


def available(results, styles, tables):
    """Returns every figure that these results can have, as (name, suffixes of the file name, function that makes
    it)."""
    def made(title, part, make, *arguments):
        figure = make(part, styles, *arguments)
        style.title(figure, title, part)
        return figure

    of_scope = parts(results)
    for figure in FIGURES:
        for part in filter(figure.suits, of_scope[figure.scope]):
            suffixes = [part.stratum and part.stratum.replace(" ", ""), part.host, part.sample and f"maps-of-{part.sample}"]
            yield figure.name, [*filter(None, suffixes)], functools.partial(made, figure.title, part, figure.make, rows_of(tables, part))
    for world in worlds.drawn_worlds(results):
        name = results.worlds.name[world]
        yield f"map-{name}", [], functools.partial(made, name, results, worlds.picture, world)
