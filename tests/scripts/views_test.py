"""Compares the views of the store with their definitions in Python. The views define the rows of every analysis."""

import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

HERE = pathlib.Path(__file__).parent
SCRIPTS = HERE.parents[1] / "scripts"
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(SCRIPTS))

import synthetic  # noqa: E402
import fairway_results as store  # noqa: E402
from fairway_results import compare  # noqa: E402

PHASES = store.store.PHASES


@pytest.fixture(params=[3, 4], ids=["odd", "even"])
def database(tmp_path, request):
    """A store whose repetitions have different phases. One method has queries that ended at the time limit, and one method is recorded."""
    made = synthetic.make(tmp_path / "results.sqlite", queries=12, repetitions=request.param)
    made.execute("UPDATE timing SET attach_ns = (query * 7 + repetition * 131) % 97, smooth_ns = (method * 31 + repetition * 57) % 89")
    made.execute("UPDATE answer SET status = 'timeout' WHERE method = 4 AND query % 1000 = 7")
    made.execute("UPDATE run SET timeout_ms = 50")
    made.execute("DELETE FROM timing WHERE method = 9")
    made.execute("UPDATE method SET recorded = 1 WHERE id = 9")
    made.commit()
    return made


# Regression: the view `tidy` had the mean of each phase, and the Python package had the median of each phase. In both cases, the
# phases did not add up to the total time.
def test_times_come_from_the_lower_median_repetition(database):
    seen = 0
    for query, method, status, *row in database.execute(
            f"SELECT query, method, status, ns, least_ns, repetitions, path_ns, {', '.join(PHASES)} FROM timed_answer"):
        ns, least, repetitions, path_ns, *phases = row
        timings = sorted((sum(of), repetition, of) for repetition, *of in database.execute(
            f"SELECT repetition, {', '.join(PHASES)} FROM timing WHERE query = ? AND method = ?", (query, method)))
        assert repetitions == len(timings)
        if method == 9:
            assert ns is None and path_ns is None  # recorded answers have no times
            continue
        total, _, of = timings[(len(timings) - 1) // 2]
        assert phases == of and least == timings[0][0]
        limit = status == "timeout"
        assert ns == (50e6 if limit else sum(phases)) and (limit or ns == total)
        assert path_ns == (50e6 if limit else ns if status == "found" else np.inf)
        seen += 1
    assert seen > 200


def test_a_time_of_zero_counts_as_a_nanosecond(database):
    database.execute("UPDATE timing SET " + ", ".join(f"{phase} = 0" for phase in PHASES))
    assert set(database.execute("SELECT ns, least_ns FROM median_timing")) == {(1.0, 1.0)}


def test_wide_rows_agree_with_narrow_ones(database):
    columns = ", ".join(["status", "reachable", "answered", "censored", "ns", "path_ns", "least_ns", *PHASES])
    narrow = database.execute(f"SELECT query, {columns} FROM timed_answer ORDER BY query, method").fetchall()
    for view in ("answer_time", "tidy"):
        wide = database.execute(f"SELECT t.query, {', '.join('t.' + c for c in columns.split(', '))} FROM {view} t"
                                " JOIN method m ON m.name = t.method ORDER BY t.query, m.id").fetchall()
        assert wide == narrow
    assert {row[0] for row in database.execute("SELECT DISTINCT stratum FROM tidy")} == {"radius 0"}
    database.execute("UPDATE world SET radius = 0.5, terrain = 1 WHERE id = 1")
    assert ("radius 0.5, terrain",) in database.execute("SELECT stratum FROM stratum").fetchall()


def test_the_package_reads_the_rows_of_the_views(database, tmp_path):
    answers = store.load(database).answers.set_index(["query", "method"])
    for query, method, answered, path_ns in database.execute("SELECT query, method, answered, path_ns FROM timed_answer"):
        row = answers.loc[query, method]
        assert row.answered == answered and row.path_ns == pytest.approx(np.nan if path_ns is None else path_ns, nan_ok=True)
    assert len(store.tidy(tmp_path / "results.sqlite")) == len(answers)


def test_costs_of_index_parts_and_scratch_add_up(database):
    database.execute("INSERT INTO part VALUES (1, 'corners', 70, 900)")
    database.execute("UPDATE build SET parts = 'corners', scratch_bytes = 64 WHERE world = 1 AND method = 1")
    for own_ns, parts_ns, total_ns, own, parts, scratch, total in database.execute(
            "SELECT own_build_ns, parts_build_ns, total_build_ns, own_bytes, parts_bytes, scratch_bytes, total_bytes FROM build_cost"):
        assert total_ns == own_ns + parts_ns and total == own + parts + (scratch or 0)
    assert database.execute("SELECT parts_build_ns, parts_bytes, scratch_bytes FROM trial WHERE world = 1 AND method = 1"
                            ).fetchone() == (70, 900, 64)


def test_older_stores_are_refused_with_a_clear_message(tmp_path):
    synthetic.make(tmp_path / "old.sqlite", queries=2).execute("PRAGMA user_version = 12")
    with pytest.raises(store.UnreadableResults, match="old.sqlite: has schema version 12, expected 13; read older stores with"):
        store.read(tmp_path / "old.sqlite")


MAPS = [f"map{i}" for i in range(6)]


def two_stores(tmp_path, slower=2):
    times = {name: [100 * (i + 1), 1000] for i, name in enumerate(MAPS)}
    files = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    for file, factor in zip(files, (1, slower)):
        synthetic.tiny(file, {"grid": {m: [factor * t for t in of] for m, of in times.items()}, "mesh": times}).close()
    return files


def test_times_of_two_stores_are_compared_method_by_method(tmp_path):
    rows = compare.times(*map(store.read, two_stores(tmp_path))).set_index(["times", "method"])
    grid, mesh = rows.loc["queries", "grid"], rows.loc["queries", "mesh"]
    assert [grid.ratio, grid.ratio_low, grid.ratio_high, grid.maps] == pytest.approx([2, 2, 2, 6])
    assert grid.p_holm < 1e-9 and mesh.p_holm == 1 and mesh.ratio == 1
    assert rows.loc["builds", "grid"].ratio == 1 and len(rows) == 4


def test_only_common_queries_are_compared(tmp_path):
    a, b = two_stores(tmp_path)
    with store.store.sqlite3.connect(b) as database:
        database.execute("UPDATE world SET sha256 = 'other' WHERE id = 1")
        database.execute("UPDATE query SET goal_x = 3 WHERE world = 2")
        database.execute("UPDATE answer SET status = 'missed' WHERE method = 2 AND query / 1000 = 3")
    rows = compare.times(store.read(a), store.read(b)).set_index(["times", "method"])
    assert rows.maps.to_dict() == {("queries", "grid"): 4, ("queries", "mesh"): 3, ("builds", "grid"): 5, ("builds", "mesh"): 5}
    assert np.isnan(rows.p_holm["queries", "grid"])


def test_the_command_prints_a_table_and_succeeds_if_times_differ(tmp_path):
    a, b = two_stores(tmp_path)
    done = subprocess.run([SCRIPTS / "compare.py", a, b], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and re.search(r"\| queries \| `grid` \| radius 0 \| 6 \| 2 \[2, 2\] \| 0 \| yes \|", done.stdout)
    assert "| builds | `mesh` | radius 0 | 6 | 1 [1, 1] | 1 | no |" in done.stdout
    assert subprocess.run([SCRIPTS / "compare.py", a, tmp_path / "none.sqlite"], capture_output=True, timeout=120).returncode == 2
