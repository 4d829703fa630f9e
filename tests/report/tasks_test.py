"""Answers a reader's questions by clicks and keys only. SQL and the package check the answers."""

import contextlib
import csv
import pathlib
import sqlite3
import statistics
import time

import numpy as np
import pytest

import fairway_results
from browser import opened, settled
from conftest import fairway, report
from fairway_results import break_even, estimators, summary, text

By = pytest.importorskip("selenium.webdriver.common.by").By
ActionChains = pytest.importorskip("selenium.webdriver.common.action_chains").ActionChains
Keys = pytest.importorskip("selenium.webdriver.common.keys").Keys

METHODS = ["grid", "quadtree", "triangle-mesh", "visibility-graph", "polyanya", "grid-jps", "anya"]
FOUR = ["grid", "quadtree", "triangle-mesh", "polyanya"]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A sweep over six mazes and six caves, and the page about the sweep."""
    folder = tmp_path_factory.mktemp("tasks")
    for family, kind, extra in (("mazes", "maze", ["--set", "corridor=2", "--set", "openings_percent=5"]), ("caves", "caves", [])):
        (folder / family).mkdir()
        for seed in range(6):
            fairway("generate", kind, "--size", 60 + 4 * seed, "--seed", seed, *extra, "--out", folder / family / f"{kind}-{seed}.map")
    names = ", ".join(f'"{name}"' for name in METHODS)
    (folder / "tasks.toml").write_text('maps = ["mazes/*.map", "caves/*.map"]\nqueries = 20\nrepetitions = 3\nbuilds = 1\n'
                                       f"methods = [{names}]\n", encoding="utf-8")
    fairway("run", folder / "tasks.toml", "--out", folder / "out")
    report(folder / "out" / "results.sqlite", "--out", folder / "report.html")
    return folder / "out" / "results.sqlite", folder / "report.html"


class Reader:
    """Clicks and types as a person would. Reads only text."""

    def __init__(self, driver):
        self.driver = driver

    def click(self, css, text=None):
        node = next(node for node in self.driver.find_elements(By.CSS_SELECTOR, css) if text is None or node.text.strip() == text)
        ActionChains(self.driver).scroll_by_amount(0, -300 if node.location["y"] < 300 else 0).scroll_to_element(node).perform()
        node.click()

    def choose(self, choice, *names):
        """Chooses only the first of the names in a filter, then ticks the other names, with the keyboard."""
        summary = next(node for node in self.driver.find_elements(By.CSS_SELECTOR, "#filters summary") if node.text.startswith(choice))
        summary.send_keys(Keys.ENTER)
        summary.find_element(By.XPATH, f"..//button[@aria-label='only {names[0]}']").send_keys(Keys.ENTER)
        settled(self.driver)
        for name in names[1:]:
            box = next(label for label in summary.find_elements(By.XPATH, "..//label") if label.text.strip() == name)
            box.find_element(By.TAG_NAME, "input").send_keys(Keys.SPACE)
            settled(self.driver)
        summary.send_keys(Keys.ENTER)

    def type(self, label, text):
        field = next(node for node in self.driver.find_elements(By.TAG_NAME, "label") if node.text.startswith(label)).find_element(By.TAG_NAME, "input")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text, Keys.TAB)
        settled(self.driver)

    def text(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css).text

    def rows(self, css):
        return [[cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th, td")] for row in self.driver.find_elements(By.CSS_SELECTOR, f"{css} tbody tr")]

    def reset(self):
        self.click("#filters > button", "Reset")
        settled(self.driver)


@pytest.fixture(scope="module")
def reader(results, tmp_path_factory):
    downloads = tmp_path_factory.mktemp("downloads")
    with opened(results[1]) as driver:
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
        settled(driver)
        found = Reader(driver)
        found.downloads = downloads
        yield found


@pytest.fixture
def timed(request):
    begin = time.monotonic()
    yield
    print(f"{request.node.name}: {time.monotonic() - begin:.1f} s")


def test_best_method_for_80_kib_and_1000_queries_on_mazes(results, reader, timed):
    reader.reset()
    reader.choose("Map families", "mazes")
    reader.type("memory at most", "80")
    reader.type("queries a build", "1000")
    told = reader.text("#advised")
    ranking = [row[0] for row in reader.rows("#ranking")]
    with contextlib.closing(sqlite3.connect(results[0])) as database:
        rows = database.execute("""SELECT t.method, t.world, AVG(t.ns), c.total_build_ns, c.total_bytes, AVG(t.status = 'found') FROM answer_time t
            JOIN method m ON m.name = t.method JOIN world w ON w.name = t.world JOIN build_cost c ON c.world = w.id AND c.method = m.id
            WHERE t.family = 'mazes' AND t.truth = 'reachable' GROUP BY 1, 2""").fetchall()
    costs = {}
    for name in METHODS:
        of = [row for row in rows if row[0] == name]
        if max(row[4] for row in of) <= 80 * 1024 and min(row[5] for row in of) >= 0.95:  # on every map
            costs[name] = statistics.median(row[3] / 1000 + row[2] for row in of)
    assert 0 < len(costs) < len(METHODS)
    assert ranking == sorted(costs, key=costs.get)
    assert told.startswith(ranking[0] + ": ")


def test_the_worst_path_of_the_quadtree_and_why(results, reader, timed):
    reader.reset()
    reader.choose("Methods", "quadtree")
    method, world, number, status, gap, corridor, slack, *_ = reader.rows("#worst-cases")[0]
    reader.click("#worst-cases tbody tr:first-child button")
    settled(reader.driver)
    assert f"{world}, query {number}: reachable" in reader.text("#on-map caption")
    with contextlib.closing(sqlite3.connect(results[0])) as database:
        expected = database.execute("""SELECT w.name, q.number, a.gap, a.corridor_gap, a.slack FROM answer a JOIN query q ON q.id = a.query
            JOIN world w ON w.id = q.world JOIN method m ON m.id = a.method WHERE m.name = 'quadtree' AND a.status = 'found'
            ORDER BY a.gap DESC LIMIT 1""").fetchone()
    assert (method, world, int(number), status) == ("quadtree", expected[0], expected[1], "found")
    assert [gap, corridor, slack] == [text.share(value) for value in expected[2:]]
    value = {"the corridor": expected[3], "slack": expected[4]}
    assert max(value, key=value.get) == ("the corridor" if float(corridor.split()[0]) > float(slack.split()[0]) else "slack")


def test_which_methods_do_not_differ_significantly_from_the_best_on_caves(results, reader, timed):
    reader.reset()
    reader.choose("Map families", "caves")
    ranking = {row[0]: row[5] for row in reader.rows("#ranking")}
    whole = fairway_results.read(results[0])
    whole = whole.restricted(whole.worlds.index[whole.worlds.family == "caves"])
    costs = break_even.costs(whole)
    wide = costs.assign(each=costs.build_ns / 1000 + costs.query_ns).pivot(index="world", columns="method", values="each")
    wide.columns = whole.methods.name[wide.columns]
    first, *others = ranking
    corrected = estimators.holm([estimators.p_of_mean(np.log(wide[name] / wide[first])) for name in others])
    assert [ranking[name] for name in others] == ["yes" if p < 0.05 else "not significantly" for p in corrected]


def test_a_table_of_four_methods_is_saved(results, reader, timed):
    reader.reset()
    reader.choose("Methods", *FOUR)
    reader.click("#save")
    with open(written(reader.downloads / "tasks-methods.csv"), encoding="utf-8", newline="") as file:
        rows = {row["method"]: row for row in csv.DictReader(file)}
    whole = fairway_results.read(results[0])
    expected = summary.summary(whole).set_index("method").mean_gap
    assert {name: row["mean gap"] for name, row in rows.items()} == {name: text.share(expected[name]) for name in FOUR}


def written(file: pathlib.Path):
    end = time.monotonic() + 20
    while not file.exists():
        assert time.monotonic() < end, f"not saved: {list(file.parent.iterdir())}"
        time.sleep(0.1)
    return file
