"""Tests scripts/navigation_meshes.py and the figure length-against-clearance on stores with known numbers."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "scripts")]

import fairway_results as store  # noqa: E402
import navigation_meshes as meshes  # noqa: E402
import synthetic  # noqa: E402
from fairway_results.figures import clearance, style  # noqa: E402


def sides(*rings):
    return [(*a, *b) for ring in rings for a, b in zip(ring, ring[1:] + ring[:1])]


SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
BESIDE = [(2.0, 1.0), (2.0, 3.0), (4.0, 3.0), (4.0, 1.0)]  # clockwise
CORNER = [(1.0, 1.0), (3.0, 1.0), (1.0, 3.0)]


def test_regions_are_the_rings_of_a_drawing():
    found = meshes.regions(sides(SQUARE, BESIDE, CORNER))
    assert [meshes.area(ring) for ring in found] == [4, 4, 2]
    assert meshes.regions(sides(SQUARE)[:3]) is None
    assert meshes.regions(sides(SQUARE)[::2]) is None


def radii_store(tmp_path):
    """A store with two radii. `mesh` builds an index at each radius. `once` builds one index that serves both radii."""
    worlds = {"hall": [100, 100], "hall-r1": [200, 200]}
    database = synthetic.tiny(tmp_path / "results.sqlite", {"mesh": worlds, "once": {name: [ns / 2 for ns in times] for name, times in worlds.items()}},
                              {"mesh": {"hall": (1000, 10), "hall-r1": (1000, 30)}, "once": {"hall": (5000, 20)}})
    database.execute("UPDATE world SET area = 8, components = 1")
    database.execute("UPDATE build SET coverage = 0.75")
    database.execute("UPDATE world SET radius = 1 WHERE id = 2")
    database.execute("UPDATE build SET ns = NULL, bytes = NULL, message = 'one build serves all radii; it is counted in the world hall'"
                     " WHERE world = 2 AND method = 2")
    synthetic.insert(database, "drawing", world=1, method=1, kind="cells", total=11, segments=synthetic.packed(sides(SQUARE, CORNER, BESIDE)))
    synthetic.insert(database, "drawing", world=1, method=2, kind="cells", total=12, segments=synthetic.packed(sides(SQUARE)))
    database.commit()
    return tmp_path / "results.sqlite"


def test_the_metrics_of_each_world_and_method(tmp_path):
    results = store.read(radii_store(tmp_path))
    rows = meshes.of_worlds(results).set_index(["name", "world_radius"])
    assert rows.regions["mesh", 0] == 3 and rows.overlap["mesh", 0] == pytest.approx(10 / 8 - 0.75)
    assert rows.regions.isna()["once", 0] and rows.regions.isna()["mesh", 1]  # one drawing is incomplete, the other is absent
    table = meshes.of_methods(rows.reset_index()).set_index("method")
    assert table.query_ns["mesh"] == pytest.approx(100) and table.reached["once"] == 1 and table["gap at 1"]["mesh"] == 0


def test_one_build_is_compared_with_a_build_per_radius(tmp_path):
    results = store.read(radii_store(tmp_path))
    row, = meshes.of_builds(results, meshes.of_worlds(results))
    assert (row["build"], row["memory"], row["query"]) == ("2.50", "0.50", "0.50")
    assert row["cheaper build"] == "mesh" and row["break-even, queries"] == "40"  # 3000 ns, 75 ns less per query


def test_the_script_prints_both_tables_and_writes_the_worlds(tmp_path):
    file = radii_store(tmp_path)
    done = subprocess.run([ROOT / "scripts/navigation_meshes.py", file, "--worlds", tmp_path / "worlds.csv"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "**Navigation meshes**" in done.stdout and "**One build for 2 radii**" in done.stdout
    assert len((tmp_path / "worlds.csv").read_text().splitlines()) == 5


def test_a_file_that_is_no_store_is_refused(tmp_path):
    done = subprocess.run([ROOT / "scripts/navigation_meshes.py", tmp_path / "none.sqlite"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith("navigation_meshes.py: ")


def weighed_store(tmp_path, weights):
    names = [f"grid-{weight}" for weight in weights]
    database = synthetic.tiny(tmp_path / "results.sqlite", {name: {"hall": [1, 1]} for name in names},
                              gaps={name: {"hall": [0.1 * i, 0.3 * i]} for i, name in enumerate(names)})
    database.execute("UPDATE method SET options = '{}'")
    for i, (name, weight) in enumerate(zip(names, weights)):
        database.execute("UPDATE method SET search = ? WHERE name = ?", (f'{{"search":"astar","clearance_weight":{weight}}}', name))
        database.execute("UPDATE answer SET clearance = ? WHERE method = ?", (float(i), i + 1))
    database.commit()
    return store.read(tmp_path / "results.sqlite")


def test_the_curve_has_the_mean_gap_and_clearance_of_each_weight(tmp_path):
    results = weighed_store(tmp_path, [0, 0.5, 2])
    assert clearance.curves(results) == [{0: 1, 0.5: 2, 2: 3}]
    figure = synthetic.drawn(results, "length-against-clearance")
    curve = figure.axes[0].lines[0]
    assert list(curve.get_xdata()) == pytest.approx([0, 0.2, 0.4]) and list(curve.get_ydata()) == [0, 1, 2]


def test_without_weights_there_is_no_curve(tmp_path):
    results = weighed_store(tmp_path, [0, 0])
    assert results.off_walls.empty
    with pytest.raises(style.NothingToShow):
        synthetic.drawn(results, "length-against-clearance")
