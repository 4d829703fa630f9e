"""The playground in the report: the page docs/playground.html with the maps of the results.

scripts/playground.sh makes docs/playground.html. Its engine opens a map only if the file is the measured file.
"""

import hashlib
import json
import pathlib
import re

from .pictures import packed_bytes
from .text import many

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLAYGROUND = ROOT / "docs" / "playground.html"
MAPS = re.compile(r'(<script type="application/octet-stream" id="maps">)[^<]*')
NO_ENGINE = "The page has no engine: docs/playground.html is missing."
NO_ROOM = "The page has no room for the engine or for this map: --size MB of scripts/report.py makes room."


def add_playground(stores, budget):
    """Returns the packed playground with the maps that fit into the budget, smallest first; None if it does not fit.
    Each of `stores` is (worlds of a store, facts of the page about them). Sets facts["world"]["live"]: for each world,
    why the playground cannot show it, or an empty text."""
    texts = {}
    for worlds, facts in stores:
        facts["world"]["live"] = [why_not(world, texts) if PLAYGROUND.exists() else NO_ENGINE for world in worlds.itertuples()]
    if not texts:
        return None
    page = PLAYGROUND.read_text(encoding="utf-8")
    room = budget.left - len(with_maps(page, {}))
    kept = {}
    for file in sorted(texts, key=lambda file: len(texts[file])):
        room -= len(packed_bytes(texts[file].encode())) + 2 * len(file)
        if room >= 0:
            kept[file] = texts[file]
    part = with_maps(page, dict(sorted(kept.items())))
    if not kept or not budget.takes({"playground": part}, "playground"):
        kept = {}
    for _, facts in stores:
        of = facts["world"]
        of["live"] = [why or ("" if file in kept else NO_ROOM) for why, file in zip(of["live"], of["file"])]
    return part if kept else None


def lacking(facts):
    """A sentence on maps without room; empty if all have room."""
    files = {file for of in facts for why, file in zip(of["world"]["live"], of["world"]["file"]) if why == NO_ROOM}
    return files and f"The playground has no room for {many(len(files), 'map')}: --size MB of scripts/report.py makes room."


def with_maps(page, texts):
    return packed_bytes(MAPS.sub(lambda found: found[1] + packed_bytes(json.dumps(texts).encode()), page, count=1).encode())


def why_not(world, texts):
    """Adds the text of the world's map to `texts`. Otherwise returns the reason."""
    if world.terrain:
        return "The engine takes no worlds with costs."
    for file in (pathlib.Path(world.file), ROOT / world.file):
        if file.is_file() and hashlib.sha256(content := file.read_bytes()).hexdigest() == world.sha256:
            try:
                texts[world.file] = content.decode()
            except UnicodeDecodeError:
                return f"The engine reads no binary files such as {world.file}."
            return ""
    return f"{world.file} was missing or had changed when the page was written."
