"""Runs scripts/plot.py on every kind of store that a sweep can leave. It must exit with 0, write methods.md first, and report what it
omits."""

import argparse
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import time

import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import fairway_results as store  # noqa: E402
import plot  # noqa: E402
import synthetic  # noqa: E402
from fairway_results import break_even, figures, summary, tables, text  # noqa: E402
from fairway_results.figures import style  # noqa: E402

MAPS = ["a", "b", "c", "d", "e"]
FAR = 1e308


def on_all(values):
    return {name: list(values) for name in MAPS}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Lays out figures as usual, but writes empty files instead of drawing them."""
    monkeypatch.setattr(style.plt.Figure, "savefig", lambda figure, file, **_: pathlib.Path(file).touch())


def made(tmp_path, capsys, file, **choice):
    """Plots a store. Returns the text of methods.md, and standard error."""
    options = {"methods": None, "maps": None, "figures": None, "format": ["png"], "style": "screen", **choice}
    plot.plot(file, tmp_path / "plots", argparse.Namespace(**options))
    said = capsys.readouterr().err
    assert " failed: " not in said
    assert all(line.startswith(f"plot.py: {file}: ") for line in said.splitlines())
    return (tmp_path / "plots" / "methods.md").read_text(), said


def names(tmp_path):
    return {picture.stem for picture in (tmp_path / "plots").glob("*.png")}


def change(*statements):
    def changed(database):
        for statement in statements:
            database.execute(statement)
    return changed


# Regression: on each of these stores, plot.py ended with a traceback, usually before it wrote any table.
@pytest.mark.parametrize("left, but", [
    ("exact methods only", change("UPDATE answer SET gap = 0, corridor_gap = 0, slack = 0")),
    ("a worker that reports no bytes", change("UPDATE build SET bytes = NULL WHERE method = 2")),
    ("no worker that reports bytes", change("UPDATE build SET bytes = NULL")),
    ("a far point", change(f"UPDATE world SET max_x = {FAR}, max_y = {FAR}", f"UPDATE query SET optimum = {FAR}",
                           f"UPDATE answer SET optimum = {FAR}, length = {FAR}, turning = {FAR}, clearance = {FAR}")),
    ("time-outs only", change("DELETE FROM timing", "UPDATE answer SET status = 'timeout', gap = NULL, length = NULL")),
    ("one that always times out", change(
        "DELETE FROM timing WHERE method = 2",
        "UPDATE answer SET status = 'timeout', gap = NULL, length = NULL WHERE method = 2")),
    ("unsupported methods only", change("DELETE FROM timing", "UPDATE build SET status = 'unsupported', ns = NULL,"
                                        " bytes = NULL", "UPDATE answer SET status = 'unsupported', gap = NULL")),
    ("one unsupported method", change(
        "DELETE FROM timing WHERE method = 2", "UPDATE build SET status = 'unsupported' WHERE method = 2",
        "UPDATE answer SET status = 'unsupported', gap = NULL WHERE method = 2")),
    ("a method without any answer", change("DELETE FROM timing WHERE method = 2", "DELETE FROM answer WHERE method = 2",
                                           "DELETE FROM build WHERE method = 2")),
    ("builds that failed", change("DELETE FROM timing", "UPDATE build SET status = 'crashed', ns = NULL, bytes = NULL",
                                  "UPDATE answer SET status = 'crashed', gap = NULL, length = NULL")),
    ("answers without times", change("DELETE FROM timing")),
    ("queries of no length", change("UPDATE query SET optimum = 0", "UPDATE answer SET optimum = 0, length = 0, gap = 0")),
    ("times of nothing", change("UPDATE timing SET search_ns = 0", "UPDATE build SET ns = 0, bytes = 0")),
    ("maps that no method was asked yet", change(
        *(f"DELETE FROM {table} WHERE query IN (SELECT id FROM query WHERE world > 2)" for table in ("timing", "answer")),
        "DELETE FROM build WHERE world > 2", "UPDATE run SET finished = NULL")),
    ("a map half measured", change(
        *(f"DELETE FROM {table} WHERE method = 2 AND query IN (SELECT id FROM query WHERE world = 5)"
          for table in ("timing", "answer")),
        "DELETE FROM build WHERE world = 5 AND method = 2", "UPDATE run SET finished = NULL")),
    ("parts and repeated builds", change(
        "INSERT INTO part VALUES (1, 'triangulation', 10, 20)", "UPDATE build SET parts = 'triangulation' WHERE method = 2",
        "INSERT INTO build_run (world, method, number, ns) VALUES (1, 2, 0, 9), (1, 2, 1, 5)",
        "UPDATE timing SET switches = method, faults = 2, cpu_ns = 5", "UPDATE method SET pruning = 'none' WHERE id = 1")),
    ("no answer yet", change(*(f"DELETE FROM {table}" for table in ("timing", "answer", "build")))),
    ("nothing at all", change(*(f"DELETE FROM {table}" for table in (
        "timing", "answer", "build", "query", "world", "method", "run")))),
])
def test_every_store_is_plotted(tmp_path, capsys, left, but):
    file = tmp_path / "results.sqlite"
    with synthetic.tiny(file, {"grid": on_all([100, 300, 900]), "mesh": on_all([50, 70, 90]), "tree": on_all([60, 61, 62])},
                        gaps={"tree": on_all([0.1, 0.2, 0])}) as database:
        but(database)
    text, said = made(tmp_path, capsys, file)
    assert "## Warnings" in text


MAPS_FOLDER = pathlib.Path(__file__).resolve().parents[2] / "datasets" / "maps"
program = pytest.mark.skipif("FAIRWAY_PROGRAM" not in os.environ, reason="ctest passes the program in FAIRWAY_PROGRAM")


def sweep(tmp_path, methods, does=None, maps=("castle.geojson", "pinches.map"), **keys):
    """Starts a sweep with the program. Returns the process and the path of the store."""
    text = [f"maps = {[str(MAPS_FOLDER / name) for name in maps]}", f"methods = {methods}", "queries = 3",
            "repetitions = 1", *(f"{key} = {value}" for key, value in keys.items())]
    if does:
        worker = pathlib.Path(__file__).with_name("odd_worker.py")
        text += ["[[method]]", 'name = "odd"', f'command = "{worker}"', f'options = {{ does = "{does}" }}']
    (tmp_path / "odd.toml").write_text("\n".join(text))
    return subprocess.Popen(
        [os.environ["FAIRWAY_PROGRAM"], "run", tmp_path / "odd.toml", "--out", tmp_path], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True), tmp_path / "results.sqlite"


# Regression: a path through a point near the largest double made the size of the view overflow.
@program
@pytest.mark.parametrize("methods, does, named", [
    (["polyanya", "visibility-graph"], None, "`polyanya`"),
    (["polyanya"], "stray", "`odd`"),
    ([], "stray", "`odd`"),
    ([], "wait", "`odd`"),
    ([], "refuse", "No method was made for any of the maps."),
    (["anya"], "refuse", "`anya`"),
])
def test_stores_of_the_program_are_plotted(tmp_path, capsys, methods, does, named):
    process, file = sweep(tmp_path, methods, does, timeout_ms=200)
    said, _ = process.communicate(timeout=120)
    assert process.returncode in (0, 1) and file.is_file(), said
    text, _ = made(tmp_path, capsys, file)
    assert named in text and "## Warnings" in text


@program
def test_a_store_that_is_being_written_is_plotted(tmp_path, capsys):
    process, file = sweep(tmp_path, ["polyanya"], "wait", timeout_ms=1000)
    try:
        while not file.is_file():
            assert process.poll() is None
        plotted = 0
        while process.poll() is None:
            made(tmp_path, capsys, file, figures=["by-map-build"])
            plotted += 1
        assert plotted > 1
    finally:
        process.kill()
        process.communicate()


# Regression: the store of a sweep that was killed in its first transaction was reported as "schema version 0".
@program
@pytest.mark.parametrize("milliseconds", [3, 10, 20, 30, 50, 90])
def test_the_store_of_a_killed_sweep_is_plotted(tmp_path, capsys, milliseconds):
    process, file = sweep(tmp_path, ["polyanya", "visibility-graph"])
    time.sleep(milliseconds / 1000)
    process.kill()
    process.communicate()
    if file.is_file():
        assert made(tmp_path, capsys, file)[0]


@pytest.mark.parametrize("begun", ["", "PRAGMA journal_mode = WAL", "PRAGMA journal_mode = WAL; BEGIN; CREATE TABLE run(id)",
                                   "BEGIN; CREATE TABLE run(id)",
                                   "PRAGMA cache_size = 1; CREATE TABLE run(id); DROP TABLE run; PRAGMA user_version = 0; BEGIN; "
                                   "CREATE TABLE run AS SELECT zeroblob(100000)"])
def test_a_store_killed_in_its_first_transaction_is_plotted(tmp_path, capsys, begun):
    file = tmp_path / "results.sqlite"
    subprocess.run([sys.executable, "-c", f"""
import os, signal, sqlite3
database = sqlite3.connect({str(file)!r}, isolation_level=None)
open({str(file)!r}, "a").close()
for statement in {begun.split("; ")}: database.execute(statement)
os.kill(os.getpid(), signal.SIGKILL)"""], timeout=60)
    assert made(tmp_path, capsys, file)[0] == "No method has been measured yet.\n"


# Regression: if one method had no median time, the figures of the other methods were not drawn.
def test_a_failing_method_does_not_affect_the_others(tmp_path, capsys):
    file = tmp_path / "results.sqlite"
    times = {"grid": on_all([100, 300, 900]), "mesh": on_all([50, 70, 90]), "tree": on_all([60, 61, 62])}
    synthetic.tiny(file, times).close()
    made(tmp_path, capsys, file)
    whole = names(tmp_path)
    with sqlite3.connect(file) as database:
        change("DELETE FROM timing WHERE method = 3", "UPDATE build SET status = 'crashed', ns = NULL, bytes = NULL"
               " WHERE method = 3", "UPDATE answer SET status = 'crashed', gap = NULL WHERE method = 3")(database)
    text, said = made(tmp_path, capsys, file)
    assert names(tmp_path) >= whole and whole > {"pareto", "performance-profile", "total-time"}
    assert re.search(r"`tree` \| .* \| 0 \|", text)


# Regression: each table was read in its own transaction. If a sweep added a method between two of these transactions, the
# answers contained a method that was missing in the methods.
def test_a_store_is_read_in_one_transaction(tmp_path):
    file = tmp_path / "results.sqlite"
    writer = synthetic.tiny(file, {"grid": {"a": [100]}})
    writer.execute("PRAGMA journal_mode = WAL")
    reader = store.connect(file)
    synthetic.insert(writer, "method", id=2, name="mesh", representation="mesh")
    synthetic.insert(writer, "build", world=1, method=2, run=1, status="built")
    synthetic.insert(writer, "answer", query=1000, method=2, status="found", optimum=10.0, gap=0.0)
    writer.commit()
    assert store.load(reader).answers.method.tolist() == [1]
    assert sorted(store.read(file).answers.method) == [1, 2]


# Regression: the message for a damaged store lacked the name of the store: "plot.py: None: None".
def test_messages_name_the_store(tmp_path):
    file = tmp_path / "results.sqlite"
    with synthetic.tiny(file, {"grid": {"a": [100]}}) as database:
        database.execute("DROP TABLE measurement")
    with pytest.raises(store.UnreadableResults, match=re.escape(str(file))):
        store.read(file)


# Regression: the cost of a method omitted shared parts of free space that the method uses. A mesh over the shared triangulation seemed
# to cost almost nothing.
def test_builds_count_with_the_parts_of_the_free_space_that_they_use(tmp_path, capsys):
    file = tmp_path / "results.sqlite"
    with synthetic.tiny(file, {"grid": on_all([100]), "mesh": on_all([90])}, builds={}) as database:
        database.execute("DELETE FROM build WHERE method = 2")
        for world in range(1, 6):
            synthetic.insert(database, "build", world=world, method=2, run=1, status="built", ns=500, bytes=600,
                             parts="corners triangulation")
            for name, ns, size in (("corners", 10, 20), ("triangulation", 4000, 7000), ("triangulation fine", 1, 1)):
                synthetic.insert(database, "part", world=world, name=name, build_ns=ns, bytes=size)
            for number, ns in enumerate((500, 300, 340)):
                synthetic.insert(database, "build_run", world=world, method=2, number=number, ns=ns)
        database.execute("UPDATE timing SET switches = 1, repeated = 3 WHERE method = 1")
    results = store.read(file)
    mesh = summary.summary(results).set_index("method").loc["mesh"]
    assert (mesh.build_p50_ns, mesh.build_own_p50_ns, mesh.median_bytes, mesh.median_own_bytes) == (4350, 340, 7620, 600)
    assert break_even.table(results).queries.tolist() == [335]
    text, _ = made(tmp_path, capsys, file, figures=["by-map-build"])
    assert "| 4.35 µs [4.35 µs, 4.35 µs] | 340 ns | 7.44 KiB [7.44 KiB, 7.44 KiB] | 600 B |" in text
    assert "5 of 10 timings were interrupted by the system; 15 were repeated." in text


# Regression: a store with two radii had one row per method, with averages over both radii.
def test_radii_have_rows_and_figures_of_their_own(tmp_path, capsys):
    file = tmp_path / "results.sqlite"
    times = {"grid": {}, "mesh": {}}
    for name in MAPS:
        times["grid"][name], times["grid"][f"{name}-r0.5"] = [100], [900]
        times["mesh"][name], times["mesh"][f"{name}-r0.5"] = [50], [70]
    with synthetic.tiny(file, times) as database:
        database.execute("UPDATE world SET radius = 0.5 WHERE name LIKE '%-r0.5'")
    text, _ = made(tmp_path, capsys, file, figures=["pareto", "time-ecdf"])
    assert "## Radius 0\n" in text and "## Radius 0.5\n" in text
    assert names(tmp_path) == {f"{name}-radius{radius}" for name in ("pareto", "time-ecdf") for radius in ("0", "0.5")}
    rows = summary.summary(store.read(file)).set_index(["method", "radius"])
    assert rows.query_p50_ns.to_dict() == {("grid", 0): 100, ("mesh", 0): 50, ("grid", 0.5): 900, ("mesh", 0.5): 70}


# Regression: one table compared all methods on the maps that every method supports. If one method supported only two of five maps,
# the other three maps were omitted for all methods.
def test_methods_with_part_of_the_maps_are_compared_on_the_common_maps(tmp_path, capsys):
    file = tmp_path / "results.sqlite"
    times = {"grid": {m: [100 if m < "c" else 900] for m in MAPS}, "mesh": on_all([50]),
             "cells": {m: [10] if m < "c" else ["unsupported"] for m in MAPS}}
    synthetic.tiny(file, times, builds={"cells": {m: "unsupported" for m in "cde"}}).close()
    results = store.read(file)
    rows = summary.summary(results).set_index(["maps", "method"])
    assert rows.query_p50_ns.to_dict() == {(5, "grid"): 900, (5, "mesh"): 50,
                                           (2, "grid"): 100, (2, "mesh"): 50, (2, "cells"): 10}
    text, _ = made(tmp_path, capsys, file, figures=["pareto", "performance-profile", "total-time"])
    assert "## The 2 maps of cells" in text
    assert names(tmp_path) == {f"{name}{part}" for name in ("pareto", "performance-profile", "total-time")
                               for part in ("", "-maps-of-cells")}
    captions = (tmp_path / "plots" / "captions.md").read_text()
    assert captions.count("2 maps (a, b)") == 3 and "5 reachable queries on 5 maps" in captions


def test_methods_maps_and_figures_are_chosen(tmp_path, capsys):
    file = tmp_path / "results.sqlite"
    synthetic.tiny(file, {"grid": on_all([100]), "mesh": on_all([50]), "tree": on_all([60])}).close()
    text, _ = made(tmp_path, capsys, file, methods=["tree", "grid"], maps=["a", "b"], figures=["by-map-build", "phases"],
                   format=["pdf", "svg"])
    assert "`mesh`" not in text and text.count("| 2 |\n") == 2
    assert {p.name for p in (tmp_path / "plots").iterdir() if p.suffix in (".pdf", ".svg", ".png")} == {
        f"{name}.{kind}" for name in ("by-map-build", "phases") for kind in ("pdf", "svg")}
    with pytest.raises(plot.Refused, match="no figure 'map-ring', expected some of map-a, map-b"):
        made(tmp_path, capsys, file, figures=["map-ring"])
    assert "has no figure crossover, only" in made(tmp_path, capsys, file, figures=["crossover"])[1]
    with pytest.raises(plot.Refused, match="no method 'ring', expected some of grid, mesh, tree"):
        made(tmp_path, capsys, file, methods=["ring"])


# Regression: an unknown name of a figure was ignored, and the exit code was 0.
def test_an_unknown_figure_is_refused(tmp_path):
    script = pathlib.Path(plot.__file__)
    said = subprocess.run([sys.executable, script, tmp_path / "none.sqlite", "--out", tmp_path / "out", "--figures", "pareto,ring"],
                          capture_output=True, text=True, timeout=120)
    assert said.returncode == 2 and "plot.py: no figure 'ring', expected some of time-against-memory, " in said.stderr


# Figures for print fit on a page, with readable type and few colours.
def test_figures_can_be_printed(tmp_path):
    file = tmp_path / "results.sqlite"
    synthetic.make(file, queries=12).close()
    database = store.connect(file)
    results = store.load(database)
    styles = style.MethodStyles(results.methods)
    seen = []
    for name, _, make in figures.available(results, styles, tables.computed(results)):
        assert name in figures.NAMES or name.startswith("map-")
        try:
            figure = make()
        except style.NothingToShow:
            continue
        boxes = []
        figure.savefig = lambda *_, bbox_inches, **__: boxes.append(bbox_inches)
        style.save(figure, tmp_path, name)
        # Regression: the width of a figure depended on its content. Figures of one style differed, and one figure was
        # wider than a page.
        assert boxes[0].width in (style.COLUMN, style.PAGE), name
        assert figure.fairway_box.x0 >= -0.01 and figure.fairway_box.x1 <= boxes[0].width + 0.01, name
        assert boxes[0].height <= style.PAGE_HEIGHT + 0.2, name
        small = [t.get_text() for t in figure.findobj(style.matplotlib.text.Text)
                 if t.get_text().strip() and t.get_visible() and t.get_fontsize() < style.SMALL]
        assert not small, (name, small)
        seen.append(name)
    assert len(seen) > 15


def test_names_of_representations_decide_their_family():
    methods = pd.DataFrame({
        "representation": ["triangle-mesh-vertex", "triangle-mesh", "grid", "grid-jps", "gridlock", "triangle-mesh-raw"],
        "search": ["{}", "{}", "{}", '{"search":"own"}', "{}", "{}"]})
    assert store.store.family_of(methods) == ["triangle-mesh", "triangle-mesh", "grid", "grid-jps", "gridlock", "triangle-mesh"]


# Regression: in the figure of times relative to the fastest method, a query counted as not found by a method although the method had
# not been asked this query.
def test_queries_without_a_path_are_counted_in_the_figures(tmp_path):
    file = tmp_path / "results.sqlite"
    times = {"grid": {"a": [100, "missed", "missed"], "b": [100]}, "mesh": {"a": ["missed", "missed", 50]}}
    synthetic.tiny(file, times, builds={"mesh": {"b": "unsupported"}}).close()
    results = store.read(file)
    caption = synthetic.drawn(results, "performance-profile").fairway_caption
    assert "2 reachable queries on 1 map, asked of all 2 methods" in caption and "missed 2 (1 each: grid, mesh)" in caption


def test_sizes_and_times_have_three_digits_and_the_unit_that_fits():
    assert [text.size(n) for n in (0, 1023, 1024, 1047552, 1048575, 1.5 * 2 ** 20, 3e12)] == [
        "0 B", "1,023 B", "1 KiB", "1,023 KiB", "1 MiB", "1.5 MiB", "2,794 GiB"]
    assert [text.duration(n) for n in (999.4, 999.7, 1e3, 123456, 9.996e5, 5e12)] == ["999 ns", "1 µs", "1 µs", "123 µs", "1 ms", "5,000 s"]


# Regression: file names omit special characters. So two maps, methods or hosts could get the same file name.
def test_names_with_different_special_characters_have_different_figures(tmp_path, capsys):
    database = synthetic.make(tmp_path / "results.sqlite")
    odd = ["Gänse", "Gense", "Gönse", "a b", "a-b", "a_b"]
    for world, name in enumerate(odd[:3], 1):
        database.execute("UPDATE world SET name = ?, map = ? WHERE id = ?", (name, name, world))
    for table in ("outline", "drawing"):
        columns = ", ".join(row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[1] != "world")
        for world in (4, 5, 6):
            database.execute(f"INSERT INTO {table} (world, {columns}) SELECT {world}, {columns} FROM {table} WHERE world = 1")
    for world, name in enumerate(odd[3:], 4):
        synthetic.insert(database, "world", id=world, name=name, map=name, family="maps", vertices=4, optimum_by="exact", max_x=100.0,
                         max_y=80.0)
        synthetic.ask(database, world, 2, random.Random(world), 1, last=False)
        for method in range(1, 10):
            synthetic.insert(database, "build", world=world, method=method, run=1, status="built", ns=100, bytes=100)
    database.commit()
    made(tmp_path, capsys, tmp_path / "results.sqlite", figures=["map"])
    pictures = names(tmp_path)
    assert len(pictures) == 6
    assert {"map-Gense", "map-a-b", "map-a_b"} <= pictures  # names without a conflict stay unchanged
    made(tmp_path, capsys, tmp_path / "results.sqlite", figures=["map"], maps=["a b"])
    assert names(tmp_path) == pictures, "the name of a file depends on the store, not on the chosen methods and maps"


def test_file_names_are_distinct_and_stay_where_they_are_unambiguous():
    texts = ["Gänse", "Gönse", "Gense", "a b", "a-b", "a_b", "grüße", "plain"]
    found = text.file_names(texts)
    assert len(set(found.values())) == len(texts)
    assert all(re.fullmatch("[A-Za-z0-9._-]+", name) for name in found.values())
    assert {name: found[name] for name in ("Gense", "a-b", "a_b", "grüße", "plain")} == {
        "Gense": "Gense", "a-b": "a-b", "a_b": "a_b", "grüße": "gr-e", "plain": "plain"}
    assert found["Gänse"].startswith("G-nse-") and found["a b"].startswith("a-b-")
