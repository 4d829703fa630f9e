"""The only definitions of estimators. docs/statistics.md explains them.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    >>> mean_over_maps([1, 2, 3, 2, 2]).value
    2.0

Pure functions of NumPy arrays. The report's page has the same functions in JavaScript; both are checked against
tests/scripts/estimator_vectors.json. Values may be infinite (a query without an answer), never NaN.
"""

import dataclasses
import functools

import numpy as np
import scipy.special

LEVEL = 0.95
MIN_MAPS = 5
"""The least number of maps for an interval or a test."""
INTERVALS = (f"Intervals ({100 * LEVEL:g} %) are Woodruff's for quantiles, with the map as cluster, and Student's t "
             "over maps for means")


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A value with its interval; NaN if unknown."""

    value: float
    low: float = np.nan
    high: float = np.nan

    def map(self, function):
        return Estimate(function(self.value), function(self.low), function(self.high))

    def columns(self, name):
        return {name: self.value, f"{name}_low": self.low, f"{name}_high": self.high}


def quantile(values, share):
    """The averaged inverted CDF: the smallest value v such that at least this share of the values is at most v. The mean
    of two successive values if the share ends exactly between them. NaN without values."""
    return quantile_of_sorted(np.sort(np.asarray(values, float)), share)


def quantile_of_sorted(ascending, share):
    count = len(ascending)
    if not count:
        return np.nan
    place = share * count
    at = max(1, int(np.ceil(place)))
    if place != at or at == count:
        return float(ascending[at - 1])
    return float((ascending[at - 1] + ascending[at]) / 2)


def quantile_over_maps(values, maps, share):
    """The quantile of all values pooled, with Woodruff's interval; maps are the clusters.

    The share of values up to the quantile is a ratio over clusters and has an interval. The quantiles of its two ends
    are the ends of the returned interval. R. S. Woodruff, JASA 47 (1952); C. Francisco and W. Fuller, Annals of
    Statistics 19 (1991)."""
    values = np.asarray(values, float)
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    middle = quantile_of_sorted(ascending, share)
    names, codes = np.unique(np.asarray(maps), return_inverse=True)
    if len(names) < MIN_MAPS:
        return Estimate(middle)
    scores = np.bincount(codes, (values <= middle) - share)
    spread = ((scores - scores.mean()) ** 2).sum()
    reach = t_quantile(len(names) - 1) * np.sqrt(len(names) / (len(names) - 1) * spread) / len(values)
    low, high = (quantile_of_sorted(ascending, min(1, max(0, end))) for end in (share - reach, share + reach))
    return Estimate(middle, low, high)


def median_over_maps(effects):
    """The median of one value per map, with Woodruff's interval."""
    return quantile_over_maps(effects, np.arange(len(effects)), 0.5)


def per_map(values, maps):
    """Returns the mean of the values of each map. Every map then counts once, for any number of queries."""
    _, codes = np.unique(maps, return_inverse=True)
    return np.bincount(codes, values) / np.bincount(codes)


def mean_over_maps(effects):
    """The mean of one effect per map, with Student's t interval."""
    middle, error = mean_and_error(effects)
    reach = error * t_quantile(len(effects) - 1) if len(effects) >= MIN_MAPS else np.nan
    return Estimate(middle, middle - reach, middle + reach)


def ratio_over_maps(logarithms):
    """The geometric mean of one ratio per map, given by its logarithm."""
    return mean_over_maps(logarithms).map(lambda value: float(np.exp(value)))


def share_over_maps(shares):
    """The mean of one share per map. Its interval is cut at 0 and 1."""
    return mean_over_maps(shares).map(lambda value: float(np.clip(value, 0, 1)))


def p_of_mean(effects):
    """Two-sided p, by Student's t, of the hypothesis that the mean of one effect per map is 0. NaN with too few."""
    if len(effects) < MIN_MAPS:
        return np.nan
    middle, error = mean_and_error(effects)
    if error == 0:
        return float(middle == 0)
    return float(2 * scipy.special.stdtr(len(effects) - 1, -abs(middle) / error))


def mean_and_error(effects):
    count = len(effects)
    if not count:
        return np.nan, np.nan
    return float(np.mean(effects)), float(np.std(effects, ddof=1)) / count ** 0.5 if count > 1 else np.nan


@functools.lru_cache
def t_quantile(freedom):
    return float(scipy.special.stdtrit(freedom, (1 + LEVEL) / 2))


def holm(probabilities):
    """Holm's correction of several tests; NaN stays NaN and does not count. S. Holm, Scand. J. Statistics 6 (1979)."""
    corrected = np.array(probabilities, float)
    tested = np.flatnonzero(~np.isnan(corrected))
    order = tested[np.argsort(corrected[tested], kind="stable")]
    corrected[order] = np.minimum(1, np.maximum.accumulate(corrected[order] * np.arange(len(order), 0, -1)))
    return corrected


def jackknife(whole, without):
    """Returns an estimate from all maps. The interval is Student's t over the estimates that omit one map each."""
    count = len(without)
    if count < MIN_MAPS:
        return Estimate(float(whole))
    error = np.sqrt((count - 1) / count * ((without - np.mean(without)) ** 2).sum())
    reach = float(t_quantile(count - 1) * error)
    return Estimate(float(whole), float(whole) - reach, float(whole) + reach)


def slope(x, y):
    """The exponent of growth: the slope of log y against log x by least squares, with Student's t interval. NaN with
    fewer than two different x; no interval with fewer than three values."""
    x, y = np.log(np.asarray(x, float)), np.log(np.asarray(y, float))
    spread = ((x - x.mean()) ** 2).sum() if len(x) else 0
    if spread == 0:
        return Estimate(np.nan)
    value = float(((x - x.mean()) * (y - y.mean())).sum() / spread)
    if len(x) < 3:
        return Estimate(value)
    rest = y - y.mean() - value * (x - x.mean())
    reach = float(t_quantile(len(x) - 2) * np.sqrt((rest ** 2).sum() / (len(x) - 2) / spread))
    return Estimate(value, value - reach, value + reach)


def is_supported(exponent, reach=0.5):
    """Whether an exponent of growth is precise enough to show: it has an interval, at most 2 * `reach` wide."""
    return exponent.high - exponent.low <= 2 * reach
