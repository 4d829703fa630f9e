"""The table of figures: name, function, scope, and needed rows.

    for figure, part, make in figures.wanted(results, styles, tables.computed(results)): style.save(make(), ...)

A function gets the part of the results, the styles of methods, and `rows(table)`, the rows of a table of that part."""

import dataclasses
import typing

from .. import comparisons as pairs
from . import changes, comparisons, cost, ecdf, gap, growth, heat, pareto, worlds


@dataclasses.dataclass(frozen=True)
class Figure:
    """`scope`: one figure for each "stratum", "host" (of a stratum), or "sample" (of a host). `optimum_by`: the figure
    shows only worlds with this optimum. `needs`: the frame of Results that must not be empty."""

    name: str
    make: typing.Callable
    scope: str = "sample"
    optimum_by: str = None
    needs: str = "worlds"


def heat_map(by, measure):
    return Figure(f"by-{by}-{measure}", lambda part, styles, rows: heat.by_place(part, styles, rows, by, measure), "host")


def planned(name, family):
    return Figure(name, lambda part, styles, rows: comparisons.planned(part, styles, rows, family), "stratum")


FIGURES = (
    planned("comparisons", pairs.BETWEEN),
    planned("comparisons-variants", pairs.VARIANT),
    Figure("time-against-length", cost.time_against_length, "host"),
    Figure("build", cost.build, "host"),
    Figure("growth", growth.of_maps, "host"),
    Figure("time-against-memory", pareto.time_against_memory, "host"),
    *(heat_map(by, measure) for by in ("map", "family") for measure in heat.HEAT),
    Figure("follow-against-share", changes.against_share, "host", needs="follows"),
    Figure("crossover", changes.bands, "host", needs="follows"),
    Figure("pareto", pareto.front),
    Figure("performance-profile", ecdf.profiles),
    Figure("total-time", comparisons.total_time),
    Figure("time-ecdf", ecdf.times),
    Figure("gap-against-time", gap.against_time, optimum_by="exact"),
    Figure("anytime", cost.anytime, optimum_by="exact", needs="improvements"),
    Figure("gap-ecdf", ecdf.gaps, optimum_by="exact"),
    Figure("gap-causes", gap.causes, optimum_by="exact"),
    Figure("phases", gap.phases),
)
NAMES = [*(figure.name for figure in FIGURES), "map"]


def parts(results):
    """Returns for each scope the parts of the results that have a figure each."""
    strata = results.strata()
    hosts = [part for stratum in strata for part in stratum.by_host()]
    return {"stratum": strata, "host": hosts, "sample": [sample for part in hosts for sample in part.samples()]}


def rows_of(tables, part):
    """Returns a function that maps the name of a table to the table's rows for a part of the results."""
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
    of_scope = parts(results)
    for figure in FIGURES:
        for part in of_scope[figure.scope]:
            if len(getattr(part, figure.needs)) and figure.optimum_by in (None, part.worlds.optimum_by.iloc[0]):
                yield (figure.name, suffixes(part), lambda figure=figure, part=part: figure.make(
                    part, styles, rows_of(tables, part)))
    for world in worlds.drawn_worlds(results):
        yield f"map-{results.worlds.name[world]}", [], lambda world=world: worlds.picture(results, styles, world)


def suffixes(part):
    """Returns the ends of the names of a part's figures."""
    return [*filter(None, [part.stratum and part.stratum.replace(" ", ""), part.host,
                           part.sample and f"maps-of-{part.sample}"])]
