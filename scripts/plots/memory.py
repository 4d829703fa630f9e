"""Query time against memory, map by map."""

import matplotlib.pyplot as plt
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullLocator

from plots import heat, style
from plots.style import duration

MOST_MAPS = 6


def figure(results, styles):
    """A panel a map: the leading methods in colour, the others grey. A line joins the methods of one representation,
    by their size."""
    rows = heat.table(results, "map")
    built = results.builds[results.builds.status == "built"].assign(map=lambda b: b.world.map(results.worlds["map"]))
    sizes = built.groupby(["map", "method"]).total_bytes.median()
    ids = {name: method for method, name in results.methods.name.items()}
    rows = rows.assign(id=rows.method.map(ids))
    rows["bytes"] = [sizes.get(key, float("nan")) for key in zip(rows["map"], rows.id)]
    rows = rows[rows.query_p50_ns.gt(0) & rows.query_p50_ns.lt(float("inf")) & rows.bytes.gt(0)]
    maps = list(dict.fromkeys(rows["map"]))
    if not maps:
        raise style.NothingToShow("no method has both a size and a query time")
    if len(maps) > MOST_MAPS:
        raise style.NothingToShow(f"there are {len(maps)} maps, and a page holds {MOST_MAPS}: name some with --maps")
    plot, panels = style.panels(len(maps), 3, style.PAGE, 2.4)
    for axes, place in zip(panels, maps):
        here = rows[rows["map"] == place].sort_values("bytes")
        family = here.id.map(results.methods.representation)
        for _, of_one in here.groupby(family, sort=False):
            if len(of_one) > 1:
                axes.plot(of_one.bytes, of_one.query_p50_ns, color=styles.colour(of_one.id.iloc[0]), lw=1, zorder=1.5)
        for row in here.itertuples():
            axes.plot(row.bytes, row.query_p50_ns, styles.marker(row.id), color=styles.colour(row.id), markersize=4.5,
                      markeredgecolor="white", markeredgewidth=0.4, zorder=3)
        axes.set(xscale="log", yscale="log", title=place)
        style.size_ticks(axes.xaxis, here.bytes.min(), here.bytes.max(), most=3)
        style.plain_log_ticks(axes.yaxis, here.query_p50_ns.min(), here.query_p50_ns.max(), duration)
    plot.supxlabel("size: parts of the free space, index and scratch space of a thread", fontsize=style.SMALL)
    plot.supylabel("median query time", fontsize=style.SMALL)
    style.title(plot, "Query time against memory", results)
    shown = [m for m in style.by_family(results.methods) if m in set(rows.id)]
    style.legend(plot, [Line2D([], [], lw=0, marker=styles.marker(m), color=styles.colour(m), markersize=4.5,
                               label=results.methods.name[m]) for m in shown])
    style.caption(plot, style.scope(results), "A line joins the methods of one representation or solver, by their size.")
    return plot
