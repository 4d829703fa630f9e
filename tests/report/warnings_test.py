"""The page warns of what scripts/plots warns of, in the same words."""

import contextlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))

import conditions_test  # noqa: E402
import fairway_results  # noqa: E402
import synthetic  # noqa: E402
from browser import opened, settled  # noqa: E402
from conftest import fairway  # noqa: E402
from plots import conditions  # noqa: E402

COPY_OF_RUN = """CREATE TEMP TABLE other AS SELECT * FROM run WHERE id = 1;
    UPDATE other SET id = 2, {}; INSERT INTO run SELECT * FROM other; {}"""
MORE = [
    "UPDATE timing SET switches = 2, repeated = 1 WHERE method = 1",
    "INSERT INTO timing (query, method, repetition, locate_ns, attach_ns, search_ns, realise_ns, smooth_ns)"
    " SELECT query, method, n, 0, 0, 5000 * n, 0, 0 FROM timing, (SELECT 1 AS n UNION ALL SELECT 2) WHERE method = 3 AND query < 3000",
    "UPDATE build SET status = 'unsupported'; UPDATE answer SET status = 'unsupported' WHERE query >= 3000; DELETE FROM timing WHERE query >= 3000",
    COPY_OF_RUN.format("\"commit\" = 'later'", ""),
    COPY_OF_RUN.format("host = 'other', cpu = 'another'", "INSERT INTO measurement (run, world, started) VALUES (2, 2, '')"),
    COPY_OF_RUN.format("host = 'other', cpu = 'another'", "INSERT INTO measurement (run, world, started) VALUES (2, 1, '')"),
    COPY_OF_RUN.format("host = 'twin'", "UPDATE build SET run = 2 WHERE world = 2"),
    "DELETE FROM measurement; UPDATE build SET clock_ns = NULL, waited_ns = NULL",
]


def test_the_warnings_and_facts_are_those_of_the_plots(store, tmp_path):
    stores = [store]
    for i, change in enumerate(["", *(sql for sql, _ in conditions_test.OBJECTIONS), *MORE]):
        stores.append(tmp_path / f"{i}.sqlite")
        with contextlib.closing(conditions_test.quiet(stores[-1])) as database:
            database.executescript(change)
    stores.append(tmp_path / "few.sqlite")
    synthetic.tiny(stores[-1], {"grid": {"a": [1], "b": [2]}}).close()
    fairway("report", *stores, "--out", tmp_path / "report.html")
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        shown = driver.execute_script("""return stores.map(store => [warnings_of(store),
            hosts_of(store).map(host => `- **${host}**: ` + facts_of_host(store, host).join("; ") + ".")])""")
        listed = driver.execute_script("return Array.from(document.querySelectorAll('#warnings li'), item => item.textContent)")
    expected = []
    for file in stores:
        results = fairway_results.read(file)
        text = conditions.markdown(results)
        expected.append([conditions.warnings(results), [line for line in text.split("## Warnings")[0].splitlines() if line.startswith("- ")]])
    for file, own, theirs in zip(stores, shown, expected):
        assert own == theirs, file
    assert listed == (shown[0][0] or ["None."])
    assert len({warning.split(":")[-1][:20] for warnings, _ in shown for warning in warnings}) > 15
