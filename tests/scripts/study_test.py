"""Tests scripts/study.py on a study of two small maps. ctest passes the program in FAIRWAY_PROGRAM."""

import contextlib
import json
import lzma
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys

import pandas as pd
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import study  # noqa: E402

pytestmark = pytest.mark.skipif("FAIRWAY_PROGRAM" not in os.environ, reason="ctest passes the program in FAIRWAY_PROGRAM")
CELLS = "type octile\nheight 4\nwidth 6\nmap\n......\n.@@@..\n...@..\n......\n"
SWEEP = 'maps = ["tiny/*.map"]\nqueries = 6\nrepetitions = 1\npaths = "none"\nmethods = ["grid", "polyanya"]\n'


@pytest.fixture(name="run")
def made_run(tmp_path, monkeypatch):
    """A function that runs the study on two small maps, with one sweep and one claim."""
    (tmp_path / "sweep.toml").write_text(SWEEP, encoding="utf-8")
    (tmp_path / "maps/tiny").mkdir(parents=True)
    for name in ("a", "b"):
        (tmp_path / f"maps/tiny/{name}.map").write_text(CELLS.replace("@", "@" if name == "a" else "."), encoding="utf-8")
    (tmp_path / "claims.toml").write_text(
        '[[claim]]\nname = "exact"\nfinding = "Polyanya is exact."\npart = "static"\nlimits = [-1e-9, 1e-9]\n'
        "query = \"SELECT max_gap FROM methods WHERE method = 'polyanya'\"\n", encoding="utf-8")
    monkeypatch.setattr(study, "SWEEPS", tmp_path)
    monkeypatch.setattr(study, "PUBLISHED", tmp_path)
    monkeypatch.setattr(study, "SUMS", tmp_path / "sums")
    monkeypatch.setattr(study, "STUDY", (study.Sweep("static", "sweep.toml", "sweep.toml", ("--queries", "3")),
                                         study.Sweep("programs", "none.toml", "none.toml", (), needs="no-such-program")))
    monkeypatch.delenv("FAIRWAY_DATASETS", raising=False)
    (tmp_path / "sums").write_text("# none\n", encoding="utf-8")

    def run(*options, folder="maps"):
        return study.main(["--out", str(tmp_path / "out"), "--datasets", str(tmp_path / folder), "--program",
                           os.environ["FAIRWAY_PROGRAM"], *options])

    return run


def test_quick(run, tmp_path, capsys):
    assert run("--quick") == 0
    out, error = capsys.readouterr()
    assert "| exact | hold |" in out
    assert "programs is left out: no-such-program is not built" in error
    assert "Sums: 0 public files as recorded, 2 without a recorded sum" in error
    published = pd.read_csv(tmp_path / "out/published/static/per_map.csv.xz")
    assert len(published) == 4 and {"query_p999_ns", "build_p50_ns", "median_bytes"} <= set(published)
    assert len(pd.read_csv(tmp_path / "out/published/static/hashes.csv.xz")) == 4
    assert list((tmp_path / "out/problems").rglob("rooms/centre/r0.problems"))
    store = tmp_path / "out/static/results.sqlite"
    measured = "SELECT COUNT(*) FROM measurement"
    with contextlib.closing(sqlite3.connect(store)) as database:
        before = database.execute(measured).fetchone()
    assert run("--quick") == 0
    with contextlib.closing(sqlite3.connect(store)) as database:
        assert database.execute(measured).fetchone() == before, "a finished study measures nothing again"


def test_full_continues_from_compressed_parts(run, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(study, "MOST_SECONDS", 1e-3)  # each map is a part
    assert run("--full", "--plan") == 0
    assert "static-2: about" in capsys.readouterr().out and not (tmp_path / "out/static").exists()
    assert run("--full", "--part", "static-1") == 0
    first = tmp_path / "out/parts/static-1.sqlite.xz"
    assert first.exists() and not (tmp_path / "out/parts/static-1").exists()
    assert "static is not complete" in capsys.readouterr().err

    # Simulates another machine: only the folder of parts is copied to it.
    shutil.copytree(tmp_path / "out/parts", tmp_path / "copied")
    shutil.rmtree(tmp_path / "out")
    (tmp_path / "out").mkdir()
    shutil.move(tmp_path / "copied", tmp_path / "out/parts")
    packed = first.read_bytes()
    assert run("--full", "--part", "static") == 0
    out, _ = capsys.readouterr()
    assert first.read_bytes() == packed and "| exact | hold |" in out
    answers = pd.read_csv(tmp_path / "out/published/static/hashes.csv.xz").answers
    assert list(answers) == [6, 6, 6, 6]
    assert lzma.open(first).read(15) == b"SQLite format 3"


def test_sums_are_compared(run, tmp_path, capsys):
    sums = subprocess.run(["sha256sum", "tiny/a.map", "tiny/b.map"], cwd=tmp_path / "maps", capture_output=True, text=True,
                          check=True).stdout
    (tmp_path / "sums").write_text(sums, encoding="utf-8")
    assert run("--full", "--plan") == 0
    assert "Sums: 2 public files as recorded, 0 without" in capsys.readouterr().err
    (tmp_path / "maps/tiny/b.map").write_text(CELLS, encoding="utf-8")
    assert run("--full", "--plan") == 2
    assert "1 files have other sums than sums: tiny/b.map" in capsys.readouterr().err


def test_folders_of_maps_are_merged(run, tmp_path, capsys):
    (tmp_path / "more/moving-ai/tiny").mkdir(parents=True)
    (tmp_path / "more/moving-ai/tiny/c.map").write_text(CELLS, encoding="utf-8")
    assert run("--full", "--plan", "--datasets", str(tmp_path / "more")) == 0
    capsys.readouterr()
    plan = json.loads((tmp_path / "out/parts/static.plan.json").read_text(encoding="utf-8"))
    assert [world["world"] for world in plan["shards"][0]["worlds"]] == ["a", "b", "c"]


def test_wrong_usage_has_a_message(run, capsys):
    assert run("--quick", folder="none") == 2
    assert "--datasets: there is no folder" in capsys.readouterr().err
    assert run("--quick", "--part", "statik") == 2
    assert "--part: no part 'statik', expected problems, a sweep, or a part that --plan prints" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run("--quick", "--full")


def test_the_recorded_sums_are_lines_of_sha256sum():
    lines = [line for line in (ROOT / "scripts/datasets.sha256").read_text(encoding="utf-8").splitlines()
             if not line.startswith("#")]
    assert lines and all(len(line.split("  ", 1)[0]) == 64 for line in lines)
    assert len({line.split("  ", 1)[1] for line in lines}) == len(lines)
