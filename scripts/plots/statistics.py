"""Estimates, intervals and tests over maps: docs/statistics.md says which, and why.

The unit is the map: means of effects have Student's t, quantiles resample whole maps.
"""

import dataclasses
import functools

import numpy as np
import scipy.special
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
OF_MEANS = f"Intervals ({100 * LEVEL:g} %) and tests are Student's t over maps"


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
    """The mean of one effect per map, with Student's t interval, as `fairway diff` computes it."""
    middle, error = mean_and_error(effects)
    reach = error * t_quantile(len(effects)) if len(effects) >= MIN_MAPS else np.nan
    return Estimate(middle, middle - reach, middle + reach)


def p_of_mean(effects):
    """Two-sided p, by Student's t, of the hypothesis that the mean of one effect per map is 0; NaN where too few."""
    if len(effects) < MIN_MAPS:
        return np.nan
    middle, error = mean_and_error(effects)
    if error == 0:
        return float(middle == 0)
    return 2 * scipy.special.stdtr(len(effects) - 1, -abs(middle) / error)


def mean_and_error(effects):
    count = len(effects)
    return (np.mean(effects) if count else np.nan), (np.std(effects, ddof=1) / count ** 0.5 if count > 1 else np.nan)


@functools.lru_cache
def t_quantile(count):
    return scipy.special.stdtrit(count - 1, (1 + LEVEL) / 2)


def median(effects):
    """The median of one effect per map, its interval by resampling; effects may be infinite."""
    finite = np.nan_to_num(np.asarray(effects, float), nan=np.nan, posinf=HUGE)
    value = infinite(np.median(finite)) if len(finite) else np.nan
    return bounded(value, len(finite), lambda chosen: np.median(finite[chosen], axis=-1))


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


def holm(probabilities):
    """Holm's correction of a family of tests; NaN stays NaN and does not count."""
    probabilities = np.asarray(probabilities, float)
    tested = ~np.isnan(probabilities)
    corrected = np.full(len(probabilities), np.nan)
    if tested.any():
        corrected[tested] = multipletests(probabilities[tested], method="holm")[1]
    return corrected
