"""How figures look: one colour per family of methods, one marker and line style per method of the family. Figures are made
at the size of print. `save` writes a figure of exactly COLUMN or PAGE width."""

import itertools
import textwrap

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)
from matplotlib.colors import to_rgb  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator  # noqa: E402
from matplotlib.transforms import Bbox  # noqa: E402

from ..store import NothingToShow, main_methods  # noqa: E402, F401
from ..text import duration, size  # noqa: E402

# The palette of Okabe and Ito, then further colours. All colours differ as much as possible, also for people with
# common kinds of colour blindness.
FAMILY_COLOURS = {
    "grid": "#E69F00", "quadtree": "#009E73", "triangle-mesh": "#0072B2", "visibility-graph": "#CC79A7",
    "lattice": "#D55E00", "convex-mesh": "#56B4E9", "hexgrid": "#8800FF", "polyanya": "#000000",
    "grid-jps": "#663311", "theta-star": "#112288", "anya": "#AACC77", "hub-labels": "#DD1144",
    "jump-point-graph": "#554455", "subgoal-graph": "#EEBBBB", "hpa": "#BB55FF",
    "probabilistic-roadmap": "#330044", "convex-polygons": "#8811CC", "rectangles": "#CCBBDD",
    "medial-axis": "#557744",
}
# Colours for other adapters. They differ as much as possible from the colours above and from each other.
OTHER_COLOURS = ["#003322", "#AA0088", "#994400", "#BB9944"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "<", ">", "h"]
LINES = ["-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 3))]
INK, WALL, SOLID, CENSORED = "#222222", "#333333", "#B8B8B8", "#8B0000"
LIMIT = {"color": CENSORED, "lw": 1, "linestyle": (0, (2, 2)), "zorder": 1}
OTHERS = "#C4C4C4"
"""The colour of methods without their own colour in a figure."""
IN_COLOUR = 9
"""The largest number of methods with a colour in one figure."""
COLUMN, PAGE, PAGE_HEIGHT = 8.5 / 2.54, 17.5 / 2.54, 24 / 2.54
"""Inches: the widths of figures, and the greatest height."""
SMALL = 7
"""The smallest type size, in points."""

plt.rcParams.update({
    "font.size": SMALL, "axes.titlesize": 8, "axes.titlepad": 4,
    "axes.edgecolor": "#666666", "axes.labelcolor": INK, "axes.linewidth": 0.6, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "xtick.major.width": 0.6, "ytick.major.width": 0.6,
    "axes.grid": True, "grid.color": "#E4E4E4", "grid.linewidth": 0.5,
    "legend.frameon": False, "legend.fontsize": SMALL, "legend.labelspacing": 0.35, "legend.columnspacing": 1.4,
    "savefig.dpi": 200, "savefig.facecolor": "white", "pdf.fonttype": 42, "svg.hashsalt": "fairway",
})


class MethodStyles:
    """Colour, marker and line of every method of a sweep, the same in every figure. `chosen` are the methods that get a
    colour if not all can; by default the main method of each family."""

    def __init__(self, methods, chosen=()):
        self._styles, self._chosen = {}, chosen
        others = itertools.cycle(OTHER_COLOURS)
        colours, seen = {}, {}
        for method in methods.itertuples():
            if method.family not in colours:
                colours[method.family] = FAMILY_COLOURS.get(method.family) or next(others)
            colour = colours[method.family]
            of_colour = seen[colour] = seen.get(colour, -1) + 1
            rank = list(dict.fromkeys(colours.values())).index(colour) + of_colour
            self._styles[method.Index] = (colour, MARKERS[rank % len(MARKERS)], LINES[rank % len(LINES)], of_colour)

    def leading(self, results):
        """Returns the methods that have a colour if all are shown together: the candidates that were built on most
        maps."""
        maps = results.builds[results.builds.status != "unsupported"].groupby("method").size()
        made = results.methods[results.methods.index.isin(maps.index)]
        candidates = [m for m in self._chosen or main_methods(made).values() if m in made.index]
        best = sorted(candidates, key=lambda m: (made.name[m] != results.sample, -maps[m]))[:IN_COLOUR]
        return [m for m in candidates if m in best]

    def colour(self, method):
        return self._styles[method][0]

    def dark(self, method):
        """Returns a variant of the colour that is dark enough for text on white."""
        return tuple(0.7 * part for part in to_rgb(self.colour(method)))

    def shade(self, method):
        """Returns the colour of a method for areas side by side. Later methods of a family are lighter."""
        white = [0, 0.5, 0.75, 0.3, 0.65][self._styles[method][3] % 5]
        return tuple(part + (1 - part) * white for part in to_rgb(self.colour(method)))

    def marker(self, method):
        return self._styles[method][1]

    def line(self, method):
        return self._styles[method][2]

    def handles(self, results, methods, marker=False, line=True):
        """The entries of methods in a legend, in the order of families."""
        return [Line2D([], [], color=self.colour(m), lw=1.2 if line else 0, linestyle=self.line(m) if line else "-",
                       marker=self.marker(m) if marker else None, markersize=4, markeredgecolor="white", markeredgewidth=0.4,
                       label=results.methods.name[m]) for m in results.by_family(methods)]


def text_on(colour):
    """Returns the colour for text on a coloured cell."""
    return "white" if np.dot(colour[:3], [0.299, 0.587, 0.114]) < 0.56 else INK


def log_ticks(axis, low, high, text, most=6):
    """Puts labels at 1, 2, 5 x 10^k, at 1 and 3, or at powers of ten; labels of sizes at powers of two. The number of
    labels is at most `most`. If fewer than two labels are between `low` and `high`, their distances are equal instead."""
    if not 0 < low <= high < np.inf:
        return
    base, digit_sets = (2, ((1,),)) if text is size else (10, ((1, 2, 5), (1, 3), (1,)))

    def inside(at):
        return np.sort(at[(at >= low * (1 - 1e-9)) & (at <= high * (1 + 1e-9))])

    powers = float(base) ** np.arange(np.floor(np.log(low) / np.log(base)), np.ceil(np.log(high) / np.log(base)) + 1)
    choices = [np.outer(powers, digits).ravel() for digits in digit_sets]
    choices += [powers[start::step] for step in (2, 3, 4, 5, 6, 10, 20) for start in range(step)]
    best = max((choice for choice in map(inside, choices) if len(choice) <= most), key=len, default=powers[:1])
    if len(best) < 2:
        unit = 1024.0 ** np.floor(np.log2(low) / 10) if text is size else 1
        even = inside(unit * MaxNLocator(most - 1, steps=[1, 2, 5, 10], min_n_ticks=2).tick_values(low / unit, high / unit))
        even = even[::max(1, -(-len(even) // most))]
        distinct = len(set(map(text, even))) == len(even)
        best = even if distinct and len(even) > 1 else np.array([float(f"{np.sqrt(low) * np.sqrt(high):.2g}")])
    ticks(axis, best, text)
    if text is not size and len(best) < len(inside(powers)):
        axis.set_minor_locator(FixedLocator(inside(powers)))
    axis.set_minor_formatter(FuncFormatter(lambda *_: ""))


def ticks(axis, at, text):
    axis.set_major_locator(FixedLocator(at))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _=None: text(float(f"{value:.12g}"))))


def gap_axis(axes, axis, positive, top, text, linscale=0.5):
    """Makes an axis of gaps: logarithmic above the least positive gap, linear from there to 0. The axis has at least
    two positive labels. Returns the gap at which the scale changes."""
    least = 10 ** np.floor(np.log10(max(min(positive), 1e-7))) if len(positive) else 1e-3
    high = max(1.6 * top, 2.2 * least)
    getattr(axes, f"set_{axis}scale")("symlog", linthresh=least, linscale=linscale)
    getattr(axes, f"set_{axis}lim")(-0.12 * least, high)
    at = 10.0 ** np.arange(np.log10(least), np.log10(high) + 1e-9)
    if len(at) == 1:
        at = np.array([digit for digit in (1, 2, 5) if digit * least <= high]) * least
    elif len(at) > 2:
        at = at[1::-(-(len(at) - 1) // 5)]
    ticks(getattr(axes, f"{axis}axis"), [0, *at], text)
    return least


def mark_limit(axes, limit):
    """Marks the time limit on the horizontal axis."""
    axes.axvline(limit, **LIMIT)
    axes.annotate(f"limit {duration(limit)}", (limit, 0.5), xycoords=axes.get_xaxis_transform(), xytext=(-3, 0),
                  textcoords="offset points", fontsize=SMALL, color=CENSORED, ha="right", va="center", rotation=90)


def panels(count, columns, width, height):
    """Returns a figure with panels, and their axes. Titles and empty labels have fixed places, because finding a place
    among ticks takes longer than drawing."""
    rows = max(1, -(-count // columns))
    with plt.rc_context({"axes.titley": 1}):
        figure, grid = plt.subplots(rows, columns, figsize=(width, height * rows), squeeze=False, layout="constrained")
    for index, axes in enumerate(grid.flat):
        axes.xaxis.set_label_coords(0, 0)
        axes.yaxis.set_label_coords(0, 0)
        axes.set_visible(index < count)
    return figure, list(grid.flat[:count])


def rows(names, width=COLUMN, inches=0.145):
    """Returns a figure with a row for each name, and its axes."""
    figure, axes = plt.subplots(figsize=(width, min(PAGE_HEIGHT - 1, 0.75 + inches * len(names))), layout="constrained")
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_yticks(range(len(names)), names)
    return figure, axes


def title(figure, text, results):
    """Sets the figure's title, with the restrictions of the results: ' (radius 0.5, maps of anya, on HOST)'."""
    said = ", ".join(filter(None, [results.stratum, results.sample and f"maps of {results.sample}",
                                   results.host and f"on {results.host}"]))
    said = said and f" ({said})"
    letters = int(12 * figure.get_figwidth())
    if len(text + said) > letters:
        text, said = textwrap.fill(text, letters), said and "\n" + textwrap.fill(said.strip(), letters)
    figure.suptitle(text + said, fontweight="bold", fontsize=9)


def legend(figure, handles, columns=None, **options):
    """Draws a legend below the figure, in as many columns as fit into the width of the figure, at most `columns`."""
    if columns is None:
        longest = max((len(handle.get_label()) for handle in handles), default=1)
        columns = max(1, int(figure.get_figwidth() / (0.056 * longest + 0.13 * options.get("handlelength", 2) + 0.28)))
    for count in range(min(columns, max(1, len(handles))), 0, -1):
        drawn = figure.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=0.3, ncol=count, **options)
        if count == 1 or drawn.get_window_extent().width <= figure.bbox.width:
            return drawn
        drawn.remove()


def caption(figure, *sentences):
    """Sets the small text below a figure."""
    figure.fairway_caption = " ".join(filter(None, sentences))


def save(figure, folder, name, formats=("svg", "png"), paper=False):
    """Writes the figure in each format, exactly as wide as it was made, and returns the paths of the files. The style
    `paper` omits title and caption. The layout is computed only once; otherwise every file would be drawn twice."""
    if paper and figure._suptitle is not None:
        figure._suptitle.remove()
        figure._suptitle = None
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine(None)
    renderer = figure.canvas.get_renderer()
    if not paper:
        print_caption(figure, renderer)
    parts = [part.get_tightbbox(renderer) for part in figure.get_children() if part.get_in_layout()]
    box = Bbox.union(list(filter(None, parts))).transformed(figure.dpi_scale_trans.inverted())
    figure.fairway_box = box
    box = Bbox([[0, box.y0 - 0.04], [figure.get_figwidth(), box.y1 + 0.04]])
    files = []
    for kind in formats:
        files.append(folder / f"{name}.{kind}")
        options = {"png": {"pil_kwargs": {"compress_level": 1}}, "svg": {"metadata": {"Date": None}},
                   "pdf": {"metadata": {"CreationDate": None}}}[kind]
        figure.savefig(files[-1], bbox_inches=box, **options)
    plt.close(figure)
    return files


def print_caption(figure, renderer):
    """Puts the caption below the figure and its legends, wrapped at its width."""
    width, height = figure.get_size_inches()
    lowest = min([0, *(part.get_window_extent(renderer).y0 for part in figure.legends)])
    text = figure.text(0, (lowest / figure.dpi - 0.06) / height, "", ha="left", va="top", fontsize=SMALL,
                       color="#555555", linespacing=1.15)
    for letters in range(int(width * 21), 0, -1):
        text.set_text("\n".join(textwrap.wrap(figure.fairway_caption, letters)))
        if text.get_window_extent(renderer).width <= width * figure.dpi:
            break
