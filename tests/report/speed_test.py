"""A filter answers within a tenth of a second, on a store of many answers."""

import contextlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))

import synthetic  # noqa: E402
from browser import opened, settled  # noqa: E402
from conftest import report  # noqa: E402

MOST_MS = 100
CHANGES = ["{family: ['maps'], length: ['1/4 to 1/2']}", "{length: []}", "{map: ['coast', 'field']}", "{only: 'answered'}", "{method: ['grid', 'quadtree']}"]


def test_a_filter_is_quick(tmp_path):
    with contextlib.closing(synthetic.make(tmp_path / "results.sqlite", queries=4000, repetitions=1)) as database:
        answers = database.execute("SELECT COUNT(*) FROM answer").fetchone()[0]
    report(tmp_path / "results.sqlite", "--out", tmp_path / "report.html")
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        for change in CHANGES:
            taken = driver.execute_script(f"const begun = performance.now(); shown.change({change}); return performance.now() - begun;")
            print(f"{answers} answers, {change}: {taken:.0f} ms")
            assert taken < MOST_MS, change
            settled(driver)
