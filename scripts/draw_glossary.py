#!/usr/bin/python3
"""Draws docs/images/gap.svg for docs/glossary.md: three paths of one query, and what their lengths
are called.

    draw_glossary.py [--fairway PROGRAM] [--out FILE]
"""

import argparse
import json
import pathlib
import subprocess

from plots.style import INK, REPRESENTATION_COLOURS, plt

ROOT = pathlib.Path(__file__).resolve().parents[1]
MAP = ROOT / "datasets/maps/rooms.map"
START, GOAL = (84, 71), (96, 51)
WINDOW = (73, 108, 45, 75)
# The funnel of the midpoint mesh finds the shortest path of the way that the grid's path takes.
METHODS = {"found": "grid", "same_way": "triangle-mesh-midpoint", "optimum": "visibility-graph"}
COLOURS = {"found": REPRESENTATION_COLOURS["lattice"], "same_way": REPRESENTATION_COLOURS["triangle_mesh"],
           "optimum": "#000000"}
LINES = {"found": "-", "same_way": (0, (4, 1.5)), "optimum": (0, (1, 1.2))}
NAMES = {"found": "the path that grid found", "same_way": "the shortest path that goes the same way",
         "optimum": "the optimum"}


def answer(program, method):
    """What `fairway path` says of the query."""
    ends = [",".join(map(str, end)) for end in (START, GOAL)]
    result = subprocess.run([program, "path", MAP, "--method", method, "--from", ends[0], "--to", ends[1],
                             "--json"], capture_output=True, text=True, check=True)
    return json.loads(result.stdout)


def three_paths(program):
    """The answers by their part in the picture; fails if they are not what it says."""
    paths = {part: answer(program, method) for part, method in METHODS.items()}
    found, same_way, optimum = paths["found"], paths["same_way"], paths["optimum"]
    assert same_way["slack"] == 0 and optimum["gap"] == 0
    assert abs(same_way["corridor_gap"] - found["corridor_gap"]) < 1e-12
    return paths


def draw_map(axes, paths):
    """The walls of the window, and the paths in it."""
    rows = MAP.read_text(encoding="utf-8").splitlines()[4:]
    left, right, top, bottom = WINDOW
    for y in range(top, bottom):
        for x in range(left, right):
            if rows[y][x] == "@":
                axes.add_patch(plt.Rectangle((x, y), 1, 1, facecolor="#BBBBBB", edgecolor="#BBBBBB", lw=0.3))
    for part, path in paths.items():
        axes.plot(*zip(*path["points"]), color=COLOURS[part], linestyle=LINES[part], lw=2.2,
                  solid_joinstyle="round")
    for text, (x, y) in (("start", START), ("goal", GOAL)):
        axes.plot(x, y, "o", color=INK, markersize=6)
        axes.annotate(text, (x, y), xytext=(7, 6), textcoords="offset points", fontsize=10)
    axes.set(xlim=(left, right), ylim=(bottom, top), aspect="equal", xticks=[], yticks=[])
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def draw_lengths(axes, paths):
    """The three lengths from zero, and between their ends what the differences are called."""
    height = {"found": 0, "same_way": 1, "optimum": 2}
    length = {part: path["length"] for part, path in paths.items()}
    for part, y in height.items():
        axes.plot([0, length[part]], [y, y], color=COLOURS[part], linestyle=LINES[part], lw=2.6)
        axes.text(0, y - 0.12, f"{NAMES[part]}: {length[part]:.1f}", color=INK, fontsize=10, va="bottom")
        axes.plot([length[part]] * 2, [y, 3.9], color="#999999", lw=0.7)
    found, same_way, optimum = (length[part] for part in ("found", "same_way", "optimum"))
    percent = {name: f"{100 * paths['found'][name]:.1f} %" for name in ("gap", "corridor_gap", "slack")}
    for low, high, y, text in ((optimum, same_way, 2.6, f"corridor gap {percent['corridor_gap']}"),
                               (same_way, found, 3.2, f"slack {percent['slack']}"),
                               (optimum, found, 3.8, f"gap {percent['gap']}")):
        axes.annotate("", (high, y), (low, y), arrowprops={"arrowstyle": "<->", "shrinkA": 0, "shrinkB": 0,
                                                           "color": INK, "lw": 1})
        axes.text(low - 0.6, y, text, fontsize=10, ha="right", va="center", weight="bold",
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})
    axes.set(xlim=(0, 1.02 * found), ylim=(4.1, -0.5))
    axes.axis("off")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fairway", default=ROOT / "build/release/fairway", help="the program")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/images/gap.svg", help="the picture")
    arguments = parser.parse_args()
    paths = three_paths(arguments.fairway)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4), layout="constrained",
                                         gridspec_kw={"width_ratios": [1.1, 1]})
    draw_map(left, paths)
    draw_lengths(right, paths)
    metadata = {"Date": None} if arguments.out.suffix == ".svg" else {}
    figure.savefig(arguments.out, metadata=metadata)


if __name__ == "__main__":
    main()
