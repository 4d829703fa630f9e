#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the playground: write_page.py FOLDER OUT. FOLDER has engine.js and engine.wasm."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from fairway_results import page  # noqa: E402
from fairway_results.figures import style  # noqa: E402
from fairway_results.pictures import packed_bytes  # noqa: E402

JS = pathlib.Path(__file__).parent
LEFT_OUT = "valley.tiles"
"""A world with costs: the C interface refuses it."""


def write(folder, out):
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted((ROOT / "datasets" / "maps").iterdir())
             if file.suffix != ".md" and file.name != LEFT_OUT}
    colours = {"colours": style.FAMILY_COLOURS, "dark": page.ON_DARK, "others": style.OTHER_COLOURS}
    parts = {"engine": packed_bytes((folder / "engine.wasm").read_bytes()), "maps": page.packed_json(texts), "colours": page.packed_json(colours)}
    css = page.PAGE / "page.css", JS / "page" / "playground.css"
    text = (JS / "page" / "playground.html").read_text(encoding="utf-8")
    for mark, content in {
        "/* style */": "".join(file.read_text(encoding="utf-8") for file in css),
        "<!-- data -->": "".join(f'<script type="application/octet-stream" id="{name}">{content}</script>\n' for name, content in parts.items()),
        "/* engine */": (folder / "engine.js").read_text(encoding="utf-8"),
        "/* program */": page.joined(page.module_texts(page.PAGE, JS, JS / "page"), ["playground"]),
    }.items():
        text = text.replace(mark, content, 1)
    out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(*map(pathlib.Path, sys.argv[1:]))
