"""Advice, the comparison of two stores, and the saved table."""

import csv
import io
import re
import shutil
import sqlite3

import numpy as np
import pytest

import fairway_results
from browser import go, opened, settled, table_of_methods
from conftest import report
from fairway_results import break_even, compare, estimators


def advised(driver):
    """Method -> (cost of a query, text that says whether it differs from the first method, memory on the worst map)."""
    return dict(driver.execute_script("""return Array.from(document.querySelectorAll('#ranking tbody tr'), row =>
        [row.dataset.advised, [Number(row.dataset.each), row.querySelector('[data-differs]').textContent, Number(row.lastChild.dataset.value)]])"""))


def said(driver, node):
    return driver.execute_script("return document.getElementById(arguments[0]).textContent", node)


def test_advice_is_the_arithmetic_of_the_store(store, page):
    results = fairway_results.read(store).samples()[0]
    costs = break_even.costs(results)
    costs["each"] = costs.build_ns / 100 + costs.query_ns
    wide = costs.pivot(index="world", columns="method", values="each")
    wide.columns = results.methods.name[wide.columns]
    most = results.builds.groupby("method").total_bytes.max().rename(index=results.methods.name)
    asked = results.reachable()
    answered = asked.assign(found=asked.status == "found").groupby(["method", "world"]).found.mean().groupby("method").min()
    answered = answered.rename(index=results.methods.name)
    with opened(page) as driver:
        settled(driver)
        go(driver, "#builds=100&share=0")
        ranking = advised(driver)
        assert {name: row[0] for name, row in ranking.items()} == {
            name: pytest.approx(wide[name].median(), rel=1e-5) for name in wide}
        assert [row[0] for row in ranking.values()] == sorted(row[0] for row in ranking.values())
        assert {name: row[2] for name, row in ranking.items()} == {name: most[name] for name in wide}
        first, *others = ranking
        corrected = estimators.holm([estimators.p_of_mean(np.log(wide[name] / wide[first])) for name in others])
        assert [ranking[name][1] for name in others] == ["yes" if p < 0.05 else "not significantly" for p in corrected]
        assert driver.execute_script("return document.querySelector('[data-field=bursts]').hidden")

        go(driver, "#builds=100&share=100")
        kept = [name for name in wide if answered[name] == 1]
        assert sorted(advised(driver)) == sorted(kept) and 0 < len(kept) < len(wide.columns)
        assert all(name in said(driver, "ruled-out") for name in set(wide) - set(kept))


# Regression: the code assumed that a method fits a memory limit if it fits on the median map.
def test_a_method_fits_if_it_does_on_the_worst_map(store, page):
    results = fairway_results.read(store).samples()[0]
    names = results.methods.name
    most = results.builds.groupby("method").total_bytes.max().rename(index=names)
    middle = results.builds.groupby("method").total_bytes.median().rename(index=names)
    gaps = results.found().groupby(["method", "world"]).gap.mean().groupby("method").max().rename(index=names)
    means = results.found().groupby("method").gap.mean().rename(index=names)
    with opened(page) as driver:
        settled(driver)
        memory = int(np.median(most) / 1024)
        go(driver, f"#share=0&memory={memory}")
        kept = set(advised(driver))
        assert kept == {name for name in most.index if most[name] <= 1024 * memory}
        assert kept < {name for name in middle.index if middle[name] <= 1024 * memory}, "the median keeps to it, the worst map does not"
        largest = results.builds.assign(name=results.builds.method.map(names)).sort_values("total_bytes").groupby("name").world.last()
        ruled_out = said(driver, "ruled-out")
        for name in set(most.index) - kept:
            assert re.search(rf"{name}(, [\w-]+)*: needs [\d.]+ .iB on {re.escape(results.worlds.name[largest[name]])}[;.]", ruled_out)
        limit = 100 * (gaps["triangle-mesh"] + means["triangle-mesh"]) / 2
        assert means["triangle-mesh"] < limit / 100 < gaps["triangle-mesh"]
        go(driver, f"#share=0&gap={limit}")
        assert set(advised(driver)) == {name for name in gaps.index if gaps[name] <= limit / 100}
        assert "triangle-mesh: has a mean gap of " in said(driver, "ruled-out")


# Regression: methods that do not support all chosen maps were missing from the list.
def test_methods_that_lack_maps_are_listed_with_them(store, page):
    results = fairway_results.read(store)
    absent = results.builds[(results.builds.status == "unsupported") & (results.builds.method.map(results.methods.name) == "anya")]
    maps = list(results.worlds.name[absent.world])
    assert maps
    with opened(page) as driver:
        settled(driver)
        go(driver, "#share=0")
        assert "anya" not in advised(driver) and "anya" not in said(driver, "ruled-out")
        assert said(driver, "not-everywhere") == f"No support for, or no measurement on, all chosen maps: anya lacks {', '.join(maps)}."
        go(driver, "#share=0&" + "&".join(f"map={name}" for name in sorted(set(results.worlds.name) - set(maps))))
        assert "anya" in advised(driver) and said(driver, "not-everywhere") == ""


def test_two_stores_are_compared_by_map(store, tmp_path):
    other = tmp_path / "other.sqlite"
    shutil.copy(store, other)
    with sqlite3.connect(other) as database:
        database.execute("UPDATE timing SET search_ns = 3 * search_ns + (query * 37) % 1000 WHERE method ="
                         " (SELECT id FROM method WHERE name = 'quadtree')")
    file = tmp_path / "report.html"
    report(store, other, "--out", file)
    expected = compare.table(compare.times(*(fairway_results.read(one) for one in (store, other))))
    with opened(file) as driver:
        settled(driver)
        rows = driver.execute_script("""
            const section = Array.from(document.querySelectorAll("section")).find(one => one.querySelector("h2").textContent === "Compared with " + arguments[0]);
            return Array.from(section.querySelectorAll("tbody tr"), row => Array.from(row.cells, cell => cell.textContent))""", str(other))
        go(driver, "#store=1")
        assert str(store) in driver.execute_script("return document.getElementById('sections-place').textContent")
    assert rows == [list(row) for row in zip(*(column.cells() for column in expected.columns))]
    verdict = {row[1]: row[-1] for row in rows if row[0] == "queries"}
    assert verdict["quadtree"] == "yes" and verdict["grid"] == "no"


def test_the_table_of_methods_is_saved(page):
    with opened(page) as driver:
        settled(driver)
        rows = list(csv.reader(io.StringIO(driver.execute_script("return table_file()"))))
        shown = table_of_methods(driver)
        assert rows[0][:3] == ["method", "answered", "query"] and {len(row) for row in rows} == {len(rows[0])}
        assert [row[0] for row in rows[1:]] == list(shown)
        assert [row[1] for row in rows[1:]] == [cells["answered"][3] for cells in shown.values()]
