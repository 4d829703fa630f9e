"""Numbers of charts, against computations from the store that have nothing in common with the page."""

import contextlib
import math
import sqlite3

import numpy as np
import pandas as pd
import pytest
import scipy.stats

import fairway_results
from browser import chart_data, go, opened, settled

SHARE_UNIT = 1 / 255


def close(value):
    return pytest.approx(value, rel=1e-5, nan_ok=True)


@pytest.fixture(scope="module")
def answers(store):
    """A row for each answer: view `answer_time`, with the length of the query."""
    with contextlib.closing(sqlite3.connect(store)) as database:
        return pd.read_sql("""SELECT t.*, q.optimum / SQRT((w.max_x - w.min_x) * (w.max_x - w.min_x) + (w.max_y - w.min_y) * (w.max_y - w.min_y))
                              AS length, w.vertices FROM answer_time t JOIN query q ON q.id = t.query JOIN world w ON w.name = t.world""", database)


def curves(driver, chart):
    """Method -> rows of its curve."""
    rows = pd.DataFrame(chart_data(driver, chart)[1:], columns=["method", "x", "y"])
    return {method: of[["x", "y"]].to_numpy() for method, of in rows.groupby("method")}


def test_time_against_length_has_the_medians_of_bins(page, answers):
    found = answers[(answers.status == "found") & (answers.truth == "reachable")]
    found = found.assign(bin=np.maximum(-14, np.floor(2 * np.log2(found.length))))
    with opened(page) as driver:
        shown = {(method, round(2 * math.log2(length) - 0.5)): values for method, length, *values in chart_data(driver, "time-against-length")[1:]}
    expected = {key: close([of.ns.median(), len(of)]) for key, of in found.groupby(["method", "bin"]) if len(of) >= 3}
    methods = {method for method, _ in shown}
    assert len(shown) > 10 and shown == {key: values for key, values in expected.items() if key[0] in methods}


def test_the_performance_profile_is_over_the_fastest_of_all(page, answers):
    asked = answers[answers.truth == "reachable"]
    whole = asked.groupby("method").world.nunique() == asked.world.nunique()
    whole &= ~asked[asked.status == "unsupported"].groupby("method").size().gt(0).reindex(whole.index, fill_value=False)
    solved = asked.assign(ns=asked.ns.where(asked.status == "found", np.inf))[asked.method.isin(whole.index[whole])]
    solved = solved.pivot(index="query", columns="method", values="ns")
    factors = solved.div(solved.min(axis=1), axis=0).to_numpy(), list(solved.columns)
    with opened(page) as driver:
        shown = curves(driver, "performance-profile")
    assert len(shown) > 2
    for method, rows in shown.items():
        of = factors[0][:, factors[1].index(method)]
        for x, y in rows[::7]:
            assert (of < x * (1 - 1e-6)).mean() <= y <= (of <= x * (1 + 1e-6)).mean() + 1e-9


def test_speed_ups_are_geometric_means_over_maps(page, answers):
    found = answers[(answers.status == "found") & (answers.truth == "reachable")]
    wide = np.log(found.pivot(index=["map", "query"], columns="method", values="ns"))
    with opened(page) as driver:
        settled(driver)
        go(driver, "#against=grid")
        places, cells = driver.execute_script("""const [head, ...rows] = document.querySelectorAll('#heat tr');
            return [Array.from(head.cells, cell => cell.textContent).slice(1), rows.map(row => Array.from(row.cells, cell =>
              cell.dataset.value || cell.textContent))]""")
        family = dict(driver.execute_script("return shown.store.worlds.map(world => [world.map, world.family])"))
    assert len(cells) > 3
    for method, *values in cells:
        by_map = (wide["grid"] - wide[method]).groupby("map").mean().dropna()
        by_place = np.exp(by_map.groupby(by_map.index if set(places) <= set(family) else by_map.index.map(family)).mean())
        for place, value in zip(places, values):
            assert (value == "–") if place not in by_place else float(value) == close(by_place[place]), (method, place)


def test_refusals_are_those_of_the_store(store, page):
    with contextlib.closing(sqlite3.connect(store)) as database, opened(page) as driver:
        shown = curves(driver, "refusal-ecdf")
        assert len(shown) > 2
        for method, rows in shown.items():
            asked, refused = database.execute("""SELECT COUNT(*), SUM(status = 'unreachable') FROM answer_time
                WHERE truth = 'unreachable' AND status != 'unsupported' AND method = ?""", [method]).fetchone()
            assert rows[-1][1] == pytest.approx(refused / asked)
            for x, y in rows:
                within = database.execute("""SELECT SUM(ns <= ?) FROM answer_time WHERE truth = 'unreachable' AND status = 'unreachable'
                    AND method = ?""", [x * (1 + 1e-6), method]).fetchone()[0]
                assert y <= within / asked + 1e-9
            table = driver.execute_script("return shown.rows.find(row => shown.store.methods[row.method].name === arguments[0]).refused", method)
            assert table == pytest.approx(refused / asked)


def test_shares_of_phases_are_means_of_the_store(store, page):
    phases = ["locate", "attach", "search", "realise", "smooth"]
    sums = ", ".join(f"SUM({name}_ns) * 1.0 / SUM(locate_ns + attach_ns + search_ns + realise_ns + smooth_ns) AS {name}" for name in phases)
    sql = f"""SELECT {', '.join(f'AVG({name})' for name in phases)} FROM (SELECT {sums} FROM timing t JOIN answer a ON a.query = t.query
              AND a.method = t.method JOIN query q ON q.id = t.query JOIN world w ON w.id = q.world JOIN method m ON m.id = t.method
              WHERE a.status = 'found' AND q.truth = 'reachable' AND m.name = ? AND w.name IN ({{}}) GROUP BY t.query
              HAVING SUM(locate_ns + attach_ns + search_ns + realise_ns + smooth_ns) > 0)"""
    with contextlib.closing(sqlite3.connect(store)) as database, opened(page) as driver:
        for address in ("#", "#map=caves&map=maze"):
            go(driver, address)
            worlds = driver.execute_script("return shown.selection.worlds.map(world => shown.store.worlds[world].name)")
            head, *rows = chart_data(driver, "time-causes")
            assert head == ["method", *phases] and len(rows) > 2
            for method, *values in rows:
                expected = database.execute(sql.format(", ".join("?" * len(worlds))), [method, *worlds]).fetchone()
                assert values == pytest.approx(list(expected), abs=SHARE_UNIT) and sum(values) == pytest.approx(1)


def test_exponents_are_least_squares_with_students_t(store, page):
    results = fairway_results.read(store)
    names, vertices = results.methods.name, results.worlds.vertices
    built = results.builds[results.builds.status == "built"]
    asked = results.reachable()
    spent = asked.assign(ns=asked.ns.where(asked.status == "found", asked.limit_ns)).dropna(subset=["ns"])
    measures = {"growth-build": built.set_index(["method", "world"]).total_ns, "growth-memory": built.set_index(["method", "world"]).total_bytes,
                "growth-query": spent.groupby(["method", "world"]).ns.mean()}
    with opened(page) as driver:
        for chart, measure in measures.items():
            dots = {(method, world): (size, value) for method, world, size, value in chart_data(driver, chart)[1:]}
            told = driver.execute_script("""return Array.from(kCharts.find(one => one.id === arguments[0]).draw(shown, ink_of_page()).exponents,
                ([method, fit]) => [shown.store.methods[method].name, [fit.value, fit.low, fit.high]])""", chart)
            assert len(told) > 2
            for method, values in told:
                of = measure.xs(names.index[names == method][0])
                assert {world: dots[method, results.worlds.name[world]] for world in of.index} == {
                    world: close((vertices[world], value)) for world, value in of.items()}
                x, y = np.log(vertices[of.index].to_numpy(float)), np.log(of.to_numpy())
                fit = scipy.stats.linregress(x, y)
                reach = scipy.stats.t.ppf(0.975, len(x) - 2) * fit.stderr
                assert fit.slope == pytest.approx(np.polyfit(x, y, 1)[0])
                assert values == pytest.approx([fit.slope, fit.slope - reach, fit.slope + reach], rel=1e-5, abs=1e-7)
        go(driver, "#map=caves&map=maze")
        drawing = driver.execute_script("""const {option, caption} = kCharts.find(one => one.id === 'growth-build').draw(shown, ink_of_page());
            return [option.series.map(one => one.type), caption]""")
        assert set(drawing[0]) == {"scatter"} and "No exponents" in drawing[1]
