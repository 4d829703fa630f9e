"""Compares the tables and figures of changing worlds with numbers computed by hand."""

import math
import pathlib
import sqlite3
import sys

import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import fairway_results as store  # noqa: E402
import plot  # noqa: E402
import synthetic  # noqa: E402
from fairway_results import changes, tables  # noqa: E402

QUERIES = {"mends": [4000, 6000], "anew": [1000, 2000], "slow": [50_000, "missed"]}
FOLLOWS = {"mends": [10_000, 30_000], "anew": [100_000, 140_000], "slow": [500_000, 500_000]}
FIGURES = ["crossover"]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "results.sqlite"
    with synthetic.tiny(path, {name: {"yard": values} for name, values in QUERIES.items()}) as database:
        database.execute("UPDATE world SET max_x = 20, max_y = 10")
        for number, area in ((1, 2.0), (2, 20.0)):
            synthetic.insert(database, "burst", world=1, number=number, points=4, area=area)
        for method, (name, times) in enumerate(FOLLOWS.items(), 1):
            for number, ns in enumerate(times, 1):
                synthetic.insert(database, "follow", world=1, method=method, number=number, repaired=int(name == "mends"), ns=ns,
                                 space_ns=ns // 2, first_answer_ns=ns + 1000 if number == 1 else None)
    return path


def printed(file):
    results = store.read(file)
    return next(tables.of_changes(results, changes.table(results)))


def test_the_table_has_means_and_wrong_answers(file):
    rows = changes.table(store.read(file)).set_index("method")
    assert list(rows.loc["mends", ["bursts", "repaired", "follow_mean_ns", "space_mean_ns", "first_answer_p50_ns"]]) == [
        2, 1, 20_000, 10_000, 11_000]
    assert rows.loc["anew", "query_mean_ns"] == 1500 and rows.loc["anew", "repaired"] == 0
    assert list(rows.wrong_or_missed) == [0, 0, 1] and list(rows.outdated) == [0, 0, 0]
    assert "| `mends` | 1 of 1 | 2 | 100 % | 20 µs |" in printed(file).markdown()


# Regression: a row of the table pooled the bursts of all worlds, so a world with many bursts dominated the row. Worlds
# of different radii were in the same table.
def test_each_world_counts_once_and_radii_have_tables_of_their_own(tmp_path, monkeypatch):
    path = tmp_path / "results.sqlite"
    monkeypatch.setattr(changes, "MOST_PANELS", 1)  # one panel per family instead of one per world
    with synthetic.tiny(path, {"mends": {"yard": [4000], "hall": [1000], "yard-r1": [9000]}, "anew": {"yard": [5000]}}) as database:
        database.execute("UPDATE world SET radius = 1 WHERE id = 3")
        for world, bursts, ns in ((1, 2, 100), (2, 50, 900), (3, 3, 70)):
            for number in range(1, bursts + 1):
                synthetic.insert(database, "burst", world=world, number=number, area=1.0)
                for method in (1, 2) if world == 1 else (1,):
                    synthetic.insert(database, "follow", world=world, method=method, number=number, ns=ns, repaired=int(world != 2))
    rows = changes.table(store.read(path)).set_index(["stratum", "method"])
    columns = ["worlds", "of_worlds", "bursts", "repaired", "follow_p50_ns", "follow_mean_ns", "query_mean_ns"]
    assert list(rows.loc["radius 0", "mends"][columns]) == [2, 2, 52, 0.5, 500, 500, 2500]
    assert list(rows.loc["radius 0", "anew"][columns]) == [1, 2, 2, 1, 100, 100, 5000]
    assert list(rows.loc["radius 1", "mends"][columns]) == [1, 1, 3, 1, 70, 70, 9000]
    parts = list(tables.of_changes(None, rows.reset_index()))
    assert [table.title for table in parts] == ["Worlds that change: -, radius 0", "Worlds that change: -, radius 1"]
    assert [column.cells() for column in parts[0].columns[:3]] == [["mends", "anew"], ["2 of 2", "1 of 2"], ["52", "2"]]


def test_outdated_paths_are_counted_if_the_store_has_them(file):
    with sqlite3.connect(file) as database:
        database.execute("UPDATE answer SET status = 'invalid_path', outdated = 1 WHERE method = 2")
        database.execute("UPDATE answer SET status = 'invalid_path' WHERE method = 3")
    rows = changes.table(store.read(file))
    assert list(rows.wrong_or_missed) == [0, 2, 2] and list(rows.outdated) == [0, 2, 0]
    assert printed(file).columns[-1].cells() == ["0", "2", "0"]


def test_crossover_counts_only_queries_that_all_answered(file):
    """Only the first query counts. Times of a burst and a query: mends 20 us and 4 us, anew 120 us and 1 us, slow 500 us and 50 us."""
    pairs = changes.crossover(store.read(file)).set_index(["cheap", "dear"]).queries_a_burst
    assert pairs["mends", "anew"] == pytest.approx(100 / 3)
    assert pairs["mends", "slow"] == math.inf and pairs["anew", "slow"] == math.inf


def test_share_is_of_the_box(file):
    rows = changes.follows(store.read(file))
    assert sorted(set(rows.share)) == [0.01, 0.1]


def test_figures_need_changing_worlds(file, tmp_path, monkeypatch, capsys):
    def made(source, out):
        monkeypatch.setattr(sys, "argv", ["plot.py", str(source), "--out", str(tmp_path / out), "--figures", ",".join(FIGURES)])
        plot.main()
        capsys.readouterr()
        return sorted(path.stem for path in (tmp_path / out).glob("*.svg"))

    assert made(file, "changing") == FIGURES
    said = (tmp_path / "changing" / "captions.md").read_text(encoding="utf-8")
    assert "yard: mends, from 33" in said
    assert len(pd.read_csv(tmp_path / "changing" / "crossover.csv")) == 3
    with synthetic.tiny(tmp_path / "still.sqlite", {"mends": {"yard": [1]}}):
        pass
    assert made(tmp_path / "still.sqlite", "still") == []
    assert not (tmp_path / "still" / "changes.csv").exists()
