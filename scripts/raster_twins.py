#!/usr/bin/python3
"""Measures the loss of accuracy when a world of polygons is stored as an image.

    scripts/raster_twins.py MAP [--sides 128,256,512] [--rule centre|whole] [--queries N] [--seed S]
                            [--keep DIR] [--fairway PROGRAM]

Stores the world as ROS maps (YAML and PNG), one for each number of pixels of the longer side. A pixel is free
if its centre is free (centre), or if the whole pixel is free (whole). Then asks polyanya, which is exact, for the
same N shortest paths in the world and in each image, and prints a table. --keep keeps the maps and the scenario.
"""

import argparse
import contextlib
import csv
import json
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[1]
FREE, BLOCKED = 254, 0
MOST_PIXELS = 16_384
"""Limit of the pixels of a side."""


def edges_of(world):
    """The edges of a world file's rings: an array of rows x1, y1, x2, y2."""
    if world.get("walls"):
        raise SystemExit("raster_twins.py: the world has walls of zero width, which an image cannot represent; expected rings only")
    edges = [(*a, *b) for ring in world["rings"]
             for a, b in zip(ring["points"], ring["points"][1:] + ring["points"][:1])]
    return np.array(edges, dtype=float)


def box_of(edges):
    xs, ys = edges[:, ::2], edges[:, 1::2]
    return xs.min(), ys.min(), xs.max(), ys.max()


def crossings(edges, y):
    """Returns the x of the edges' crossings with a horizontal line, sorted. Free space lies between the first and
    second, the third and fourth, and so on."""
    x1, y1, x2, y2 = edges.T
    hit = (y1 <= y) != (y2 <= y)
    x1, y1, x2, y2 = x1[hit], y1[hit], x2[hit], y2[hit]
    return np.sort(x1 + (y - y1) / (y2 - y1) * (x2 - x1))


def is_free(edges, x, y):
    return np.searchsorted(crossings(edges, y), x) % 2 == 1


def rasterise(edges, side, whole):
    """Returns the rows of pixels from the top, and the side of a pixel. The longer side of the world's box has `side`
    pixels."""
    left, bottom, right, top = box_of(edges)
    pixel = max(right - left, top - bottom) / side
    width, height = (max(1, int(np.ceil(span / pixel - 1e-9))) for span in (right - left, top - bottom))
    free = np.zeros((height, width), dtype=bool)  # the first row is the lowest
    centres = left + (np.arange(width) + 0.5) * pixel
    for row in range(height):
        free[row] = np.searchsorted(crossings(edges, bottom + (row + 0.5) * pixel), centres) % 2 == 1
    if whole:
        # Round the ends of edges, so that an edge along the sides of pixels lies exactly on these sides.
        for edge in np.round((edges - [left, bottom, left, bottom]) / pixel, 9):
            block_along(free, *edge)
    return np.where(free[::-1], FREE, BLOCKED).astype(np.uint8), pixel


def block_along(free, x1, y1, x2, y2):
    """Blocks the pixels whose interior an edge crosses."""
    if y1 > y2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    height, width = free.shape
    for row in range(max(0, int(np.floor(y1))), min(height, int(np.ceil(y2)))):
        at = (x1, x2)
        if y1 != y2:
            at = [x1 + (y - y1) / (y2 - y1) * (x2 - x1) for y in (max(y1, row), min(y2, row + 1))]
        first, last = int(np.floor(min(at))), int(np.ceil(max(at)))
        free[row, max(0, first):min(width, last)] = False


def write_ros_map(folder, name, edges, side, whole):
    """Writes NAME.yaml and NAME.png. Returns the YAML file and the length of a pixel."""
    pixels, pixel = rasterise(edges, side, whole)
    left, bottom, _, _ = box_of(edges)
    Image.fromarray(pixels).save(folder / f"{name}.png", optimize=True)
    file = folder / f"{name}.yaml"
    file.write_text(f"image: {name}.png\nresolution: {pixel!r}\norigin: [{left!r}, {bottom!r}, 0]\nnegate: 0\n"
                    "occupied_thresh: 0.65\nfree_thresh: 0.196\n", encoding="utf-8")
    return file, pixel


def answers(fairway, world, queries, folder):
    """Returns for each query the length of its shortest path, or the status of an answer without a path."""
    scenario = folder / f"{world.name}.scen"
    rows = [f"0\t{world.name}\t1\t1\t" + "\t".join(repr(float(v)) for v in query) + "\t0" for query in queries]
    scenario.write_text("version 1\n" + "\n".join(rows) + "\n", encoding="utf-8")
    table = folder / f"{world.name}.csv"
    subprocess.run([fairway, "answer", world, scenario, "--method", "polyanya", "--csv", table], check=True,
                   stdout=subprocess.DEVNULL)
    with open(table, encoding="utf-8", newline="") as file:
        return [float(row["length"]) if row["status"] == "found" else row["status"] for row in csv.DictReader(file)]


def draw_queries(fairway, world, edges, count, seed, folder):
    """Returns pairs of free points with a path between them, and the length of the path."""
    chance = random.Random(seed)
    left, bottom, right, top = (float(v) for v in box_of(edges))

    def point():
        while True:
            x, y = chance.uniform(left, right), chance.uniform(bottom, top)
            if is_free(edges, x, y):
                return x, y

    found = []
    while len(found) < count:
        queries = [(*point(), *point()) for _ in range(count)]
        lengths = answers(fairway, world, queries, folder)
        found += [(q, length) for q, length in zip(queries, lengths) if isinstance(length, float)]
    return [q for q, _ in found[:count]], [length for _, length in found[:count]]


def percent(value):
    return f"{round(100 * value, 2) + 0.0:.2f} %"  # never -0.00


def row_of(side, pixel, optima, lengths):
    """A row of the table: how much longer the paths in one image are."""
    gaps = [found / best - 1 for found, best in zip(lengths, optima) if isinstance(found, float)]
    blocked = sum(status in ("start_blocked", "goal_blocked") for status in lengths)
    cells = [str(side), f"{pixel:.4g}", str(blocked), str(lengths.count("no_path"))]
    if not gaps:
        return [*cells, "", "", "", ""]
    return [*cells, percent(statistics.median(gaps)), percent(max(gaps)), percent(min(gaps)),
            str(sum(gap < -1e-9 for gap in gaps))]


HEADS = ["pixels", "length of one", "end not free", "no path", "median gap", "greatest", "least", "shorter"]


def measure(fairway, file, sides, whole, count, seed, folder):
    """Yields the rows of the table."""
    world = folder / f"{file.stem}.world"
    subprocess.run([fairway, "convert", file, "--out", world], check=True)
    edges = edges_of(json.loads(world.read_text(encoding="utf-8")))
    queries, optima = draw_queries(fairway, world, edges, count, seed, folder)
    for side in sides:
        twin, pixel = write_ros_map(folder, f"{file.stem}-{side}", edges, side, whole)
        yield row_of(side, pixel, optima, answers(fairway, twin, queries, folder))


def whole_number(text, most=10**6):
    if not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text}, expected a whole number from 1 to {most}")
    return int(text)


def side_lengths(text):
    return [whole_number(side, MOST_PIXELS) for side in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", type=pathlib.Path, help="a world of polygons without walls of zero width")
    parser.add_argument("--sides", type=side_lengths, default="128,256,512,1024,2048", help="pixels of the longer side (default: %(default)s)")
    parser.add_argument("--rule", choices=("centre", "whole"), default="centre",
                        help="a pixel is free if its centre is free (centre), or if the whole pixel is free (whole); default: centre")
    parser.add_argument("--queries", type=whole_number, default=200, help="number of shortest paths (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the queries (default: 1)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the maps and the scenario in this folder")
    parser.add_argument("--fairway", default=ROOT / "build" / "release" / "fairway", metavar="PROGRAM",
                        help="the program (default: build/release/fairway)")
    options = parser.parse_args()
    if not shutil.which(options.fairway):
        parser.error(f"--fairway: there is no program {options.fairway}")
    with contextlib.ExitStack() as stack:
        folder = options.keep or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        print("| " + " | ".join(HEADS) + " |\n|" + "--:|" * len(HEADS))
        try:
            for row in measure(options.fairway, options.map, options.sides, options.rule == "whole", options.queries, options.seed, folder):
                print("| " + " | ".join(row) + " |", flush=True)
        except subprocess.CalledProcessError as error:
            sys.exit(f"raster_twins.py: `{options.fairway} {error.cmd[1]}` failed with exit code {error.returncode}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
