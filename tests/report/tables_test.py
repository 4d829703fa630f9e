"""The tables by family and of break-even points are those of scripts/plots."""

import math
import shutil
import sqlite3

import pytest

import fairway_results
from browser import go, opened, settled
from conftest import fairway
from plots import break_even, heat


@pytest.fixture(scope="module")
def families(store, tmp_path_factory):
    """A store whose maps are of three families, one of which `anya` is made for; and its page."""
    folder = tmp_path_factory.mktemp("families")
    copy = folder / "results.sqlite"
    shutil.copy(store, copy)
    with sqlite3.connect(copy) as database:
        database.execute("""UPDATE world SET family = CASE WHEN map IN (SELECT w.map FROM world w JOIN build b ON b.world = w.id JOIN method m
            ON m.id = b.method WHERE m.name = 'anya' AND b.status = 'built') THEN 'cells' WHEN id % 2 THEN 'odd' ELSE 'even' END""")
    fairway("report", copy, "--out", folder / "report.html")
    return copy, folder / "report.html"


def number(text):
    return math.nan if text is None else float(text)


def close(value):
    return pytest.approx(value, rel=1e-6, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("measure", ["time", "gap", "answered"])
def test_the_table_by_family_is_that_of_the_plots(families, measure):
    store, page = families
    results = fairway_results.read(store)
    expected = heat.square(results, heat.table(results, "family"), "family", heat.MEASURES[measure][0])
    with opened(page) as driver:
        go(driver, f"#measure={measure}")
        head, *rows = driver.execute_script("""return Array.from(document.querySelectorAll('#by-family tr'), row => Array.from(row.cells,
            cell => cell.dataset.value || cell.textContent))""")
        assert sorted(head[1:]) == sorted(expected.columns) == ["cells", "even", "odd"]
        assert {row[0]: dict(zip(head[1:], map(float, row[1:]))) for row in rows} == {
            name: {family: close(value) for family, value in row.items()} for name, row in expected.to_dict("index").items()}
        assert math.isnan(float(next(row for row in rows if row[0] == "anya")[1 + head[1:].index("odd")]))
        latex = driver.execute_script("return table_file('by-family', 'LaTeX')")
        assert latex.startswith("\\begin{tabular}{lrrr}\n\\toprule\nmethod & ")


def test_break_even_points_are_those_of_the_plots(store, page):
    pays = break_even.table(fairway_results.read(store).samples()[0])
    with opened(page) as driver:
        settled(driver)
        go(driver, "#colour=grid&colour=quadtree&colour=triangle-mesh&colour=polyanya&colour=grid-shortcut")
        shown = {(row, column): values for row, column, *values in driver.execute_script("""
            const columns = Array.from(document.querySelectorAll('#break-even thead th'), cell => cell.textContent);
            return Array.from(document.querySelectorAll('#break-even tbody tr'), row => Array.from(row.cells).flatMap((cell, i) =>
              (cell.dataset.queries === undefined ? [] : [[row.dataset.method, columns[i], cell.dataset.queries,
                ...['low', 'high'].map(end => cell.querySelector('small').dataset[end])]]))).flat()""")}
        words = driver.execute_script("return Object.fromEntries(break_even_pairs(shown).map(pair => [shown.store.methods[pair.cheap].name + ' '"
                                      " + shown.store.methods[pair.dear].name, [pair.never, pair.reversed]]))")
    assert len(shown) == len(pays) == 9  # of ten pairs, grid and grid-shortcut are built alike
    for row in pays.itertuples():
        values = [number(value) for value in shown[row.dear, row.cheap]]
        assert values == pytest.approx([row.queries, row.queries_low, row.queries_high], rel=1e-4, abs=1)
        assert words[f"{row.cheap} {row.dear}"] == [row.maps_never, row.maps_reversed]
    assert pays.maps_reversed.any()


# Assumption that proved false: a reader sees that a build was timed once.
def test_a_single_cold_build_is_called_that(store, page, tmp_path):
    copy = tmp_path / "once.sqlite"
    shutil.copy(store, copy)
    with sqlite3.connect(copy) as database:
        database.execute("DELETE FROM build_run WHERE number > 0")
    fairway("report", copy, "--out", tmp_path / "report.html")
    for file, words in ((page, "median of 3 builds"), (tmp_path / "report.html", "one cold build a method and map")):
        with opened(file) as driver:
            caption, hosts = driver.execute_script("return ['#methods caption', '#hosts'].map(css => document.querySelector(css).textContent)")
            assert f"Build time: {words}." in caption and words in hosts
