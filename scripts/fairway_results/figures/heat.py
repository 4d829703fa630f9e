"""Heat maps: a metric by map or family of maps."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm, Normalize
from matplotlib.ticker import FuncFormatter, NullFormatter

from ..metrics import SHARE, by_name
from ..store import ZERO_GAP
from ..tables import HEAT, square
from ..text import percent
from . import style, words

MOST_COLUMNS = 17
FONT_POINTS = 500
"""Font size times columns times characters of the longest text, so that texts do not meet."""


def by_place(results, styles, rows, by, measure):
    """A heat map of one metric: a row for each method, a column for each map or family."""
    name, _ = HEAT[measure]
    metric, here = by_name[name], rows(f"by_{by}")
    values = square(results, here, by, name) if len(here) else here
    if values.notna().to_numpy().sum() == 0:
        raise style.NothingToShow("no query with a path was asked")
    if len(values.columns) < 2:
        raise style.NothingToShow(f"there is only one {by}")
    if len(values.columns) > MOST_COLUMNS:
        raise style.NothingToShow(f"{len(values.columns)} columns do not fit on a page; by_{by}.csv has their numbers")
    alike = ""
    if measure == "answered":
        all_answered = values.fillna(1).eq(1).all(axis=1)
        if all_answered.all():
            raise style.NothingToShow("all methods answered all queries of all maps that they were made for")
        alike = f"All queries answered: {', '.join(values.index[all_answered])}." if all_answered.any() else ""
        values = values[~all_answered]
        for _, (first, *others) in values.fillna(-1).groupby(list(values), sort=False).groups.items():
            alike += f" Equal to the row of {first}: {', '.join(others)}." if others else ""
            values = values.drop(others)
    numbers = values.to_numpy(float)
    shades, norm = shading(numbers, measure)
    wide = 0.062 * max(map(len, values.index)) + 0.42 * len(values.columns) + 0.9 > style.COLUMN
    figure, axes = plt.subplots(layout="constrained", figsize=(
        style.PAGE if wide else style.COLUMN, min(style.PAGE_HEIGHT - 1, 1.15 + 0.165 * len(values))))
    mesh = axes.pcolormesh(np.arange(len(values.columns) + 1) - 0.5, np.arange(len(values) + 1) - 0.5, shades, norm=norm,
                           cmap="Greens" if measure == "answered" else "YlOrBr")
    rgba = mesh.to_rgba(shades)
    longest = max([6, *(len(short(metric, value)) for value in numbers.flat if not np.isnan(value))])
    size = min(plt.rcParams["font.size"], FONT_POINTS / (longest * len(values.columns)))
    for (i, j), value in np.ndenumerate(numbers):
        if not np.isnan(value):
            axes.text(j, i, short(metric, value), ha="center", va="center_baseline", in_layout=False, color=style.text_on(rgba[i, j]),
                      fontsize=size)
    axes.set(ylim=(len(values) - 0.5, -0.5))
    axes.set_xticks(range(len(values.columns)), values.columns, rotation=40, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(values)), values.index)
    axes.xaxis.tick_top()
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    bar = figure.colorbar(mesh, fraction=0.03, pad=0.01, aspect=25).ax.yaxis
    if isinstance(norm, LogNorm):
        style.log_ticks(bar, norm.vmin, norm.vmax, metric.kind.text)
    else:
        bar.set_major_formatter(FuncFormatter(percent))
    bar.set_minor_formatter(NullFormatter())
    for label in axes.get_yticklabels():
        label.set_color(styles.dark(results.ids()[label.get_text()]))
    style.caption(figure, words.scope(results), alike, words.cold_builds(results) if measure == "build" else "",
                  "Empty: the method does not support all of these maps, or has no value.")
    return figure


def short(metric, value):
    """The text of a cell: two significant digits, or a whole number. It has no '%'. A share below 0.01 % is '<0.01' or '0'."""
    if value == np.inf:
        return metric.never
    if metric.kind is SHARE and value < 1e-4:
        return "0" if value < ZERO_GAP else "<0.01"
    size, unit = next((unit for unit in reversed(metric.kind.units) if value >= unit[0]), metric.kind.units[0])
    number = value / size
    return (f"{number:,.0f}" if number >= 9.95 else f"{number:.2g}") + f" {unit}".rstrip(" %")


def shading(values, measure):
    """Returns the values that colours show, and their scale. It is logarithmic, except for shares of answered
    queries."""
    if measure == "answered":
        return values, Normalize(0, 1)
    positive = values[np.isfinite(values) & (values > ZERO_GAP)]
    low, high = (positive.min(), positive.max()) if len(positive) else (1, 1)
    low = max(low, 1e-4 * high)
    return np.clip(np.nan_to_num(values, nan=np.nan, posinf=high), low, high), LogNorm(low, max(high, 1.01 * low))
