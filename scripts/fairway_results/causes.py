"""Shares of the variation of query time and gap that components of methods and families of maps explain.
docs/statistics.md explains the model."""

import itertools

import numpy as np
import pandas as pd

from . import estimators
from .summary import made_of

FACTORS = ["representation", "search", "pruning", "smoother"]
MAP_FAMILY = "map family"
SHARED = "shared: causes that these methods do not separate"
RESPONSES = {"time": "logarithm of query time", "gap": "gap"}


def table(results):
    """Returns a row for each stratum, host, response and cause. Empty unless at least two factors vary."""
    return results.by_stratum(lambda stratum: pd.concat([
        of_host(part, host) for part, host in zip(stratum.by_host(), stratum.hosts())] or [pd.DataFrame()]))


def of_host(results, host):
    rows = [row for response in RESPONSES for row in of_response(results, response)]
    return pd.DataFrame(rows).assign(host=host) if rows else pd.DataFrame()


def cells(results, response):
    """Returns the response by map and method: the logarithm of the median time, or the mean gap, of the paths found.
    Includes only methods with a response on every map of the largest sample."""
    samples = results.samples()
    if not samples:
        return pd.DataFrame()
    found = samples[0].found()
    groups = found.groupby(["world", "method"])
    wide = (np.log(groups.ns.median()) if response == "time" else groups.gap.mean()).unstack("method")
    return wide.replace([np.inf, -np.inf], np.nan).dropna(axis="columns")


def factors_of(results, methods):
    """Returns a table with a row for each method and a column for each factor that varies between the methods."""
    made = pd.DataFrame([made_of(m) for m in results.methods.loc[methods].itertuples()], index=methods)
    made["search"] = made.search.where(made.search == "own", made.search + ", " + made.heuristic)
    made = made[FACTORS].fillna("-")
    return made[[name for name in FACTORS if made[name].nunique() > 1]]


def of_response(results, response):
    values = cells(results, response)
    if not len(values.columns):
        return []
    made = factors_of(results, values.columns)
    families = results.worlds.family[values.index]
    if len(made.columns) + (families.nunique() > 1) < 2 or not len(made.columns):
        return []
    left_out = [m for m in results.methods.index if m not in values.columns]
    shares = decomposed(values.to_numpy(), made, families.to_numpy())
    return [{"response": response, "cause": cause, **estimate.columns("share"), "maps": len(values),
             "methods": len(values.columns), "left_out": ", ".join(results.methods.name[left_out])}
            for cause, estimate in shares.items()]


def decomposed(values, made, families):
    """Returns cause -> share of the sum of squares of `values` around their mean. `values` has a row per map and a column per
    method.

    Every method has a value on every map, so that methods, maps and their interaction are orthogonal. The share of a factor,
    or of a pair of factors, is its sum of squares beyond all terms that do not contain it (type II sums of squares). NaN if
    the chosen methods do not separate it from these terms."""
    parts = projections(made)
    names = list(made.columns)
    unknown = {name for name in parts if not parts[name].shape[1]} | {
        f"{name} × {MAP_FAMILY}" for name in names if not parts[name, "main"].shape[1]}

    def shares(maps):
        """Returns the share of each cause on some maps."""
        rows, kinds = values[maps] - values[maps].mean(), families[maps]
        count, columns = rows.shape
        of_map, of_method = rows.mean(axis=1), rows.mean(axis=0)
        between = columns * (of_map ** 2).sum()
        causes = {name: count * squared(of_method, part) for name, part in parts.items() if isinstance(name, str)}
        everything = causes.pop("all")
        del causes["mains"]
        told_apart, interplay = sum(causes.values()), 0
        if len(set(families)) > 1:
            of_kind = {kind: rows[kinds == kind].mean(axis=0) for kind in dict.fromkeys(kinds)}

            def over_kinds(part):
                """Returns the sum, over families of maps, of the squared deviations of method means, projected onto `part`."""
                return sum((kinds == kind).sum() * squared(means - of_method - means.mean(), parts[part]) for kind, means in of_kind.items())

            causes[MAP_FAMILY] = columns * sum((kinds == kind).sum() * means.mean() ** 2 for kind, means in of_kind.items())
            causes["maps within families"] = between - causes[MAP_FAMILY]
            causes |= {f"{name} × {MAP_FAMILY}": over_kinds((name, "main")) for name in names}
            interplay = over_kinds("mains") - sum(over_kinds((name, "main")) for name in names)
        else:
            causes["maps"] = between
        causes[SHARED] = everything - told_apart + interplay
        causes["other options of the methods"] = count * (of_method ** 2).sum() - everything
        total = (rows ** 2).sum()
        causes["rest: effects of one method on one map"] = total - sum(causes.values())
        return {name: np.nan if name in unknown or not total else part / total for name, part in causes.items()}

    maps = np.arange(len(values))
    without = [shares(np.delete(maps, left_out)) for left_out in maps] if len(maps) >= estimators.MIN_MAPS else []
    return {name: estimators.jackknife(whole, np.array([one[name] for one in without]))
            for name, whole in shares(maps).items()}


def projections(made):
    """Returns, for each term, an orthonormal basis of its space beyond all terms that do not contain it. (name, "main") is
    the basis of the space of a factor beyond the other factors. "all" spans all terms, "mains" all factors; both include
    the constant."""
    names = list(made.columns)
    pairs = list(itertools.combinations(names, 2))

    def basis(terms):
        levels = [made.groupby(list(term), sort=False).ngroup().to_numpy() for term in terms]
        return spanned(np.hstack([np.ones((len(made), 1)), *(np.eye(len(made))[codes] for codes in levels)]))

    mains = [(name,) for name in names]
    def addition(term, terms):
        without = [other for other in terms if not set(term) <= set(other)]
        return added(basis(without), basis(without + [term]))

    return {"all": basis(mains + pairs), "mains": basis(mains),
            **{" × ".join(term): addition(term, mains + pairs) for term in mains + pairs},
            **{(name, "main"): addition((name,), mains) for name in names}}


def spanned(matrix):
    """An orthonormal basis of the columns."""
    left, sizes, _ = np.linalg.svd(matrix, full_matrices=False)
    return left[:, sizes > 1e-7 * max(1, sizes.max())]


def added(smaller, larger):
    """Returns a basis of the vectors in span `larger` that are orthogonal to its subspace `smaller`."""
    return spanned(larger - smaller @ (smaller.T @ larger))


def squared(row, basis):
    """Returns the squared length of the projection of a row onto a basis."""
    return ((row @ basis) ** 2).sum()
