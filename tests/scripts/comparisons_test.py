"""Compares methods on stores with known results: pairs, break-even, profiles, Pareto front."""

import pathlib
import sys

import numpy as np
import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import synthetic  # noqa: E402
import fairway_results as store  # noqa: E402
from fairway_results import break_even, comparisons, summary  # noqa: E402
from fairway_results.figures import ecdf, pareto, style  # noqa: E402

MAPS = [f"map{i}" for i in range(6)]


def load(tmp_path, *arguments, **options):
    return store.load(synthetic.tiny(tmp_path / "results.sqlite", *arguments, **options))


def on_all(values):
    return {name: list(values) for name in MAPS}


def pair(pairs, method, against):
    return pairs[(pairs.method == method) & (pairs.against == against)].iloc[0]


def test_a_known_ratio_is_found_with_its_interval_and_p(tmp_path):
    times = {name: [100 * (i + 1), 1000, 50] for i, name in enumerate(MAPS)}
    slower = {name: [3 * t for t in ts] for name, ts in times.items()}
    found = pair(comparisons.table(load(tmp_path, {"grid": slower, "mesh": times})), "grid", "mesh")
    assert found.time_ratio == pytest.approx(3) and found.median_time_ratio == pytest.approx(3)
    assert found.time_ratio_low == pytest.approx(3) and found.time_ratio_high == pytest.approx(3)
    assert found.faster_share == 0 and found.maps == 6 and found.asked == 18
    assert found.time_p == found.time_p_holm < 1e-9
    assert found.gap_difference == 0 and found.shorter_share == 0.5 and found.equal_gap_share == 1
    assert found.gap_p == 1


def test_ratios_are_averaged_geometrically_and_a_map_counts_once(tmp_path):
    own = {name: [200] for name in MAPS[:3]} | {name: [100] * 30 for name in MAPS[3:]}
    other = {name: [100] for name in MAPS[:3]} | {name: [200] * 30 for name in MAPS[3:]}
    found = pair(comparisons.table(load(tmp_path, {"grid": own, "mesh": other})), "grid", "mesh")
    assert found.time_ratio == pytest.approx(1) and found.faster_share == pytest.approx(0.5)
    assert found.time_ratio_low < 0.8 and found.time_ratio_high > 1.25 and found.time_p == pytest.approx(1)


def test_a_query_without_a_path_loses_and_is_counted(tmp_path):
    pairs = comparisons.table(load(tmp_path, {
        "grid": on_all([100, "timeout", "crashed", "missed", 100]), "mesh": on_all([200, 300, 300, "missed", 200])}))
    found = pair(pairs, "grid", "mesh")
    assert found.asked == 30 and found.both_found == 12
    assert found.only_method_found == 0 and found.only_against_found == 12
    assert found.time_ratio == pytest.approx(0.5) and found.faster_share == pytest.approx(0.5)
    assert found.median_time_ratio == np.inf  # mean of 0.5 and infinity


def test_gaps_are_compared_if_both_methods_found_a_path(tmp_path):
    found = pair(comparisons.table(load(
        tmp_path, {"grid": on_all([1, 1, "missed"]), "mesh": on_all([1, 1, 1])},
        gaps={"grid": on_all([0.05, 0.01, 0]), "mesh": on_all([0.01, 0.01, 9])})), "grid", "mesh")
    assert found.gap_difference == pytest.approx(0.02) and found.equal_gap_share == 0.5
    assert found.shorter_share == pytest.approx(0.25) and found.gap_p < 1e-9


def test_only_planned_comparisons_are_tested_and_each_family_is_corrected(tmp_path):
    draw = np.random.default_rng(1)
    times = {name: {m: [int(t * draw.uniform(1, 5))] for m in MAPS} for name, t in
             (("grid", 900), ("grid-fine", 950), ("mesh", 800), ("mesh-raw", 500), ("tree", 700))}
    pairs = comparisons.table(load(tmp_path, times))
    assert len(pairs) == 10
    between, variants = (pairs[pairs.family == f] for f in (comparisons.BETWEEN, comparisons.VARIANT))
    assert {*zip(between.method, between.against)} == {("grid", "mesh"), ("grid", "tree"), ("mesh", "tree")}
    assert {*zip(variants.method, variants.against)} == {("grid-fine", "grid"), ("mesh-raw", "mesh")}
    for tested in (between, variants):
        assert tested.time_p.between(0.001, 0.999).all()
        assert tested.time_p_holm.min() == pytest.approx(min(1, len(tested) * tested.time_p.min()))
    rest = pairs[pairs.family.isna()]
    assert len(rest) == 5 and rest.time_p.isna().all() and rest.time_ratio_low.notna().all()


def test_a_variant_is_compared_with_its_main_method_in_any_order_of_the_sweep(tmp_path):
    pairs = comparisons.table(load(tmp_path, {"grid-fine": on_all([200]), "grid": on_all([100])}))
    assert pairs[["method", "against", "family"]].values.tolist() == [["grid-fine", "grid", "variants"]]
    assert pairs.time_ratio.tolist() == pytest.approx([2])


def test_times_of_two_hosts_are_not_compared(tmp_path):
    database = synthetic.tiny(
        tmp_path / "results.sqlite", {"grid": on_all([100]), "mesh": on_all([100])},
        host_of={name: "one" for name in MAPS[:5]} | {MAPS[5]: "two"})
    database.execute("UPDATE build SET run = 2 WHERE method = 2 AND world = 1")
    results = store.load(database)
    found = pair(comparisons.table(results), "grid", "mesh")
    assert found.asked == 5 and found.maps == 5
    assert set(ecdf.against_best(results)["query"]) == {2000, 3000, 4000, 5000, 6000}
    assert break_even.costs(results).groupby(["world", "host"]).size().tolist() == [1, 1, 2, 2, 2, 2, 2]
    table = summary.summary(results)
    assert table.host.tolist() == ["all", "all", "one", "one", "one", "two", "two", "two"]
    assert table[table.host == "all"].query_p50_ns.isna().all()
    assert table[(table.host == "two") & (table.method == "mesh")].reachable.tolist() == [2, 1]
    assert table[(table.host == "all")].reachable.tolist() == [6, 6]


def test_one_name_on_two_processors_is_two_hosts(tmp_path):
    database = synthetic.tiny(tmp_path / "results.sqlite", {"grid": {"a": [1], "b": [1]}},
                              host_of={"a": "one", "b": "two"})
    database.execute("UPDATE run SET host = 'node', cpu = CASE id WHEN 1 THEN 'old' ELSE 'new' END")
    assert store.load(database).hosts() == ["node, old", "node, new"]


def test_a_known_crossing(tmp_path):
    # For n queries on the first five maps, grid costs 1,000 + 200 n and mesh costs 9,000 + 100 n. The two costs are equal for n = 80. On
    # the last map, mesh has the slower build and the slower queries, so the costs are never equal.
    queries = {name: [100, 100] for name in MAPS[:5]} | {MAPS[5]: [300, 300]}
    results = load(tmp_path, {"grid": on_all([150, 250]), "mesh": queries},
                   builds={"grid": {n: (1000, 1) for n in MAPS}, "mesh": {n: (9000, 1) for n in MAPS}})
    found = break_even.table(results).iloc[0]
    assert (found.cheap, found.dear) == ("grid", "mesh")
    assert found.queries == 80 and found.queries_low == 80 and found.maps_never == 1
    assert np.isinf(found.per_map[5]) and found.per_map[:5].tolist() == [80] * 5
    n, totals, worlds = break_even.typical(results)
    crossing = n[np.argmax(totals[2] < totals[1])]
    assert worlds == 6 and 80 <= crossing < 82
    figure = synthetic.drawn(results, "total-time")
    assert "; from n = 80 mesh." in figure.fairway_caption


def test_the_number_of_queries_after_which_a_build_pays():
    until = break_even.queries_until(*np.array([[10, 2, 25, 1], [10, 2, 5, 1], [10, 1, 25, 2], [10, 2, 10, 2],
                                                [10, 2, 20.5, 1]], float).T)
    assert until.tolist() == [15, 0, np.inf, 0, 11]
    # There is no break-even if the second method has slower queries but no slower build.
    assert np.isnan(break_even.queries_until(*np.array([[10, 1, 5, 2], [10, 1, 10, 2]], float).T)).all()


# Regression: for each pair, one method has the slower median build. The code assumed that this method builds slower on every map.
# So `maps_never` also counted maps on which this method builds faster.
def test_maps_with_a_cheaper_build_do_not_count_as_never_paying(tmp_path):
    # `mesh` against `grid` on 11 maps. On 3 maps, queries are slower and the build is faster. On 4 maps, queries and the build are slower.
    # On 4 maps, queries are faster and the build costs 8,000 more; after 80 queries, the total costs are equal.
    maps = [f"m{i}" for i in range(11)]
    results = load(tmp_path, {"grid": {name: [200, 200] for name in maps},
                              "mesh": {name: [300, 300] if i < 7 else [100, 100] for i, name in enumerate(maps)}},
                   builds={"grid": {name: (1000, 1) for name in maps},
                           "mesh": {name: (500 if i < 3 else 9000, 1) for i, name in enumerate(maps)}})
    found = break_even.table(results).iloc[0]
    assert (found.cheap, found.dear) == ("grid", "mesh")
    assert (found.maps, found.maps_never, found.maps_reversed) == (11, 4, 3)
    assert sorted(found.per_map) == [80] * 4 + [np.inf] * 4 and found.queries == np.inf


def test_time_outs_cost_the_limit_before_a_build_pays(tmp_path):
    results = load(tmp_path, {"grid": on_all([100, "timeout"]), "mesh": on_all([100, "crashed"])})
    costs = break_even.costs(results).set_index(["world", "method"]).query_ns
    assert costs[1, 1] == pytest.approx((100 + 1e9) / 2) and costs[1, 2] == 100


def test_methods_that_are_built_alike_have_no_break_even(tmp_path):
    database = synthetic.tiny(tmp_path / "results.sqlite", {"grid": on_all([1]), "grid-cut": on_all([2])})
    database.execute("UPDATE method SET options = '{}'")
    assert break_even.table(store.load(database)).empty


def test_profiles_start_at_the_share_of_wins_and_end_at_the_share_answered(tmp_path):
    results = load(tmp_path, {"grid": {"a": [100, 100, 400, "timeout", "missed"]},
                              "mesh": {"a": [200, 50, 100, 100, "crashed"]}})
    ratios = ecdf.against_best(results)
    assert ratios[ratios.method == 1].ratio.tolist() == [1, 2, 4, np.inf]
    assert ratios[ratios.method == 2].ratio.tolist() == [2, 1, 1, 1]
    figure = synthetic.drawn(results, "performance-profile")
    curves = {line.get_label(): line.get_xydata() for axes in figure.axes for line in axes.lines}
    at = {name: [xy[xy[:, 0] <= x][-1, 1] for x in (1, 2, 3.9, 4)] for name, xy in curves.items()}
    assert at["grid"] == [0.25, 0.5, 0.5, 0.75] and at["mesh"] == [0.75, 1, 1, 1]


def test_profiles_use_the_queries_that_all_methods_were_asked(tmp_path):
    results = load(tmp_path, {"grid": {"a": [100], "b": [100]}, "mesh": {"a": [50], "b": ["unsupported"]}})
    assert set(ecdf.against_best(results)["query"]) == {1000}


def test_time_outs_are_marked_and_end_the_curve(tmp_path):
    results = load(tmp_path, {"grid": {"a": [100, 100, "timeout", "timeout"]}})
    figure = synthetic.drawn(results, "time-ecdf")
    curve = next(line for line in figure.axes[0].lines if line.get_label() == "grid")
    assert curve.get_ydata()[-1] == 0.5
    assert [t.get_text() for t in figure.axes[0].texts] == ["limit 1 s"]
    assert any(list(line.get_xdata()) == [1e9, 1e9] for line in figure.axes[0].lines)
    assert "2 answers timed out" in figure.fairway_caption


def test_quantiles_count_timeouts_and_failures(tmp_path):
    results = load(tmp_path, {"grid": {"a": [*range(1, 90), *["timeout"] * 9, "crashed", "missed"]}})
    row = summary.summary(results).iloc[0]
    assert row.reachable == 100 and row.found == 89 and row.timeout == 9 and row.crashed == 1
    assert row.query_p50_ns == 50.5 and row.query_p95_ns == 1e9
    # Regression: p99 was infinite, but the maximum was 1 s. The code computed the maximum without the unanswered
    # queries.
    assert row.query_p99_ns == row.query_p999_ns == row.query_max_ns == np.inf


def test_a_query_that_a_failed_build_left_unanswered_has_no_limit(tmp_path):
    results = load(tmp_path, {"grid": {"a": ["timeout"] * 3}}, builds={"grid": {"a": "timeout"}})
    row = summary.summary(results).iloc[0]
    assert row.query_p50_ns == np.inf and row.build_p50_ns == np.inf and row.worlds_built == 0
    assert results.answers.limit_ns.isna().all()


def test_the_front_has_the_methods_that_no_other_beats():
    front = pareto.undominated([[1, 5, 5], [2, 5, 5], [5, 1, 5], [5, 5, 0], [5, 5, 0], [2, 4, 5], [9, 9, 9]])
    assert front.tolist() == [True, False, True, True, True, True, False]


def test_the_front_uses_the_medians_of_the_table(tmp_path):
    results = load(tmp_path, {"grid": on_all([100]), "mesh": on_all([50]), "tree": on_all([60])},
                   builds={"grid": {n: (1, 10) for n in MAPS}, "mesh": {n: (1, 20) for n in MAPS},
                           "tree": {n: (1, 20) for n in MAPS}},
                   gaps={"grid": on_all([0.1]), "mesh": on_all([0.1]), "tree": on_all([0.1 + 1e-12])})
    rows = pareto.medians(summary.summary(results)).set_index("method")
    assert rows.front.to_dict() == {"grid": True, "mesh": True, "tree": False}
    figure = synthetic.drawn(results, "pareto")
    legend = figure.legends[0].get_texts()
    assert [t.get_text() for t in legend if t.get_fontweight() == "bold"] == ["grid", "mesh"]


def test_time_against_memory_has_each_map_s_medians_and_a_page_of_maps(tmp_path):
    few, builds = MAPS[:2], {"grid": {n: (1, 1000) for n in MAPS}, "mesh": {n: (1, 4000) for n in MAPS}}
    times = {"grid": {n: [100, 300, 200] for n in few}, "mesh": {n: [50, 60, 70] for n in few}}
    results = load(tmp_path, times, builds={m: {n: of[n] for n in few} for m, of in builds.items()})
    panels = synthetic.drawn(results, "time-against-memory").axes
    assert [axes.get_title() for axes in panels if axes.get_visible()] == few
    assert {tuple(line.get_xydata()[0]) for line in panels[0].lines} == {(1000, 200), (4000, 60)}
    (tmp_path / "many").mkdir()
    many = load(tmp_path / "many", {"grid": {f"m{i}": [1] for i in range(7)}},
                builds={"grid": {f"m{i}": (1, 1) for i in range(7)}})
    with pytest.raises(style.NothingToShow, match="7 maps"):
        synthetic.drawn(many, "time-against-memory")


def test_one_method_has_nothing_to_be_compared_with(tmp_path):
    results = load(tmp_path, {"grid": on_all([100])})
    assert comparisons.table(results).empty and break_even.table(results).empty


def test_methods_that_found_nothing_do_not_stop_the_others(tmp_path):
    results = load(tmp_path, {"grid": on_all(["crashed"]), "mesh": on_all([100])},
                   builds={"grid": {n: "crashed" for n in MAPS}})
    pairs = comparisons.table(results)
    assert pd.isna(pairs.time_ratio[0]) and pairs.faster_share[0] == 0 and pairs.only_against_found[0] == 6
    figure = synthetic.drawn(results, "pareto")
    assert "Without a median of all four: grid." in figure.fairway_caption
    assert synthetic.drawn(results, "total-time") is not None
