"""Estimates, intervals and tests over maps, on numbers whose answers are known."""

import pathlib
import sys

import numpy as np
import pytest
import scipy.stats

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from plots import statistics  # noqa: E402


def test_a_map_counts_once_however_many_queries_it_has():
    effects = statistics.per_map(np.array([1.0, 1, 1, 1, 7]), np.array(["a", "a", "a", "a", "b"]))
    assert effects.tolist() == [1, 7]
    assert statistics.mean(effects).value == 4


@pytest.mark.parametrize("count", [5, 11, 60])
def test_intervals_of_medians_are_those_of_scipy(count):
    effects = np.random.default_rng(count).lognormal(0, 1, count)
    expected = scipy.stats.bootstrap((effects,), np.median, n_resamples=statistics.RESAMPLES, vectorized=True,
                                     method="percentile", confidence_level=statistics.LEVEL,
                                     random_state=statistics.SEED).confidence_interval
    assert (statistics.median(effects).low, statistics.median(effects).high) == (expected.low, expected.high)


# Percentile intervals of few resampled maps are too narrow: 10 % of those over ten maps missed the mean, not 5 %.
@pytest.mark.parametrize("count", [5, 11, 60])
def test_means_have_students_t(count):
    effects = np.random.default_rng(count).normal(0.3, 1, count)
    expected = scipy.stats.ttest_1samp(effects, 0)
    interval = expected.confidence_interval(statistics.LEVEL)
    assert statistics.p_of_mean(effects) == pytest.approx(expected.pvalue)
    assert (statistics.mean(effects).low, statistics.mean(effects).high) == pytest.approx((interval.low, interval.high))


def test_effects_that_are_all_equal_leave_no_doubt():
    assert statistics.p_of_mean([0.5] * 6) == 0 and statistics.p_of_mean([0.0] * 6) == 1
    assert statistics.mean([0.5] * 6) == statistics.Estimate(0.5, 0.5, 0.5)


def test_figures_repeat():
    effects = np.random.default_rng(2).normal(0, 1, 9)
    assert statistics.median(effects) == statistics.median(effects)


@pytest.mark.parametrize("share", [0.5, 0.9, 0.95])
def test_a_quantile_over_maps_is_that_of_whole_maps_sampled_again(share):
    random = np.random.default_rng(3)
    maps = random.integers(0, 7, 90)
    values = random.lognormal(maps / 4.0, 1)
    sampled = random.integers(0, 7, (4000, 7))
    naive = [np.quantile(np.concatenate([values[maps == m] for m in row]), share,
                         method="averaged_inverted_cdf") for row in sampled]
    low, high = np.quantile(naive, [0.025, 0.975])
    estimate = statistics.quantile(values, maps, share)
    assert estimate.value == np.quantile(values, share, method="averaged_inverted_cdf")
    assert estimate.low == pytest.approx(low, rel=0.05)
    assert estimate.high == pytest.approx(high, rel=0.05)


def test_the_half_is_the_median():
    for values in ([3.0, 1, 2], [4.0, 1, 2, 3]):
        assert statistics.quantile(values, range(len(values)), 0.5).value == np.median(values)


def test_where_maps_differ_the_interval_is_wider_than_if_queries_were_independent():
    random = np.random.default_rng(4)
    maps = np.repeat(np.arange(8), 50)
    values = 10.0 * random.permutation(8)[maps] + random.normal(0, 1, len(maps))
    clustered = statistics.quantile(values, maps, 0.5)
    independent = statistics.quantile(values, np.arange(len(values)), 0.5)
    assert clustered.high - clustered.low > 3 * (independent.high - independent.low)


def test_too_few_maps_have_no_interval_and_no_test():
    for estimate in (statistics.mean([1, 2, 3, 4]), statistics.quantile(range(40), [0, 1, 2, 3] * 10, 0.5)):
        assert not np.isnan(estimate.value) and np.isnan(estimate.low) and np.isnan(estimate.high)
    assert np.isnan(statistics.p_of_mean([1, 2, 3, 4])) and np.isnan(statistics.p_of_mean([]))
    assert not np.isnan(statistics.mean([1, 2, 3, 4, 5]).low)
    assert statistics.quantile([], [], 0.5).columns("x").keys() == {"x", "x_low", "x_high"}


def test_what_never_ended_is_longer_than_all_and_not_left_out():
    maps = np.arange(10) % 5
    values = np.array([1.0, 2, 3, 4, 5, 6, np.inf, np.inf, np.inf, np.inf])
    assert statistics.point(values, 0.5) == 5.5
    assert statistics.point(values, 0.6) == np.inf  # the mean of 6 and of what never ended
    assert statistics.point(values, 0.95) == np.inf
    estimate = statistics.quantile(values, maps, 0.5)
    assert estimate.value == 5.5 and np.isfinite(estimate.low) and estimate.high == np.inf
    median = statistics.median([1, 2, 3, np.inf, np.inf])
    assert median.value == 3 and median.low == 1 and median.high == np.inf
    assert statistics.median([np.inf] * 6).value == np.inf


def test_holm_is_monotone_and_no_less_than_the_raw_probabilities():
    raw = np.array([0.04, 0.001, np.nan, 0.03, 0.2])
    corrected = statistics.holm(raw)
    assert corrected.tolist()[:2] == pytest.approx([0.09, 0.004]) and np.isnan(corrected[2])
    assert corrected[3] == pytest.approx(0.09) and corrected[4] == pytest.approx(0.2)
    order = np.argsort(raw)[:4]
    assert (np.diff(corrected[order]) >= 0).all() and (corrected[order] >= raw[order]).all()
    assert np.isnan(statistics.holm([np.nan, np.nan])).all()
