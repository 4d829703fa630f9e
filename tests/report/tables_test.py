"""The table by family equals the table of the package."""

import math
import shutil
import sqlite3

import pytest

import fairway_results
from browser import go, opened
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


def close(value):
    return pytest.approx(value, rel=1e-6, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("measure", ["query_p50_ns", "mean_gap", "answered"])
def test_the_table_by_family_is_that_of_the_plots(families, measure):
    store, page = families
    results = fairway_results.read(store)
    expected = tables.square(results, summary.by_place(results, "family"), "family", measure)
    with opened(page) as driver:
        go(driver, f"#measure={measure}")
        head, *rows = driver.execute_script("""return Array.from(document.querySelectorAll('#by-family tr'), row => Array.from(row.cells,
            cell => cell.dataset.value || cell.textContent))""")
        assert all(word.endswith("maps)") for word in head[1:])
        head = [word.split(" (")[0] for word in head]
        assert sorted(head[1:]) == sorted(expected.columns) == ["cells", "even", "odd"]
        assert {row[0]: dict(zip(head[1:], map(float, row[1:]))) for row in rows} == {
            name: {family: close(value) for family, value in row.items()} for name, row in expected.to_dict("index").items()}
        assert math.isnan(float(next(row for row in rows if row[0] == "anya")[1 + head[1:].index("odd")]))
        latex = driver.execute_script("return table_file('by-family', 'LaTeX')")
        assert latex.startswith("\\begin{tabular}{lrrr}\n\\toprule\nmethod & ")
