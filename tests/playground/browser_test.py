"""Tests the playground in a browser without a network."""

import contextlib
import json
import math

import pytest

from browser import opened, wait
from conftest import PAGE, ROOT, node

By = pytest.importorskip("selenium.webdriver.common.by").By
ActionChains = pytest.importorskip("selenium.webdriver.common.action_chains").ActionChains
Keys = pytest.importorskip("selenium.webdriver.common.keys").Keys


@contextlib.contextmanager
def playground(**size):
    with opened(PAGE, **size) as driver:
        rest(driver)
        yield driver


def rest(driver):
    """Waits until all methods are built and all answers are judged and timed."""
    wait(driver, "return !fairway.page.asked && !fairway.page.working && Array.from(fairway.page.answers.values()).every(({ fault, ns }) => fault || ns > 0)"
                 " && document.documentElement.dataset.ready === '1'")


def state(driver, expression):
    return driver.execute_script(f"const page = fairway.page; return {expression};")


def lengths(driver):
    """Method -> length of its current path: a number, 'none', or None without an answer."""
    return state(driver, "Object.fromEntries(Array.from(page.answers, ([name, { path }]) => [name, path ? (path.length === Infinity ? 'none' : path.length) : null]))")


def pixel(driver, point):
    """Converts a point of the world to an offset in pixels from the middle of the canvas."""
    x, y, width, height = driver.execute_script("""
        const { place, canvas } = fairway.page.scene;
        return [place.x + place.scale * arguments[0], place.y + place.flip * place.scale * arguments[1], canvas.clientWidth, canvas.clientHeight];""", *point)
    return round(x - width / 2), round(y - height / 2)


def drag(driver, *points):
    canvas = driver.find_element(By.ID, "map")
    actions = ActionChains(driver, duration=20).move_to_element_with_offset(canvas, *pixel(driver, points[0])).click_and_hold()
    for point in points[1:]:
        actions.move_to_element_with_offset(canvas, *pixel(driver, point))
    actions.release().perform()
    rest(driver)


def choose(driver, identity, value):
    driver.execute_script("const [id, value] = arguments; const field = document.getElementById(id); field.value = value; field.dispatchEvent(new Event('change'));", identity, value)
    rest(driver)


def tool(driver, name):
    driver.find_element(By.CSS_SELECTOR, f"input[name=tool][value={name}]").click()


def place(driver, start, goal):
    choose(driver, "start", ", ".join(map(str, start)))
    choose(driver, "goal", ", ".join(map(str, goal)))


def test_answers_are_those_of_the_package(package):
    expected = node(package, """
        import { path, World } from "./index.js";
        console.log(JSON.stringify(["grid", "hub-labels"].map((name) => path(World.read(process.argv[2]), name, [10, 10], [100, 80])).map(({ length, optimum, gap, points }) => ({ length, optimum, gap, points }))));
        """, ROOT / "datasets" / "maps" / "castle.geojson")
    with playground() as driver:
        assert driver.execute_script("return ['grid', 'hub-labels'].map((name) => fairway.answer(name, [10, 10], [100, 80]))") == json.loads(expected)


def test_the_file_is_small_and_names_no_other_file():
    text = PAGE.read_text(encoding="utf-8")
    assert PAGE.stat().st_size <= 6e6
    assert "http://" not in text.replace("http://www.w3.org", "") and "src=" not in text


def test_ends_are_dragged_and_moved_by_keys():
    with playground() as driver:
        place(driver, (10, 10), (100, 80))
        before = lengths(driver)
        drag(driver, (100, 80), (90, 70), (60, 10))
        assert state(driver, "page.goal") == pytest.approx([60, 10], abs=0.5)
        assert state(driver, "page.start") == [10, 10] and lengths(driver) != before
        assert state(driver, "page.optimum") == pytest.approx(50, abs=2)
        canvas = driver.find_element(By.ID, "map")
        canvas.send_keys("s" + Keys.ARROW_RIGHT + Keys.SHIFT + Keys.ARROW_RIGHT)
        rest(driver)
        assert state(driver, "page.start")[0] > 10 and state(driver, "page.start")[1] == 10
        caption = driver.find_element(By.CSS_SELECTOR, "#answers caption").text
        assert caption.startswith("Optimum ")


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_drawn_obstacle_is_a_detour_until_it_is_undone(by_keys):
    with playground() as driver:
        choose(driver, "map-name", "empty field")
        place(driver, (10, 40), (110, 40))
        before = lengths(driver)
        assert before["polyanya"] == 100
        tool(driver, "draw")
        if by_keys:
            canvas = driver.find_element(By.ID, "map")
            driver.execute_script("fairway.page.cursor = [50, 10]")
            canvas.send_keys(" ")
            for x, y in ((70, 10), (70, 60), (50, 60)):
                driver.execute_script("fairway.page.cursor = [arguments[0], arguments[1]]", x, y)
                canvas.send_keys(" ")
            canvas.send_keys(Keys.ENTER)
            rest(driver)
        else:
            drag(driver, (50, 10), (60, 30), (70, 60))
        after = lengths(driver)
        detour = 2 * math.hypot(40, 20) + 20
        assert after["polyanya"] == pytest.approx(detour, abs=0.5) and after["polyanya"] == after["visibility-graph"] == state(driver, "page.optimum")
        changes = state(driver, "Object.fromEntries(Array.from(page.edited.built, ([name, { change }]) => [name, [change.repaired, change.ns > 0, change.rebuild_ns > 0]]))")
        assert changes["quadtree"] == [True, True, True] and changes["hub-labels"] == [False, True, True]
        fresh = state(driver, "Object.fromEntries(page.edited.chosen.map((name) => [name, page.fairway.path(page.edited.world, name, page.start, page.goal).length]))")
        assert fresh == after
        driver.find_element(By.ID, "undo").click()
        rest(driver)
        assert lengths(driver) == before


def test_a_hole_of_the_map_is_erased_and_comes_back():
    with playground() as driver:
        area = state(driver, "page.edited.facts.area")
        tool(driver, "erase")
        hole = state(driver, "page.edited.world.rings().filter(({ kind }) => kind === 0).map(({ points }) => points)[3]")
        middle = [sum(x for x, _ in hole) / len(hole), sum(y for _, y in hole) / len(hole)]
        drag(driver, middle, middle)
        assert state(driver, "page.edited.facts.area") > area
        driver.find_element(By.ID, "undo").click()
        rest(driver)
        assert state(driver, "page.edited.facts.area") == area


def test_cells_are_painted_and_methods_repair():
    with playground() as driver:
        choose(driver, "map-name", "empty cells")
        place(driver, (4.5, 16.5), (44.5, 16.5))
        assert lengths(driver)["grid"] == lengths(driver)["polyanya"] == 40
        tool(driver, "draw")
        drag(driver, (24.5, 4.5), (24.5, 14.5), (24.5, 28.5))
        cells = state(driver, "Array.from(page.edited.world.cells())")
        assert [i // 48 for i, cell in enumerate(cells) if cell == 0] == list(range(4, 29)) and {i % 48 for i, cell in enumerate(cells) if cell == 0} == {24}
        assert state(driver, "page.edited.built.get('grid').change.repaired") is True
        assert lengths(driver)["polyanya"] == pytest.approx(math.hypot(19.5, 12.5) + 1 + math.hypot(19.5, 12.5))
        fresh = state(driver, "Object.fromEntries(page.edited.chosen.map((name) => [name, page.fairway.path(page.edited.world, name, page.start, page.goal).length]))")
        assert fresh == lengths(driver)
        tool(driver, "erase")
        drag(driver, (24.5, 4.5), (24.5, 28.5))
        assert lengths(driver)["polyanya"] == 40


def test_a_radius_erodes_the_world():
    with playground() as driver:
        place(driver, (10, 10), (100, 80))
        optimum = state(driver, "page.optimum")
        choose(driver, "radius", "1")
        assert state(driver, "page.optimum") > optimum
        choose(driver, "radius", "-1")
        assert "radius" in driver.find_element(By.ID, "says").text


def test_own_paths_are_judged(tmp_path):
    with playground() as driver:
        choose(driver, "map-name", "empty field")
        driver.find_element(By.CSS_SELECTOR, "#own summary").click()
        driver.find_element(By.ID, "paths").send_keys("10 10 60 40 100 10\n10 10 130 10")
        driver.find_element(By.ID, "judge").click()
        rows = [[cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th, td")] for row in driver.find_elements(By.CSS_SELECTOR, "#judged tbody tr")]
        assert rows[0][:4] == ["0", "yes", "20.3 %", "slack"] and rows[1][1] == "no" and "outside free space" in rows[1][6]
        file = tmp_path / "paths.csv"
        file.write_text("row,points\n4,10 10 20 20\n", encoding="utf-8")
        driver.find_element(By.ID, "file").send_keys(str(file))
        wait(driver, "return document.querySelector('#judged tbody th').textContent === '4'")


def test_a_file_is_opened_and_a_faulty_file_is_refused(tmp_path):
    (tmp_path / "small.map").write_text("type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n", encoding="utf-8")
    (tmp_path / "wrong.map").write_text("type octile\nheight 2\nwidth 3\nmap\n...\n.?\n", encoding="utf-8")
    with playground() as driver:
        driver.find_element(By.ID, "file").send_keys(str(tmp_path / "small.map"))
        wait(driver, "return fairway.page.edited.facts.width === 3")
        rest(driver)
        assert lengths(driver)["polyanya"] > 0
        driver.find_element(By.ID, "file").send_keys(str(tmp_path / "wrong.map"))
        wait(driver, "return document.getElementById('says').textContent.startsWith('wrong.map:6:')")
        assert state(driver, "page.edited.facts.width") == 3


def test_a_search_is_replayed_and_a_structure_drawn():
    with playground() as driver:
        driver.find_element(By.ID, "search").click()
        wait(driver, "return !document.getElementById('replay').hidden")
        steps = state(driver, "[page.steps.begins.length, page.answers.get('grid').path.expanded]")
        assert steps[0] == steps[1] > 100
        driver.execute_script("const step = document.getElementById('step'); step.value = 10; step.dispatchEvent(new Event('input'));")
        assert driver.find_element(By.ID, "replay-says").text.startswith("grid: 10 of ")
        driver.find_element(By.ID, "structure").click()
        assert state(driver, "page.scene.structure.length") > 100


def test_two_searches_are_replayed_side_by_side():
    with playground() as driver:
        driver.find_element(By.ID, "search").click()
        driver.execute_script("const list = document.getElementById('second'); list.value = 'quadtree'; list.dispatchEvent(new Event('change'));")
        few, many = state(driver, "[page.second_steps.begins.length, page.steps.begins.length]")
        assert few == state(driver, "page.answers.get('quadtree').path.expanded") and 3 < few < many
        driver.execute_script("const step = document.getElementById('step'); step.value = arguments[0]; step.dispatchEvent(new Event('input'));", few + 2)
        assert state(driver, "[page.second_steps.at, page.steps.at]") == [few, few + 2]
        assert f"quadtree: {few:,} of {few:,} expansions" in driver.find_element(By.ID, "replay-says").text
        first, second = (driver.find_element(By.ID, id).size for id in ("map", "second-map"))
        assert abs(first["width"] - second["width"]) <= 1 and first["width"] > 100
        assert state(driver, "page.second.place === page.scene.place")
        driver.execute_script("const list = document.getElementById('second'); list.value = ''; list.dispatchEvent(new Event('change'));")
        assert not driver.find_element(By.ID, "second-map").is_displayed()


def test_controls_have_names_and_narrow_windows_do_not_scroll_sideways():
    with playground(width=500, height=900) as driver:
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": False})
        assert driver.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        controls = {"button", "textbox", "combobox", "checkbox", "radio", "slider", "spinbutton", "application"}
        found = [(one["role"]["value"], one.get("name", {}).get("value")) for one in tree if one.get("role", {}).get("value") in controls]
        assert len(found) > 10 and all(name for _, name in found), found
