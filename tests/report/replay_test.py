"""A report replays the same searches as the program."""

import contextlib
import json
import sqlite3

import pytest

from browser import go, opened, settled, wait
from conftest import ROOT, fairway, report

WITHOUT = {"polyanya", "anya"}  # these methods do not report their steps
KINDS = {"generating": 0, "updating": 1, "expanding": 2, "closing": 3}

# Lists all searches of the page: map, number of the query, method, and the number of expansions. If a search is
# missing, the reason replaces the number of expansions.
ALL = """
    const done = arguments[0];
    (async () => {
      const told = [];
      for (const query of await replayed(shown)) {
        for (const search of query.searches) {
          const made = search.part && await once(shown.store.prefix + search.part, (id) => unpacked_search(id, {x: 0, y: 0}));
          told.push([query.world, query.number, search.method, made ? made.expansions : search.why]);
        }
      }
      done(told);
    })();"""


@pytest.fixture(scope="module")
def traced(store, tmp_path_factory):
    file = tmp_path_factory.mktemp("traced") / "report.html"
    fairway("traces", store, "--out", file.with_suffix(".json"))
    printed, _ = report(store, "--out", file, "--traces", file.with_suffix(".json"))
    assert "searches" in printed and "searches 0.0" not in printed
    return file


def rows(store, sql, *values):
    with contextlib.closing(sqlite3.connect(store)) as database:
        return database.execute(sql, values).fetchall()


def drawn(store, world):
    """The number, the start and the goal of the query that is replayed on a map."""
    return rows(store, "SELECT q.number, q.start_x, q.start_y, q.goal_x, q.goal_y FROM query q JOIN world w ON w.id = q.world"
                " WHERE w.name = ? AND q.drawn = 0", world)[0]


def shown_replay(driver, address):
    go(driver, address)
    wait(driver, "return replay.tracks.length > 0 && document.querySelector('#replays figure') !== null")
    wait(driver, "return replay.tracks.every(track => track.words.textContent !== '')")


def words(driver, method):
    return driver.execute_script("return document.querySelector('[data-search=' + arguments[0] + '] p').textContent", method)


def test_a_search_expands_as_often_as_the_store_says(store, traced):
    expected = {(world, number, method): expanded for world, number, method, expanded in rows(
        store, "SELECT w.name, q.number, m.name, a.expanded FROM answer a JOIN query q ON q.id = a.query JOIN world w ON w.id = q.world"
        " JOIN method m ON m.id = a.method WHERE q.drawn = 0")}
    with opened(traced) as driver:
        settled(driver)
        told = driver.execute_async_script(ALL)
    assert len(told) == len(rows(store, "SELECT 1 FROM query, method WHERE drawn = 0"))
    traces = [(tuple(key), made) for *key, made in told if isinstance(made, int)]
    assert {key[2] for key, _ in traces} == {"grid", "quadtree", "triangle-mesh", "grid-shortcut"}
    assert len({key[0] for key, _ in traces}) == 11
    for key, expansions in traces:
        assert expansions == expected[key], key
    for *key, why in told:
        if not isinstance(why, int):
            assert key[2] in WITHOUT or expected[tuple(key)] == 0, (key, why)


@pytest.mark.parametrize("world,file,method", [("caves", "caves.map", "grid"), ("denmark", "denmark.geojson", "triangle-mesh")])
def test_steps_are_those_of_the_trace_for_posthoc(store, traced, tmp_path, world, file, method):
    number, *ends = drawn(store, world)
    fairway("path", f"datasets/maps/{file}", "--method", method, f"--from={ends[0]},{ends[1]}", f"--to={ends[2]},{ends[3]}",
            "--trace", tmp_path / "trace.json")
    events = [event for event in json.loads((tmp_path / "trace.json").read_text(encoding="utf-8"))["events"] if event["type"] in KINDS]
    with opened(traced) as driver:
        shown_replay(driver, f"#replay={world}:{number}&watch={method}")
        steps = driver.execute_script("""
            const {search} = replay.tracks[0];
            return Array.from(search.kinds, (kind, step) => {
              const node = search.node[step];
              return [kind, node, search.x[node], search.y[node], search.g[step], search.h[node]];
            });""")
    assert len(events) == len(steps) > 100
    left, low = rows(store, "SELECT min_x, min_y FROM world WHERE name = ?", world)[0]
    names = {}
    for event, (kind, node, x, y, g, h) in zip(events, steps):
        assert KINDS[event["type"]] == kind
        assert names.setdefault(event["id"], node) == node
        assert (x, y, g, h) == pytest.approx((event["x"] - left, event["y"] - low, event["g"], event["h"]), rel=1e-5, abs=1e-4)


def test_two_searches_are_in_step_and_the_address_tells_where(store, traced):
    number, *_ = drawn(store, "caves")
    counts = dict(rows(store, "SELECT m.name, a.expanded FROM answer a JOIN query q ON q.id = a.query JOIN world w ON w.id = q.world"
                       " JOIN method m ON m.id = a.method WHERE q.drawn = 0 AND w.name = 'caves'"))
    few, many = sorted((counts["grid"], counts["quadtree"]))
    slow = "grid" if counts["grid"] == many else "quadtree"
    quick = "grid" if slow == "quadtree" else "quadtree"

    def press(key):
        driver.execute_script("document.querySelector('canvas.replay').dispatchEvent(new KeyboardEvent('keydown',"
                              " {key: arguments[0], bubbles: true, cancelable: true}))", key)
        return driver.execute_script("return replay.at")

    def address():
        wait(driver, "return replay.unsaid === 0")
        return driver.execute_script("return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")

    with opened(traced) as driver:
        shown_replay(driver, f"#replay=caves:{number}&watch={quick}&beside={slow}&step={few + 3}")
        assert driver.execute_script("return replay.at") == few + 3
        assert words(driver, quick).startswith(f"Expanded {few:,} of {few:,},") and "The path is found." in words(driver, quick)
        assert words(driver, slow).startswith(f"Expanded {few + 3:,} of {many:,},") and "found" not in words(driver, slow)
        assert press("ArrowRight") == few + 4 and press("ArrowLeft") == few + 3 and press("Home") == 0
        assert address()["step"] == "0"
        forward = driver.execute_script("return replay.tracks.map(track => Array.from(track.search.state).join(''))")
        assert press("End") == many and address()["step"] == str(many)
        assert press("Home") == 0  # back at the start
        assert driver.execute_script("return replay.tracks.map(track => Array.from(track.search.state).join(''))") == forward
        press("Home")
        driver.execute_script("document.getElementById('replay-speed').value = 5.5")
        press(" ")
        wait(driver, f"return replay.at === {many} && !replay.playing")
        assert address()["step"] == str(many) and address()["watch"] == quick and address()["beside"] == slow
        driver.execute_script("const slider = document.getElementById('replay-step'); slider.value = 7;"
                              "for (const kind of ['input', 'change']) slider.dispatchEvent(new Event(kind))")
        assert words(driver, slow).startswith("Expanded 7 of")
        assert driver.execute_script("return document.getElementById('replay-now').textContent") == f"After 7 of {many:,} expansions."


def test_colours_of_the_picture_are_those_of_the_state(store, traced):
    number, *_ = drawn(store, "maze")
    count = """
        const {dots} = replay.tracks[0];
        const copy = document.createElement('canvas');
        [copy.width, copy.height] = [dots.width, dots.height];
        const pen = copy.getContext('2d', {willReadFrequently: true});
        pen.drawImage(dots, 0, 0);
        const {data} = pen.getImageData(0, 0, dots.width, dots.height);
        const counts = {};
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 3]) counts[[data[i], data[i + 1], data[i + 2]]] = (counts[[data[i], data[i + 1], data[i + 2]]] || 0) + 1;
        }
        return counts;"""
    with opened(traced) as driver:
        shown_replay(driver, f"#replay=maze:{number}&watch=grid&step=150")
        at_once = driver.execute_script(count)
        assert set(at_once) == {"230,159,0", "86,180,233"}
        driver.execute_script("seek(0); for (let at = 1; at <= 150; ++at) seek(at)")
        closed = driver.execute_script(count)["86,180,233"]  # single nodes are drawn over each other
        assert closed == pytest.approx(at_once["86,180,233"], rel=0.05)


def test_methods_without_a_trace_and_files_without_searches_say_so(store, traced, page):
    number, *_ = drawn(store, "caves")
    with opened(traced) as driver:
        shown_replay(driver, f"#replay=caves:{number}&watch=anya&beside=grid")
        assert words(driver, "anya").startswith("No trace of this search.")
        assert words(driver, "grid").startswith("Expanded 0 of")
    with opened(page) as driver:
        settled(driver)
        wait(driver, "return document.getElementById('replay-none').textContent !== ''")
        assert "fairway traces STORE" in driver.execute_script("return document.getElementById('replay').textContent")
        assert driver.execute_script("return document.getElementById('replay-body').hidden")


def test_a_chosen_query_is_replayed(store, tmp_path):
    fairway("traces", store, "--out", tmp_path / "traces.json", "--queries", "maze:3,castle:1", "--size", 0)
    report(store, "--out", tmp_path / "report.html", "--traces", tmp_path / "traces.json", "--size", 0)
    with opened(tmp_path / "report.html") as driver:
        told = driver.execute_async_script(ALL)
    assert {(world, number) for world, number, *_ in told} == {("maze", 3), ("castle", 1)}


@pytest.mark.parametrize("choice,complaint", [
    ("castle:999", "--queries castle:999: the store has no query 999 of a world 'castle'"),
    ("nowhere:1", "--queries nowhere:1: the store has no query 1 of a world 'nowhere'"),
    ("castle", "--queries castle: expected 'drawn' or WORLD:NUMBER, the name of a world and the number of a query"),
    ("castle:x", "--queries castle:x: expected 'drawn'"),
])
def test_an_unknown_choice_is_told(store, tmp_path, choice, complaint):
    _, told = fairway("traces", store, "--out", tmp_path / "traces.json", "--queries", choice, expected=2)
    assert complaint in told
    assert not (tmp_path / "traces.json").exists()


def test_a_file_that_holds_no_searches_is_refused(store, tmp_path):
    (tmp_path / "traces.json").write_text("{}", encoding="utf-8")
    _, told = report(store, "--out", tmp_path / "report.html", "--traces", tmp_path / "traces.json", expected=2)
    assert "traces.json: is no file of `fairway traces`" in told


def test_a_map_that_is_missing_or_another_is_told(store, tmp_path):
    copy = tmp_path / "results.sqlite"

    def complaint(change):
        copy.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(store)) as whole, contextlib.closing(sqlite3.connect(copy)) as database:
            whole.backup(database)
            database.execute(f"UPDATE world SET {change} WHERE name = 'castle'")
            database.commit()
        return fairway("traces", copy, "--out", tmp_path / "traces.json", "--queries", "castle:1", expected=2)[1]

    assert "/nowhere/castle.geojson: the file of 'castle' does not exist" in complaint("file = '/nowhere/castle.geojson'")
    assert "maze.map: this is not the map of 'castle': its SHA-256 is" in complaint("file = 'datasets/maps/maze.map'")
    assert "the free space of 'castle' has changed: its hash is" in complaint("content_hash = '00'")


def test_a_world_with_terrain_needs_its_table(tmp_path):
    # Regression: the hash of free space does not cover terrain costs. So a missing cost table was not noticed.
    table = "datasets/terrain/moving_ai.costs"
    (tmp_path / "moving_ai.costs").write_text((ROOT / table).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "costs.toml").write_text(f'maps = ["{ROOT}/datasets/maps/caves.map"]\nqueries = 5\nseed = 1\nrepetitions = 1\n'
                                         'builds = 1\nterrain = "moving_ai.costs"\nmethods = ["grid"]\n', encoding="utf-8")
    fairway("run", tmp_path / "costs.toml", "--out", tmp_path)
    chosen = ["traces", tmp_path / "results.sqlite", "--out", tmp_path / "traces.json"]
    assert "caves.map: 'caves' was measured with a cost table, expected the same table by --terrain TABLE" in fairway(*chosen, expected=2)[1]
    fairway(*chosen, "--terrain", table)
    report(tmp_path / "results.sqlite", "--out", tmp_path / "report.html", "--traces", tmp_path / "traces.json")
    with opened(tmp_path / "report.html") as driver:
        told = driver.execute_async_script(ALL)
    assert [made for *_, made in told] == [expanded for expanded, in rows(
        tmp_path / "results.sqlite", "SELECT a.expanded FROM answer a JOIN query q ON q.id = a.query WHERE q.drawn = 0")]
