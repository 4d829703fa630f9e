import base64
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.path.insert(0, str(ROOT / "tests" / "report"))  # browser.py
PAGE = ROOT / "docs" / "playground.html"
MAPS = sorted(file for file in (ROOT / "datasets" / "maps").iterdir() if file.suffix not in (".md", ".tiles"))
METHODS = ["grid", "quadtree", "triangle-mesh", "visibility-graph", "theta-star", "anya", "polyanya", "hub-labels"]


def part(name, page=PAGE):
    """Returns a compressed part of the page by its id, decompressed."""
    packed = re.search(f'<script type="application/octet-stream" id="{name}">(.*?)</script>', page.read_text(encoding="utf-8"))
    return zlib.decompress(base64.b64decode(packed[1]))


def unpacked(folder, page=PAGE):
    """Writes the package of bindings/js into a folder, with the engine of a page. Returns the folder."""
    folder.mkdir()
    for file in (ROOT / "bindings" / "js").glob("*.js*"):
        shutil.copy(file, folder)
    (folder / "engine.wasm").write_bytes(part("engine", page))
    program = re.search(r"<script>\n(.*?)\n</script>\n<script type=\"module\">", page.read_text(encoding="utf-8"), re.DOTALL)
    (folder / "engine.cjs").write_text(program[1], encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The package of bindings/js, with the engine of docs/playground.html."""
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    return unpacked(tmp_path_factory.mktemp("js") / "fairway")


def node(package, program, *arguments, expected=0):
    """Runs a program that may import the package as "./index.js", and returns its output."""
    file = package / "program.mjs"
    file.write_text(program, encoding="utf-8")
    done = subprocess.run(["node", file, *map(str, arguments)], capture_output=True, text=True, timeout=400)
    assert done.returncode == expected, done.stderr
    return done.stdout


def fairway(*arguments, expected=0):
    done = subprocess.run([os.environ["FAIRWAY_PROGRAM"], *map(str, arguments)], cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == expected, done.stderr
    return done.stdout


def scenario(map_file, file, count, seed=1):
    """Writes a scenario of random problems in the box of a map. Ends may be blocked. Returns the start and the goal of each problem."""
    box = json.loads(fairway("inspect", map_file, "--json"))["box"]
    cells = map_file.suffix == ".map"
    draw = random.Random(seed)
    low, high = box[:2], box[2:]

    def point():
        at = [draw.uniform(a, b) for a, b in zip(low, high)]
        return [int(x) for x in at] if cells else [round(x, 3) for x in at]

    ends = [(*point(), *point()) for _ in range(count)]
    size = [re.search(rf"{name} (\d+)", map_file.read_text())[1] if cells else 1 for name in ("width", "height")]
    rows = (f"0\t{map_file.name}\t{size[0]}\t{size[1]}\t{a}\t{b}\t{c}\t{d}\t0" for a, b, c, d in ends)
    file.write_text("version 1\n" + "\n".join(rows) + "\n", encoding="utf-8")
    shift = 0.5 if cells else 0
    return [[x + shift for x in row] for row in ends]
