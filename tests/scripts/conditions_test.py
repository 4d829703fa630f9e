"""Tests the conditions of a measurement and the warnings in methods.md."""

import pathlib
import sys

import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import synthetic  # noqa: E402
import fairway_results as store  # noqa: E402
from fairway_results.figures import words  # noqa: E402
from fairway_results import conditions, summary, tables  # noqa: E402

MAPS = [f"map{i}" for i in range(6)]


def quiet(file):
    """An open store that causes no warnings."""
    made = synthetic.tiny(file, {name: {m: [1000, 3000] for m in MAPS} for name in ("grid", "mesh", "tree")})
    synthetic.insert(made, "measurement", run=1, world=1, core=1, load_before=0.2, load_after=0.4,
                     mhz_before=3000.0, mhz_after=3010.0)
    made.execute("UPDATE build SET clock_ns = 5, waited_ns = 4000 + 2 * 500")
    return made


@pytest.fixture
def database(tmp_path):
    return quiet(tmp_path / "results.sqlite")


def markdown(results):
    return tables.methods_markdown(results, summary.summary(results))


def warnings(database):
    return conditions.warnings(store.load(database))


def test_nothing_to_object_to(database):
    assert warnings(database) == []
    results = store.load(database)
    text = conditions.markdown(results)
    assert "bound to core 1; load 0.20 to 0.40; frequency 3000 MHz to 3010 MHz" in text
    assert "reading the clock costs 5 ns" in text and text.endswith("None.\n")


@pytest.mark.parametrize("times, words", [((None,), "unknown"), ((10_200_000,), "10.2 ms"), ((10_200_000, 15_000_000), "10.2 ms to 15 ms")])
def test_the_calibration_of_all_runs_is_reported(times, words):
    assert conditions.calibration(pd.DataFrame({"calibration_ns": times})) == f"calibration {words}"


# Regression: the time of a single build was presented as a median of several builds.
def test_a_single_cold_build_is_called_that(database):
    results = store.load(database)
    assert "one cold build of each method on each map" in conditions.markdown(results)
    assert "**Build and memory: one cold build of each method on each map**" in markdown(results)
    assert words.cold_builds(results) == "Build times: one cold build of each method on each map."
    for number in range(3):
        synthetic.insert(database, "build_run", world=1, method=1, number=number, ns=100)
    results = store.load(database)
    assert "17 of 18 from one cold build, the others medians" in conditions.markdown(results)
    assert "**Build and memory: 17 of 18 from one cold build" in markdown(results)
    assert words.cold_builds(results) == "Build times: 17 of 18 from one cold build, the others medians."
    for world in range(1, 7):
        for method in range(1, 4):
            for number in range(3, 6):
                synthetic.insert(database, "build_run", world=world, method=method, number=number, ns=100)
    results = store.load(database)
    assert "median of 3, 6 builds" in conditions.markdown(results) and words.cold_builds(results) == ""
    assert "**Build and memory**" in markdown(results)


OBJECTIONS = [
    ("UPDATE run SET dirty = 1", "uncommitted changes"),
    # Regression: no output mentioned builds that took up to 11 times as long as the fastest build of the same method.
    ("INSERT INTO build_run (world, method, number, ns) VALUES (2, 3, 0, 100), (2, 3, 1, 700), (2, 3, 2, 900)",
     "1 of 18 builds have a median time above 1.5 times the least time. The largest ratio: tree on map1 7.0 times."),
    ("UPDATE run SET governor = 'powersave'", "governor is powersave, not performance"),
    ("UPDATE run SET repetitions = 3", "3 repetitions; published figures need 9"),
    ("UPDATE run SET jobs = 2", "2 maps were measured at the same time"),
    ("UPDATE run SET finished = NULL", "1 of 1 runs were interrupted"),
    ("DELETE FROM timing WHERE method = 2 AND query = 3000", "mesh: 1 legal paths have no time"),
    ("UPDATE build SET ns = NULL, bytes = NULL WHERE method = 2 AND world <> 1",
     "mesh: one build serves all radii. Its time and its bytes count at the least radius of each map, not in 5 other worlds."),
    ("UPDATE measurement SET mhz_after = 2000", "frequency changed by up to 33%"),
    ("UPDATE measurement SET others = 1.75", "Other processes kept up to 1.8 cores busy during 1 of 1 measurements"),
    ("INSERT INTO refusal VALUES (1, 'moat', 'moat.map:3: row 2 has 4 cells, expected 5')",
     "Not measured: moat.map:3: row 2 has 4 cells, expected 5"),
    ("UPDATE build SET clock_ns = 100 WHERE method = 2", "mesh: reading the clock takes about 25% of"),
    ("UPDATE build SET waited_ns = 4000 + 2 * 50000 WHERE method = 3",
     "tree: the harness waited 52 µs a query; 2 µs of it were timed. The other methods' untimed part has a median of 500 ns."),
]
"""Changes to the quiet store, each with the warning that it causes."""


@pytest.mark.parametrize("change, warning", OBJECTIONS)
def test_each_objection_is_raised_alone(database, change, warning):
    database.execute(change)
    found = warnings(database)
    assert len(found) == 1 and warning in found[0]


def test_mixing_different_machines_gives_a_warning(database):
    run = dict(zip([c[0] for c in database.execute("SELECT * FROM run").description],
                   database.execute("SELECT * FROM run").fetchone()))
    synthetic.insert(database, "run", **{**run, "id": 2, "host": "other", "cpu": "another processor"})
    synthetic.insert(database, "measurement", run=2, world=2, core=1)
    unlike, = warnings(database)
    assert unlike.startswith("The maps were measured on different processors: ") and "another processor (1)" in unlike
    synthetic.insert(database, "measurement", run=2, world=1, core=1)
    assert "The queries of map0 were divided among several machines: their times mix them." in warnings(database)


def test_nodes_of_a_cluster_count_as_one_host(tmp_path):
    database = synthetic.tiny(tmp_path / "cluster.sqlite", {name: {m: [1000, 3000] for m in MAPS} for name in ("grid", "mesh")},
                              host_of={m: f"node{i % 3}" for i, m in enumerate(MAPS)})
    database.execute("UPDATE run SET cpu = 'fast'")
    results = store.load(database)
    assert results.hosts() == ["node0 and 2 more"]
    assert sum("3 machines with equal processors" in warning for warning in conditions.warnings(results)) == 1
    database.execute("UPDATE run SET governor = 'powersave' WHERE host = 'node2'")
    assert store.load(database).hosts() == ["node0 and 1 more", "node2"]


def test_a_store_too_large_for_memory_is_sampled_evenly(database, monkeypatch):
    whole = store.load(database)
    monkeypatch.setattr(store.store, "MOST_ANSWERS", len(whole.answers) // 2)
    sampled = store.load(database)
    assert whole.every == 1 and sampled.every == 2 and len(sampled.answers) == len(whole.answers) // 2
    assert (sampled.answers.groupby(["world", "method"]).size() == 1).all()
    assert any("every 2-th query" in warning for warning in conditions.warnings(sampled))


def test_few_maps_are_said_to_have_no_intervals(tmp_path):
    database = synthetic.tiny(tmp_path / "few.sqlite", {"grid": {"a": [1], "b": [2]}})
    assert warnings(database) == ["2 maps: there are no intervals and no tests with fewer than 5."]
    text = markdown(store.load(database))
    assert "| 1.5 ns | 2 ns | 2 ns | 2 ns |" in text and "[" not in text.splitlines()[2]


def test_missing_measurements_are_unknown_without_a_warning(tmp_path):
    database = synthetic.tiny(tmp_path / "bare.sqlite", {"grid": {m: [1] for m in MAPS}})
    results = store.load(database)
    text = conditions.markdown(results)
    assert "bound to no core; load unknown; frequency unknown; cost of the clock not measured" in text
    assert text.endswith("None.\n")


def test_a_system_without_data_is_unknown(database):
    database.execute("UPDATE measurement SET core = NULL, load_before = NULL, load_after = NULL,"
                     " mhz_before = NULL, mhz_after = NULL")
    database.execute("UPDATE build SET clock_ns = NULL, waited_ns = NULL")
    results = store.load(database)
    assert conditions.warnings(results) == []
    assert "bound to no core; load unknown; frequency unknown" in conditions.markdown(results)


def test_time_outs_are_lower_bounds_in_the_table(tmp_path):
    database = synthetic.tiny(tmp_path / "results.sqlite",
                              {"grid": {m: [10] * 8 + ["timeout"] * 2 for m in MAPS}})
    text = markdown(store.load(database))
    assert "| ≥ 1 s | ≥ 1 s | ≥ 1 s |" in text and "| 10 ns [10 ns, 10 ns] |" in text


def test_hosts_have_tables_of_their_own(tmp_path):
    database = synthetic.tiny(tmp_path / "results.sqlite", {"grid": {m: [10] for m in MAPS}},
                              host_of={m: "one" if m < "map3" else "two" for m in MAPS})
    results = store.load(database)
    text = markdown(results)
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["## All hosts", "## Host one", "## Host two", "## Conditions", "## Warnings"]
    assert text.count("| 10 ns | 10 ns | 10 ns | 10 ns |") == 2
    assert "- **one**: " in conditions.markdown(results)
