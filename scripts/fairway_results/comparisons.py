"""Compares every pair of methods, query by query, on the same map and host."""

import itertools

import numpy as np
import pandas as pd

from . import estimators
from .store import ZERO_GAP, main_methods

BETWEEN, VARIANT = "representations", "variants"
SIGNIFICANT = 0.05


def table(results):
    """Returns a row for each pair of methods of each stratum. Two families of tests are planned and corrected
    separately: between the main methods of all families, and between each other method and the main method of its
    family. Other pairs have estimates and intervals only. Empty with fewer than two methods.

    time_ratio is the geometric mean of (time of the method) / (time of the other method); gap_difference is the
    mean difference of gaps. Both cover queries where both methods found a path, for each map first, then over maps."""
    return results.by_stratum(of_stratum)


def of_stratum(results):
    asked = results.reachable().dropna(subset=["solved_ns"])
    if asked.empty:
        return pd.DataFrame()
    time = square(asked, "solved_ns")
    hosts = square(asked.assign(code=pd.factorize(asked.host)[0]), "code").reindex_like(time)
    gap = square(results.found(), "gap").reindex(index=time.index, columns=time.columns)
    maps = asked.drop_duplicates("query").set_index("query")["map"].reindex(time.index)
    maps = pd.factorize(maps, sort=True)[0]  # map names become integers, which are sorted faster
    methods = [m for m in results.by_family() if m in time]
    planned = families(results, methods)
    rows = []
    for a, b in itertools.combinations(methods, 2):
        same_host = (hosts[a] == hosts[b]).to_numpy()
        names = {"method": results.methods.name[a], "against": results.methods.name[b]}
        if planned.get((b, a)) == VARIANT:  # swap the pair: the variant comes first, then its main method
            a, b = b, a
            names = {"method": names["against"], "against": names["method"]}
        family = planned.get((a, b))
        rows.append({**names, "family": family,
                     **of_times(time[a].to_numpy()[same_host], time[b].to_numpy()[same_host],
                                maps[same_host], family),
                     **of_gaps(gap[a].to_numpy(), gap[b].to_numpy(), maps, family)})
    pairs = pd.DataFrame(rows)
    for measure in ("time", "gap") if rows else ():
        corrected = pairs.groupby("family")[f"{measure}_p"].transform(estimators.holm)
        pairs.insert(pairs.columns.get_loc(f"{measure}_p") + 1, f"{measure}_p_holm", corrected)
    return pairs


def square(answers, column):
    """Returns a table with a row for each query and a column for each method."""
    return answers.pivot(index="query", columns="method", values=column)


def families(results, methods):
    """Returns for each pair (method, against) the family of planned comparisons that it belongs to."""
    main = main_methods(results.methods.loc[methods])
    planned = {pair: BETWEEN
               for pair in itertools.combinations([m for m in methods if m in main.values()], 2)}
    for method in methods:
        of_kind = main[results.methods.family[method]]
        if method != of_kind:
            planned[method, of_kind] = VARIANT
    return planned


def of_times(own, other, maps, tested):
    """Returns the columns of times. A query without a legal path has an infinite time."""
    asked = ~np.isnan(own) & ~np.isnan(other)
    own, other, maps = own[asked], other[asked], maps[asked]
    both = np.isfinite(own) & np.isfinite(other)
    either = np.isfinite(own) | np.isfinite(other)
    effects = estimators.per_map(np.log(own[both] / other[both]), maps[both])
    with np.errstate(divide="ignore"):
        median = estimators.quantile(own[either] / other[either], 0.5)
    won = (own < other) + 0.5 * (own == other)
    return {
        "asked": len(own), "both_found": both.sum(),
        "only_method_found": (np.isfinite(own) & ~both).sum(),
        "only_against_found": (np.isfinite(other) & ~both).sum(),
        "maps": len(effects),
        **estimators.ratio_over_maps(effects).columns("time_ratio"),
        "median_time_ratio": median,
        **estimators.share_over_maps(estimators.per_map(won[either], maps[either])).columns("faster_share"),
        "time_p": estimators.p_of_mean(effects) if tested else np.nan,
    }


def of_gaps(own, other, maps, tested):
    """Returns the columns of gaps, over queries where both methods found a path."""
    both = ~np.isnan(own) & ~np.isnan(other)
    difference, maps = own[both] - other[both], maps[both]
    equal = np.abs(difference) <= ZERO_GAP
    difference[equal] = 0
    effects = estimators.per_map(difference, maps)
    return {
        **estimators.mean_over_maps(effects).columns("gap_difference"),
        **estimators.share_over_maps(estimators.per_map((difference < 0) + 0.5 * equal, maps)).columns("shorter_share"),
        "equal_gap_share": equal.mean() if len(equal) else np.nan,
        "gap_p": estimators.p_of_mean(effects) if tested else np.nan,
    }

