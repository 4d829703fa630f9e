"""Compares estimators.py with the results of SciPy, statsmodels and NumPy in estimator_vectors.json."""

import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "scripts"))

from fairway_results import estimators  # noqa: E402

VECTORS = json.loads((HERE / "estimator_vectors.json").read_text(encoding="utf-8"))


def number(value):
    return np.nan if value is None else np.inf if value == "inf" else value


def numbers(values):
    return np.array([number(value) for value in values], float)


def expected(case):
    found = case["expected"]
    if isinstance(found, dict):
        return {name: pytest.approx(number(value), rel=1e-9, abs=1e-12, nan_ok=True) for name, value in found.items()}
    if isinstance(found, list):
        return pytest.approx(numbers(found), rel=1e-9, abs=1e-12, nan_ok=True)
    return pytest.approx(number(found), rel=1e-9, nan_ok=True)


def parts(estimate):
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


COMPUTED = {
    "quantile": lambda case: estimators.quantile(numbers(case["values"]), case["share"]),
    "quantile_over_maps": lambda case: parts(
        estimators.quantile_over_maps(numbers(case["values"]), case["maps"], case["share"])),
    "mean_over_maps": lambda case: parts(estimators.mean_over_maps(case["effects"]))
    | {"p": estimators.p_of_mean(case["effects"])},
    "per_map": lambda case: estimators.per_map(numbers(case["values"]), case["maps"]),
    "holm": lambda case: estimators.holm(numbers(case["p"])),
    "jackknife": lambda case: parts(estimators.jackknife(case["whole"], numbers(case["without"]))),
    "slope": lambda case: parts(estimators.slope(case["x"], case["y"])),
}


@pytest.mark.parametrize("name", VECTORS)
def test_estimators_give_the_results_of_other_libraries(name):
    assert len(VECTORS[name]) >= 2
    for case in VECTORS[name]:
        assert COMPUTED[name](case) == expected(case), case


def test_the_vectors_equal_the_output_of_their_script():
    script, file = HERE / "write_estimator_vectors.py", HERE / "estimator_vectors.json"
    written = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout
    assert written == file.read_text(encoding="utf-8") and file.stat().st_size < 60_000


def test_a_map_counts_once_however_many_queries_it_has():
    effects = estimators.per_map(np.array([1.0, 1, 1, 1, 7]), np.array(["a", "a", "a", "a", "b"]))
    assert effects.tolist() == [1, 7]
    assert estimators.mean_over_maps(effects).value == 4


def test_different_maps_widen_the_interval_beyond_independent_queries():
    random = np.random.default_rng(4)
    maps = np.repeat(np.arange(8), 50)
    values = 10.0 * random.permutation(8)[maps] + random.normal(0, 1, len(maps))
    clustered = estimators.quantile_over_maps(values, maps, 0.5)
    independent = estimators.quantile_over_maps(values, np.arange(len(values)), 0.5)
    assert clustered.high - clustered.low > 3 * (independent.high - independent.low)


def test_intervals_of_a_median_have_about_their_nominal_coverage():
    random, held = np.random.default_rng(5), 0
    for _ in range(400):
        maps = np.repeat(np.arange(12), 10)
        values = random.normal(0, 1, 12)[maps] + random.normal(0, 1, len(maps))  # the median of all maps is 0
        estimate = estimators.quantile_over_maps(values, maps, 0.5)
        held += estimate.low <= 0 <= estimate.high
    assert 0.91 <= held / 400 <= 0.99


def test_too_few_maps_have_no_interval_and_no_test():
    for estimate in (estimators.mean_over_maps([1, 2, 3, 4]), estimators.median_over_maps([1, 2, 3, 4]),
                     estimators.quantile_over_maps(range(40), [0, 1, 2, 3] * 10, 0.5)):
        assert not np.isnan(estimate.value) and np.isnan(estimate.low) and np.isnan(estimate.high)
    assert np.isnan(estimators.p_of_mean([1, 2, 3, 4])) and np.isnan(estimators.p_of_mean([]))
    assert not np.isnan(estimators.mean_over_maps([1, 2, 3, 4, 5]).low)
    assert estimators.quantile_over_maps([], [], 0.5).columns("x").keys() == {"x", "x_low", "x_high"}


def test_an_endless_query_counts_as_longer_than_all_others():
    maps = np.arange(10) % 5
    values = np.array([1.0, 2, 3, 4, 5, 6, np.inf, np.inf, np.inf, np.inf])
    assert estimators.quantile(values, 0.5) == 5.5
    assert estimators.quantile(values, 0.6) == np.inf  # mean of 6 and infinity
    estimate = estimators.quantile_over_maps(values, maps, 0.5)
    assert estimate.value == 5.5 and np.isfinite(estimate.low)
    assert estimators.median_over_maps([np.inf] * 6).value == np.inf


def test_an_interval_of_shares_stays_among_shares():
    estimate = estimators.share_over_maps([0, 1, 1, 1, 1])
    assert estimate.high == 1 and 0 <= estimate.low < estimate.value
