"""Gap and share solved against time spent: the numbers of the figure `anytime`, from the same store."""

import contextlib
import random
import shutil
import sqlite3

import numpy as np
import pytest

import fairway_results
from browser import chart_data, opened, settled, wait
from conftest import fairway
from plots import anytime

CHARTS = ["anytime-gap", "anytime-solved"]
TOLD = ["grid", "quadtree"]


@pytest.fixture(scope="module")
def told(store, tmp_path_factory):
    """The store, as if two of its methods had found each path in a few steps."""
    file = tmp_path_factory.mktemp("anytime") / "results.sqlite"
    shutil.copy(store, file)
    draw = random.Random(1)
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        for query, method, length in database.execute(
                "SELECT a.query, a.method, a.length FROM answer a JOIN method m ON m.id = a.method"
                f" WHERE a.status = 'found' AND m.name IN ({', '.join('?' * len(TOLD))})", TOLD).fetchall():
            ns = draw.randint(1000, 100_000)
            for step in range(draw.randint(0, 3), -1, -1):
                database.execute("INSERT INTO improvement VALUES (?, ?, ?, ?)", [query, method, ns, length * 1.5 ** step])
                ns += draw.randint(1, 1_000_000)
    return file


def test_charts_have_the_numbers_of_the_figure(told, tmp_path):
    fairway("report", told, "--out", tmp_path / "report.html")
    results = fairway_results.read(told)
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        for chart in CHARTS:
            driver.execute_script("document.getElementById(arguments[0]).scrollIntoView()", chart)
            wait(driver, f"return document.querySelector('#{chart} figcaption').textContent !== ''")
        data = {chart: chart_data(driver, chart) for chart in CHARTS}
        svg = driver.execute_script("return chart_file(shown, 'anytime-gap', 'SVG')")
        heights = driver.execute_script("""const {option} = kCharts.find(one => one.id === 'anytime-solved').draw(shown, ink_of_page());
            return option.series.map(one => [one.name, one.data.map(({value}) => value), one.lineStyle.type])""")
    assert all(f">{name}<" in svg for name in TOLD)
    assert data[CHARTS[0]] == data[CHARTS[1]]
    rows = [row for row in data[CHARTS[0]][1:] if row[0] in TOLD]
    assert len(rows) == len(data[CHARTS[0]]) - 1 > 50
    times = anytime.moments(results.improvements.ns.min(), results.improvements.ns.max())
    for name in TOLD:
        method = results.methods.index[results.methods.name == name][0]
        median, mean, share = anytime.progress(results, method, times)
        shown = np.array([row[1:] for row in rows if row[0] == name])
        assert shown == pytest.approx(np.column_stack([times, median, mean, share])[share > 0], rel=1e-5, abs=1e-6)
        curve = next(values for other, values, _ in heights if other == name)
        assert np.array(curve) == pytest.approx(np.column_stack([np.log10(times), share])[share > 0])


def test_charts_are_hidden_where_no_method_tells(page):
    with opened(page) as driver:
        settled(driver)
        hidden = driver.execute_script("return arguments[0].map(id => document.getElementById(id).offsetParent === null)", CHARTS)
        assert hidden == [True, True]
        assert driver.execute_script("return document.getElementById('gap-against-time').offsetParent !== null")
