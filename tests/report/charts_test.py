"""Charts, pairs and findings equal the package's."""

import math
import re

import numpy as np
import pandas as pd
import pytest

import fairway_results
from browser import chart_data, go, opened, settled, wait
from fairway_results import comparisons, estimators, summary
from fairway_results.figures import pareto

CHARTS = ["gap-against-time", "time-ecdf", "gap-ecdf"]


def close(value, absolute=1e-9):
    return pytest.approx(value, rel=1e-5, abs=absolute, nan_ok=True)


def test_pairs_have_the_ratios_intervals_and_tests_of_the_plots(store, page):
    pairs = comparisons.table(fairway_results.read(store))
    planned = pairs[pairs.family == comparisons.BETWEEN]
    with opened(page) as driver:
        shown = {(a, b): values for a, b, *values in driver.execute_script("""
            const name = method => shown.store.methods[method].name;
            const told = value => Number.isNaN(value) ? null : value;
            return planned_pairs(shown).map(pair => [name(pair.a), name(pair.b), ...[Math.exp(pair.time.value),
              Math.exp(pair.time.low), Math.exp(pair.time.high), pair.time_p, pair.gap.value, pair.gap.low, pair.gap.high,
              pair.gap_p].map(told)])""")}
    assert len(shown) == len(planned) > 2
    columns = ["time_ratio", "time_ratio_low", "time_ratio_high", "time_p_holm", "gap_difference", "gap_difference_low",
               "gap_difference_high", "gap_p_holm"]
    for row in planned.to_dict("records"):
        found = shown[row["method"], row["against"]]
        assert [math.nan if value is None else value for value in found] == [close(row[name], 1e-7) for name in columns]


def whole(store):
    """The first sample: methods that were made for all maps."""
    return fairway_results.read(store).samples()[0]


def test_charts_have_the_numbers_of_the_plots(store, page):
    results = whole(store)
    rows = pd.DataFrame(summary.of_sample(results, results.hosts()[0]))
    with opened(page) as driver:
        settled(driver)
        shown = {name: values for name, *values in chart_data(driver, "gap-against-time")[1:]}
        assert shown == {row.method: close([row.query_p50_ns, row.median_gap]) for row in rows.itertuples()}
        front = driver.execute_script("""return pareto_front(shown.rows.filter(row => row.whole), row => row.query_p50_ns,
            row => row.median_gap <= kZeroGap ? 0 : row.median_gap).map(row => shown.store.methods[row.method].name)""")
        medians = rows.assign(median_gap=rows.median_gap.where(rows.median_gap > 1e-9, 0))
        expected = medians.method[pareto.undominated(medians[["query_p50_ns", "median_gap"]])]
        assert sorted(front) == sorted(expected)

        for chart, column in (("time-ecdf", "solved_ns"), ("gap-ecdf", "gap")):
            for name, value, share in chart_data(driver, chart)[1::37]:
                asked = results.reachable()[lambda answers: answers.method == results.methods.index[results.methods.name == name][0]]
                values = asked[column].where(asked.status == "found", np.inf)
                around = [(values < value * (1 - 1e-6) - 1e-15).mean(), (values <= value * (1 + 1e-6) + 1e-15).mean()]
                assert around[0] < share <= around[1] + 1e-9, (chart, name)


def test_charts_are_drawn_and_follow_the_colours(page):
    with opened(page, width=1200, height=900) as driver:
        settled(driver)
        for chart in CHARTS:
            driver.execute_script("document.getElementById(arguments[0]).scrollIntoView()", chart)
            assert driver.execute_script(f"return document.querySelector('#{chart} svg').getBoundingClientRect().width") > 100
            assert driver.execute_script(f"return document.querySelector('#{chart} figcaption').textContent")
        go(driver, "#colour=grid&colour=polyanya")
        assert {row[0] for row in chart_data(driver, "time-ecdf")[1:]} == {"grid", "polyanya"}


def test_findings_are_supported_by_the_tests(store, page):
    with opened(page) as driver:
        settled(driver)
        findings = driver.execute_script("return Array.from(document.querySelectorAll('#findings li'), item => item.textContent)")
        assert len(findings) >= 3
        for link in driver.execute_script("return Array.from(document.querySelectorAll('#findings a'), a => a.hash)"):
            assert driver.execute_script("return document.querySelector(arguments[0]) !== null", link)
        significant, open_pairs = driver.execute_script("""
            const pairs = planned_pairs(shown), name = method => shown.store.methods[method].name;
            return [pairs.filter(pair => pair.time_p < 0.05), pairs.filter(pair => !(pair.time_p < 0.05))].map(
              part => part.map(pair => [name(pair.a), name(pair.b)].sort().join()))""")
        first = next(text for text in findings if " sooner than " in text)
        method, other = first.split(" answers ")[0], first.split(" sooner than ")[1].rstrip(" se.").split(",")[0]
        assert ",".join(sorted([method, other])) in significant and ",".join(sorted([method, other])) not in open_pairs
    ratios = {(row["method"], row["against"]): [row[f"time_ratio{end}"] for end in ("", "_low", "_high")]
              for row in comparisons.table(fairway_results.read(store)).to_dict("records")}
    ratios |= {(b, a): [1 / ratio, 1 / high, 1 / low] for (a, b), (ratio, low, high) in ratios.items()}
    told = re.findall(r"([\d.]+) times \[([\d.]+), ([\d.]+)\] sooner than ([\w-]+)", first)
    assert told
    for *numbers, slower in told:
        assert [float(number) for number in numbers] == pytest.approx(ratios[slower, method], rel=6e-3)  # three digits


PIXEL = """
    const [id, method, share] = arguments, node = document.querySelector(`#${id} svg`), box = node.getBoundingClientRect();
    const line = Array.from(node.querySelectorAll("path")).find(one => one.querySelector("title")?.textContent === method);
    const corners = Array.from(line.getAttribute("d").matchAll(/M?([\\d.]+) ([\\d.]+)|H([\\d.]+)V([\\d.]+)/g), one => one.slice(1).filter(Boolean).map(Number));
    const [x, y] = corners[Math.floor(share * (corners.length - 2))];
    return [Math.round(x - box.width / 2), Math.round(y - box.height / 2)];"""


def test_a_click_on_each_chart_leads_to_the_map(page):
    ActionChains = pytest.importorskip("selenium.webdriver.common.action_chains").ActionChains
    with opened(page) as driver:
        settled(driver)
        for chart in CHARTS:
            go(driver, "#colour=quadtree")
            driver.execute_script("document.getElementById(arguments[0]).scrollIntoView({block: 'center'})", chart)
            x, y = driver.execute_script(PIXEL, chart, "quadtree", 0.4)
            ActionChains(driver).move_to_element_with_offset(driver.find_element("css selector", f"#{chart} svg"), x, y).click().perform()
            wait(driver, "return document.activeElement.id === 'explorer'")
            query, method = driver.execute_script("return [Number(shown.state.query), shown.state.path[0]]")
            assert method == "quadtree" or chart == "gap-against-time"
            if chart == "time-ecdf":  # only the answer of the clicked corner
                data = chart_data(driver, chart)[1:]
                taken = driver.execute_script("return shown.store.ns[shown.store.at(shown.store.methods.findIndex(m => m.name === 'quadtree'), arguments[0])]", query)
                assert taken == pytest.approx(data[int(0.4 * (len(data) - 1))][1], rel=0.1)


def test_what_only_changes_the_looks_computes_nothing_again(page):
    with opened(page) as driver:
        settled(driver)
        before = driver.execute_script("return document.querySelectorAll('#methods [data-low]').length")
        driver.execute_script("window.rows_before = shown.rows; location.hash = '#sort=mean_gap&colour=grid'")
        wait(driver, "return document.documentElement.dataset.shown === location.hash")
        assert driver.execute_script("return shown.rows === rows_before && document.querySelectorAll('#methods [data-low]').length") == before > 20
        go(driver, "#sort=mean_gap&map=caves")
        assert driver.execute_script("return shown.rows !== rows_before")
