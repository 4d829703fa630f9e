"""Estimates, intervals and tests over maps: docs/statistics.md says which, and why.

The unit is the map: intervals resample whole maps, tests flip their signs.
"""

import dataclasses
import functools

import numpy as np
import scipy.stats
from statsmodels.stats.multitest import multipletests

LEVEL = 0.95
RESAMPLES = 9999
SEED = 1
MIN_MAPS = 5
"""With fewer maps there is no interval and no test."""
HUGE = 1e140
"""Stands for infinity where quantiles are interpolated."""

METHOD = (f"Intervals are {100 * LEVEL:g} % percentile intervals of {RESAMPLES:,} bootstrap resamples of "
          f"whole maps (seed {SEED})")


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A value with its interval; NaN where there is none."""

    value: float
    low: float = np.nan
    high: float = np.nan

    def map(self, function):
        return Estimate(function(self.value), function(self.low), function(self.high))

    def columns(self, name):
        return {name: self.value, f"{name}_low": self.low, f"{name}_high": self.high}


def per_map(values, maps):
    """The mean of each map's values: every map counts once, however many queries it has."""
    _, codes = np.unique(maps, return_inverse=True)
    return np.bincount(codes, values) / np.bincount(codes)


def mean(effects):
    """The mean of one effect per map."""
    return estimate(np.asarray(effects, float), np.mean)


def median(effects):
    """The median of one effect per map; effects may be infinite."""
    return estimate(np.asarray(effects, float), np.median)


def estimate(effects, statistic):
    if not len(effects):
        return Estimate(np.nan)
    finite = np.nan_to_num(effects, nan=np.nan, posinf=HUGE)
    return bounded(statistic(effects), len(effects), lambda chosen: statistic(finite[chosen], axis=-1))


def quantile(values, maps, share):
    """The quantile of all values pooled, in whatever map; its interval resamples whole maps. Values
    may be infinite. O(resamples * maps * log values)."""
    values = np.asarray(values, float)
    if not len(values):
        return Estimate(np.nan)
    order = np.argsort(values, kind="stable")
    ranked = np.nan_to_num(values[order], posinf=HUGE)
    names, codes = np.unique(np.asarray(maps)[order], return_inverse=True)
    below = np.zeros((len(values) + 1, len(names)), dtype=np.int64)
    below[1:] = np.cumsum(codes[:, None] == np.arange(len(names)), axis=0)

    def pooled(chosen):
        weight = times_chosen(chosen)
        rank = share * (weight @ below[-1])
        return (ranked[first(below, weight, rank, np.greater_equal) - 1]
                + ranked[first(below, weight, rank, np.greater) - 1]) / 2

    return bounded(point(values, share), len(names), pooled)


def point(values, share):
    """The quantile alone: the smallest value that so large a share does not exceed, or the mean of two if
    the share ends between them."""
    finite = np.nan_to_num(np.asarray(values, float), nan=np.nan, posinf=HUGE)
    return infinite(np.quantile(finite, share, method="averaged_inverted_cdf")) if len(finite) else np.nan


def first(below, weight, rank, reaches):
    """The fewest smallest values whose weight reaches a rank, by bisection; all where none does."""
    low = np.zeros(rank.shape, dtype=np.int64)
    high = np.full(rank.shape, len(below) - 1)
    while (low + 1 < high).any():
        middle = (low + high) // 2
        reached = reaches(np.einsum("ij,ij->i", below[middle], weight), rank)
        high = np.where(reached, middle, high)
        low = np.where(reached, low, middle)
    return high


def bounded(value, count, of_resamples):
    """A value over so many maps with its percentile interval; `of_resamples` turns `resamples` into the
    value of each."""
    if count < MIN_MAPS or np.isnan(value):
        return Estimate(value)
    tail = 50 * (1 - LEVEL)
    return Estimate(value, *map(infinite, np.percentile(of_resamples(resamples(count)), [tail, 100 - tail])))


@functools.lru_cache(maxsize=8)
def resamples(count):
    """A row for each bootstrap resample: the numbers of `count` maps. Sampled once for all estimates;
    `scipy.stats.bootstrap` gets the same from this seed."""
    return np.random.RandomState(SEED).randint(0, count, (RESAMPLES, count))


def times_chosen(chosen):
    """How often each row holds each map."""
    rows, count = chosen.shape
    return np.bincount((chosen + count * np.arange(rows)[:, None]).ravel(), minlength=chosen.size).reshape(rows, count)


def infinite(value):
    return np.inf if value > np.sqrt(HUGE) else float(value)


def sign_flip(effects):
    """Two-sided p of the hypothesis that effects, one per map, are symmetric about 0; NaN where too
    few. Exact where all sign patterns are at most RESAMPLES."""
    effects = np.asarray(effects, float)
    if len(effects) < MIN_MAPS:
        return np.nan
    return scipy.stats.permutation_test(
        (effects,), np.mean, permutation_type="samples", vectorized=True, n_resamples=RESAMPLES,
        random_state=SEED).pvalue


def smallest_p(maps):
    """The smallest p that `sign_flip` can give for so many maps."""
    return 2 / min(2 ** maps, RESAMPLES + 1)


def holm(probabilities):
    """Holm's correction of a family of tests; NaN stays NaN and does not count."""
    probabilities = np.asarray(probabilities, float)
    tested = ~np.isnan(probabilities)
    corrected = np.full(len(probabilities), np.nan)
    if tested.any():
        corrected[tested] = multipletests(probabilities[tested], method="holm")[1]
    return corrected
