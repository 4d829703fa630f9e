"""Charts, pairs and findings are those of scripts/plots."""

import math
import re

import numpy as np
import pytest

import fairway_results
from browser import chart_data, go, opened, settled, wait
from plots import break_even, comparisons, pareto, statistics, summary

CHARTS = ["gap-against-time", "memory-against-time", "time-ecdf", "gap-ecdf", "time-against-length", "total-time",
          "performance-profile", "gap-causes"]


def close(value, absolute=1e-9):
    return pytest.approx(value, rel=1e-5, abs=absolute, nan_ok=True)


def test_pairs_have_the_ratios_intervals_and_tests_of_the_plots(store, page):
    pairs = comparisons.table(whole(store))
    planned = pairs[pairs.family == comparisons.BETWEEN]
    with opened(page) as driver:
        shown = {(a, b): values for a, b, *values in driver.execute_script("""
            const name = method => shown.store.methods[method].name;
            const told = value => Number.isNaN(value) ? null : value;
            return planned_pairs(shown).pairs.map(pair => [name(pair.a), name(pair.b), ...[Math.exp(pair.time.value),
              Math.exp(pair.time.low), Math.exp(pair.time.high), pair.time_p, pair.gap.value, pair.gap.low, pair.gap.high,
              pair.gap_p].map(told)])""")}
    assert len(shown) == len(planned) > 2
    columns = ["time_ratio", "time_ratio_low", "time_ratio_high", "time_p_holm", "gap_difference", "gap_difference_low",
               "gap_difference_high", "gap_p_holm"]
    for row in planned.to_dict("records"):
        found = shown[row["method"], row["against"]]
        assert [math.nan if value is None else value for value in found] == [close(row[name], 1e-7) for name in columns]


def test_memory_is_compared_by_map(store, page):
    results = whole(store)
    wide = results.builds.pivot(index="world", columns="method", values="total_bytes")
    wide.columns = results.methods.name[wide.columns]
    with opened(page) as driver:
        pairs = driver.execute_script("""return planned_pairs(shown).pairs.map(pair => [shown.store.methods[pair.a].name,
            shown.store.methods[pair.b].name, pair.memory.value, pair.memory.low, pair.memory.high])""")
    for a, b, *values in pairs:
        expected = statistics.mean(np.log(wide[a] / wide[b]).to_numpy())
        assert values == close([expected.value, expected.low, expected.high])


def whole(store):
    """The first sample: methods that were made for all maps."""
    return fairway_results.read(store).samples()[0]


def test_charts_have_the_numbers_of_the_plots(store, page):
    results = whole(store)
    rows = summary.of_sample(results, results.hosts()[0])
    with opened(page) as driver:
        settled(driver)
        shown = {name: values for name, *values in chart_data(driver, "gap-against-time")[1:]}
        assert shown == {row.method: close([row.query_p50_ns, row.median_gap]) for row in rows.itertuples()}
        shown = {name: values for name, *values in chart_data(driver, "gap-causes")[1:]}
        assert len(shown) > 2
        for row in rows[rows.method.isin(shown)].itertuples():
            assert shown[row.method] == close([row.mean_corridor_gap, row.mean_slack], 1e-7)

        front = driver.execute_script("""return pareto_front(shown.rows.filter(row => row.whole), row => row.query_p50_ns,
            row => row.median_gap <= kZeroGap ? 0 : row.median_gap).map(row => shown.store.methods[row.method].name)""")
        medians = rows.assign(median_gap=rows.median_gap.where(rows.median_gap > 1e-9, 0))
        expected = medians.method[pareto.undominated(medians[["query_p50_ns", "median_gap"]])]
        assert sorted(front) == sorted(expected)

        totals = [row for row in chart_data(driver, "total-time")[1:] if row[1] == pytest.approx(1000)]
        coloured = results.methods.index[results.methods.name.isin([row[0] for row in totals])]
        queries, by_method, _ = break_even.typical(results.restricted(methods=coloured))
        at = int(np.argmin(np.abs(queries - 1000)))
        assert {row[0]: row[2] for row in totals} == {
            results.methods.name[method]: close(values[at]) for method, values in by_method.items()}

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
            wait(driver, f"return document.querySelector('#{chart} figcaption').textContent !== ''")
            assert driver.execute_script(f"return document.querySelector('#{chart} canvas').width") > 100
        go(driver, "#colour=grid&colour=polyanya")
        assert {row[0] for row in chart_data(driver, "time-ecdf")[1:]} == {"grid", "polyanya"}
        go(driver, "#map=caves&map=city")
        assert "5 or more" in driver.execute_script("return document.getElementById('untold').textContent")


def test_findings_are_supported_by_the_tests(store, page):
    with opened(page) as driver:
        settled(driver)
        findings = driver.execute_script("return Array.from(document.querySelectorAll('#findings li'), item => item.textContent)")
        assert len(findings) >= 3
        for link in driver.execute_script("return Array.from(document.querySelectorAll('#findings a'), a => a.hash)"):
            assert driver.execute_script("return document.querySelector(arguments[0]) !== null", link)
        significant, open_pairs = driver.execute_script("""
            const pairs = planned_pairs(shown).pairs, name = method => shown.store.methods[method].name;
            return [pairs.filter(pair => pair.time_p < 0.05), pairs.filter(pair => !(pair.time_p < 0.05))].map(
              part => part.map(pair => [name(pair.a), name(pair.b)].sort().join()))""")
        first = next(text for text in findings if " sooner than " in text)
        method, other = first.split(" answers ")[0], first.split(" sooner than ")[1].rstrip(" se.").split(",")[0]
        assert ",".join(sorted([method, other])) in significant and ",".join(sorted([method, other])) not in open_pairs
    ratios = {(row["method"], row["against"]): [row[f"time_ratio{end}"] for end in ("", "_low", "_high")]
              for row in comparisons.table(whole(store)).to_dict("records")}
    ratios |= {(b, a): [1 / ratio, 1 / high, 1 / low] for (a, b), (ratio, low, high) in ratios.items()}
    told = re.findall(r"([\d.]+) times \[([\d.]+), ([\d.]+)\] sooner than ([\w-]+)", first)
    assert told
    for *numbers, slower in told:
        assert [float(number) for number in numbers] == pytest.approx(ratios[slower, method], rel=6e-3)  # three digits


PIXEL = """
    const [id, share] = arguments, node = document.querySelector(`#${id} .chart`), drawn = echarts.getInstanceByDom(node);
    const view = shown, {series} = kCharts.find(one => one.id === id).draw(view, ink_of_page()).option;
    if (series[0].type === "bar") {  // the widest one, in its middle
      const bars = series.flatMap((one, at) => one.data.map((item, i) => ({width: item.value, ...drawn.getModel().getSeriesByIndex(at).getData().getItemLayout(i)})));
      const {x, y, width, height} = bars.reduce((most, bar) => bar.width > most.width ? bar : most);
      return [Math.round(x + width / 2 - node.clientWidth / 2), Math.round(y + height / 2 - node.clientHeight / 2), series[0].name];
    }
    const at = series.findIndex(one => one.data.some(item => item.to)), items = series[at].data.filter(item => item.to);
    const [x, y] = drawn.convertToPixel({seriesIndex: at}, items[Math.floor(share * (items.length - 1))].value);
    return [Math.round(x - node.clientWidth / 2), Math.round(y - node.clientHeight / 2), series[at].name];"""


def test_a_click_on_each_chart_leads_to_the_map(store, page):
    ActionChains = pytest.importorskip("selenium.webdriver.common.action_chains").ActionChains
    with opened(page) as driver:
        settled(driver)
        charts = driver.execute_script("return kCharts.filter(chart => has_chart(shown, chart)).map(chart => chart.id)")
        assert set(CHARTS) < set(charts)
        for chart in charts:
            go(driver, "#colour=grid&colour=quadtree")
            driver.execute_script("document.getElementById(arguments[0]).scrollIntoView({block: 'center'})", chart)
            wait(driver, f"return !waiting.has('{chart}')")
            x, y, series = driver.execute_script(PIXEL, chart, 0.4)
            node = driver.find_element("css selector", f"#{chart} .chart")
            ActionChains(driver).move_to_element_with_offset(node, x, y).click().perform()
            wait(driver, "return document.activeElement.id === 'explorer'")
            query, method = driver.execute_script("return [Number(shown.state.query), shown.state.path[0]]")
            assert method in ("grid", "quadtree") or chart in ("gap-against-time", "memory-against-time"), chart
            if chart == "time-ecdf":  # the answer of the corner that was clicked
                value, share = driver.execute_script("""const times = kCharts.find(one => one.id === 'time-ecdf').draw(shown, ink_of_page()).option
                    .series.find(one => one.name === arguments[0]).data; const item = times[Math.floor(0.4 * (times.length - 1))];
                    return [10 ** item.value[0], shown.store.ns[shown.store.at(shown.store.methods.findIndex(m => m.name === arguments[0]), arguments[1])]]""",
                                                      method, query)
                assert method == series and value == pytest.approx(share, rel=0.05)
        go(driver, "#against=grid")
        driver.execute_script("document.querySelector('#heat td button').click()")
        wait(driver, "return document.activeElement.id === 'explorer'")
        assert driver.execute_script("return shown.state.path[0] === document.querySelector('#heat tbody th').textContent")


def test_names_beside_dots_do_not_meet(page):
    with opened(page) as driver:
        shifts = driver.execute_script("""return [
            name_shifts([{x: 0, y: 0, name: "grid"}, {x: 0.01, y: 0.02, name: "mesh"}, {x: 0.02, y: 0.01, name: "tree"}, {x: 5, y: 9, name: "far"}]),
            name_shifts([{x: 1, y: 1, name: "alone"}])]""")
    told = [shift for shift in shifts[0][:3] if shift is not None]  # NaN has no place in JSON: a name without room
    assert len(set(told)) == len(told) >= 2 and shifts[0][3] == 0 and shifts[1] == [0]


def test_what_only_changes_the_looks_computes_nothing_again(page):
    with opened(page) as driver:
        settled(driver)
        before = driver.execute_script("return document.querySelectorAll('#methods [data-low]').length")
        driver.execute_script("window.rows_before = shown.rows; location.hash = '#sort=mean_gap&colour=grid'")
        wait(driver, "return document.documentElement.dataset.shown === location.hash")
        assert driver.execute_script("return shown.rows === rows_before && document.querySelectorAll('#methods [data-low]').length") == before > 20
        go(driver, "#sort=mean_gap&map=caves")
        assert driver.execute_script("return shown.rows !== rows_before")
