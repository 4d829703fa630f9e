"""The Python package: its calls, its messages, and the notebook. ctest passes the build's folder in FAIRWAY_BUILD."""

import math
import os
import pathlib
import subprocess
import sys
import threading

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("FAIRWAY_BUILD", ROOT / "build/release"))
sys.path.insert(0, str(ROOT / "bindings/python"))

import fairway as fw  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import notebook  # noqa: E402

OUTLINE = [(0, 0), (10, 0), (10, 10), (0, 10)]
HOLE = [(4, 0), (6, 0), (6, 8), (4, 8)]
START, GOAL = (1, 1), (9, 1)
OPTIMUM = 2 * math.hypot(3, 7) + 2
NAN = float("nan")


@pytest.fixture
def room():
    return fw.World.from_rings([OUTLINE], holes=[HOLE])


def test_world_of_rings(room):
    assert room.box == (0, 0, 10, 10)
    assert room.area == 84 and room.components == 1 and room.cells is None
    assert room.contains((4, 0)) and not room.contains((5, 1))
    assert sum(len(ring) for ring in room.rings()) == 8
    assert np.array_equal(room.optimal_path(START, GOAL), [START, (4, 8), (6, 8), GOAL])
    assert room.eroded(0.5).area < 84 - 9


def test_world_of_cells():
    grid = np.ones((10, 10), np.uint8)
    grid[:8, 4:6] = 0
    world = fw.World.from_array(grid)
    assert world.area == 84
    assert np.array_equal(world.cells, grid) and not world.cells.flags.writeable
    cells = world.cells
    del world  # the view keeps the cells
    assert np.array_equal(cells, grid)
    assert fw.World.from_array(grid.astype(bool)[:, ::-1]).area == 84


def test_world_of_shapely():
    geometry = pytest.importorskip("shapely.geometry")
    polygon = geometry.Polygon(OUTLINE, [[(4, 1), (6, 1), (6, 8), (4, 8)]])
    assert fw.World.from_shapely(polygon).area == polygon.area
    both = geometry.MultiPolygon([polygon, geometry.box(20, 0, 21, 1)])
    assert fw.World.from_shapely(both).components == 2
    with pytest.raises(fw.Error, match="polygon: found Point, expected a shapely Polygon"):
        fw.World.from_shapely(geometry.Point(1, 2))
    with pytest.raises(fw.Error, match="polygon: found an empty polygon"):
        fw.World.from_shapely(geometry.Polygon())


def test_world_of_files(tmp_path, room):
    castle = fw.World.read(ROOT / "datasets/maps/castle.geojson")
    castle.save(tmp_path / "castle.world")
    assert fw.World.read(tmp_path / "castle.world").area == castle.area
    with pytest.raises(fw.Error, match="castle.geojson: .*'color'|color"):
        fw.World.read(ROOT / "datasets/maps/castle.geojson", color="red")


def test_path_and_its_gap(room):
    path = fw.method("hub-labels", room).path(START, GOAL)
    assert path.points.shape == (4, 2) and path.points.dtype == np.float64
    assert path.length == path.optimum == pytest.approx(OPTIMUM) and path.gap == 0
    assert set(path.ns) == {"locate", "attach", "search", "realise", "smooth"} and sum(path.ns.values()) > 0
    worse = fw.method("grid", room, cell_size=1, smoother="none").path(START, GOAL)
    assert worse.gap > 0.01 and worse.judgement.cause == "slack" and worse.expanded > 0
    assert worse._repr_svg_().count("<path") == 3


def test_no_path():
    world = fw.World.from_rings([OUTLINE], holes=[[(4, 0), (6, 0), (6, 10), (4, 10)]])
    method = fw.method("polyanya", world)
    path = method.path(START, GOAL)
    assert path.length == math.inf == path.optimum and len(path.points) == 0 and math.isnan(path.gap)
    assert method.lengths([START, START], [GOAL, (2, 1)]).tolist() == [math.inf, 1]


def test_lengths_equal_single_answers_in_any_number_of_threads(room):
    random = np.random.default_rng(1)
    starts, goals = random.uniform((0, 0), (4, 10), (500, 2)), random.uniform((6, 0), (10, 10), (500, 2))
    method = fw.method("triangle-mesh", room)
    one = method.lengths(starts, goals)
    assert one.dtype == np.float64 and one.tolist() == [method.path(a, b).length for a, b in zip(starts, goals)]
    assert np.array_equal(one, method.lengths(starts, goals, threads=3))
    assert np.array_equal(one, method.lengths(starts.tolist(), np.asfortranarray(goals)))


def test_facts_drawing_and_trace(room):
    method = fw.method("visibility-graph", room)
    assert method.build_ns >= method.facts["parts_ns"] > 0 and method.bytes > method.facts["parts_bytes"] > 0
    assert method.drawing().shape[1] == 4 and len(method.drawing()) > 0
    trace = fw.method("grid", room, cell_size=1).trace(START, GOAL)
    assert {"reached", "expanded", "closed"} == set(trace.step) and (trace.node == -2).any()
    assert "svg" in method._repr_svg_()


def test_judge(room):
    paths = [[START, GOAL], np.array([START, (1, 9), (9, 9), GOAL]), [START, (1, 9)], None]
    table = fw.judge(room, [START] * 4, [GOAL] * 4, paths)
    assert table.legal.tolist() == [False, True, False, False]
    assert table.cause.tolist() == ["walls", "slack", "ends", "no path"]
    assert table.segment.tolist() == [0, -1, -1, -1]
    assert table.gap[1] == pytest.approx(24 / OPTIMUM - 1) and table.gap.isna().sum() == 3
    assert table.reason[0] != ""


def test_changes(room):
    method = fw.method("polyanya", room, may_change=True)
    blocked = room.with_obstacles({7: [(3, 8), (7, 8), (7, 9), (3, 9)]})
    assert method.follow(blocked)["repaired"] == 1
    assert method.path(START, GOAL).length > OPTIMUM + 0.1 and method.path(START, GOAL).gap < 1e-12
    method.follow(blocked.with_obstacles(removed=[7]))
    assert method.path(START, GOAL).length == pytest.approx(OPTIMUM)
    cells = fw.World.from_array(np.ones((3, 3), bool)).with_cells(1, 0, np.zeros((2, 1), bool))
    assert cells.area == 7 and cells.cells[1, 1] == 0


def test_other_threads_run_during_a_batch(room):
    method = fw.method("grid", room, cell_size=0.1)
    counted = []
    batch = threading.Thread(target=lambda: method.lengths([START] * 200, [GOAL] * 200))
    batch.start()
    while batch.is_alive():
        counted.append(1)
    assert len(counted) > 10


def test_a_shared_method_answers_each_thread(room):
    method = fw.method("grid", room, cell_size=0.5)
    ends = [((1, y / 10), (9, y / 10)) for y in range(80)]
    expected = [method.path(*end).length for end in ends]
    wrong = []

    def ask():
        for end, length in zip(ends, expected):
            if method.path(*end).length != length:
                wrong.append(end)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


BOW = [(0, 0), (9, 9), (9, 0), (0, 9)]
WRONG = {
    "rings that cross": (lambda r: fw.World.from_rings([BOW]), r"rings\[0\].*: .*cross"),
    "NaN in a ring": (lambda r: fw.World.from_rings([[(0, 0), (NAN, 1), (2, 2)]]), r"rings\[0\]\[1\]: found \(nan, 1\), expected coord"),
    "no rings": (lambda r: fw.World.from_rings([]), "outlines: found 0 rings, expected at least one"),
    "an empty ring": (lambda r: fw.World.from_rings([[]]), r"outlines\[0\]: found shape \(0,\), expected \(n, 2\)"),
    "a short ring": (lambda r: fw.World.from_rings([OUTLINE[:2]]), r"rings\[0\]: found 2 points, expected at least 3"),
    "walls of a wrong shape": (lambda r: fw.World.from_rings([OUTLINE], walls=[(1, 2)]), r"walls: found shape \(1, 2\), expected"),
    "an empty grid": (lambda r: fw.World.from_array(np.empty((0, 3), bool)), r"grid: found shape \(0, 3\), expected"),
    "a grid of one dimension": (lambda r: fw.World.from_array([1, 0]), r"grid: found shape \(2,\), expected \(height, width\)"),
    "a grid of floats": (lambda r: fw.World.from_array([[0.5]]), "grid: found float64, expected booleans or integers"),
    "a class above 255": (lambda r: fw.World.from_array([[300]]), "grid: found values 300 to 300, expected 0 to 255"),
    "a blocked grid": (lambda r: fw.World.from_array([[0]]), "expected at least one free area"),
    "a missing file": (lambda r: fw.World.read("/does/not/exist.map"), "/does/not/exist.map"),
    "a negative radius": (lambda r: r.eroded(-1), "radius: found -1, expected 0 or more"),
    "a radius in words": (lambda r: r.eroded("wide"), "radius: found 'wide', expected a number"),
    "cells in a world of rings": (lambda r: r.with_cells(0, 0, [[1]]), "world: found a world without cells"),
    "an unknown obstacle": (lambda r: r.with_obstacles(removed=[3]), "obstacle 3"),
    "an unknown method": (lambda r: fw.method("gird", r), "name: .*gird.*expected.*grid"),
    "an unknown option": (lambda r: fw.method("grid", r, size=1), "options: found 'size', expected one of cell_size"),
    "an option of a wrong type": (lambda r: fw.method("grid", r, cell_size="small"), "cell_size"),
    "a world of another type": (lambda r: fw.method("grid", "castle"), "world: found str, expected a fairway.World"),
    "a method that does not support the world": (lambda r: fw.method("anya", r), "name: found 'anya', .*expected"),
    "a start outside": (lambda r: fw.method("grid", r).path((-1, 0), GOAL), r"start: found \(-1, 0\) outside free space, expected"),
    "a goal inside a hole": (lambda r: fw.method("grid", r).path(START, (5, 1)), r"goal: found \(5, 1\) outside free space"),
    "a goal of three numbers": (lambda r: fw.method("grid", r).path(START, (5, 1, 2)), "goal: .*expected two numbers"),
    "a start in words": (lambda r: fw.method("grid", r).path("ab", GOAL), "start: found 'ab', expected two numbers"),
    "NaN as a goal": (lambda r: fw.method("grid", r).path(START, (NAN, 1)), r"goal: found \(nan, 1\), expected coord"),
    "an end outside in a batch": (lambda r: fw.method("grid", r).lengths([START] * 3, [GOAL, (5, 1), GOAL]), r"goals\[1\]: found \(5, 1\) outside"),
    "NaN in a batch": (lambda r: fw.method("grid", r).lengths([(NAN, 1)], [GOAL]), r"starts\[0\]: found \(nan, 1\), expected coord"),
    "an empty batch": (lambda r: fw.method("grid", r).lengths(np.empty((0, 2)), np.empty((0, 2))), "starts: found 0 points, expected at least 1"),
    "a batch of a wrong shape": (lambda r: fw.method("grid", r).lengths([1, 2], [GOAL]), r"starts: found shape \(2,\), expected \(n, 2\)"),
    "a batch of texts": (lambda r: fw.method("grid", r).lengths([("a", "b")], [GOAL]), "starts: found list, expected an array of numbers"),
    "more starts than goals": (lambda r: fw.method("grid", r).lengths([START] * 2, [GOAL]), "goals: found 1 points, expected 2"),
    "no thread": (lambda r: fw.method("grid", r).lengths([START], [GOAL], threads=0), "threads: found 0, expected 1 to"),
    "half a thread": (lambda r: fw.method("grid", r).lengths([START], [GOAL], threads=1.5), "threads: found 1.5, expected an integer"),
    "fewer paths than queries": (lambda r: fw.judge(r, [START], [GOAL], []), "paths: found 0, expected 1"),
    "NaN in a path": (lambda r: fw.judge(r, [START], [GOAL], [[START, (NAN, 1)]]), r"query 0: points\[1\]: found \(nan, 1\)"),
    "an end outside of a judged path": (lambda r: fw.judge(r, [(5, 1)], [GOAL], [None]), r"query 0: start: found \(5, 1\) outside"),
    "a sweep of an unknown method": (lambda r: fw.sweep([r], ["gird"], queries=1), "sweep: .*gird.*expected"),
    "a check of no class": (lambda r: fw.check("grid"), "method: found 'grid', expected a subclass of fairway.Method"),
}


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_wrong_argument_is_named_with_the_expectation(wrong, room):
    call, message = WRONG[wrong]
    with pytest.raises(fw.Error, match=message):
        call(room)


def test_wrong_follow(room):
    method = fw.method("grid", room, may_change=True)
    with pytest.raises(fw.Error, match="next: found another world, expected"):
        method.follow(room)


class Over(fw.Method):
    """Passes above the hole, unless start and goal are both left of the hole."""

    options = {"y": 9}

    def path(self, start, goal):
        y = self.options["y"]
        return [start, goal] if start[0] < 4 and goal[0] < 4 else [start, (start[0], y), (goal[0], y), goal]


def test_a_method_in_python_takes_part_in_a_sweep(room, tmp_path):
    table = fw.sweep({"room": room}, ["polyanya", Over, {"name": "fine", "representation": "grid", "options": {"cell_size": 0.5}}],
                     queries=6, repetitions=1, out=tmp_path)
    assert set(table.method) == {"polyanya", "Over", "fine"} and set(table.world) == {"room"}
    assert len(table) == 18
    own = table[table.method == "Over"].set_index("number")
    best = table[table.method == "polyanya"].set_index("number")
    assert (own.gap >= best.gap).all() and (own.ns > 0).all()
    assert fw.read_store(tmp_path / "results.sqlite").equals(table)
    method = Over(room)
    judged = fw.judge(room, own[["start_x", "start_y"]], own[["goal_x", "goal_y"]],
                      [method.path((r.start_x, r.start_y), (r.goal_x, r.goal_y)) for r in own.itertuples()])
    assert judged.gap.to_list() == pytest.approx(own.gap.to_list(), nan_ok=True)


class Straight(fw.Method):
    """Breaks the promise `legal`."""

    def path(self, start, goal):
        return [start, goal]


def test_conformance_finds_an_illegal_path(tmp_path):
    table = fw.check(Straight, maps=1, random=1, queries=10, shrink_seconds=1, out=tmp_path).set_index("promise")
    assert table.broken["legal"] and table.message["legal"] != ""
    assert fw.World.read(table.world["legal"]).area > 0 and pathlib.Path(table.world["legal"]).is_relative_to(tmp_path)
    assert not table.broken["answers"]


def test_options_of_a_method_in_python(room):
    assert Over(room, y=9.5).options == {"y": 9.5} and Over.options == {"y": 9}
    with pytest.raises(fw.Error, match="options: found .*'z'.*, expected some of .*'y'"):
        Over(room, z=1)


def test_every_public_name_is_annotated_and_documented():
    for name in fw.__all__:
        thing = getattr(fw, name)
        assert thing.__doc__, name
        members = [thing] if not isinstance(thing, type) else [m for k, m in vars(thing).items() if not k.startswith("_")]
        for member in members:
            member = getattr(member, "fget", None) or getattr(member, "__func__", None) or getattr(member, "func", member)
            if callable(member) and not isinstance(member, type):
                assert member.__doc__ and "return" in member.__annotations__, f"{name}: {member}"


def test_pip_installs_the_package(tmp_path):
    """Installs the package from an existing build, without a network."""
    pytest.importorskip("pip")
    subprocess.run([sys.executable, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--no-deps", "--target", tmp_path,
                    ROOT / "bindings/python"], env={**os.environ, "FAIRWAY_BUILD": str(BUILD)}, check=True, capture_output=True, timeout=300)
    for name in ("fairway/built/libfairway.so", "fairway/built/fairway", "fairway/py.typed", "fairway_results/store.py"):
        assert (tmp_path / name).is_file()
    code = "import fairway as fw; print(fw.__file__, fw.method('polyanya', fw.World.from_array([[1, 1]])).path((0, 1), (2, 1)).length)"
    shown = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True,
                           text=True, timeout=120).stdout
    assert shown == f"{tmp_path}/fairway/__init__.py 2.0\n"


def test_the_example_of_the_header_is_plain_c(tmp_path):
    lines = (ROOT / "include/fairway.h").read_text(encoding="utf-8").splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith(" *     #include <fairway.h>"))
    end = lines.index(" *     }", begin)
    (tmp_path / "example.c").write_text("\n".join(line[7:] for line in lines[begin:end + 1]) + "\n", encoding="utf-8")
    subprocess.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT}/include", "example.c", f"-L{BUILD}", "-lfairway",
                    f"-Wl,-rpath,{BUILD}", "-o", "example"], cwd=tmp_path, check=True, timeout=120)
    assert subprocess.run([tmp_path / "example"], capture_output=True, text=True, timeout=60).stdout == "length 8.24621, gap 0\n"


def test_the_page_prints_its_output(capsys):
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    source, shown = page.split("```python\n")[1].split("```")[0], page.split("```text\n")[1].split("```")[0]
    exec(source, {})
    assert capsys.readouterr().out == shown


def test_the_notebook_runs_and_shows_three_pictures():
    stored, book = notebook.read(), notebook.executed()
    kinds = [[sorted(output.get("data", {"stdout": 0})) for output in cell.get("outputs", [])] for cell in stored["cells"]]
    assert kinds == [[sorted(output.get("data", {"stdout": 0})) for output in cell.get("outputs", [])] for cell in book["cells"]]
    assert sum("image/svg+xml" in output.get("data", {}) for cell in stored["cells"] for output in cell.get("outputs", [])) == 3
