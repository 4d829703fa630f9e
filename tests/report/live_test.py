"""The playground in the report repeats the answers of the store."""

import contextlib
import shutil
import sqlite3

import pytest
from browser import go, opened, settled, wait
from conftest import ROOT, fairway, report

ANSWERS = """
    const {page} = fairway;
    return Array.from(page.answers, ([name, {path, fault}]) => [name, fault || path.length, path?.expanded, page.optimum,
      page.edited.built.get(name).method.trace(page.start, page.goal).filter((_, i, all) => i % 7 === 0 && all[i] === 1).length]);"""
RESTED = """
    const {page} = fairway;
    return page.opened !== '' && !page.asked && !page.working
      && page.answers.size > 0 && page.answers.size === page.edited.chosen.length
      && Array.from(page.answers.values()).every(({path, fault}) => fault || path?.judgement);"""
WITHOUT_STEPS = {"polyanya", "anya"}


@contextlib.contextmanager
def playground(driver, address=""):
    """Opens the playground on the query of the address, waits for its answers, and runs scripts in it."""
    if address:
        go(driver, address)
    settled(driver)
    driver.execute_script("document.getElementById('live').open = true")
    wait(driver, "return document.querySelector('iframe') !== null")
    driver.switch_to.frame(driver.find_element("css selector", "iframe"))
    wait(driver, "return globalThis.fairway !== undefined")
    wait(driver, RESTED)
    yield driver.execute_script
    driver.switch_to.default_content()


def note(driver):
    settled(driver)
    return driver.execute_script("return document.getElementById('live-note').textContent")


def rows(store, sql, *values):
    with contextlib.closing(sqlite3.connect(store)) as database:
        return database.execute(sql, values).fetchall()


def test_methods_answer_in_the_page_as_in_the_sweep(store, page):
    expected = {(world, number, method): (length, expanded, optimum) for world, number, method, length, expanded, optimum in rows(
        store, "SELECT w.name, q.number, m.name, a.length, a.expanded, q.optimum FROM answer a JOIN query q ON q.id = a.query"
        " JOIN world w ON w.id = q.world JOIN method m ON m.id = a.method WHERE a.status = 'found'")}
    checked = set()
    with opened(page) as driver:
        places = driver.execute_script("""const {store} = shown;
            return store.worlds.map((world, i) => [world.name, ...[store.world.findIndex((of, q) => of === i && store.truths[store.truth[q]] === 'reachable')]
              .flatMap((q) => [q, store.number[q], store.ends.map((column) => column[q]).join()])])""")
        assert len(places) == 11
        for world, place, number, ends in places:
            names = [key[2] for key in expected if key[:2] == (world, number)]
            address = "&".join([f"#query={place}", *(f"path={name}" for name in names)])
            with playground(driver, address) as run:
                wait(driver, f"const {{page}} = fairway; return `${{page.start}},${{page.goal}}` === '{ends}' && page.edited.chosen.length === {len(names)}")
                wait(driver, RESTED)
                for method, length, expanded, optimum, steps in run(ANSWERS):
                    of_store = expected[world, number, method]
                    assert (length, expanded) == of_store[:2], (world, method)
                    assert optimum == pytest.approx(of_store[2], rel=1e-15)
                    assert steps == (0 if method in WITHOUT_STEPS else expanded)
                    checked.add(method)
    assert checked == {"grid", "quadtree", "triangle-mesh", "grid-shortcut", "polyanya", "anya"}


def test_a_radius_and_options_of_a_sweep_reach_the_playground(tmp_path):
    sweep = tmp_path / "sweep.toml"
    sweep.write_text(f"maps = ['{ROOT}/datasets/maps/castle.geojson']\nqueries = 3\nseed = 1\nrepetitions = 1\nbuilds = 1\nradii = [0.4]\n"
                     "[[method]]\nname = 'mine'\nrepresentation = 'quadtree'\noptions = { nodes = 'centre' }\nsmoother = 'shortcut'\n", encoding="utf-8")
    fairway("run", sweep, "--out", tmp_path)
    report(tmp_path / "results.sqlite", "--out", tmp_path / "report.html")
    (length, expanded), = rows(tmp_path / "results.sqlite", "SELECT length, expanded FROM answer JOIN query q ON q.id = query WHERE status = 'found'"
                               " ORDER BY q.number LIMIT 1")
    place = rows(tmp_path / "results.sqlite", "SELECT number FROM query q JOIN answer ON q.id = query WHERE status = 'found' ORDER BY number")[0][0]
    with opened(tmp_path / "report.html") as driver, playground(driver, f"#query={place}") as run:
        ((name, found, count, _, _),) = run(ANSWERS)
        assert (name, count) == ("mine", expanded) and found == pytest.approx(length, rel=1e-14)
        assert run("return document.getElementById('radius').value") == "0.4"


def test_the_page_says_why_a_query_has_no_playground(store, tmp_path):
    copy = tmp_path / "results.sqlite"
    shutil.copy(store, copy)
    with contextlib.closing(sqlite3.connect(copy)) as database:
        database.execute("UPDATE world SET file = '/nowhere/castle.geojson' WHERE name = 'castle'")
        database.execute("UPDATE world SET file = 'datasets/maps/maze.map' WHERE name = 'caves'")
        database.execute("UPDATE world SET terrain = 1 WHERE name = 'rooms'")
        database.commit()
    report(copy, "--out", tmp_path / "report.html", "--maps", "castle,caves,rooms,maze")
    with opened(tmp_path / "report.html") as driver:
        said = {}
        for i in range(driver.execute_script("return shown.store.worlds.length")):
            place = driver.execute_script("return shown.store.world.indexOf(arguments[0])", i)
            go(driver, f"#query={place}")
            said[driver.execute_script("return shown.store.worlds[arguments[0]].name", i)] = note(driver)
        assert said == {"castle": "/nowhere/castle.geojson was missing or had changed when the page was written.",
                        "caves": "datasets/maps/maze.map was missing or had changed when the page was written.",
                        "rooms": "The engine takes no worlds with costs.", "maze": ""}
    printed, _ = report(store, "--out", tmp_path / "report.html", "--size", 1)
    assert "The playground has no room for 11 maps: --size MB" in printed
    with opened(tmp_path / "report.html") as driver:
        assert "no room for the engine" in note(driver)
        driver.execute_script("document.getElementById('live').open = true")
        assert driver.execute_script("return document.querySelector('iframe')") is None


def test_a_method_that_the_engine_lacks_is_shown_as_missing(store, tmp_path):
    copy = tmp_path / "results.sqlite"
    shutil.copy(store, copy)
    with contextlib.closing(sqlite3.connect(copy)) as database:
        database.execute("UPDATE method SET name = 'mine', representation = 'mine' WHERE name = 'quadtree'")
        database.commit()
    report(copy, "--out", tmp_path / "report.html", "--maps", "maze")
    with opened(tmp_path / "report.html") as driver, playground(driver, "#query=0&path=grid&path=mine") as run:
        told = dict(run("return Array.from(fairway.page.answers, ([name, {path, fault}]) => [name, fault || path.length > 0])"))
        assert told["grid"] is True and "mine" in told["mine"]


def test_programs_outside_the_page_are_named(tmp_path):
    sweep = tmp_path / "sweep.toml"
    sweep.write_text(f"maps = ['{ROOT}/datasets/maps/rooms.map']\nmethods = ['polyanya']\nqueries = 2\nrepetitions = 1\n[[method]]\nname = 'straight'\n"
                     f"command = '/usr/bin/python3 {ROOT}/tests/report/straight_worker.py'\n", encoding="utf-8")
    fairway("run", sweep, "--out", tmp_path)
    report(tmp_path / "results.sqlite", "--out", tmp_path / "report.html")
    with opened(tmp_path / "report.html") as driver, playground(driver) as run:
        assert run("return fairway.page.edited.chosen") == ["polyanya"]
        driver.switch_to.default_content()
        assert note(driver) == "These programs do not run in the page: straight."
