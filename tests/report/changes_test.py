"""What the page tells of worlds that change is what scripts/plots/changes.py tells."""

import math

import pytest

import fairway_results
from browser import opened, settled
from conftest import fairway
from plots import changes


@pytest.fixture(scope="module")
def changing(tmp_path_factory):
    folder = tmp_path_factory.mktemp("changing")
    fairway("run", "datasets/sweeps/changing.toml", "--maps", "doors-*,crates-*", "--methods", "grid,grid-rebuilt,polyanya,triangle-mesh",
            "--queries", 20, "--repetitions", 1, "--out", folder)
    fairway("report", folder / "results.sqlite", "--out", folder / "report.html")
    return folder


def close(value):
    return pytest.approx(float(value), rel=1e-5, abs=1e-9, nan_ok=True)


def test_the_table_is_that_of_the_plots(changing):
    results = fairway_results.read(changing / "results.sqlite")
    expected = changes.table(results).set_index(["maps", "method"])
    crossings = changes.crossover(results)
    costs = changes.costs(results)
    with opened(changing / "report.html") as driver:
        settled(driver)
        rows = driver.execute_script("""return Array.from(document.querySelectorAll('#changes tbody tr'), row => [row.dataset.world,
            row.dataset.method, row.dataset.from, row.dataset.to, ...Array.from(row.querySelectorAll('[data-value]'), cell => cell.dataset.value)])""")
    assert len(rows) == len(expected) > 10
    for world, method, first, last, repaired, p50, p95, mean, first_answer, query, *rates in rows:
        row = expected.loc[world, method]
        assert [float(value) for value in (repaired, p50, p95, mean, first_answer)] == [close(row[name]) for name in (
            "repaired", "follow_p50_ns", "follow_p95_ns", "follow_mean_ns", "first_answer_p50_ns")]
        cost = costs.loc[world, results.methods.index[results.methods.name == method][0]]
        assert float(query) == close(cost["query"])
        assert float(rates[0]) == close(max(0, (1e9 - cost.burst) / cost["query"]))
        if float(last) > float(first) > 0:
            here = crossings[(crossings.maps == world) & (crossings.dear == method)]
            assert float(first) == close(here.queries_a_burst.max())
    # From none to any number of queries some method is the cheapest.
    for world in {row[0] for row in rows}:
        spans = sorted((float(first), float(last)) for name, _, first, last, *_ in rows if name == world and float(last) > float(first))
        assert spans[0][0] == 0 and math.isinf(spans[-1][1])
        assert all(one[1] == close(other[0]) for one, other in zip(spans, spans[1:]))


def test_a_store_without_changes_has_no_such_table(page):
    with opened(page) as driver:
        assert driver.execute_script("return document.getElementById('changes')") is None
