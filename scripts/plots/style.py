"""How figures look: one colour per representation, one marker and line per method of it."""

import textwrap

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from plots.results import ZERO_GAP  # noqa: E402

# Okabe and Ito's palette: told apart with any common kind of colour blindness.
REPRESENTATION_COLOURS = {
    "grid": "#E69F00",
    "quadtree": "#009E73",
    "triangle_mesh": "#0072B2",
    "visibility_graph": "#CC79A7",
    "lattice": "#D55E00",
    "convex_mesh": "#56B4E9",
}
OTHER_COLOURS = ["#000000", "#F0E442", "#7F7F7F"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "<", ">", "*"]
LINES = ["-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)),
         (0, (8, 2)), (0, (1, 3))]
INK = "#222222"
WALL = "#333333"

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
    "savefig.bbox": "tight",
    "savefig.facecolor": "white",
    "svg.hashsalt": "fairway",
})


class MethodStyles:
    """Colour, marker and line of every method of a sweep, the same in every figure."""

    def __init__(self, methods):
        self._styles = {}
        others = iter(OTHER_COLOURS * len(methods))
        colours, seen = {}, {}
        for method in methods.itertuples():
            key = method.representation.replace("-", "_")
            if key not in colours:
                colours[key] = REPRESENTATION_COLOURS.get(key) or next(others)
            rank = seen.get(key, 0)
            seen[key] = rank + 1
            self._styles[method.Index] = (colours[key], MARKERS[rank % len(MARKERS)],
                                          LINES[rank % len(LINES)])

    def colour(self, method):
        return self._styles[method][0]

    def marker(self, method):
        return self._styles[method][1]

    def line(self, method):
        return self._styles[method][2]


def by_representation(methods):
    """Methods' ids, those of one representation together, in the order of the sweep."""
    order = {name: i for i, name in enumerate(dict.fromkeys(methods.representation))}
    return sorted(methods.index, key=lambda m: (order[methods.representation[m]], m))


def excluded(results):
    """A sentence on the answers that a figure of found paths leaves out; none is left unsaid."""
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
    return (f"Left out of {len(asked):,} answers to reachable queries: " + "; ".join(parts) + "."
            + warning)


def scope(results):
    """A sentence on what a sweep asked."""
    asked = results.reachable()
    return f"{asked['query'].nunique():,} reachable queries on {asked.world.nunique()} maps."


def caption(figure, *sentences, width=150):
    """Puts small print below a figure, wrapped."""
    text = "\n".join(textwrap.wrap(" ".join(sentences), width))
    figure.text(0.5, 0, text, ha="center", va="top", fontsize=7, color="#555555",
                transform=figure.transFigure)


def save(figure, folder, name):
    """Writes SVG and PNG, and returns their paths."""
    files = [folder / f"{name}.svg", folder / f"{name}.png"]
    for file in files:
        metadata = {"Date": None} if file.suffix == ".svg" else {}
        figure.savefig(file, metadata=metadata)
    plt.close(figure)
    return files
