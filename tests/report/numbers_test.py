"""The page's numbers equal the numbers that pandas, NumPy and SQL compute from the store."""

import contextlib
import math
import pathlib
import sqlite3
import sys
import urllib.parse

import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))

import fairway_results  # noqa: E402
import synthetic  # noqa: E402
from browser import go, opened, settled, table_of_methods  # noqa: E402
from conftest import report  # noqa: E402
from fairway_results import estimators  # noqa: E402
from fairway_results import summary  # noqa: E402

COLUMNS = ["answered", "query_p50_ns", "median_gap", "build_p50_ns", "median_bytes", "query_p95_ns", "mean_gap", "p95_gap", "max_gap", "refusal_p50_ns",
           "build_own_p50_ns", "median_own_bytes"]


def number(text):
    return math.nan if text is None else float(text)


def same(value):
    """An approximate comparison, because the page stores times and gaps in single precision."""
    return pytest.approx(float(value), rel=1e-6, abs=1e-12, nan_ok=True)


def hold_against(results, shown):
    """Compares every number of the page's table with summary.py, method by method."""
    sample = results.samples()[0]
    rows = pd.DataFrame(summary.of_sample(sample, results.hosts()[0])).set_index("method")
    assert len(rows) > 1
    for method, row in rows.iterrows():
        cells = shown[method]
        assert number(cells["answered"][0]) == same(row.found / row.reachable)
        for column in COLUMNS:
            assert number(cells[column][0]) == same(row[column]), (method, column)
        of_method = sample.restricted(methods=[row_id(results, method)])
        asked, built = of_method.reachable(), of_method.builds
        gaps, taken = of_method.found().dropna(subset=["gap"]), asked.dropna(subset=["path_ns"])
        by_map = built.world.map(results.worlds["map"])
        costs = built[["total_build_ns", "total_bytes"]].where(built.built, math.inf)
        for column, values, maps, share in (
                ("query_p50_ns", taken.path_ns, taken["map"], 0.5), ("query_p95_ns", taken.path_ns, taken["map"], 0.95), ("median_gap", gaps.gap, gaps["map"], 0.5),
                ("build_p50_ns", costs.total_build_ns, by_map, 0.5), ("median_bytes", costs.total_bytes, by_map, 0.5)):
            expected = estimators.quantile_over_maps(values, maps, share)
            assert [number(cell) for cell in cells[column][:3]] == [same(expected.value), same(expected.low), same(expected.high)], (method, column)


def row_id(results, name):
    return results.methods.index[results.methods.name == name][0]


def test_the_numbers_follow_the_filter(store, page):
    results = fairway_results.read(store)
    with opened(page) as driver:
        settled(driver)
        shown = table_of_methods(driver)
        hold_against(results, shown)
        assert set(shown) == set(results.methods.name)

        six = ["caves", "city", "maze", "rooms", "castle", "aegean"]
        go(driver, "#" + "&".join(f"map={name}" for name in six))
        part = results.restricted(results.worlds.index[results.worlds["map"].isin(six)])
        hold_against(part, table_of_methods(driver))

        go(driver, "#map=caves&map=city")  # too few for intervals
        part = results.restricted(results.worlds.index[results.worlds["map"].isin(["caves", "city"])])
        hold_against(part, table_of_methods(driver))
        assert "[" not in table_of_methods(driver)["grid"]["query_p50_ns"][3]

        go(driver, "#method=grid&method=polyanya")
        assert list(table_of_methods(driver)) == ["grid", "polyanya"]


def test_queries_are_chosen_by_status_and_by_length(store, page):
    every = """SELECT AVG(a.gap) FROM answer a JOIN query q ON q.id = a.query JOIN method m ON m.id = a.method JOIN world w
               ON w.id = q.world WHERE m.name = 'quadtree' AND a.status = 'found' AND q.truth = 'reachable' """
    answered = """AND NOT EXISTS (SELECT * FROM answer o WHERE o.query = a.query AND o.status NOT IN ('found', 'unsupported'))"""
    missed = "AND EXISTS (SELECT * FROM answer o WHERE o.query = a.query AND o.status = 'missed')"
    diagonal = "SQRT((max_x - min_x) * (max_x - min_x) + (max_y - min_y) * (max_y - min_y))"
    short = f"AND q.optimum < {diagonal} / 8"
    addresses = {"#": every, "#only=answered": every + answered, "#only=missed": every + missed,
                 "#length=below+1%2F8": every + short}
    with opened(page) as driver, contextlib.closing(sqlite3.connect(store)) as database:
        for address, sql in addresses.items():
            go(driver, address)
            expected = database.execute(sql).fetchone()[0]
            assert number(table_of_methods(driver)["quadtree"]["mean_gap"][0]) == same(math.nan if expected is None else expected)


def test_a_column_sorts_the_rows(page):
    with opened(page) as driver:
        settled(driver)
        for click, ordered in ((1, sorted), (2, lambda values: sorted(values, reverse=True))):
            driver.execute_script("""Array.from(document.querySelectorAll('#methods thead button'))
                .find(button => button.textContent === 'query').click()""")
            rows = [name for name in table_of_methods(driver) if name != "anya"]  # anya has a separate table
            values = [number(table_of_methods(driver)[name]["query_p50_ns"][0]) for name in rows]
            assert values == ordered(values), click
            assert "sort=query_p50_ns" in driver.execute_script("return location.hash")


def test_radii_terrain_and_hosts_are_never_mixed(tmp_path):
    """The store has illegal paths, timeouts, a radius, terrain, and two hosts."""
    file = tmp_path / "results.sqlite"
    with contextlib.closing(synthetic.make(file)) as database:
        database.executescript("""
            UPDATE world SET radius = 0.5 WHERE id = 2;
            UPDATE world SET terrain = 1, optimum_by = 'grid' WHERE id = 3;
            CREATE TEMP TABLE other AS SELECT * FROM run WHERE id = 1;
            UPDATE other SET id = 2, host = 'other', kernel = 'another';
            INSERT INTO run SELECT * FROM other;
            UPDATE build SET run = 2 WHERE world = 2;
            CREATE TEMP TABLE slow AS SELECT a.query, a.method FROM answer a JOIN query q ON q.id = a.query
              WHERE q.truth = 'reachable' AND (a.query * 7 + a.method) % 5 = 0;
            UPDATE answer SET status = 'timeout', gap = NULL, length = NULL WHERE (query, method) IN (SELECT * FROM slow);
            DELETE FROM timing WHERE (query, method) IN (SELECT * FROM slow);""")
    results = fairway_results.read(file)
    assert len(results.strata()) == 3 and len(results.hosts()) == 2
    report(file, "--out", tmp_path / "report.html")
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        for stratum in results.strata():
            world = stratum.worlds.iloc[0]
            for host in stratum.hosts():
                go(driver, "#" + urllib.parse.urlencode({"stratum": world.stratum, "host": host}))
                hold_against(stratum.on_host(host), table_of_methods(driver))
                assert "≥ " in "".join(cells["query_p95_ns"][3] for cells in table_of_methods(driver).values())
