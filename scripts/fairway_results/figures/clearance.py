"""The figure of methods that weigh the distance to walls."""

from matplotlib.lines import Line2D

from ..store import clearance_weights
from ..text import percent
from . import style, words

MOST_MAPS = 4


def curves(results):
    """Returns weight -> method, by ascending weight, for each structure and smoother with several weights."""
    weights = clearance_weights(results.methods)
    kinds = results.methods.assign(weight=weights).sort_values("weight", kind="stable").groupby(
        ["representation", "options", "smoother"], sort=False)
    found = [dict(reversed(list(zip(own.weight, own.index)))) for _, own in kinds if own.weight.nunique() > 1]
    return [dict(sorted(curve.items())) for curve in found]


def against_length(results, styles, rows):
    """A panel for each of the first maps: mean gap and mean clearance of each method, over queries for which all these
    methods found a path."""
    lines = curves(results)
    methods = [method for curve in lines for method in curve.values()]
    found = results.found()
    found = found[found.method.isin(methods)].dropna(subset=["gap", "clearance"])
    counts = found.groupby("query").method.nunique()
    found = found[found["query"].isin(counts.index[counts == len(methods)])]
    maps = [name for name in dict.fromkeys(results.worlds["map"]) if name in set(found["map"])][:MOST_MAPS]
    if not maps or not lines:
        raise style.NothingToShow("no method found a path for the same query with all its weights")
    figure, panels = style.panels(len(maps), 2, style.COLUMN, 1.9)
    for axes, name in zip(panels, maps):
        means = found[found["map"] == name].groupby("method")[["gap", "clearance"]].mean()
        for curve in lines:
            own = means.loc[list(curve.values())]
            look = {"color": styles.colour(own.index[0]), "marker": styles.marker(own.index[0])}
            axes.plot(own.gap, own.clearance, markersize=3, lw=1.1, **look)
            axes.plot(own.gap.iloc[0], own.clearance.iloc[0], markersize=5, markerfacecolor="white", **look)
        axes.set(title=name, xlim=(0, None), ylim=(0, 1.08 * means.clearance.max()))
        axes.xaxis.set_major_formatter(percent)
    figure.supxlabel("mean gap", fontsize=style.SMALL)
    figure.supylabel("mean distance of the path to walls", fontsize=style.SMALL)
    style.legend(figure, [Line2D([], [], color=styles.colour(m), marker=styles.marker(m), markersize=3, label=results.methods.name[m])
                          for m in (next(iter(curve.values())) for curve in lines)])
    weights = sorted({weight for curve in lines for weight in curve})
    style.caption(figure, f"Means over the {found['query'].nunique():,} queries on {words.maps(results, maps)} that every method found. "
                  "Distance: the least between path and walls, in map units. Points of a curve: clearance_weight "
                  f"{', '.join(f'{weight:g}' for weight in weights)}; an open marker is the smallest.")
    return figure
