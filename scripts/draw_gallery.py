#!/usr/bin/python3
"""Makes the pictures of docs/gallery.md: smaller copies of plots, with fewer colours.

    draw_gallery.py PLOTS [--out DIR]
"""

import argparse
import pathlib
import re

from PIL import Image

DOCS = pathlib.Path(__file__).resolve().parents[1] / "docs"
WIDTH = 1000
COLOURS = 128


def shown():
    """The names of the pictures in docs/gallery.md."""
    return re.findall(r"\]\(images/gallery/([\w.-]+)\)", (DOCS / "gallery.md").read_text(encoding="utf-8"))


def reduced(picture):
    small = picture.convert("RGB")
    small.thumbnail((WIDTH, picture.height), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, kmeans=4, dither=Image.Dither.NONE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plots", type=pathlib.Path, help="output folder of scripts/plot.py")
    parser.add_argument("--out", type=pathlib.Path, default=DOCS / "images/gallery", help="folder for the pictures (default: docs/images/gallery)")
    arguments = parser.parse_args()
    missing = [name for name in shown() if not (arguments.plots / name).is_file()]
    if missing:
        parser.error(f"{arguments.plots} has no {missing[0]}; expected the pictures that docs/gallery.md names")
    for name in shown():
        reduced(Image.open(arguments.plots / name)).save(arguments.out / name, optimize=True)


if __name__ == "__main__":
    main()
