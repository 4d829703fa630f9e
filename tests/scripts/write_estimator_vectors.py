#!/usr/bin/python3
"""Writes estimator_vectors.json: inputs, and the results of SciPy, statsmodels and NumPy.

    write_estimator_vectors.py > estimator_vectors.json

It shares no code with fairway_results/estimators.py. JSON has no infinity: the string "inf" stands for it; null
stands for a number that does not exist. Numbers of tests are rounded to 12 digits, inputs to 6.
"""

import json
import math

import numpy as np
import scipy.stats
import statsmodels.api as sm
from statsmodels.stats.multitest import multipletests

RANDOM = np.random.default_rng(34)


def plain(value):
    """Converts a value to numbers and strings that JSON can store."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(part) for part in value]
    if isinstance(value, (str, bool)) or value is None:
        return value
    if math.isinf(value):
        return "inf"
    if math.isnan(value):
        return None
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else float(f"{value:.12g}")


def rounded(values):
    return [float(f"{value:.6g}") for value in values]


def numpy_quantile(values, share):
    """NumPy cannot interpolate between infinite values (the result is NaN), so 1e300 replaces infinity. At a share of 0, NumPy 1.24
    returns the mean of the first and the last value."""
    if share == 0:
        return min(values)
    finite = [1e300 if math.isinf(value) else value for value in values]
    found = float(np.quantile(finite, share, method="averaged_inverted_cdf"))
    return math.inf if found > 1e200 else found


def woodruff(values, maps, share):
    """Woodruff's interval: the quantiles at share +- t * error, where the error comes from the sums of scores per map."""
    middle = numpy_quantile(values, share)
    names = sorted(set(maps))
    if len(names) < 5:
        return {"value": middle, "low": math.nan, "high": math.nan}
    scores = [sum((value <= middle) - share for value, of in zip(values, maps) if of == name) for name in names]
    error = scipy.stats.tstd(scores) * math.sqrt(len(names)) / len(values)
    if len({maps.count(name) for name in names}) == 1:  # for equal clusters: robust error of a regression on a constant
        fit = sm.OLS([float(value <= middle) for value in values], np.ones(len(values))).fit(
            cov_type="cluster", cov_kwds={"groups": [names.index(name) for name in maps]})
        assert math.isclose(fit.bse[0], error, rel_tol=1e-9, abs_tol=1e-12)
    reach = scipy.stats.t.ppf(0.975, len(names) - 1) * error
    return {"value": middle, "low": numpy_quantile(values, max(0.0, share - reach)),
            "high": numpy_quantile(values, min(1.0, share + reach))}


def quantiles():
    lists = [[], [7], [4, 1, 2, 3], [1, 2, math.inf, math.inf], [math.inf] * 3, [1, 2, 3, 4, 5, 6] + [math.inf] * 4,
             list(range(1, 51)), rounded(RANDOM.lognormal(0, 2, 37)), rounded(RANDOM.lognormal(0, 2, 60))]
    return [{"values": values, "share": share,
             "expected": numpy_quantile(values, share) if values else math.nan}
            for values in lists for share in (0, 0.05, 0.5, 0.75, 0.95, 0.999, 1)]


def quantiles_over_maps():
    cases = []
    for maps, queries, unequal in ((4, 10, False), (5, 4, False), (8, 12, True), (11, 10, False), (20, 6, True)):
        names = [f"map{m}" for m in range(maps) for _ in range(queries - (m % 3 if unequal else 0))]
        values = rounded(RANDOM.lognormal([int(name[3:]) % 5 / 2 for name in names], 1))
        for never in (0, len(values) // 3):
            held = values[:len(values) - never] + [math.inf] * never
            for share in (0.5, 0.95, 0.99):
                cases.append({"values": held, "maps": names, "share": share, "expected": woodruff(held, names, share)})
    names = [f"map{m}" for m in range(6)]
    for effects in ([80, 80, 80, 80, 80, math.inf], [1, 2, 3, math.inf, math.inf, math.inf], rounded(RANDOM.normal(size=6))):
        cases.append({"values": effects, "maps": names, "share": 0.5, "expected": woodruff(effects, names, 0.5)})
    return cases


def means():
    cases = []
    for count in (1, 4, 5, 11, 60):
        effects = rounded(RANDOM.normal(0.3, 1, count))
        value, low, high, p = np.mean(effects), math.nan, math.nan, math.nan
        if count >= 5:
            found = scipy.stats.ttest_1samp(effects, 0)
            (low, high), p = found.confidence_interval(0.95), found.pvalue
        cases.append({"effects": effects, "expected": {"value": value, "low": low, "high": high, "p": p}})
    for effect in (0, 0.5):  # equal effects have no variance
        cases.append({"effects": [effect] * 6,
                      "expected": {"value": effect, "low": effect, "high": effect, "p": float(effect == 0)}})
    return cases


def maps_counted_once():
    cases = []
    for maps, count in ((2, 5), (7, 40)):
        names = [f"map{RANDOM.integers(maps)}" for _ in range(count)]
        values = rounded(RANDOM.normal(size=count))
        cases.append({"values": values, "maps": names, "expected": [
            float(np.mean([v for v, of in zip(values, names) if of == name])) for name in sorted(set(names))]})
    return cases


def corrections():
    cases = []
    for raw in ([0.04, 0.001, math.nan, 0.03, 0.2], [math.nan, math.nan], [], [0.01, 0.01, 0.5, 0.9],
                rounded(RANDOM.uniform(0, 0.05, 12))):
        tested = [p for p in raw if not math.isnan(p)]
        corrected = iter(multipletests(tested, method="holm")[1] if tested else [])
        cases.append({"p": raw, "expected": [p if math.isnan(p) else next(corrected) for p in raw]})
    return cases


def jackknives():
    """Vectors for the jackknife of a mean, which equals Student's t, and of a ratio of means."""
    cases = []
    for count in (4, 6, 15):
        x, y = (rounded(RANDOM.uniform(1, 3, count)) for _ in "xy")
        for of in (lambda kept: np.mean([x[i] for i in kept]),
                   lambda kept: sum(x[i] for i in kept) / sum(y[i] for i in kept)):
            whole = of(range(count))
            without = [of([i for i in range(count) if i != left_out]) for left_out in range(count)]
            pseudo = [count * whole - (count - 1) * one for one in without]
            reach = scipy.stats.sem(pseudo) * scipy.stats.t.ppf(0.975, count - 1) if count >= 5 else math.nan
            cases.append({"whole": whole, "without": without,
                          "expected": {"value": whole, "low": whole - reach, "high": whole + reach}})
    return cases


def slopes():
    cases = [{"x": [10, 10, 10], "y": [1, 2, 3], "expected": {"value": math.nan, "low": math.nan, "high": math.nan}},
             {"x": [10, 1000], "y": [1, 100], "expected": {"value": 1, "low": math.nan, "high": math.nan}}]
    for count, exponent in ((3, 1), (9, 1.5), (20, 0)):
        x = rounded(10 ** RANDOM.uniform(1, 5, count))
        y = rounded(np.power(x, exponent) * RANDOM.lognormal(0, 0.3, count))
        fit = sm.OLS(np.log(y), sm.add_constant(np.log(x))).fit()
        low, high = fit.conf_int(0.05)[1]
        cases.append({"x": x, "y": y, "expected": {"value": fit.params[1], "low": low, "high": high}})
    return cases


if __name__ == "__main__":
    vectors = {"quantile": quantiles(), "quantile_over_maps": quantiles_over_maps(), "mean_over_maps": means(),
               "per_map": maps_counted_once(), "holm": corrections(), "jackknife": jackknives(), "slope": slopes()}
    print("{" + ",\n".join(f"{json.dumps(name)}: [\n" + ",\n".join(
        json.dumps(plain(case), separators=(",", ":")) for case in cases) + "\n]" for name, cases in vectors.items()) + "}")
