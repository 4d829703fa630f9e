"""Follows the page from a worst case to its map."""

import contextlib
import pathlib
import shutil
import sqlite3
import zlib

import fairway_results
import numpy as np
import pytest
from browser import go, opened, settled, wait
from conftest import ROOT, fairway, report

COLOURS = """
    const canvas = document.createElement('canvas'), map_now = document.getElementById('map');
    [canvas.width, canvas.height] = [map_now.width, map_now.height];
    const pen = canvas.getContext('2d', {willReadFrequently: true});
    pen.drawImage(map_now, 0, 0);
    const {data} = pen.getImageData(0, 0, canvas.width, canvas.height);
    const counts = {};
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) {
      const colour = [data[i], data[i + 1], data[i + 2]].join();
      counts[colour] = (counts[colour] || 0) + 1;
    }
    return counts;"""
OPTIMUM, GRID, REJECTED = "255,217,47", "230,159,0", "224,0,0"


def shown_on_map(driver, address):
    go(driver, address)
    wait(driver, "return scene.last !== null && document.querySelector('#on-map tbody tr') !== null")
    return driver.execute_script(COLOURS)


def worst_rows(driver):
    return driver.execute_script("""return Array.from(document.querySelectorAll('#worst-cases tbody tr'), row =>
        [row.cells[0].textContent, row.cells[1].textContent, Number(row.cells[2].textContent), row.cells[3].textContent])""")


def test_the_largest_gaps_and_each_missed_answer_are_those_of_the_store(store, page):
    rows = """SELECT m.name, w.name, q.number, a.status FROM answer a JOIN query q ON q.id = a.query JOIN world w ON w.id = q.world
              JOIN method m ON m.id = a.method WHERE q.truth = 'reachable' AND a.status = '{}' ORDER BY {} LIMIT {}"""
    with opened(page) as driver, contextlib.closing(sqlite3.connect(store)) as database:
        settled(driver)
        assert [tuple(row) for row in worst_rows(driver)] == database.execute(rows.format("found", "a.gap DESC", 10)).fetchall()
        go(driver, "#worst=missed")
        expected = database.execute(rows.format("missed", "m.id, q.world, q.number", 200)).fetchall()
        assert expected and [tuple(row) for row in worst_rows(driver)] == expected


def test_two_clicks_lead_to_the_map_and_its_command_repeats_the_answer(store, page, tmp_path):
    with contextlib.closing(sqlite3.connect(store)) as database:
        query, world, number = database.execute(
            "SELECT q.id, w.name, q.number FROM path p JOIN query q ON q.id = p.query JOIN method m ON m.id = p.method JOIN world w ON"
            " w.id = q.world WHERE m.name = 'grid' AND p.kind = 'smoothed' AND w.name = 'caves' AND q.drawn IS NULL ORDER BY q.number DESC").fetchone()
        length = database.execute("SELECT a.length FROM answer a JOIN method m ON m.id = a.method WHERE a.query = ? AND m.name = 'grid'",
                                  [query]).fetchone()[0]
    with opened(page) as driver:
        settled(driver)
        place = driver.execute_script("""return Array.from({length: shown.store.queries}, (_, i) => i).find(i =>
            shown.store.worlds[shown.store.world[i]].name === arguments[0] && shown.store.number[i] === arguments[1])""", world, number)
        colours = shown_on_map(driver, f"#query={place}&path=grid")
        assert colours.get(OPTIMUM, 0) > 100 and colours.get(GRID, 0) > 100
        command = driver.execute_script("return document.querySelector('#on-map code').textContent")
        before = driver.execute_script("return scene.scale")
        driver.execute_script("document.getElementById('map').dispatchEvent(new KeyboardEvent('keydown', {key: '+'}))")
        assert driver.execute_script("return scene.scale") == before * 1.25
        driver.execute_script("document.querySelector('#worst-cases button').click()")
        wait(driver, "return document.activeElement.id === 'explorer'")
        assert driver.execute_script("return new URLSearchParams(location.hash.slice(1)).get('path')") == worst_rows(driver)[0][0]
    words = command.replace(" --svg path.svg", "").split()
    printed, _ = fairway(*words[1:])
    assert f"length {length:.10g}"[:14] in printed


def test_paths_of_the_page_are_those_of_the_store(store, page):
    paths = """SELECT w.name, q.number, m.name, p.kind, p.points, w.min_x, w.min_y FROM path p JOIN query q ON q.id = p.query
               JOIN world w ON w.id = q.world LEFT JOIN method m ON m.id = p.method WHERE w.name IN ('caves', 'castle')"""
    with opened(page) as driver, contextlib.closing(sqlite3.connect(store)) as database:
        shown = {(world, number, method, kind): (x, y) for world, number, method, kind, x, y in driver.execute_async_script("""
            const done = arguments[arguments.length - 1], store = shown.store, rows = [];
            (async () => {
              for (let query = 0; query < store.queries; ++query) for (const path of await paths_of(store, query)) {
                rows.push([store.worlds[store.world[query]].name, store.number[query], path.method === null ? null : store.methods[path.method].name,
                  path.kind, Array.from(path.x), Array.from(path.y)]);
              }
              done(rows.filter((row) => ['caves', 'castle'].includes(row[0])));
            })();""")}
        stored = database.execute(paths).fetchall()
        assert len(stored) == len(shown) > 50
        for world, number, method, kind, points, x, y in stored:
            expected = (fairway_results.coordinates(points).reshape(-1, 2) - [x, y]).astype(np.float32)
            assert np.array_equal(expected.T, np.array(shown[world, number, method, kind], np.float32))


def test_what_the_checker_rejects_is_drawn_where_it_is(tmp_path):
    sweep = tmp_path / "sweep.toml"
    worker = pathlib.Path(__file__).with_name("straight_worker.py")
    sweep.write_text(f"maps = ['{ROOT}/datasets/maps/rooms.map']\nmethods = ['polyanya']\n[[method]]\nname = 'straight'\n"
                     f"command = '/usr/bin/python3 {worker}'\n", encoding="utf-8")
    fairway("run", sweep, "--queries", 12, "--repetitions", 1, "--out", tmp_path)
    report(tmp_path / "results.sqlite", "--out", tmp_path / "report.html")
    with contextlib.closing(sqlite3.connect(tmp_path / "results.sqlite")) as database:
        number, segment, message, points = database.execute(
            "SELECT q.number, a.fault_segment, a.message, p.points FROM answer a JOIN query q ON q.id = a.query JOIN path p USING (query, method)"
            " WHERE p.kind = 'smoothed' AND a.status = 'invalid_path' ORDER BY a.fault_segment DESC").fetchone()
    assert segment > 0 and message.startswith(f"segment {segment}: ")
    path = fairway_results.coordinates(points).reshape(-1, 2)
    with opened(tmp_path / "report.html") as driver:
        place = driver.execute_script("return shown.store.number.indexOf(arguments[0])", number)
        assert shown_on_map(driver, f"#query={place}&path=straight").get(REJECTED, 0) > 30
        box, rejected = driver.execute_script("return [shown.store.worlds[0], scene.rejected]")
        said = driver.execute_script("return document.querySelector('#on-map tbody tr').cells[5].textContent")
        assert shown_on_map(driver, f"#query={place}&path=polyanya").get(REJECTED, 0) == 0
    assert len(rejected) == 1
    corner = np.array([box["min_x"], box["min_y"]])
    assert np.array_equal([rejected[0]["from"], rejected[0]["to"]], path[segment:segment + 2] - corner)  # short enough for single precision
    ends = [f"({x:.7g}, {y:.7g})" for x, y in path[segment:segment + 2]]
    assert said == message.replace(f"segment {segment}: ", f"segment {segment} from {ends[0]} to {ends[1]}: ")


def test_a_small_page_has_what_matters_most(store, tmp_path):
    def contents(*options):
        printed, _ = report(store, "--out", tmp_path / "report.html", *options)
        with opened(tmp_path / "report.html") as driver:
            wait(driver, "return scene.last !== null")
            return (printed, (tmp_path / "report.html").stat().st_size, driver.execute_script("return shown.store.pictures"),
                    driver.execute_script("return ['map-note', 'live-note'].map((id) => document.getElementById(id).textContent).join(' ')"),
                    driver.execute_script("return shown.store.worlds.map((world) => world.name)"))

    printed, whole, pictures, note, worlds = contents("--size", 100)
    assert pictures["left_out"] == {"walls": 0, "queries": 0} and "no room" not in printed + note
    assert len(worlds) == len(pictures["walls"]) > 5
    _, least, pictures, note, _ = contents("--size", 0)
    assert pictures["walls"] == pictures["paths"] == []
    assert "no room for walls of" in note and "--size" in note and "--maps" in note
    for share in (0.01, 0.1, 0.6):
        size = round((least + share * (whole - least)) / 1e6, 2)
        printed, bytes_, pictures, note, _ = contents("--size", size)
        assert bytes_ <= 1e6 * size and "no room" in printed and "no room" in note
        assert pictures["walls"] or not pictures["paths"]
    _, _, pictures, _, worlds = contents("--maps", "ca*,rooms*", "--size", 100)
    assert sorted(worlds) == ["castle", "caves", "rooms"] and len(pictures["walls"]) == 3
    _, complaint = report(store, "--out", tmp_path / "report.html", "--maps", "ca*,nowhere", expected=2)
    assert "no map of the results matches 'nowhere'" in complaint


@pytest.mark.parametrize("count", [200_000, 1_000_000])
def test_many_walls_zoom_smoothly(store, tmp_path, count):
    """While zooming, the page draws at least 30 pictures per second in software."""
    large = tmp_path / "large.sqlite"
    shutil.copy(store, large)
    random = np.random.default_rng(1)
    with contextlib.closing(sqlite3.connect(large)) as database:
        world, x0, y0, x1, y1 = database.execute("SELECT id, min_x, min_y, max_x, max_y FROM world WHERE name = 'caves'").fetchone()
        middles = random.uniform([x0, y0], [x1, y1], (count, 2))
        segments = np.hstack([middles, middles + random.normal(0, 0.3, (count, 2))])
        planes = np.ascontiguousarray(segments.ravel().view(np.uint8).reshape(-1, 8).T).tobytes()
        database.execute("UPDATE outline SET walls = ? WHERE world = ?", (zlib.compress(planes), world))
        database.commit()
    report(large, "--out", tmp_path / "report.html", "--size", 100, "--maps", "caves")
    with opened(tmp_path / "report.html") as driver:
        shown_on_map(driver, "#query=0")
        assert driver.execute_script("return scene.layers[0].segments.x1.length") == count
        rate = driver.execute_async_script("""
            const done = arguments[arguments.length - 1], map = document.getElementById('map');
            let frames = 0, begun = 0;
            const frame = (now) => {
              begun ||= now;
              if (now - begun > 2000) return done(1000 * frames / (now - begun));
              ++frames;
              map.dispatchEvent(new WheelEvent('wheel', {deltaY: frames % 60 < 30 ? -20 : 20, cancelable: true}));
              requestAnimationFrame(frame);
            };
            requestAnimationFrame(frame);""")
        wait(driver, "return scene.last !== null && scene.last.scale === scene.scale")
    print(f"{count} segments: {rate:.0f} pictures a second")
    assert rate >= 30
