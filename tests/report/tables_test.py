"""The table by family equals the table of the package."""

import shutil
import sqlite3

import pytest

import fairway_results
from browser import opened, settled, tables_of
from conftest import report
from fairway_results import summary, tables


@pytest.fixture(scope="module")
def families(store, tmp_path_factory):
    """A store with three families of maps, and its page. `anya` supports one of the families."""
    folder = tmp_path_factory.mktemp("families")
    copy = folder / "results.sqlite"
    shutil.copy(store, copy)
    with sqlite3.connect(copy) as database:
        database.execute("""UPDATE world SET family = CASE WHEN map IN (SELECT w.map FROM world w JOIN build b ON b.world = w.id JOIN method m
            ON m.id = b.method WHERE m.name = 'anya' AND b.status = 'built') THEN 'cells' WHEN id % 2 THEN 'odd' ELSE 'even' END""")
    report(copy, "--out", folder / "report.html")
    return copy, folder / "report.html"


def test_the_tables_by_family_are_those_of_the_plots(families):
    store, page = families
    results = fairway_results.read(store)
    expected = list(tables.places(results, summary.by_place(results, "family"), "family"))
    with opened(page) as driver:
        settled(driver)
        shown = tables_of(driver, "by-family-of-maps")
    assert list(shown) == [table.title for table in expected] and len(shown) == 5
    for table in expected:
        head, *rows = shown[table.title]
        assert head == [column.title for column in table.columns] and sorted(head[1:]) == ["cells", "even", "odd"]
        assert rows == [list(row) for row in zip(*(column.cells() for column in table.columns))]
        assert next(row for row in rows if row[0] == "anya")[head.index("odd")] == "–"
