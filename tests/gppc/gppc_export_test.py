"""Fairway's methods as entries of the grid competition. ctest sets FAIRWAY_PROGRAM and FAIRWAY_BRIDGE."""

import contextlib
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


# With warnings as errors, the entry has the options of build/release. So the compiler cache has its objects.
ENVIRONMENT = os.environ | {"WARNINGS_AS_ERRORS": "ON"}


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=800, check=False,
                          env=ENVIRONMENT)


def test_an_exported_method_answers_as_the_method_does(tmp_path):
    """Exports a method as an entry, makes a worker of the entry with the bridge, and compares its answers while the world changes."""
    done = run(ROOT / "scripts/gppc_export.sh", "grid-jps-stored", "--out", tmp_path / "export")
    assert done.returncode == 0, done.stderr
    done = run(ROOT / "scripts/gppc_entry.sh", tmp_path / "export", "--name", "exported", "--out", tmp_path / "entry")
    assert done.returncode == 0, done.stderr
    steps = [{"query": [0.5, 0.5, 4.5, 0.5]}, {"query": [2.5, 0.5, 2.5, 0.5]},
             {"patch": [{"x": 2, "y": 0, "rows": ["@", "@", "@", "."]}]},
             {"query": [0.5, 0.5, 4.5, 0.5]}, {"query": [2.5, 0.5, 0.5, 0.5]},
             {"patch": [{"x": 2, "y": 3, "rows": ["@"]}]}, {"query": [0.5, 0.5, 4.5, 0.5]},
             {"patch": [{"x": 0, "y": 0, "rows": ["@....", "@....", "....@", "@..@@"]}]},
             {"query": [1.5, 0.5, 1.5, 3.5]}]
    (tmp_path / "open.map").write_text("type octile\nheight 4\nwidth 5\nmap\n" + ".....\n" * 4)
    (tmp_path / "walls.changes").write_text(json.dumps({"fairway_changes": 1, "world": "open.map", "steps": steps}))
    shutil.copy(ROOT / "datasets/maps/caves.map", tmp_path)
    cells = (tmp_path / "caves.map").read_text().splitlines()[4:]
    free = [f"{x}\t{y}" for y, row in enumerate(cells) for x, cell in enumerate(row) if cell == "."]
    ends = random.Random(1).sample(free, 80)
    (tmp_path / "caves.map.scen").write_text("version 1\n" + "".join(
        f"0\tcaves.map\t160\t160\t{start}\t{goal}\t0\n" for start, goal in zip(ends, ends[40:])))
    (tmp_path / "sweep.toml").write_text(
        'maps = ["walls.changes", "caves.map"]\nmethods = ["grid-jps-stored"]\nqueries = 40\nrepetitions = 1\n'
        f"draw = 0\n{done.stdout}")
    done = run(os.environ["FAIRWAY_PROGRAM"], "run", tmp_path / "sweep.toml", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    answers = {"grid-jps-stored": [], "exported": []}
    with contextlib.closing(sqlite3.connect(tmp_path / "results.sqlite")) as database:
        for method, *answer in database.execute("SELECT m.name, a.query, a.status, a.length FROM answer a JOIN method "
                                                "m ON m.id = a.method ORDER BY a.query"):
            answers[method].append(answer)
    statuses = [status for _, status, _ in answers["exported"]]
    assert len(statuses) == 46 and statuses.count("found") > 30 and {"start_blocked", "unreachable"} < set(statuses)
    for own, exported in zip(answers["grid-jps-stored"], answers["exported"], strict=True):
        assert exported[:2] == own[:2]
        assert exported[2] == (own[2] and pytest.approx(own[2]))


@pytest.mark.parametrize("arguments, complaint", [
    (["polyanya", "--out", "new"], "polyanya: no method that moves on a grid"),
    (["grid-16", "--out", "new"], "expected one of: grid, grid-4,"),
    (["grid"], "expected METHOD --out DIR"),
    (["grid", "--out", ROOT], "is not empty"),
])
def test_what_cannot_be_exported_is_refused(arguments, complaint):
    done = run(ROOT / "scripts/gppc_export.sh", *arguments)
    assert done.returncode != 0 and complaint in done.stderr
