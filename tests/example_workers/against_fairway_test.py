"""Compares the workers of scripts/examples with Fairway's own methods: in a sweep, and for ends on and near walls."""

import json
import math
import random
import re
import sqlite3
import subprocess

import pytest

from asking import EXAMPLE, EXAMPLES, ROOT, Worker, assert_legal, fairway_program, walls_of

MAPS = ROOT / "datasets" / "maps"


def world_of(file, folder):
    """The world file that `fairway convert` makes from a map."""
    out = folder / "converted.world"
    subprocess.run([fairway_program(), "convert", str(file), "--out", str(out)], check=True,
                   capture_output=True, timeout=60)
    return json.loads(out.read_text())


# Runs the sweep of the shipped example with fewer queries and more maps. The additional maps are generated maps, and a
# map that the worker does not support.
def test_a_sweep_beside_fairway(tmp_path):
    text = (EXAMPLES / "sweep.toml").read_text(encoding="utf-8")
    for kind in ("clutter", "rooms"):
        suffix = "geojson" if kind == "clutter" else "map"
        subprocess.run([fairway_program(), "generate", kind, "--seed", "5", "--size", "60", "--out",
                        str(tmp_path / f"{kind}.{suffix}")], check=True, capture_output=True, timeout=60)
    text = text.replace("../../datasets/maps/", f"{MAPS}/")
    text = text.replace('maps = [', f'maps = ["clutter.geojson", "rooms.map", "{MAPS}/valley.tiles", ')
    text = text.replace("./grid_worker.py", str(EXAMPLE))
    (tmp_path / "sweep.toml").write_text(text, encoding="utf-8")
    run = subprocess.run([fairway_program(), "run", str(tmp_path / "sweep.toml"), "--out", str(tmp_path / "out"),
                          "--queries", "8", "--repetitions", "1"], capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    store = sqlite3.connect(tmp_path / "out" / "results.sqlite")
    failures = store.execute("SELECT method.name, world.name, build.status, build.message FROM build "
                             "JOIN method ON method.id = method JOIN world ON world.id = world "
                             "WHERE build.status NOT IN ('built', 'unsupported') OR failures > 0").fetchall()
    assert failures == []
    counts = {}
    for name, world, status, count in store.execute(
            "SELECT method.name, world.name, status, count(*) FROM answer JOIN method ON method.id = method "
            "JOIN query ON query.id = query JOIN world ON world.id = query.world GROUP BY 1, 2, 3"):
        counts.setdefault(name, {}).setdefault(world, {})[status] = count
    names = re.findall(r'^name = "([^"]+)"', text, re.MULTILINE)
    assert len(names) == 2 and {*names} < {*counts}
    for name in names:
        found = 0
        for world, statuses in counts[name].items():
            assert statuses.keys() <= {"found", "missed", "unreachable", "unsupported"}, (name, world)
            assert ("unsupported" in statuses) == (world == "valley")
            found += statuses.get("found", 0)
            assert statuses.get("unreachable") == counts["visibility-graph"][world].get("unreachable")
        all_found = sum(statuses.get("found", 0) for world, statuses in counts["visibility-graph"].items()
                        if world != "valley")
        assert found > 0.8 * all_found > 0, name


def ends_near(text, rng):
    """Yields points that are hard to locate: corners, points on walls, points one ulp beside walls, and random points."""
    walls = [wall for wall, _ in walls_of(text)]
    low, high = min(map(min, walls)), max(map(max, walls))
    for _ in range(12):
        ax, ay, bx, by = rng.choice(walls)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        yield float(ax), float(ay)
        yield middle
        if middle[0] != 0:  # numbers next to zero are not valid coordinates
            yield math.nextafter(middle[0], rng.choice((-math.inf, math.inf))), middle[1]
        yield rng.uniform(low, high), rng.uniform(low, high)


WORLDS = [MAPS / name for name in ("castle.geojson", "pinches.geojson", "pinches.map", "abbey.mesh", "recesses.txt")]
WORLDS += [ROOT / "tests" / "fuzz" / "corpus" / "world_file" / name
           for name in ("cells", "eroded", "mesh", "rings")]


@pytest.mark.parametrize("file", WORLDS, ids=lambda file: file.name)
def test_ends_on_and_near_walls(file, tmp_path):
    named = tmp_path / f"map{file.suffix or '.world'}"
    named.write_bytes(file.read_bytes())
    text = world_of(named, tmp_path)
    text.pop("terrain", None)  # removes the terrain costs; the free space stays
    fairway, example = Worker(tmp_path, fairway_program(), "worker"), Worker(tmp_path, EXAMPLE)
    for worker, options in ((fairway, "visibility-graph"), (example, "lattice")):
        assert worker.load(text) == {"reply": "load"}
        built = worker.ask("build", method={"name": options, "representation": options, "options": {}})
        assert built["status"] == "built"
    ends = [*ends_near(text, random.Random(3))]
    for start, goal in zip(ends, ends[5:] + ends[:5]):
        truth = fairway.answer(*start, *goal)["status"]
        reply = example.answer(*start, *goal)
        assert reply["status"] == truth or reply["status"] == "no_path" and truth == "found", (start, goal)
        if reply["status"] == "found":
            assert_legal(text, reply["path"], (*start, *goal))
            assert_legal(text, reply.get("raw", reply["path"]), (*start, *goal))
    fairway.end()
    example.end()
