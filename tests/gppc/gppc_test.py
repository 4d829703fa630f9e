"""The bridge to entries of the grid competition, with toy entries. ctest sets FAIRWAY_PROGRAM."""

import contextlib
import hashlib
import json
import math
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tomllib

import pytest

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
FAIRWAY = os.environ["FAIRWAY_PROGRAM"]
GRID = """type octile
height 5
width 7
map
.......
.@@@@..
.@..@..
.@@..@.
....@..
"""


def run(*command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=300, check=False,
                          **more)


def checksums(folder):
    return {str(f.relative_to(folder)): hashlib.sha256(f.read_bytes()).hexdigest()
            for f in folder.rglob("*") if f.is_file()}


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    """Builds the toy entries. Returns name -> (program, lines that the script printed)."""
    made = {}
    for name, folder, flags in (("toy", "classic", ""), ("toy-corners", "classic", "-DTOY_CORNERS"),
                                ("toy-library", "library", "")):
        source = tmp_path_factory.mktemp("entry")
        shutil.copytree(HERE / folder, source, dirs_exist_ok=True)
        before = checksums(source)
        out = tmp_path_factory.mktemp("built") / name
        done = run(ROOT / "scripts/gppc_entry.sh", source, "--name", name, "--out", out, "--largest", "50",
                   env={**os.environ, "TOY_ROOT": str(ROOT), "TOY_FLAGS": flags})
        assert done.returncode == 0, done.stderr
        assert checksums(source) == before
        made[name] = out / f"fairway-{name}", done.stdout
    return made


class Worker:
    """A worker process. `toy` names the fault that the entry shall show."""

    def __init__(self, program, scratch, toy=""):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "TOY": toy, "TMPDIR": str(scratch)})

    def ask(self, kind, **request):
        self.process.stdin.write(json.dumps({"request": kind, **request}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def answer(self, *query):
        return self.ask("answer", queries=[query])

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=30)


@pytest.fixture
def begin(entries, tmp_path):
    """A function that starts an entry and builds it in a world. It returns the worker and the reply to `build`."""
    workers = []

    def start(name, text=GRID, toy="", **options):
        (tmp_path / "grid.map").write_text(text)
        assert run(FAIRWAY, "convert", tmp_path / "grid.map", "--out", tmp_path / "grid.world").returncode == 0
        worker = Worker(entries[name][0], tmp_path, toy)
        workers.append(worker)
        hello = worker.ask("hello", protocol=1, newest=3)
        assert hello["protocol"] == (2 if name == "toy-library" else 1)
        assert worker.ask("load", file=str(tmp_path / "grid.world")) == {"reply": "load"}
        return worker, worker.ask("build", method={"options": options})

    yield start
    for worker in workers:
        worker.process.kill()
        worker.end()


def test_the_script_prints_lines_of_a_sweep_file(entries):
    for name, (program, lines) in entries.items():
        assert tomllib.loads(lines) == {
            "method": [{"name": name, "command": str(program), "options": {"largest": 50}}]}


@pytest.mark.parametrize("arguments, complaint", [
    ([], "expected the folder of an entry and --name"),
    ([HERE, "--name", "a b"], "--name a b, expected letters"),
    ([HERE, "--name", "toy", "--ends", "edges"], "--ends edges, expected centres or corners"),
    ([HERE, "--name", "toy"], "no such file, expected a competition entry"),
    ([HERE / "classic", "--name", "toy", "--out", HERE], "is not an entry that this script made"),
])
def test_wrong_usage_is_refused(arguments, complaint):
    done = run(ROOT / "scripts/gppc_entry.sh", *arguments)
    assert done.returncode != 0 and complaint in done.stderr


@pytest.mark.parametrize("name", ["toy", "toy-library"])
@pytest.mark.parametrize("toy", ["", "pieces"])
def test_centres_of_cells_are_ends(begin, tmp_path, name, toy):
    worker, built = begin(name, toy=toy)
    assert built["status"] == "built" and built["bytes"] == len("index")
    assert [phase for phase, _ in built["phases"]] == ["preprocess", "prepare"]
    assert sum(ns for _, ns in built["phases"]) == built["ns"]
    found = worker.answer(2.5, 2.5, 0.5, 0.5)
    assert found["status"] == "found"
    assert found["path"][0] == [2.5, 2.5] and found["path"][-1] == [0.5, 0.5]
    length = sum(math.dist(a, b) for a, b in zip(found["path"], found["path"][1:]))
    assert length == pytest.approx(10)
    assert worker.answer(0.5, 0.5, 0.5, 0.5)["path"] == [[0.5, 0.5], [0.5, 0.5]]
    for query, status in (((1.5, 1.5, 0.5, 0.5), "start_blocked"), ((0.5, 0.5, 1.5, 1.5), "goal_blocked"),
                          ((-1, 0.5, 0.5, 0.5), "start_blocked"), ((0.5, 0.5, 0.5, 1e9), "goal_blocked"),
                          ((1, 0.5, 1.5, 1.5), "unsupported"), ((0.5, 0.5, 0.25, 0.5), "unsupported")):
        assert worker.answer(*query)["status"] == status, query
    assert len(list(tmp_path.glob("fairway-gppc-*"))) == 1
    assert worker.end() == 0
    assert list(tmp_path.glob("fairway-gppc-*")) == []


def test_upper_left_corners_of_free_cells_are_ends_of_any_angle_entries(begin):
    worker, built = begin("toy-corners")
    assert built["status"] == "built"
    assert worker.answer(0, 0, 6, 0)["path"] == [[x, 0] for x in range(7)]
    for query, status in (((0.5, 0, 6, 0), "unsupported"), ((2, 2, 0, 0), "found"),
                          ((1, 1, 0, 0), "unsupported"), ((8, 5, 0, 0), "start_blocked"),
                          ((0, 0, 7, 1), "unsupported"), ((5, 4, 0, 0), "unsupported")):
        assert worker.answer(*query)["status"] == status, query


@pytest.mark.parametrize("options, text, reason", [
    ({"largest": 6}, GRID, "the world has more than 6 cells a side"),
    ({"pinches": False}, GRID, "two free cells meet only at a corner"),
    ({}, GRID.replace("@..@", "@WW@"), "the world has walls between free cells"),
])
def test_other_worlds_are_unsupported(begin, options, text, reason):
    _, built = begin("toy", text, **options)
    assert (built["status"], built["message"]) == ("unsupported", reason)


def test_an_unknown_option_is_an_error(begin):
    _, built = begin("toy", ends="edges")
    assert built["status"] == "error" and 'option ends = "edges", expected' in built["message"]


def test_a_killed_worker_leaves_its_files_until_the_next_starts(begin, tmp_path):
    killed, _ = begin("toy")
    left = set(tmp_path.glob("fairway-gppc-*"))
    killed.process.kill()
    killed.process.wait()
    begin("toy")
    assert len(left) == 1 and not left & set(tmp_path.glob("fairway-gppc-*"))


def rows(store, query):
    with contextlib.closing(sqlite3.connect(store / "results.sqlite")) as database:
        return database.execute(query).fetchall()


def sweep(folder, entries, toys, maps, *lines):
    """Runs a sweep of toy entries beside the method grid. `toys` lists pairs (name of an entry, fault)."""
    methods = "".join(f"[[method]]\nname = \"{name} {toy}\"\ncommand = \"env TOY={toy} {entries[name][0]}\"\n"
                      for name, toy in toys)
    (folder / "toys.toml").write_text("\n".join([
        f"maps = {json.dumps(maps)}", 'methods = ["grid"]', "repetitions = 1", "draw = 0", *lines, methods]))
    done = run(FAIRWAY, "run", folder / "toys.toml", "--out", folder / "results")
    assert done.returncode == 0, done.stderr
    return folder / "results"


def test_mistakes_of_an_entry_are_rows(entries, tmp_path):
    (tmp_path / "grid.map").write_text(GRID)
    (tmp_path / "triangle.geojson").write_text(json.dumps(
        {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [5, 7], [0, 0]]]}))
    (tmp_path / "grid.map.scen").write_text("version 1\n" + "".join(
        f"0\tgrid.map\t7\t5\t{ends}\t0\n" for ends in ("2\t2\t0\t0", "3\t2\t5\t4", "0\t0\t5\t2")))
    toys = ["pieces", "crash", "crash-preprocessing", "hang", "illegal", "write"]
    store = sweep(tmp_path, entries, [("toy", toy) for toy in toys], ["grid.map", "triangle.geojson"],
                  "timeout_ms = 200", "queries = 3")
    statuses = {}
    for name, world, status in rows(store, "SELECT m.name, w.name, a.status FROM answer a JOIN method m ON "
                                    "m.id = a.method JOIN query q ON q.id = a.query JOIN world w ON w.id = q.world"):
        statuses.setdefault((world, name.removeprefix("toy ")), set()).add(status)
    assert statuses.pop(("grid", "grid")) == statuses.pop(("triangle", "grid")) == {"found"}
    assert statuses == {("grid", "pieces"): {"found"}, ("grid", "write"): {"found"},
                        ("grid", "crash"): {"crashed"}, ("grid", "crash-preprocessing"): {"crashed"},
                        ("grid", "hang"): {"timeout"}, ("grid", "illegal"): {"invalid_path"},
                        **{("triangle", toy): {"unsupported"} for toy in toys}}
    built = dict(rows(store, "SELECT m.name, b.bytes FROM build b JOIN method m ON m.id = b.method JOIN world w "
                             "ON w.id = b.world WHERE b.status = 'built' AND w.name = 'grid'"))
    assert built["toy pieces"] == 5 and built["toy write"] == 100_000_005 and "toy crash-preprocessing" not in built
    lengths = rows(store, "SELECT a.length, g.length FROM answer a JOIN answer g ON g.query = a.query JOIN method m ON "
                          "m.id = a.method JOIN method r ON r.id = g.method WHERE m.name = 'toy pieces' AND "
                          "r.name = 'grid' AND a.length IS NOT NULL")
    assert len(lengths) == 3 and all(a == pytest.approx(b) for a, b in lengths)


def test_a_library_follows_changes(entries, tmp_path):
    (tmp_path / "grid.map").write_text(GRID)
    steps = [{"query": [2.5, 2.5, 0.5, 0.5]}, {"patch": [{"x": 1, "y": 1, "rows": ["...", "@.."]}]},
             {"query": [2.5, 2.5, 0.5, 0.5]}, {"patch": [{"x": 0, "y": 0, "rows": [".", "@"]},
                                                         {"x": 4, "y": 1, "rows": ["."]}]},
             {"query": [2.5, 2.5, 0.5, 0.5]}, {"query": [0.5, 0.5, 0.5, 4.5]},
             {"patch": [{"x": 2, "y": 0, "rows": ["@", "@"]}]}, {"query": [2.5, 2.5, 0.5, 0.5]}]
    (tmp_path / "walls.changes").write_text(json.dumps({"fairway_changes": 1, "world": "grid.map", "steps": steps}))
    store = sweep(tmp_path, entries, [("toy", ""), ("toy-library", ""), ("toy-library", "pieces")], ["walls.changes"])
    answers = {}
    for name, number, status, length in rows(store, "SELECT m.name, q.number, a.status, a.length FROM answer a JOIN "
                                             "method m ON m.id = a.method JOIN query q ON q.id = a.query"):
        answers.setdefault(name, {})[number] = (status, length and round(length, 9))
    assert [status for status, _ in answers["grid"].values()].count("found") == 4
    assert len(answers) == 4 and all(answer == answers["grid"] for answer in answers.values()), answers
    assert {(name, repaired) for name, repaired in rows(
        store, "SELECT m.name, f.repaired FROM follow f JOIN method m ON m.id = f.method WHERE m.name LIKE 'toy%'")} == {
            ("toy ", 0), ("toy-library ", 1), ("toy-library pieces", 1)}
