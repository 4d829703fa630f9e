"""What the page tells of worlds that change is what scripts/plots/changes.py tells."""

import contextlib
import csv
import json
import math
import pathlib
import sqlite3

import numpy as np
import pandas as pd
import pytest

import fairway_results
from browser import chart_data, go, opened, settled
from conftest import ROOT, fairway
from plots import break_even, change_figures, changes


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
        assert float(rates[0]) == close(max(0, (1e9 - cost.burst) / cost["query"])) and float(rates[-1]) == row.outdated == 0
        if float(last) > float(first) > 0:
            here = crossings[(crossings.maps == world) & (crossings.dear == method)]
            assert float(first) == close(here.queries_a_burst.max())
    # From none to any number of queries some method is the cheapest.
    for world in {row[0] for row in rows}:
        spans = sorted((float(first), float(last)) for name, _, first, last, *_ in rows if name == world and float(last) > float(first))
        assert spans[0][0] == 0 and math.isinf(spans[-1][1])
        assert all(one[1] == close(other[0]) for one, other in zip(spans, spans[1:]))


def rows_of(folder, sql):
    with contextlib.closing(sqlite3.connect(folder / "results.sqlite")) as database:
        return pd.read_sql(sql, database)


@pytest.fixture(scope="module")
def followed(changing):
    """A row for each burst that a method followed."""
    return rows_of(changing, """SELECT m.name AS method, w.name AS world, f.number, b.area / ((w.max_x - w.min_x) * (w.max_y - w.min_y)) AS share, f.ns
                                FROM follow f JOIN method m ON m.id = f.method JOIN world w ON w.id = f.world
                                JOIN burst b ON b.world = f.world AND b.number = f.number""")


def lines(driver, chart):
    """Method and points of each line that a chart draws."""
    return driver.execute_script("""return kCharts.find(one => one.id === arguments[0]).draw(shown, ink_of_page()).option.series
        .filter(one => one.type === 'line').map(one => [one.name, one.data])""", chart)


def test_times_to_follow_against_the_share_are_those_of_the_store(changing, followed):
    colours = {"grid", "grid-rebuilt", "polyanya"}
    worlds = sorted(set(followed.world))
    assert len(worlds) > 3
    with opened(changing / "report.html", address="#" + "&".join(f"colour={name}" for name in sorted(colours))) as driver:
        settled(driver)
        for address, chosen in (("", worlds[:1]), (f"&changing={worlds[2]}", worlds[2:3]), ("&changing=*", worlds), (f"&changing=*&map={worlds[1]}", worlds[1:2])):
            go(driver, "#" + "&".join(f"colour={name}" for name in sorted(colours)) + address)
            expected = followed[followed.world.isin(chosen) & followed.method.isin(colours) & followed.share.gt(0)]
            shown = {tuple(row[:3]): row[3:] for row in chart_data(driver, "follow-share")[1:]}
            assert len(shown) == len(expected) > 50
            assert shown == {(row.method, row.world, row.number): close_list([row.share, row.ns]) for row in expected.itertuples()}
            bins = expected.assign(bin=np.round(2 * np.log10(expected.share))).groupby(["method", "world", "bin"])[["share", "ns"]].median()
            medians = sorted((method, *point) for method, points in lines(driver, "follow-share") for point in points)
            assert medians == [(method, *close_list(np.log10(point)))
                               for method, *point in sorted((row.Index[0], row.share, row.ns) for row in bins.itertuples())]


def close_list(values):
    return [close(value) for value in values]


def test_throughput_is_what_the_bursts_leave(changing):
    results = fairway_results.read(changing / "results.sqlite")
    costs = changes.costs(results)
    names = dict(zip(results.methods.name, results.methods.index))
    world = sorted(set(costs.index.get_level_values("maps")))[2]
    with opened(changing / "report.html") as driver:
        settled(driver)
        for chosen, means in ((world, costs.loc[world]), ("*", costs.groupby(level="method").mean())):
            go(driver, f"#changing={chosen}")
            shown = chart_data(driver, "throughput-rate")[1:]
            methods = {method for method, *_ in shown}
            assert {"grid", "polyanya"} <= methods and len(shown) == len(methods) * len(change_figures.RATES)
            for method in methods:
                cost = means.loc[names[method]]
                left = np.maximum(0, (1 - change_figures.RATES * 1e-9 * cost.burst) / (1e-9 * cost["query"]))
                assert left[0] > 0 == left[-1]
                assert np.array([row[1:] for row in shown if row[0] == method]) == pytest.approx(np.column_stack([change_figures.RATES, left]), rel=1e-3, abs=1e-3)


def test_the_cheapest_method_is_that_of_brute_force(changing):
    results = fairway_results.read(changing / "results.sqlite")
    costs = changes.costs(results)
    with opened(changing / "report.html") as driver:
        settled(driver)
        for address, methods in (("", list(results.methods.name)), ("#method=grid-rebuilt&method=triangle-mesh", ["grid-rebuilt", "triangle-mesh"])):
            go(driver, address or "#")
            shown = pd.DataFrame(chart_data(driver, "cheapest-queries")[1:], columns=["world", "method", "low", "high"])
            if not address:
                whole = costs
            else:  # fewer methods answer more queries rightly, all of them
                whole = changes.costs(results.restricted(methods=results.methods.index[results.methods.name.isin(methods)]))
            worlds = sorted(set(whole.index.get_level_values("maps")))
            assert sorted(set(shown.world)) == worlds and set(shown.method) <= set(methods)
            for world in worlds:
                here = whole.loc[world]
                spans = shown[shown.world == world]
                for queries in change_figures.QUERIES:
                    totals = here.burst + queries * here["query"]
                    best = results.methods.name[totals.idxmin()]
                    told = spans[(spans.low <= queries) & (spans.high.fillna(np.inf) >= queries)].method.tolist()
                    second = totals.nsmallest(2).iloc[1]
                    assert told == [best] or second < totals.min() * (1 + 1e-4), (world, queries)


def crossover_cells(driver):
    """By the methods of row and column: the queries between which the row is cheaper, and the words; methods in the order of rows."""
    head, *rows = driver.execute_script("""return Array.from(document.querySelectorAll('#crossovers tr'), row => Array.from(row.cells, cell =>
        [cell.textContent, cell.dataset.from, cell.dataset.to]))""")
    names = [cell[0] for cell in head[1:]]
    assert [row[0][0] for row in rows] == names and all(row[1 + i] == ["", None, None] for i, row in enumerate(rows))
    return names, {(row[0][0], name): (float(low), float(high), words) for row in rows for name, (words, low, high) in zip(names, row[1:]) if low}


def test_crossovers_are_those_of_the_plots_and_of_brute_force(changing):
    results = fairway_results.read(changing / "results.sqlite")
    worlds = sorted(results.worlds["map"])
    pair = ["grid-rebuilt", "triangle-mesh"]
    said = set()
    with opened(changing / "report.html") as driver:
        settled(driver)
        for world, methods in [*((world, None) for world in worlds), ("*", None), (worlds[0], pair), ("*", pair)]:
            go(driver, f"#changing={world}" + "".join(f"&method={name}" for name in methods or ()))
            part = results if methods is None else results.restricted(methods=results.methods.index[results.methods.name.isin(methods)])
            means = changes.costs(part)
            means = (means.groupby(level="method").mean() if world == "*" else means.loc[world]).rename(index=results.methods.name)
            names, cells = crossover_cells(driver)
            assert names == list(means.burst.sort_values().index) and len(cells) == len(names) * (len(names) - 1) > 0
            for (row, column), (low, high, words) in cells.items():
                value = changes.cheaper_from(means.loc[row], means.loc[column])
                least = low if low > 0 else 0 if high == math.inf else -high if high > 0 else math.inf
                assert least == close(value), (world, row, column)
                assert words == {0: "always", math.inf: "never"}.get(value, words)
                if value not in (0, math.inf):
                    assert words[:2] == ("≥ " if value > 0 else "< ") and float(words[2:].replace(",", "")) == pytest.approx(abs(value), rel=0.01)
                gains = (means.loc[column] - means.loc[row]).burst + change_figures.QUERIES * (means.loc[column] - means.loc[row])["query"]
                inside = (change_figures.QUERIES >= low) & (change_figures.QUERIES <= high)
                assert ((gains > 0) == inside)[abs(gains) > 1e-4 * means.burst.max()].all()
                said.add(words[:2])
            if world == "*":
                square = changes.against_each_other(part).rename(index=results.methods.name, columns=results.methods.name)
                assert {key: change_figures.cell(square.loc[key]) for key in cells} == {
                    key: change_figures.cell(changes.cheaper_from(means.loc[key[0]], means.loc[key[1]])) for key in cells}
            else:
                crossings = changes.crossover(part)
                crossings = crossings[crossings.maps == world]
                assert 2 * len(crossings) == len(cells)
                for one in crossings.itertuples():
                    assert cells[one.cheap, one.dear][:2] == (0, close(one.queries_a_burst))
                    low, high, _ = cells[one.dear, one.cheap]
                    assert (low == close(one.queries_a_burst) and high == math.inf) if one.queries_a_burst < math.inf else high <= low
    assert {"al", "ne", "≥ ", "< "} == said


def contrast(driver):
    """The least contrast of words in the cells with their ground, as WCAG 2.1 defines it."""
    inks = driver.execute_script("""const numbers = text => text.match(/[\\d.]+/g).map(Number);
        const ground = numbers(getComputedStyle(document.body).backgroundColor);
        return Array.from(document.querySelectorAll('#crossovers td.heat'), cell => [numbers(getComputedStyle(cell).color),
          numbers(getComputedStyle(cell).backgroundColor), ground])""")

    def luminance(rgb):
        return sum(weight * (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
                   for weight, part in zip((0.2126, 0.7152, 0.0722), np.array(rgb) / 255))

    def ratio(ink, above, below):
        share = above[3] if len(above) > 3 else 1
        low, high = sorted(map(luminance, (ink[:3], share * np.array(above[:3]) + (1 - share) * np.array(below[:3]))))
        return (high + 0.05) / (low + 0.05)
    return min(ratio(*one) for one in inks)


def test_crossovers_are_read_in_light_and_dark_and_saved(changing):
    with opened(changing / "report.html") as driver:
        settled(driver)
        for scheme in ("light", "dark"):
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            assert contrast(driver) > 4.5, scheme
        names, cells = crossover_cells(driver)
        saved = driver.execute_script("return table_file('crossovers', 'CSV')")
        head, *rows = csv.reader(saved.splitlines())
        assert head == ["cheaper ↓ than →", *names]
        assert {(row[0], name): words for row in rows for name, words in zip(names, row[1:]) if words} == {key: words for key, (_, _, words) in cells.items()}
        assert "↓" not in driver.execute_script("return table_file('crossovers', 'LaTeX')")
        go(driver, "#method=grid")
        assert driver.execute_script("return document.querySelectorAll('#crossovers tr').length") == 0
        assert driver.execute_script("return document.getElementById('crossover-words').textContent").startswith("Nothing to compare")


def test_charts_of_changes_are_saved_and_lead_to_queries(changing):
    asked = rows_of(changing, "SELECT w.name AS world, q.number, q.bursts FROM query q JOIN world w ON w.id = q.world")
    bursts = {(row.world, row.number): row.bursts for row in asked.itertuples()}
    with opened(changing / "report.html") as driver:
        settled(driver)
        assert bursts == {(world, number): count for world, number, count in driver.execute_script("""const {store} = shown;
            return Array.from(store.world, (world, i) => [store.worlds[world].name, store.number[i], store.bursts[i]])""")}
        led = driver.execute_script("""const {store} = shown;
            return kCharts.find(one => one.id === 'follow-share').draw(shown, ink_of_page()).option.series.flatMap(one => one.data).filter(item => item.to)
              .map(({burst, to}) => [store.worlds[store.burst.world[burst]].name, store.burst.number[burst], to() ? store.number[to().query] : null])""")
        for world, burst, query in led:
            later = [number for (place, number), count in bursts.items() if place == world and count >= burst]
            assert query == min(later, default=None)
        assert len(led) > 50
        for chart in ("follow-share", "throughput-rate", "cheapest-queries"):
            drawn = driver.execute_script("return chart_file(shown, arguments[0], 'SVG')", chart)
            assert drawn.startswith("<svg") and "polyanya" in drawn and "NaN" not in drawn
            saved = driver.execute_script("return chart_file(shown, arguments[0], 'CSV')", chart).splitlines()
            assert len(saved) == len(chart_data(driver, chart)) > 3
        assert "grid" in driver.execute_script("return document.getElementById('changing-choice').textContent")


def test_two_stores_have_a_table_of_changes_and_one_of_the_comparison(changing, tmp_path):
    copy = tmp_path / "again.sqlite"
    copy.write_bytes((changing / "results.sqlite").read_bytes())
    fairway("report", changing / "results.sqlite", copy, "--out", tmp_path / "report.html")
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        assert driver.execute_script("return ['#changes tr[data-world]', '#comparison-table tr[data-change]'].map("
                                     "rows => document.querySelectorAll(rows).length > 3)") == [True, True]


def walls_after(world, bursts):
    """The outline of a world that changes, from its own files: sides of cells, or a geometry of GEOS."""
    folder = ROOT / "datasets" / "sweeps" / "changing"
    steps = [step for step in json.loads((folder / f"{world}.changes").read_text(encoding="utf-8"))["steps"] if "query" not in step][:bursts]
    cells = folder / f"{world}.map"
    if cells.exists():
        lines = cells.read_text(encoding="utf-8").splitlines()
        rows = [list(line) for line in lines[lines.index("map") + 1:]]
        for patch in (patch for step in steps for patch in step["patch"]):
            for y, row in enumerate(patch["rows"], patch["y"]):
                rows[y][patch["x"]:patch["x"] + len(row)] = row
        grid = np.pad(np.isin(np.array(rows), list(".G")), 1)
        upright, level = np.argwhere(grid[:, 1:] != grid[:, :-1]), np.argwhere(grid[1:] != grid[:-1])
        return {((x, y - 1), (x, y)) for y, x in upright.tolist()} | {((x - 1, y), (x, y)) for y, x in level.tolist()}
    geometry, ops = (pytest.importorskip(f"shapely.{name}", reason="python3-shapely is not installed") for name in ("geometry", "ops"))
    feature, = json.loads((folder / f"{world}.geojson").read_text(encoding="utf-8"))["features"]
    space, *solid = map(geometry.Polygon, feature["geometry"]["coordinates"])  # its holes share edges
    present = {}
    for step in steps:
        for gone in step.get("remove", []):
            del present[gone]
        present |= {one["id"]: geometry.Polygon(one["ring"]) for one in step.get("add", [])}
    free = space.difference(ops.unary_union([*solid, *present.values()]))
    return ops.unary_union([part.boundary for part in getattr(free, "geoms", [free])])


def as_units(segments):
    """Segments along the grid as sides of cells."""
    for x1, y1, x2, y2 in segments:
        count = int(max(abs(x2 - x1), abs(y2 - y1)))
        step = ((x2 - x1) / count, (y2 - y1) / count)
        for i in range(count):
            ends = sorted([(x1 + i * step[0], y1 + i * step[1]), (x1 + (i + 1) * step[0], y1 + (i + 1) * step[1])])
            yield tuple(map(tuple, ends))


WALLS = """const [query, done] = arguments, {store} = shown, world = store.world[query];
    walls_of(store, world, store.bursts[query]).then(({x1, y1, x2, y2}) => done([store.worlds[world].min_x, store.worlds[world].min_y,
      Array.from(x1, (_, i) => [x1[i], y1[i], x2[i], y2[i]])]))"""


def test_maps_show_the_world_as_it_was_at_the_query(changing):
    with opened(changing / "report.html") as driver:
        settled(driver)
        driver.set_script_timeout(60)
        asked = driver.execute_script("return Array.from(shown.store.world, (world, i) => [shown.store.worlds[world].name, shown.store.bursts[i]])")
        seen = {}
        for query in range(0, len(asked), 3):
            world, bursts = asked[query]
            min_x, min_y, walls = driver.execute_async_script(WALLS, query)
            walls = np.array(walls) + [min_x, min_y, min_x, min_y]
            expected = walls_after(world, bursts)
            if isinstance(expected, set):
                assert set(as_units(walls)) == expected and len(list(as_units(walls))) == len(expected), (world, bursts)
            else:
                drawn = pytest.importorskip("shapely.geometry").MultiLineString(walls.reshape(-1, 2, 2).tolist())
                assert drawn.length == pytest.approx(expected.length, rel=1e-6)
                assert drawn.hausdorff_distance(expected) < 1e-4
            seen.setdefault(world, set()).add((bursts, len(walls)))
        assert len(seen) > 3 and all(len({count for _, count in moments}) > 3 for moments in seen.values())
        late = max(range(len(asked)), key=lambda query: asked[query][1])
        go(driver, f"#query={late}")
        assert f"after {asked[late][1]} bursts" in driver.execute_script("return document.getElementById('map-note').textContent")


def test_outdated_paths_are_counted_by_world_and_method(tmp_path):
    worker = pathlib.Path(__file__).with_name("straight_worker.py")
    maps = ROOT / "datasets" / "sweeps" / "changing"
    (tmp_path / "sweep.toml").write_text(f"""queries = 60\nrepetitions = 2\nmaps = ['{maps}/growth-*.changes']\nmethods = ['polyanya']
        [[method]]\nname = 'straight'\ncommand = '/usr/bin/python3 {worker}'\n""", encoding="utf-8")
    fairway("run", tmp_path / "sweep.toml", "--out", tmp_path)
    fairway("report", tmp_path / "results.sqlite", "--out", tmp_path / "report.html")
    stored = rows_of(tmp_path, """SELECT w.name AS world, m.name AS method, SUM(outdated) AS outdated, SUM(a.status = 'invalid_path') AS illegal
                                  FROM answer a JOIN query q ON q.id = a.query JOIN world w ON w.id = q.world JOIN method m ON m.id = a.method
                                  GROUP BY 1, 2""").set_index(["world", "method"])
    expected = stored.outdated.to_dict()
    assert all(0 < row.outdated < row.illegal if method == "straight" else row.outdated == 0 for (_, method), row in stored.iterrows())
    assert changes.table(fairway_results.read(tmp_path / "results.sqlite")).set_index(["maps", "method"]).outdated.to_dict() == expected
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        place = "Array.from(document.querySelectorAll('#changes thead th'), cell => cell.textContent).indexOf('outdated')"
        shown = driver.execute_script(f"""return Array.from(document.querySelectorAll('#changes tbody tr'),
            row => [row.dataset.world, row.dataset.method, row.cells[{place}].textContent])""")
    assert {(world, method): int(count) for world, method, count in shown} == expected and len(shown) > 3


def test_a_store_without_changes_has_no_such_section(page):
    with opened(page) as driver:
        assert driver.execute_script("return ['changes', 'follow-share', 'cheapest-queries'].map(id => document.getElementById(id))") == [None] * 3


# Assumption that proved false: where worlds change, a query costs its time and its share of the build.
def test_advice_counts_the_time_to_follow_bursts(changing):
    results = fairway_results.read(changing / "results.sqlite")
    costs = break_even.costs(results).set_index(["world", "method"])
    follow = results.follows.groupby(["world", "method"]).ns.mean()
    queries = results.answers.groupby("world")["query"].nunique()
    rates = results.follows.groupby("world").number.nunique() / queries
    names = results.methods.name
    with opened(changing / "report.html") as driver:
        settled(driver)
        for address, rate in (("", rates), ("&bursts=3", 3), ("&bursts=0", 0)):
            go(driver, "#builds=100&share=0" + address)
            each = (costs.build_ns / 100 + costs.query_ns + follow.mul(rate, level="world") if address == "" else
                    costs.build_ns / 100 + costs.query_ns + follow * rate)
            expected = each.groupby(level="method").median().rename(index=names).sort_values()
            rows = driver.execute_script("""return Array.from(document.querySelectorAll('#ranking tbody tr'), row =>
                [row.dataset.advised, Number(row.dataset.each), Number(row.querySelector('[data-follow]').dataset.follow)])""")
            assert [row[0] for row in rows] == list(expected.index)
            assert [row[1] for row in rows] == [close(value) for value in expected]
            follows = follow.groupby(level="method").median().rename(index=names)
            assert {row[0]: row[2] for row in rows} == {name: close(follows[name]) for name in expected.index}
        assert not driver.execute_script("return document.querySelector('[data-field=bursts]').hidden")
