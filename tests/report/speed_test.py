"""On a store with many answers, a filter updates the page about as fast as the browser sorts as many numbers."""

import contextlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))

import synthetic  # noqa: E402
from browser import opened, settled  # noqa: E402
from conftest import report  # noqa: E402

MOST = 2
COPIES = 200
CHANGES = [("{length: ['1/4 to 1/2']}", "{length: []}"), ("{map: ['coast', 'field']}", "{map: []}"), ("{only: 'answered'}", "{only: ''}"),
           ("{method: ['grid', 'quadtree']}", "{method: []}")]


def grown(database):
    """Copies each query and its rows COPIES times. Returns the number of answers."""
    database.execute(f"CREATE TEMP TABLE copy AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {COPIES}) SELECT k FROM n")
    for table, changed in (("query", {"id": "id + 10000 * k", "number": "number + 1000 * k"}), ("answer", {"query": "query + 10000 * k"}),
                           ("timing", {"query": "query + 10000 * k"})):
        names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        database.execute(f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(changed.get(name, name) for name in names)} FROM {table}, copy")
    return database.execute("SELECT COUNT(*) FROM answer").fetchone()[0]


def milliseconds(driver, script, after=""):
    """The least time of a script of 9 runs. Other programs of the machine cannot lower it."""
    return driver.execute_script(f"""
        return Math.min(...Array.from({{length: 9}}, () => {{
          const begun = performance.now();
          {script};
          const taken = performance.now() - begun;
          {after};
          return taken;
        }}));""")


def test_a_filter_is_quick(tmp_path):
    with contextlib.closing(synthetic.make(tmp_path / "results.sqlite", repetitions=1)) as database, database:
        answers = grown(database)
    assert answers > 200_000
    report(tmp_path / "results.sqlite", "--out", tmp_path / "report.html")
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        sorting = milliseconds(driver, f"Float64Array.from({{length: {answers}}}, (_, i) => Math.sin(i)).sort()")
        for change, back in CHANGES:
            taken = milliseconds(driver, f"shown.change({change})", f"shown.change({back})")
            print(f"{answers} answers, {change}: {taken:.0f} ms; sorting as many numbers: {sorting:.0f} ms")
            assert taken < MOST * sorting, change
            settled(driver)
