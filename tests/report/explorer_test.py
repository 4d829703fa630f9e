"""From a worst case to its map."""

import contextlib
import sqlite3

from browser import go, opened, settled, wait
from conftest import fairway

COLOURS = """
    const canvas = document.getElementById('map'), pen = canvas.getContext('2d');
    const {data} = pen.getImageData(0, 0, canvas.width, canvas.height);
    const counts = {};
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) {
      const colour = [data[i], data[i + 1], data[i + 2]].join();
      counts[colour] = (counts[colour] || 0) + 1;
    }
    return counts;"""
OPTIMUM, GRID = "255,217,47", "230,159,0"


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
            " w.id = q.world WHERE m.name = 'grid' AND p.kind = 'smoothed' AND w.name = 'caves' AND q.drawn IS NOT NULL ORDER BY q.number DESC").fetchone()
        length = database.execute("SELECT a.length FROM answer a JOIN method m ON m.id = a.method WHERE a.query = ? AND m.name = 'grid'",
                                  [query]).fetchone()[0]
    with opened(page) as driver:
        settled(driver)
        place = driver.execute_script("""return Array.from({length: shown.store.queries}, (_, i) => i).find(i =>
            shown.store.worlds[shown.store.world[i]].name === arguments[0] && shown.store.number[i] === arguments[1])""", world, number)
        go(driver, f"#query={place}&path=grid&structure=quadtree")
        wait(driver, "return document.querySelector('#on-map tbody tr') !== null")
        colours = driver.execute_script(COLOURS)
        assert colours.get(OPTIMUM, 0) > 100 and colours.get(GRID, 0) > 100
        command = driver.execute_script("return document.querySelector('#on-map code').textContent")
        before = driver.execute_script("return scene.scale")
        driver.execute_script("document.getElementById('map').dispatchEvent(new KeyboardEvent('keydown', {key: '+'}))")
        assert driver.execute_script("return scene.scale") == before * 1.25
        driver.execute_script("document.querySelector('#worst-cases button').click()")
        wait(driver, "return document.activeElement.id === 'explorer'")
        assert driver.execute_script("return new URLSearchParams(location.hash.slice(1)).get('path')") == worst_rows(driver)[0][0]
    words = command.replace("MAP", "datasets/maps/caves.map").replace(" --svg path.svg", "").split()
    printed, _ = fairway(*words[1:])
    assert f"length {length:.10g}"[:14] in printed
