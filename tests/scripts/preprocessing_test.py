"""Tests scripts/preprocessing.py on stores with known times: ratios, break-even, and the largest block."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "scripts")]

import fairway_results as store  # noqa: E402
import preprocessing  # noqa: E402
import synthetic  # noqa: E402

MAPS = [f"map{i}" for i in range(5)]


def made(tmp_path, answers, builds=None):
    """A store with the given answers. A method that is called NAME-SEARCH uses this search."""
    file = tmp_path / "results.sqlite"
    database = synthetic.tiny(file, answers, builds)
    for name in answers:
        database.execute("UPDATE method SET search = ? WHERE name = ?", (f'{{"search":"{name.split("-")[1]}"}}', name))
    database.commit()
    return file


def test_ratios_compare_with_astar_on_the_maps_where_the_index_was_built(tmp_path):
    times = {name: [100.0 * (i + 1)] for i, name in enumerate(MAPS)}
    answers = {"grid-astar": times, "grid-alt": {name: [ns / 4 for ns in values] for name, values in times.items()}}
    builds = {"grid-alt": {"map4": "timeout"}, "grid-astar": {name: (1000, 10) for name in MAPS}}
    rows = preprocessing.trials(store.read(made(tmp_path, answers, builds)))
    plain, alt = preprocessing.by_pair(rows, len(MAPS))
    assert plain["maps"] == "5 of 5" and alt["maps"] == "4 of 5"
    assert alt["of `astar`"] == "0.25"


def test_the_break_even_is_the_median_over_maps(tmp_path):
    answers = {"grid-astar": {name: [300] for name in MAPS}, "grid-alt": {name: [100] for name in MAPS}}
    builds = {"grid-astar": {name: (1, 10) for name in MAPS},
              "grid-alt": {name: (2000 * (i + 1) + 1, 10) for i, name in enumerate(MAPS)}}
    alt = preprocessing.by_pair(preprocessing.trials(store.read(made(tmp_path, answers, builds))), len(MAPS))[1]
    assert alt["break-even, queries"] == "30" and alt["of `astar`"] == "0.33 [0.33, 0.33]"


def test_the_block_has_no_gaps(tmp_path):
    answers = {f"{name}-{search}": {world: [100.0 + len(name)] for world in MAPS}
               for name in ("grid", "mesh") for search in ("astar", "alt")}
    rows = preprocessing.trials(store.read(made(tmp_path, answers, {"mesh-alt": {"map0": "out_of_memory"}})))
    assert preprocessing.largest_block(rows) == ([2, 3, 4, 5], [1, 2, 3, 4])


def test_a_store_without_preprocessing_is_refused(tmp_path):
    file = made(tmp_path, {"grid-astar": {"map0": [100]}})
    run = subprocess.run([ROOT / "scripts" / "preprocessing.py", file], capture_output=True, text=True, check=False)
    assert run.returncode == 1 and "expected methods that differ in `search`" in run.stderr
