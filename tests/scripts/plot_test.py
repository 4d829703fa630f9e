"""Tests scripts/plot.py on a small store with known numbers."""

import math
import os
import pathlib
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import synthetic  # noqa: E402
import fairway_results as store  # noqa: E402
from fairway_results import estimators, metrics, summary as numbers, tables, text  # noqa: E402
from fairway_results.figures import ecdf, style, worlds  # noqa: E402

PLOT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "plot.py"
FIGURES = ["gap-against-time", "gap-ecdf", "time-ecdf", "performance-profile",
           "total-time", "pareto", "phases", "time-against-memory", *(f"by-map-{name}" for name in tables.HEAT), "map-field", "map-pinches", "map-coast"]
TABLES = ["methods.csv", "methods.md", "methods.tex", "comparisons.csv", "break_even.csv", "captions.md",
          *(f"by_{by}.{kind}" for by in ("map", "family") for kind in ("csv", "md", "tex")),
          *(f"causes.{kind}" for kind in ("csv", "md", "tex"))]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "results.sqlite"
    synthetic.make(path).close()
    return path


@pytest.fixture(scope="module")
def results(file):
    return store.load(store.connect(file))


def run(*arguments):
    return subprocess.run([PLOT, *arguments], capture_output=True, text=True, timeout=240)


def test_every_figure_is_written_as_svg_and_png(file, tmp_path):
    result = run(file, "--out", tmp_path / "plots")
    assert result.returncode == 0, result.stderr
    names = sorted(p.name for p in (tmp_path / "plots").iterdir())
    assert names == sorted([f"{f}.{kind}" for f in FIGURES for kind in ("svg", "png")]
                           + TABLES)
    for name in FIGURES:
        assert (tmp_path / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "</svg>" in (tmp_path / "plots" / f"{name}.svg").read_text()
    caption = (tmp_path / "plots" / "captions.md").read_text()
    assert "failed" not in result.stderr
    assert "missed 3 (3: quadtree)" in caption and "invalid_path 3 (3: grid-raw)" in caption


# Regression: the code assumed that each font is read from a file. The writer of PDFs makes fonts in memory.
def test_pdfs_are_written_to_their_end(file, tmp_path):
    done = run(file, "--out", tmp_path, "--figures", "phases,gap-ecdf", "--format", "pdf")
    assert done.returncode == 0 and done.stderr == ""
    figures = sorted(tmp_path.glob("*.pdf"))
    assert [figure.stem for figure in figures] == ["gap-ecdf", "phases"]
    assert all(figure.read_bytes().rstrip().endswith(b"%%EOF") for figure in figures)


def test_summary_numbers_are_those_of_the_rows(file, results):
    database = sqlite3.connect(file)
    summary = numbers.summary(results).set_index("method")
    for method, (name, *_rest) in enumerate(synthetic.METHODS, 1):
        gaps = [g for (g,) in database.execute(
            "SELECT gap FROM answer WHERE method = ? AND status = 'found'", (method,))]
        assert summary.median_gap[name] == pytest.approx(statistics.median(gaps))
        assert summary.zero_gap[name] == sum(g <= 1e-9 for g in gaps)
        times = []
        for (query,) in database.execute(
                "SELECT query FROM answer WHERE method = ? AND status = 'found'", (method,)):
            times.append(statistics.median(ns for (ns,) in database.execute(
                "SELECT locate_ns + search_ns FROM timing WHERE method = ? AND query = ?",
                (method, query))))
        times += [math.inf] * (3 * 39 - len(times))
        assert summary.query_max_ns[name] == max(times)
        assert summary.query_p50_ns[name] == pytest.approx(statistics.median(times))
        assert summary.found[name] == len(gaps)
    assert summary.missed["quadtree"] == 3 and summary.missed.sum() == 3
    assert summary.invalid_path["grid-raw"] == 3 and summary.invalid_path.sum() == 3
    assert summary.reachable.unique().tolist() == [3 * 39]
    assert summary.worlds_built["visibility-graph-full"] == 2


def test_the_table_has_units_and_marks_missing_values(results):
    lines = tables.methods_markdown(results, numbers.summary(results)).splitlines()
    assert [line.split("`")[1] for line in lines if line.startswith("| `")] == [
        m[0] for m in synthetic.METHODS] * 3
    graph = next(line for line in lines if "`visibility-graph`" in line)
    assert "| visibility_graph · -, euclidean · none | 100 % | 100 % | 100 % | 0 | 0 |" in graph
    assert text.duration(1.5e6) == "1.5 ms" and tables.Column("", [math.nan, math.inf], metrics.SIZE).cells() == ["–", "–"]
    assert text.share(0.01234) == "1.23 %" and text.share(-0.5) == "-50 %"


def test_refusals_are_summarised_apart_from_paths(file, results):
    database = sqlite3.connect(file)
    summary = numbers.summary(results).set_index("method")
    for method, (name, *_rest) in enumerate(synthetic.METHODS, 1):
        times = []
        for (query,) in database.execute(
                "SELECT query FROM answer WHERE method = ? AND status = 'unreachable'", (method,)):
            times.append(statistics.median(ns for (ns,) in database.execute(
                "SELECT locate_ns + search_ns FROM timing WHERE method = ? AND query = ?",
                (method, query))))
        assert summary.refused[name] == len(times) == len(synthetic.WORLDS)
        assert summary.refusal_p50_ns[name] == pytest.approx(statistics.median(times))
    assert summary.legal_share["grid-raw"] == pytest.approx(1 - 3 / (3 * 39))
    assert summary.legal_share["grid"] == 1


def test_worlds_with_terrain_have_a_figure_of_their_own(tmp_path):
    file = tmp_path / "results.sqlite"
    database = synthetic.make(file)
    database.execute("UPDATE world SET terrain = 1, optimum_by = 'grid' WHERE id = 2")
    database.execute("UPDATE answer SET gap = -0.5 WHERE method = 1 AND gap IS NOT NULL AND query IN"
                     " (SELECT id FROM query WHERE world = 2)")
    database.execute("UPDATE answer SET status = 'unsupported', gap = NULL WHERE method = 8 AND query"
                     " IN (SELECT id FROM query WHERE world = 2)")
    database.execute("UPDATE build SET status = 'unsupported' WHERE method = 8 AND world = 2")
    database.commit()
    results = store.load(database)
    flat, graded = results.strata()
    assert (flat.stratum, graded.stratum) == ("radius 0", "radius 0, terrain")
    of_graph = numbers.summary(results).set_index("method").loc["visibility-graph"]
    assert of_graph.reachable == 2 * 39 and of_graph.terrain == 0
    assert (results.held_against("exact").found().gap >= 0).all()
    assert run(file, "--out", tmp_path / "plots").returncode == 0
    assert (tmp_path / "plots" / "time-ecdf-radius0-terrain.png").is_file()
    assert not (tmp_path / "plots" / "gap-ecdf-radius0-terrain.png").exists()


def test_the_medians_of_the_scatter_are_drawn_where_they_belong(results):
    figure = synthetic.drawn(results, "gap-against-time")
    (axes,) = figure.axes
    found = results.found()
    for method, (name, *_rest) in enumerate(synthetic.METHODS, 1):
        rows = found[found.method == method]
        y = rows.gap.median()
        zero = y <= store.store.ZERO_GAP
        drawn = [tuple(line.get_xydata()[0]) for line in axes.lines if len(line.get_xdata()) == 1]
        assert any(x == pytest.approx(estimators.quantile(rows.ns, 0.5)) and (v <= 0 if zero else v == pytest.approx(y))
                   for x, v in drawn), name


def test_the_ecdf_ends_at_the_share_answered(results):
    figure = synthetic.drawn(results, "gap-ecdf")
    lines = {line.get_label(): line.get_ydata() for axes in figure.axes for line in axes.lines}
    assert {m[0] for m in synthetic.METHODS} <= set(lines)
    assert lines["quadtree"][-1] == pytest.approx(38 / 39)
    assert lines["grid-raw"][-1] == pytest.approx(38 / 39)
    assert lines["visibility-graph"][-1] == 1
    assert lines["visibility-graph"][0] == 1


def test_the_caption_mentions_grey_curves_only_if_there_are_some(results):
    assert "Grey:" in synthetic.drawn(results, "time-ecdf").fairway_caption
    few = results.restricted(methods=[1, 4, 6, 8])
    for name in ("time-ecdf", "gap-ecdf", "performance-profile"):
        assert "Grey:" not in synthetic.drawn(few, name).fairway_caption


def test_ecdf_steps():
    x, y = ecdf.steps(pd.Series([0.3, np.inf, 0.1, 0.2]))
    assert x.tolist() == [0.1, 0.2, 0.3] and y.tolist() == [0.25, 0.5, 0.75]


def test_failed_builds_are_shown(results):
    cells = [text.get_text() for text in synthetic.drawn(results, "by-map-build").axes[0].texts]
    assert cells.count("failed") == 1


def test_main_methods_have_the_name_of_the_family(results):
    assert list(store.store.main_methods(results.methods).values()) == [1, 4, 6, 8]


def test_one_colour_per_representation(results):
    styles = style.MethodStyles(results.methods)
    colour_of = {}
    for method in results.methods.itertuples():
        colour_of.setdefault(method.representation, set()).add(styles.colour(method.Index))
    assert all(len(colours) == 1 for colours in colour_of.values())
    assert len(set.union(*colour_of.values())) == 4
    looks = [(styles.colour(m), styles.marker(m)) for m in results.methods.index]
    assert len(set(looks)) == len(looks)


def test_panel_titles_state_the_gap(file, results):
    titles = [axes.get_title() for axes in worlds.picture(results, style.MethodStyles(results.methods), 1).axes]
    answers = results.answers[results.answers["query"] == 1002].set_index("method")
    for method, title in zip((1, 4, 6, 8), titles):
        assert title == f"{results.methods.name[method]}\ngap {round(100 * answers.gap[method], 2):.4g} %"


# Regression: on maps with terrain, the gap of the raw path was its length divided by a cost, and no gap had a sign.
def test_panel_titles_on_terrain_state_only_the_gap_of_the_cost(tmp_path):
    database = synthetic.make(tmp_path / "results.sqlite", queries=4)
    database.execute("UPDATE world SET terrain = 1, optimum_by = 'grid'")
    database.execute("UPDATE answer SET gap = -0.05, raw_length = 2 * length WHERE gap IS NOT NULL")
    results = store.load(database)
    figure = worlds.picture(results, style.MethodStyles(results.methods), 1)
    assert {axes.get_title().split("\n")[1] for axes in figure.axes} == {"gap -5 %"}
    assert "raw path →" not in figure.fairway_caption


# Regression: the area of the walls was compared with the area that an agent with a radius can reach. So walls were not filled.
@pytest.mark.parametrize("radius, area, filled", [(0, 7200, True), (0, 5000, False), (5, 5000, True), (5, 7600, False)])
def test_walls_are_filled_if_they_enclose_the_obstacles(tmp_path, radius, area, filled):
    database = synthetic.make(tmp_path / "results.sqlite", queries=4)
    database.execute("UPDATE world SET radius = ?, area = ?", (radius, area))
    results = store.load(database)
    figure = worlds.picture(results, style.MethodStyles(results.methods), 1)
    assert [len(axes.images) for axes in figure.axes] == [filled] * 4


def test_a_representation_is_drawn_completely_or_not_at_all(tmp_path):
    """Regression: if a structure was too large, only a part of it was drawn. The end of the drawing looked like a border of the map."""
    database = synthetic.make(tmp_path / "results.sqlite")
    database.execute("UPDATE drawing SET total = 50000, min_x = 40, max_x = 40.001 WHERE method = 4")
    database.execute("UPDATE drawing SET total = 3, segments = ? WHERE method = 6", (
        synthetic.packed([[0.02 * i, 0, 0.02 * i, 80] for i in range(5000)]),))
    results = store.load(database)
    figure = worlds.picture(results, style.MethodStyles(results.methods), 1)
    assert [len(axes.patches) for axes in figure.axes] == [2, 1, 2, 2]  # the third picture has a frame around magnified details
    assert "not drawn" not in "".join(axes.get_title() for axes in figure.axes)
    # A map can have details too fine for the picture. If the store contains these details, an inset shows a part of the
    # map magnified.
    assert [len(axes.child_axes) for axes in figure.axes] == [0, 0, 1, 0]
    assert len(figure.axes[2].child_axes[0].patches) == 2 and "A frame magnifies a part" in figure.fairway_caption


def test_segments_outside_the_view_are_left_out():
    stored = synthetic.packed([[-5, 1, -1, 1], [-5, 1, 3, 1], [2, 2, 3, 3], [2, 11, 3, 12], [-1, 5, 12, 5]])
    assert worlds.shown(worlds.segments_of(stored), [0, 0, 10, 10]).reshape(-1, 4).tolist() == [[-5, 1, 3, 1], [2, 2, 3, 3], [-1, 5, 12, 5]]
    assert worlds.shown(worlds.segments_of(synthetic.packed([])), [0, 0, 10, 10]).shape == (0, 2, 2)


def test_crossing_edges_are_separate_lines(tmp_path):
    database = synthetic.make(tmp_path / "results.sqlite")
    database.execute("UPDATE drawing SET kind = 'edges' WHERE method = 8")
    results = store.load(database)
    figure = worlds.picture(results, style.MethodStyles(results.methods), 1)
    assert [(len(axes.patches), len(axes.collections)) for axes in figure.axes] == [(2, 0)] * 3 + [(1, 1)]

def test_ink_counts_segments_inside_the_view():
    segments = np.array([[[0, 1], [10, 1]], [[0, 20], [10, 20]], [[5, 0], [5, 1000]]], float)
    assert worlds.ink(segments[:1], [0, 0, 10, 10], 0.5) == pytest.approx(0.05)
    assert worlds.ink(segments[:2], [0, 0, 10, 10], 0.5) == pytest.approx(0.05)
    assert worlds.ink(segments[:1], [0, 0, 5, 10], 0.5) == pytest.approx(0.05, rel=0.2)


def test_the_view_holds_the_paths_and_stays_in_the_world(file, results):
    paths = [np.array([[10, 10], [40, 12]]), np.array([[20, 8], [30, 14]])]
    x0, y0, x1, y1 = worlds.view(paths, results.worlds.loc[1])
    assert x0 < 10 and y0 < 8 and x1 > 40 and y1 > 14
    assert x0 >= -1 and y0 >= -1 and x1 <= 101 and y1 <= 81
    assert (y1 - y0) / (x1 - x0) > 0.5


@pytest.mark.parametrize("value, words", [(900, "900 ns"), (1500, "1.5 µs"), (2e6, "2 ms"),
                                         (3e9, "3 s")])
def test_durations(value, words):
    assert text.duration(value) == words


def test_bad_files_are_refused(tmp_path):
    missing = run(tmp_path / "none.sqlite", "--out", tmp_path)
    assert missing.returncode == 2 and "no such file" in missing.stderr
    other = tmp_path / "text.sqlite"
    other.write_text("not a database, but long enough to be looked at as one" * 9)
    result = run(other, "--out", tmp_path)
    assert result.returncode == 2 and "expected a SQLite result store" in result.stderr
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).execute("PRAGMA user_version = 99")
    result = run(other, "--out", tmp_path)
    assert result.returncode == 2 and "schema version 99, expected 13" in result.stderr


# Regression: SQLite's message about a damaged schema is not UTF-8 text, and opening the store ended with a traceback.
def test_a_store_with_a_damaged_schema_is_refused(tmp_path):
    file = tmp_path / "results.sqlite"
    synthetic.make(file, queries=2).close()
    file.write_bytes(file.read_bytes().replace(b"CREATE VIEW trial AS", b"CREATE VIEW trial \xd8\xd8"))
    with pytest.raises(store.UnreadableResults, match="expected a SQLite result store"):
        store.read(file)


# Regression: the message about a full disk named the store instead of the output folder.
def test_a_full_disk_is_reported_with_the_output(file, tmp_path):
    done = subprocess.run([PLOT, file, "--out", tmp_path / "out"], capture_output=True, text=True, timeout=240,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9)))
    assert done.returncode == 1 and done.stderr == f"plot.py: {tmp_path / 'out'}: File too large\n"


def rows_read_by_nobody(file):
    """The number of rows of `method` that a user without write permission can read; -1 if reading fails."""
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            os._exit(store.connect(file).execute("SELECT COUNT(*) FROM method").fetchone()[0])
        finally:
            os._exit(255)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return -1 if code == 255 else code


# Regression: the code assumed that a file in WAL mode can be read in any folder. SQLite must write beside the file.
@pytest.mark.parametrize("left", ["", "-wal", "-wal -shm"])
def test_stores_in_read_only_folders_are_read(left):
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        file = pathlib.Path(folder) / "results.sqlite"
        code = f"""
import os, sqlite3, sys
sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
import synthetic
database = sqlite3.connect({str(file)!r})
database.execute("PRAGMA journal_mode = WAL")
database.close()
database = synthetic.make({str(file)!r}, queries=2)
if {left!r}: os.kill(os.getpid(), 9)
database.close()
"""
        subprocess.run([sys.executable, "-c", code], check=not left, timeout=60)
        if left == "-wal":
            os.unlink(f"{file}-shm")
        beside = {p.name for p in pathlib.Path(folder).iterdir()}
        assert beside == {"results.sqlite"} | {f"results.sqlite{end}" for end in left.split()}
        os.chmod(folder, 0o555)
        try:
            assert rows_read_by_nobody(file) == len(synthetic.METHODS)
        finally:
            os.chmod(folder, 0o755)


@pytest.mark.parametrize("word", ["mmm", "WWW_000"])
def test_a_caption_is_wrapped_at_the_width_of_its_figure(tmp_path, word):
    figure, _ = style.rows(["grid"])
    style.caption(figure, *[word] * 80)
    style.save(figure, tmp_path, "wide", formats=("png",))
    shown = figure.texts[-1]
    width = shown.get_window_extent(figure.canvas.get_renderer()).width / figure.bbox.width
    assert shown.get_text().split() == [word] * 80
    assert 0.7 < width <= 1
