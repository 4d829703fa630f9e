"""How figures look: one colour per adapter, one marker and line per method of it."""

import io
import itertools
import pathlib
import textwrap

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)
from matplotlib import ft2font  # noqa: E402
from matplotlib.colors import to_rgb  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator  # noqa: E402
from matplotlib.transforms import Bbox  # noqa: E402

from plots.results import ZERO_GAP  # noqa: E402

# Okabe and Ito's palette, then colours as different as possible, also with common kinds of colour blindness.
REPRESENTATION_COLOURS = {
    "grid": "#E69F00",
    "quadtree": "#009E73",
    "triangle_mesh": "#0072B2",
    "visibility_graph": "#CC79A7",
    "lattice": "#D55E00",
    "convex_mesh": "#56B4E9",
    "hexgrid": "#8800FF",
    "polyanya": "#000000",
    "grid_jps": "#663311",
    "theta_star": "#112288",
    "anya": "#AACC77",
}
# For other adapters: as different as possible from those and from each other.
OTHER_COLOURS = ["#554455", "#EEBBBB", "#BB55FF", "#330044", "#DD1144"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "<", ">", "*"]
LINES = ["-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)),
         (0, (8, 2)), (0, (1, 3))]
INK = "#222222"
WALL = "#333333"
CENSORED = "#8B0000"

plt.rcParams.update({
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.edgecolor": "#666666",
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#E4E4E4",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "savefig.dpi": 150,
    "savefig.facecolor": "white",
    "svg.hashsalt": "fairway",
})


class FontInMemory(ft2font.FT2Font):
    """A font that is read from disk once. Matplotlib's reads the file for every glyph: half a million
    system calls for the figures of a sweep."""

    def __init__(self, path, *arguments, **options):
        super().__init__(io.BytesIO(pathlib.Path(path).read_bytes()), *arguments, **options)
        self.path = path

    @property
    def fname(self):
        return self.path


ft2font.FT2Font = FontInMemory


class MethodStyles:
    """Colour, marker and line of every method of a sweep, the same in every figure."""

    def __init__(self, methods):
        self._styles = {}
        others = itertools.cycle(OTHER_COLOURS)
        colours, seen = {}, {}
        for method in methods.itertuples():
            key = method.representation.replace("-", "_")
            if key not in colours:
                colours[key] = REPRESENTATION_COLOURS.get(key) or next(others)
            colour = colours[key]
            rank = seen.get(colour, 0)
            seen[colour] = rank + 1
            self._styles[method.Index] = (colour, MARKERS[rank % len(MARKERS)],
                                          LINES[rank % len(LINES)])

    def colour(self, method):
        return self._styles[method][0]

    def dark(self, method):
        """The colour, dark enough for text on white."""
        return tuple(0.7 * part for part in to_rgb(self.colour(method)))

    def marker(self, method):
        return self._styles[method][1]

    def line(self, method):
        return self._styles[method][2]


def by_representation(methods):
    """Methods' ids, those of one representation together, in the order of the sweep."""
    order = {name: i for i, name in enumerate(dict.fromkeys(methods.representation))}
    return sorted(methods.index, key=lambda m: (order[methods.representation[m]], m))


def excluded(results, heading="Left out of"):
    """A sentence on the answers that a figure of found paths leaves out."""
    asked = results.reachable()
    left_out = asked[asked.status != "found"]
    untimed = int(results.found().ns.isna().sum())
    too_short = int((results.held_against("exact").found().gap < -ZERO_GAP).sum())
    warning = (f" {untimed:,} answers found without a time." if untimed else "") + (
        f" {too_short:,} answers are shorter than the optimum, which cannot be." if too_short else "")
    if left_out.empty:
        return f"All {len(asked):,} answers to reachable queries were found.{warning}"
    parts = []
    for status, rows in left_out.groupby("status"):
        counts = rows.groupby("method").size()
        alike = {n: [results.methods.name[m] for m in counts.index[counts == n]]
                 for n in sorted(set(counts), reverse=True)}
        names = "; ".join(f"{count:,}{' each' if len(names) > 1 else ''}: {', '.join(names)}"
                          for count, names in alike.items())
        parts.append(f"{status} {len(rows):,} ({names})")
    return (f"{heading} {len(asked):,} answers to reachable queries: " + "; ".join(parts) + "."
            + warning)


def scope(results):
    """A sentence on what a sweep asked."""
    asked = results.reachable()
    return (f"{asked['query'].nunique():,} reachable queries on {asked.world.nunique()} maps"
            f"{measured(results)}.")


def measured(results):
    """Where one of several hosts measured: ', measured on HOST'."""
    return f", measured on {results.host}" if results.host else ""


def duration(nanoseconds, _=None):
    """1.5e6 -> '1.5 ms'."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"


def size(value, _=None):
    """2.5e6 -> '2.5 MB'."""
    for unit, step in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if value >= step:
            return f"{value / step:g} {unit}"
    return f"{value:g} B"


def factor(value, _=None):
    """0.1 -> '0.1×'."""
    return f"{value:g}×"


def rounded(value):
    """1234.5 -> '1,230': three digits, in plain numbers."""
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 10 else f"{value:.2g}"


def three_digits(value):
    """0.123, 1.23, 12.3, 123: as short as fits a cell."""
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def plain_log_ticks(axis, low, high, text="{:g}".format):
    """Labels 1, 2, 5 x 10^k in plain numbers, as many as fit."""
    span = np.log10(high / low) if 0 < low < high else 0
    leading = (1,) if span > 2.2 else (1, 3) if span > 1.2 else (1, 2, 5)
    axis.set_major_locator(LogLocator(subs=leading, numticks=30))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda v, _: text(v)))


def mark_limit(axes, limit, along="x", label=True):
    """Marks the time limit."""
    vertical = along == "x"
    (axes.axvline if vertical else axes.axhline)(limit, color=CENSORED, lw=1, linestyle=(0, (2, 2)), zorder=1)
    if label:
        axes.annotate(
            f"limit {duration(limit)}", (limit, 0.5) if vertical else (0.02, limit),
            xycoords=axes.get_xaxis_transform() if vertical else axes.get_yaxis_transform(),
            xytext=(-3, 0) if vertical else (0, -3), textcoords="offset points", fontsize=7,
            color=CENSORED, ha="right" if vertical else "left", va="center" if vertical else "top",
            rotation=90 if vertical else 0)


def timeouts(results):
    """A sentence on the queries that were ended at the limit, or nothing."""
    ended = results.reachable().limit_ns.dropna()
    if ended.empty:
        return ""
    return (f"{len(ended):,} answers timed out: they would have taken longer than the limit of "
            f"{duration(ended.max())}.")


def panels(count, columns, width, height, **shared):
    """A figure of panels, and their axes. Titles and the empty labels have fixed places: to seek a place
    among ticks takes longer than to draw."""
    rows = max(1, -(-count // columns))
    with plt.rc_context({"axes.titley": 1}):
        figure, grid = plt.subplots(rows, columns, figsize=(width, height * rows), squeeze=False,
                                    layout="constrained", **shared)
    for axes in grid.flat:
        axes.xaxis.set_label_coords(0, 0)
        axes.yaxis.set_label_coords(0, 0)
    for axes in grid.flat[count:]:
        axes.set_visible(False)
    return figure, list(grid.flat[:count])


def caption(figure, *sentences, width=150):
    """Puts small print below a figure, wrapped."""
    text = "\n".join(textwrap.wrap(" ".join(filter(None, sentences)), width))
    figure.text(0.5, 0, text, ha="center", va="top", fontsize=7, color="#555555",
                transform=figure.transFigure)


def save(figure, folder, name):
    """Writes SVG and PNG, and returns their paths. The layout is made once; with its engine every file would
    be drawn twice."""
    engine = figure.get_layout_engine()
    if engine:
        engine.execute(figure)
        figure.set_layout_engine(None)
    renderer = figure.canvas.get_renderer()
    parts = [part.get_tightbbox(renderer) for part in figure.get_children() if part.get_in_layout()]
    box = Bbox.union(list(filter(None, parts))).transformed(figure.dpi_scale_trans.inverted()).padded(0.1)
    files = [folder / f"{name}.svg", folder / f"{name}.png"]
    figure.savefig(files[0], bbox_inches=box, metadata={"Date": None})
    figure.savefig(files[1], bbox_inches=box, pil_kwargs={"compress_level": 3})
    plt.close(figure)
    return files
