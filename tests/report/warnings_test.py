"""The page shows the conditions and the warnings of the package."""

import contextlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))

import fairway_results  # noqa: E402
import synthetic  # noqa: E402
from browser import opened, settled  # noqa: E402
from conftest import report  # noqa: E402
from fairway_results import conditions  # noqa: E402


def test_the_warnings_and_conditions_are_those_of_the_package(tmp_path):
    file = tmp_path / "results.sqlite"
    with contextlib.closing(synthetic.make(file)) as database, database:
        database.execute("UPDATE run SET dirty = 1, governor = 'powersave'")
    report(file, "--out", tmp_path / "report.html")
    results = fairway_results.read(file)
    expected = conditions.warnings(results)
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        hosts, warnings = driver.execute_script("""return ['hosts', 'warnings'].map(id =>
            Array.from(document.querySelectorAll(`#${id} li`), item => item.textContent))""")
        summary = driver.execute_script("return document.getElementById('warned').textContent")
    assert warnings == expected and len(expected) > 2
    assert hosts == [f"{host}: {'; '.join(conditions.of_host(results, host))}." for host in results.hosts()]
    assert summary.startswith(f"{len(expected)} warnings")
