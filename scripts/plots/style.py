"""How figures look: one colour per family of methods, one marker and line per method of it; made at the size
that they are printed at."""

import collections
import dataclasses
import hashlib
import io
import itertools
import pathlib
import re
import textwrap

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)
from matplotlib import ft2font  # noqa: E402
from matplotlib.colors import to_rgb  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator  # noqa: E402
from matplotlib.transforms import Bbox  # noqa: E402

from fairway_results import ZERO_GAP, main_methods  # noqa: E402

# Okabe and Ito's palette, then colours as different as possible, also with common kinds of colour blindness.
FAMILY_COLOURS = {
    "grid": "#E69F00",
    "quadtree": "#009E73",
    "triangle-mesh": "#0072B2",
    "visibility-graph": "#CC79A7",
    "lattice": "#D55E00",
    "convex-mesh": "#56B4E9",
    "hexgrid": "#8800FF",
    "polyanya": "#000000",
    "grid-jps": "#663311",
    "theta-star": "#112288",
    "anya": "#AACC77",
    "hub-labels": "#DD1144",
}
# For other adapters: as different as possible from those and from each other.
OTHER_COLOURS = ["#554455", "#EEBBBB", "#BB55FF", "#330044"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "<", ">", "*"]
LINES = ["-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)),
         (0, (8, 2)), (0, (1, 3))]
INK = "#222222"
WALL = "#333333"
SOLID = "#B8B8B8"
CENSORED = "#8B0000"

OTHERS = "#C4C4C4"
"""The colour of methods that have none in a figure."""
IN_COLOUR = 9
"""So many methods at most have a colour in one panel."""
COLUMN, PAGE, PAGE_HEIGHT = 8.5 / 2.54, 17.5 / 2.54, 24 / 2.54
"""Inches: the widths of figures, and what none is higher than. Landscape pages swap the last two."""
SMALL = 7
"""Points: no type is smaller."""

plt.rcParams.update({
    "font.size": SMALL,
    "axes.titlesize": 8,
    "axes.titlepad": 4,
    "axes.edgecolor": "#666666",
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#E4E4E4",
    "grid.linewidth": 0.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "legend.fontsize": SMALL,
    "legend.labelspacing": 0.35,
    "legend.columnspacing": 1.4,
    "savefig.dpi": 200,
    "savefig.facecolor": "white",
    "pdf.fonttype": 42,
    "svg.hashsalt": "fairway",
})


class NothingToShow(Exception):
    """A figure would be empty; says why."""


@dataclasses.dataclass(frozen=True)
class Output:
    """How figures are written. Style `paper` leaves titles and captions out of them."""

    formats: tuple = ("svg", "png")
    style: str = "screen"


class FontInMemory(ft2font.FT2Font):
    """A font that is read from disk once. Matplotlib's reads the file for every glyph: half a million
    system calls for the figures of a sweep. PDFs are made with fonts that are in memory already."""

    def __init__(self, font, *arguments, **options):
        self.path = None if isinstance(font, io.BytesIO) else font
        super().__init__(io.BytesIO(pathlib.Path(font).read_bytes()) if self.path else font, *arguments, **options)

    @property
    def fname(self):
        return self.path or super().fname


ft2font.FT2Font = FontInMemory


class MethodStyles:
    """Colour, marker and line of every method of a sweep, the same in every figure. `chosen` are the methods
    to have a colour where only few can; by default the main method of each family."""

    def __init__(self, methods, chosen=()):
        self._styles = {}
        self._chosen = chosen
        others = itertools.cycle(OTHER_COLOURS)
        colours, seen = {}, {}
        for method in methods.itertuples():
            if method.family not in colours:
                colours[method.family] = FAMILY_COLOURS.get(method.family) or next(others)
            colour = colours[method.family]
            rank = list(dict.fromkeys(colours.values())).index(colour) + seen.get(colour, 0)
            seen[colour] = seen.get(colour, 0) + 1
            self._styles[method.Index] = (colour, MARKERS[rank % len(MARKERS)],
                                          LINES[rank % len(LINES)])

    def leading(self, results):
        """The methods of these results that have a colour where all are shown together: of the candidates those
        that are made for most maps."""
        maps = results.builds[results.builds.status != "unsupported"].groupby("method").size()
        made = results.methods[results.methods.index.isin(maps.index)]
        candidates = [m for m in self._chosen or main_methods(made).values() if m in made.index]
        best = sorted(candidates, key=lambda m: (made.name[m] != results.sample, -maps[m]))[:IN_COLOUR]
        return [m for m in candidates if m in best]

    def colour(self, method):
        return self._styles[method][0]

    def dark(self, method):
        """The colour, dark enough for text on white."""
        return tuple(0.7 * part for part in to_rgb(self.colour(method)))

    def marker(self, method):
        return self._styles[method][1]

    def line(self, method):
        return self._styles[method][2]


def by_family(methods):
    """Methods' ids, those of one family together, in the order of the sweep."""
    order = {name: i for i, name in enumerate(dict.fromkeys(methods.family))}
    return sorted(methods.index, key=lambda m: (order[methods.family[m]], m))


def excluded(results, asked, drawn, lacking="without a time", heading="Left out of"):
    """A sentence on the answers of `asked` that are not in `drawn`; of those found says what they are lacking."""
    left_out = asked[~asked.index.isin(drawn.index)]
    too_short = int((results.held_against("exact").found().gap < -ZERO_GAP).sum())
    warning = f" {too_short:,} answers are shorter than the optimum, which cannot be." if too_short else ""
    if left_out.empty:
        return f"All {len(asked):,} answers to these queries are counted.{warning}"
    parts = []
    for status, rows in left_out.groupby("status"):
        counts = rows.groupby("method").size()
        alike = {n: [results.methods.name[m] for m in counts.index[counts == n]]
                 for n in sorted(set(counts), reverse=True)}
        names = "; ".join(f"{count:,}{' each' if len(names) > 1 else ''}: {few(names, 4)}"
                          for count, names in alike.items())
        parts.append(f"{status}{f' {lacking}' if status == 'found' else ''} {len(rows):,} ({names})")
    return f"{heading} {len(asked):,} answers: {'; '.join(parts)}.{warning}"


def scope(results):
    """A sentence on what a sweep asked."""
    asked = results.reachable()
    return f"{asked['query'].nunique():,} reachable queries on {maps(results)}{measured(results)}."


def maps(results, answers=None):
    """'5 maps (caves, city, maze, pinches.map, rooms)', of some answers or all: named where it is a part of them."""
    names = sorted(set((results.supported() if answers is None else answers)["map"]))
    return (f"{len(names)} map{'s' if len(names) != 1 else ''}"
            + (f" ({few(names)})" if results.sample else "")
            + (f", {results.stratum}" if results.stratum else ""))


def few(names, most=8):
    """The names, or the first of them and how many more."""
    names = list(names)
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def measured(results):
    """Where one of several hosts measured: ', measured on HOST'."""
    return f", measured on {results.host}" if results.host else ""


def where(results):
    """What a title says of these results: ' (radius 0.5, maps of anya, on HOST)'."""
    said = ", ".join(filter(None, [results.stratum, results.sample and f"maps of {results.sample}",
                                   results.host and f"on {results.host}"]))
    return said and f" ({said})"


def without(results, shown):
    """A sentence on the methods that are in these results and not in a figure."""
    absent = [results.methods.name[m] for m in by_family(results.methods) if m not in set(shown)]
    return f"Not shown: {', '.join(absent)}." if absent else ""


def groups(results, most):
    """The column by which panels or rows are made, map or family, so that there are few enough; and its values,
    maps by size."""
    worlds = results.worlds[results.worlds.index.isin(results.supported().world)]
    worlds = worlds.sort_values("vertices", kind="stable")
    column = "map" if worlds["map"].nunique() <= most else "family"
    return column, list(dict.fromkeys(worlds[column]))


def duration(nanoseconds, _=None):
    """1.5e6 -> '1.5 ms'."""
    return scaled(nanoseconds, 1000, ["ns", "µs", "ms", "s"])


def size(number, _=None):
    """1536 -> '1.5 KiB'."""
    return scaled(number, 1024, ["B", "KiB", "MiB", "GiB"])


def scaled(value, step, units):
    """Three digits and a unit, so that the number is below the step also when it is rounded."""
    unit = 0
    while round(value, 2) >= step - 0.5 and unit + 1 < len(units):
        value /= step
        unit += 1
    return (f"{value:.0f}" if 100 <= value < 1e6 else f"{value:.3g}") + " " + units[unit]


def size_ticks(axis, low, high, most=6):
    """Ticks at powers of two, in the units of `size`."""
    if not 0 < low <= high:
        return
    low, high = np.floor(np.log2(low)), np.ceil(np.log2(high))
    step = next((step for step in (1, 2, 4, 5, 10) if (high - low) / step <= most), 20)
    axis.set_major_locator(FixedLocator(2.0 ** np.arange(step * np.floor(low / step), high + step, step)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(size))


def count(value, _=None):
    """1000 -> '1,000', 1e6 -> '10⁶'; of powers of ten."""
    if value < 1e5:
        return f"{value:,.0f}"
    return "10" + str(round(np.log10(value))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def percent(value, _=None):
    """0.0123 -> '1.23 %', without trailing zeros."""
    return f"{100 * value:.6g} %"


def factor(value, _=None):
    """0.1 -> '0.1×'."""
    return f"{value:g}×"


def rounded(value):
    """1234.5 -> '1,230': three digits, in plain numbers."""
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 10 else f"{value:.2g}"


def short_ratio(value):
    """1/81, 0.12, 1.2, 123: two digits, as short as fits a cell."""
    return f"1/{1 / value:.0f}" if value < 0.0995 else f"{value:.2g}" if value < 10 else f"{value:.0f}"


def text_on(colour):
    """The colour of text that is read on a coloured cell."""
    return "white" if np.dot(colour[:3], [0.299, 0.587, 0.114]) < 0.56 else INK


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
            xytext=(-3, 0) if vertical else (0, -3), textcoords="offset points", fontsize=SMALL,
            color=CENSORED, ha="right" if vertical else "left", va="center" if vertical else "top",
            rotation=90 if vertical else 0)


def cold_builds(results):
    """A sentence on build times that are of one cold build, or nothing where all are medians of several."""
    built = results.builds[results.builds.ns.notna()]
    once = int((built.times_built == 1).sum())
    if once == 0:
        return ""
    if once == len(built):
        return "Each build time is of one cold build."
    return f"{once:,} of {len(built):,} build times are of one cold build, the others medians of several."


def timeouts(results):
    """A sentence on the queries that were ended at the limit, or nothing."""
    ended = results.reachable().limit_ns.dropna()
    if ended.empty:
        return ""
    return (f"{len(ended):,} answers timed out: they would have taken longer than the limit of "
            f"{duration(ended.max())}.")


def panels(count, columns, width, height, **shared):
    """A figure of panels, and their axes. Titles and the empty labels have fixed places: to seek a place
    among ticks takes longer than to draw. The lowest panel of each column has the numbers of its x axis."""
    rows = max(1, -(-count // columns))
    with plt.rc_context({"axes.titley": 1}):
        figure, grid = plt.subplots(rows, columns, figsize=(width, height * rows), squeeze=False,
                                    layout="constrained", **shared)
    for axes in grid.flat:
        axes.xaxis.set_label_coords(0, 0)
        axes.yaxis.set_label_coords(0, 0)
    for index, axes in enumerate(grid.flat):
        if index >= count:
            axes.set_visible(False)
        elif index + columns >= count:
            axes.xaxis.set_tick_params(labelbottom=True)
    return figure, list(grid.flat[:count])


def rows(names, panels=1, width=COLUMN, inches=0.145):
    """A figure that has a row for each name, and its panels."""
    figure, grid = plt.subplots(1, panels, figsize=(width, min(PAGE_HEIGHT - 1, 0.75 + inches * len(names))), sharey=True,
                                squeeze=False, layout="constrained")
    for axes in grid.flat:
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.grid(axis="y", visible=False)
    grid[0, 0].set_yticks(range(len(names)), names)
    return figure, list(grid.flat)


def title(figure, text, results):
    """The figure's title, with what the results are restricted to."""
    said = where(results)
    if len(text + said) > 12.5 * figure.get_figwidth():
        said = said.replace(" (", "\n(")
    figure.suptitle(text + said, fontweight="bold", fontsize=9)


def legend(figure, handles, columns=None, **options):
    """A legend below the figure, as wide as it."""
    width = figure.get_size_inches()[0]
    if columns is None:
        longest = max((len(handle.get_label()) for handle in handles), default=1)
        columns = max(1, int(width / (0.052 * longest + 0.38)))
    return figure.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=0.3,
                         ncol=min(columns, max(1, len(handles))), **options)


def caption(figure, *sentences):
    """What is printed small below a figure."""
    figure.fairway_caption = " ".join(filter(None, sentences))


def save(figure, folder, name, output=Output()):
    """Writes the figure in each format, and returns the files' paths. The layout is made once; with its engine
    every file would be drawn twice."""
    if output.style == "paper" and figure._suptitle is not None:
        figure._suptitle.remove()
        figure._suptitle = None
    engine = figure.get_layout_engine()
    if engine:
        engine.execute(figure)
        figure.set_layout_engine(None)
    renderer = figure.canvas.get_renderer()
    if output.style != "paper":
        print_caption(figure, renderer)
    parts = [part.get_tightbbox(renderer) for part in figure.get_children() if part.get_in_layout()]
    box = Bbox.union(list(filter(None, parts))).transformed(figure.dpi_scale_trans.inverted())
    box = Bbox([[min(0, box.x0), box.y0 - 0.04], [max(figure.get_figwidth(), box.x1), box.y1 + 0.04]])
    files = []
    for kind in output.formats:
        files.append(folder / f"{name}.{kind}")
        options = {"png": {"pil_kwargs": {"compress_level": 1}}, "svg": {"metadata": {"Date": None}},
                   "pdf": {"metadata": {"CreationDate": None}}}[kind]
        figure.savefig(files[-1], bbox_inches=box, **options)
    plt.close(figure)
    return files


def print_caption(figure, renderer):
    """Puts the caption below the figure and its legends, wrapped at its width."""
    width, height = figure.get_size_inches()
    text = "\n".join(textwrap.wrap(figure.fairway_caption, int(width * 19.6)))
    lowest = min([0, *(part.get_window_extent(renderer).y0 for part in figure.legends)])
    figure.text(0, (lowest / figure.dpi - 0.06) / height, text, ha="left", va="top", fontsize=SMALL,
                color="#555555", linespacing=1.15)


def file_name(text):
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text)


def file_names(texts):
    """Text -> file name, distinct for distinct texts: what file_name() makes equal ends with a digest of the text, unless
    it is the text itself."""
    plain = {text: file_name(text) for text in texts}
    shared = collections.Counter(plain.values())
    return {text: name if text == name or shared[name] == 1 else f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
            for text, name in plain.items()}
