"""Changing worlds: the page has the figures and the table of the package, and shows each world as it was at a query."""

import json

import numpy as np
import pytest

import fairway_results
from browser import go, opened, settled, wait
from conftest import ROOT, fairway, report
from fairway_results import break_even, changes, tables


def close(value):
    return pytest.approx(float(value), rel=1e-5, abs=1e-9, nan_ok=True)


@pytest.fixture(scope="module")
def changing(tmp_path_factory):
    folder = tmp_path_factory.mktemp("changing")
    fairway("run", "datasets/sweeps/changing.toml", "--maps", "doors-*,crates-*", "--methods", "grid,grid-rebuilt,polyanya,triangle-mesh",
            "--queries", 20, "--repetitions", 1, "--out", folder)
    report(folder / "results.sqlite", "--out", folder / "report.html", "--figures")
    return folder


def test_the_tables_are_those_of_the_package(changing):
    results = fairway_results.read(changing / "results.sqlite")
    expected = list(tables.of_changes(results, changes.table(results)))
    with opened(changing / "report.html") as driver:
        settled(driver)
        shown = driver.execute_script("""const section = Array.from(document.querySelectorAll("section")).find(one => one.querySelector("h2").textContent === "Worlds that change");
            return Array.from(section.querySelectorAll("table"), table => Array.from(table.rows, row => Array.from(row.cells, cell => cell.textContent)))""")
    assert len(shown) == len(expected) > 3
    for table, of_package in zip(shown, expected):
        assert table == [[column.title for column in of_package.columns], *map(list, zip(*(column.cells() for column in of_package.columns)))]


def test_a_figure_is_shown_once_it_is_in_sight(changing):
    with opened(changing / "report.html") as driver:
        settled(driver)
        driver.execute_script("document.getElementById('figure-crossover').scrollIntoView()")
        wait(driver, "return document.querySelector('#figure-crossover img').naturalWidth > 100")
        assert len(driver.execute_script("return document.querySelector('#figure-crossover figcaption').textContent")) > 20


def walls_after(world, bursts):
    """The border of free space after some bursts, computed from the files of the world: sides of cells, or a geometry of GEOS."""
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
    space, *solid = map(geometry.Polygon, feature["geometry"]["coordinates"])  # the holes of the room share edges
    present = {}
    for step in steps:
        for gone in step.get("remove", []):
            del present[gone]
        present |= {one["id"]: geometry.Polygon(one["ring"]) for one in step.get("add", [])}
    free = space.difference(ops.unary_union([*solid, *present.values()]))
    return ops.unary_union([part.boundary for part in getattr(free, "geoms", [free])])


def as_units(segments):
    """Splits segments along the grid into sides of cells."""
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


def test_a_store_without_changes_has_no_such_section(page):
    with opened(page) as driver:
        settled(driver)
        heads = driver.execute_script("return Array.from(document.querySelectorAll('h2'), head => head.textContent)")
        assert "Build and memory" in heads and "Worlds that change" not in heads


# Regression: in changing worlds, advice ignored the time to follow bursts. It counted only build and queries.
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
