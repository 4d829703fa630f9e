"""Findings and pairs on the page equal those of the package. The page contains the package's figures."""

import re

import pytest

import fairway_results
from browser import go, opened, settled, tables_of, wait
from fairway_results import comparisons, tables


def test_the_pairs_are_those_of_the_package(store, page):
    results = fairway_results.read(store)
    expected = list(tables.of_pairs(results, comparisons.table(results)))
    with opened(page) as driver:
        settled(driver)
        shown = tables_of(driver, "pairs")
    assert list(shown) == [table.title for table in expected]
    for table in expected:
        head, *rows = shown[table.title]
        assert head == [column.title for column in table.columns]
        assert rows == [list(row) for row in zip(*(column.cells() for column in table.columns))] and len(rows) > 2


def test_charts_are_drawn_once_they_are_in_sight(page):
    with opened(page, width=1200, height=900) as driver:
        settled(driver)
        for chart in ("gap-against-time", "time-ecdf", "gap-ecdf"):
            driver.execute_script(f"document.getElementById('figure-{chart}').scrollIntoView()")
            wait(driver, f"return document.querySelector('#figure-{chart} img').naturalWidth > 100")
            assert driver.execute_script(f"return document.querySelector('#figure-{chart} figcaption').textContent")


def test_findings_are_supported_by_the_tests(store, page):
    with opened(page) as driver:
        settled(driver)
        findings = driver.execute_script("return Array.from(document.querySelectorAll('#findings li'), item => item.textContent)")
        assert len(findings) >= 3
        links = driver.execute_script("return Array.from(document.querySelectorAll('#findings a'), a => a.hash)")
        assert len(links) >= 3
        for link in links:
            assert driver.execute_script("return document.querySelector(arguments[0]) !== null", link)
    pairs = [row for row in comparisons.table(fairway_results.read(store)).to_dict("records") if row["family"] == comparisons.BETWEEN]
    tested = {frozenset([row["method"], row["against"]]): row["time_p_holm"] < 0.05 for row in pairs}
    ratios = {(row["method"], row["against"]): [row[f"time_ratio{end}"] for end in ("", "_low", "_high")] for row in pairs}
    ratios |= {(b, a): [1 / ratio, 1 / high, 1 / low] for (a, b), (ratio, low, high) in ratios.items()}
    first = next(text for text in findings if " faster than " in text)
    method = first.split(" answers ")[0]
    told = re.findall(r"([\d.]+) times \[([\d.]+), ([\d.]+)\] faster than ([\w-]+)", first)
    assert told
    for *numbers, slower in told:
        assert tested[frozenset([method, slower])]
        assert [float(number) for number in numbers] == pytest.approx(ratios[slower, method], rel=6e-3)  # three digits


def test_what_only_changes_the_looks_computes_nothing_again(page):
    with opened(page) as driver:
        settled(driver)
        before = driver.execute_script("return document.querySelectorAll('#methods [data-low]').length")
        driver.execute_script("window.rows_before = shown.rows; location.hash = '#sort=mean_gap'")
        wait(driver, "return document.documentElement.dataset.shown === location.hash")
        assert driver.execute_script("return shown.rows === rows_before && document.querySelectorAll('#methods [data-low]').length") == before > 20
        go(driver, "#sort=mean_gap&map=caves")
        assert driver.execute_script("return shown.rows !== rows_before")
