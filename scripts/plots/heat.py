"""Time, gap and share answered, by map and by family of maps: tables and heat maps."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm, Normalize

from fairway_results import ZERO_GAP
from plots import statistics, style
from plots.summary import to_a_path
from plots.table import Table, duration, share

MOST_COLUMNS = 16
MEASURES = {
    "time": ("query_p50_ns", "Median query time", duration),
    "gap": ("mean_gap", "Mean gap", share),
    "answered": ("answered", "Share of reachable queries answered", share),
}


def table(results, by):
    """A row for each stratum, host, value of `by` ("map" or "family"), and method that was made for any of its
    maps: over all reachable queries there. `of_maps` is how many maps it has, `maps` for how many of them the
    method was made."""
    asked = results.reachable()
    asked = asked.assign(
        taken=to_a_path(asked), stratum=asked.world.map(results.worlds.stratum),
        place=asked.world.map(results.worlds[by]), answered=asked.status == "found")
    found = asked[asked.answered]
    keys = ["stratum", "host", "place", "method"]
    rows = asked.groupby(keys).agg(
        maps=("map", "nunique"), reachable=("query", "size"), found=("answered", "sum"), answered=("answered", "mean"))
    rows["query_p50_ns"] = asked.dropna(subset=["taken"]).groupby(keys).taken.agg(
        lambda taken: statistics.point(taken, 0.5))
    gaps = found.groupby(keys)
    for name, column, value in (("median_gap", "gap", 0.5), ("p95_gap", "gap", 0.95)):
        rows[name] = gaps[column].quantile(value)
    rows[["mean_gap", "mean_corridor_gap", "mean_slack"]] = gaps[["gap", "corridor_gap", "slack"]].mean()
    rows.insert(0, "of_maps", asked.groupby(keys[:3])["map"].nunique().reindex(rows.index.droplevel("method")).to_numpy())
    rows = rows.reset_index()
    rows["method"] = rows.method.map(results.methods.name)
    return rows.rename(columns={"place": by})


def printed(results, rows, by):
    """Tables of text: for each stratum, host and measure a row a method, a column a map or family."""
    tables = []
    for (stratum, host), part in rows.groupby(["stratum", "host"], sort=False):
        where = ", ".join([stratum] * (rows.stratum.nunique() > 1) + [host] * (rows.host.nunique() > 1))
        for column, title, text in MEASURES.values():
            wide = square(results, part, by, column)
            tables.append(Table(f"{title} by {by}" + (f", {where}" if where else ""), ["method", *wide.columns], [
                [f"`{name}`", *map(text, values)] for name, values in zip(wide.index, wide.to_numpy())]))
    return tables


def square(results, rows, by, column):
    """Method by map or family, only of those for all of whose maps the method was made."""
    whole = rows[rows.maps == rows.of_maps]
    wide = whole.pivot(index="method", columns=by, values=column)
    names = [results.methods.name[m] for m in style.by_family(results.methods)]
    return wide.reindex([name for name in names if name in set(rows.method)])[list(dict.fromkeys(whole[by]))]


def figure(results, styles, rows, by, measure):
    """A heat map of one measure: a row a method, a column a map or family."""
    column, title, text = MEASURES[measure]
    here = rows[(rows.stratum == results.worlds.stratum.iloc[0]) & rows.host.isin(results.hosts())] if len(rows) else rows
    values = square(results, here, by, column) if len(here) else here
    if values.notna().to_numpy().sum() == 0:
        raise style.NothingToShow("no query with a path was asked")
    if len(values.columns) < 2:
        raise style.NothingToShow(f"there is one {by} only")
    if len(values.columns) > MOST_COLUMNS:
        raise style.NothingToShow(f"{len(values.columns)} columns do not fit a page: by_{by}.csv has them")
    landscape = len(values.columns) > 11
    figure, axes = plt.subplots(layout="constrained", figsize=(
        style.PAGE_HEIGHT if landscape else min(style.PAGE, 1.7 + 0.5 * len(values.columns)),
        min(style.PAGE - 1 if landscape else style.PAGE_HEIGHT - 1, 1 + 0.15 * len(values))))
    shades, norm = shading(values.to_numpy(float), measure)
    edges = np.arange(len(values.columns) + 1) - 0.5, np.arange(len(values) + 1) - 0.5
    mesh = axes.pcolormesh(*edges, shades, cmap="Greens" if measure == "answered" else "YlOrBr", norm=norm)
    colours = mesh.to_rgba(shades)
    for (i, j), value in np.ndenumerate(values.to_numpy(float)):
        if not np.isnan(value):
            axes.text(j, i, "no path" if value == np.inf else text(value).removesuffix(" %"), ha="center",
                      va="center_baseline", in_layout=False, color=style.text_on(colours[i, j]))
    axes.set(ylim=(edges[1][-1], edges[1][0]))
    axes.set_xticks(range(len(values.columns)), values.columns, rotation=30, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(values)), values.index)
    axes.xaxis.tick_top()
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    ids = {name: method for method, name in results.methods.name.items()}
    for label in axes.get_yticklabels():
        label.set_color(styles.dark(ids[label.get_text()]))
    style.title(figure, f"{title} by {by}" + ("" if measure == "time" else ", in %"), results)
    style.caption(figure, style.scope(results), "Empty: the method was not made for all of these maps, or found no path.")
    return figure


def shading(values, measure):
    """What is coloured, and how: time and gap by logarithm."""
    if measure == "answered":
        return values, Normalize(0, 1.3)
    positive = values[np.isfinite(values) & (values > ZERO_GAP)]
    low, high = (positive.min(), positive.max()) if len(positive) else (1, 1)
    low = max(low, 1e-4 * high)
    return np.clip(np.nan_to_num(values, nan=np.nan, posinf=high), low, high), LogNorm(low, max(high, 1.01 * low))
