"""How much of the variation of query time and of gap comes from what a method is made of, and from the family of
maps: docs/statistics.md explains the model."""

import itertools

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter
from patsy import dmatrix

from plots import statistics, style, summary
from plots.table import Table, bounded, share

FACTORS = ["representation", "search", "pruning", "smoother"]
MAP_FAMILY = "map family"
SHARED = "shared: causes that these methods do not tell apart"
RESPONSES = {"time": "logarithm of query time", "gap": "gap"}


def table(results):
    """A row for each stratum, host, response and cause; empty where no two factors vary."""
    hosts = results.hosts()
    return results.by_stratum(lambda stratum: pd.concat([
        of_host(stratum.on_host(host) if len(hosts) > 1 else stratum, host) for host in hosts] or [pd.DataFrame()]))


def of_host(results, host):
    rows = [row for response in RESPONSES for row in of_response(results, response)]
    return pd.DataFrame(rows).assign(host=host) if rows else pd.DataFrame()


def cells(results, response):
    """The response by map and method, of the methods that have one on every map of the greatest sample: the
    logarithm of the median time, or the mean gap, of the paths found."""
    samples = results.samples()
    if not samples:
        return pd.DataFrame()
    found = samples[0].found()
    groups = found.groupby(["world", "method"])
    wide = (np.log(groups.ns.median()) if response == "time" else groups.gap.mean()).unstack("method")
    return wide.replace([np.inf, -np.inf], np.nan).dropna(axis="columns")


def factors_of(results, methods):
    """Method by factor, of the factors that have several levels among the methods."""
    made = pd.DataFrame([summary.made_of(m) for m in results.methods.loc[methods].itertuples()], index=methods)
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
    """Cause -> share of the sum of squares of `values`, a row a map and a column a method, around their mean.

    Every method is on every map, so that methods, maps and their interplay are orthogonal. Within methods each
    factor, and each pair, counts with what it adds to all terms that do not contain it (type II); NaN where that is
    nothing by the choice of methods."""
    kinds, codes = np.unique(families, return_inverse=True)
    parts = projections(made)
    names = list(made.columns)
    whole = parts["all"]
    unknown = {name for name in parts if not parts[name].shape[1]} | {
        f"{name} × {MAP_FAMILY}" for name in names if not parts[name, "main"].shape[1]}

    def shares(weight):
        """A row for each row of weights of maps, a column for each cause."""
        maps = weight.sum(axis=1)
        columns = values.shape[1]
        of_map = values.mean(axis=1)
        mean = weight @ of_map / maps
        total = weight @ (values ** 2).sum(axis=1) - columns * maps * mean ** 2
        between = columns * (weight @ of_map ** 2 - maps * mean ** 2)
        method = (weight @ values) / maps[:, None] - mean[:, None]
        causes = {name: maps * squares(method, parts[name]) for name in parts if name not in ("all", "mains")}
        everything = maps * squares(method, whole)
        options = maps * (method ** 2).sum(axis=1) - everything
        interplay = 0
        if len(kinds) > 1:
            of_kind = np.array([(weight * (codes == kind)).sum(axis=1) for kind in range(len(kinds))])
            with np.errstate(invalid="ignore", divide="ignore"):
                level = [np.nan_to_num((weight * (codes == kind)) @ of_map / of_kind[kind]) for kind in range(len(kinds))]
                own = [np.nan_to_num(((weight * (codes == kind)) @ values) / of_kind[kind][:, None]
                                     - level[kind][:, None] - method) * (of_kind[kind] > 0)[:, None]
                       for kind in range(len(kinds))]
            family = columns * sum(of_kind[k] * (level[k] - mean) ** 2 for k in range(len(kinds)))
            causes[MAP_FAMILY] = family
            causes["maps within families"] = between - family
            for name in names:
                causes[f"{name} × {MAP_FAMILY}"] = sum(
                    of_kind[k] * squares(own[k], parts[name, "main"]) for k in range(len(kinds)))
            interplay = sum(of_kind[k] * squares(own[k], parts["mains"]) for k in range(len(kinds))) - sum(
                causes[f"{name} × {MAP_FAMILY}"] for name in names)
        else:
            causes["maps"] = between
        causes = {name: part for name, part in causes.items() if isinstance(name, str)}
        told_apart = sum(causes[name] for name in causes if name in parts)
        causes[SHARED] = everything - told_apart + interplay
        causes["other options of the methods"] = options
        causes["rest: what a method does on a map alone"] = total - sum(causes.values())
        with np.errstate(invalid="ignore", divide="ignore"):
            return {name: part / total if name not in unknown else np.full(len(total), np.nan)
                    for name, part in causes.items()}

    once = shares(np.ones((1, len(values))))
    if len(values) < statistics.MIN_MAPS:
        return {name: statistics.Estimate(float(part[0])) for name, part in once.items()}
    again = shares(statistics.times_chosen(statistics.resamples(len(values))).astype(float))
    return {name: statistics.bounded(float(part[0]), len(values), lambda _, name=name: again[name])
            for name, part in once.items()}


def projections(made):
    """Name of a term -> what it adds to all terms that do not contain it, as an orthonormal basis; "all": of all
    terms; (name, "main") and "mains": of factors alone."""
    names = list(made.columns)
    pairs = list(itertools.combinations(names, 2))

    def basis(terms):
        formula = " + ".join([":".join(f'C(Q("{name}"))' for name in term) for term in terms]) or "1"
        return spanned(np.asarray(dmatrix(formula, made)))

    mains = [(name,) for name in names]
    found = {"all": centred(basis(mains + pairs)), "mains": centred(basis(mains))}
    for name in names:
        without = [term for term in mains + pairs if name not in term]
        found[name] = added(basis(without), basis(without + [(name,)]))
        found[name, "main"] = added(basis([t for t in mains if name not in t]), basis(mains))
    for pair in pairs:
        found[" × ".join(pair)] = added(basis([t for t in mains + pairs if t != pair]), basis(mains + pairs))
    return found


def spanned(matrix):
    """An orthonormal basis of the columns."""
    left, sizes, _ = np.linalg.svd(matrix, full_matrices=False)
    return left[:, sizes > 1e-9 * sizes.max()]


def centred(basis):
    """What a basis spans beside the constant."""
    return added(np.full((len(basis), 1), len(basis) ** -0.5), basis)


def added(smaller, larger):
    """What the larger of two nested bases spans beside the smaller."""
    beyond = larger - smaller @ (smaller.T @ larger)
    left, sizes, _ = np.linalg.svd(beyond, full_matrices=False)
    return left[:, sizes > 1e-7]


def squares(rows, basis):
    """The squared length of each row's part in the span of a basis."""
    return ((rows @ basis) ** 2).sum(axis=1)


def printed(rows):
    """A table of text for each stratum and host."""
    tables = []
    for (stratum, host), part in rows.groupby(["stratum", "host"], sort=False) if len(rows) else ():
        wide = {response: of.set_index("cause") for response, of in part.groupby("response", sort=False)}
        cells = [[cause, *(bounded(share, *of.loc[cause, ["share", "share_low", "share_high"]]) if cause in of.index
                           else "–" for of in wide.values())] for cause in dict.fromkeys(part.cause)]
        tables.append(Table(f"Causes of the variation between methods and maps, {stratum}, {host}",
                            ["cause", *(f"share of the {RESPONSES[response]}" for response in wide)], cells))
    return tables


def figure(results, rows):
    """A bar for each cause, its share of the variation, with its interval."""
    here = rows[(rows.stratum == results.worlds.stratum.iloc[0]) & rows.host.isin(results.hosts())] if len(rows) else rows
    if here.empty:
        raise style.NothingToShow("no two of representation, search, pruning, smoother and family of maps have two levels "
                                  "among methods that found paths on all maps")
    causes = list(dict.fromkeys(here.cause))
    responses = [r for r in RESPONSES if (here.response == r).any()]
    plot, panels = style.rows([cause.split(":")[0] + (" (not told apart)" if here.share[here.cause == cause].isna().all() else "")
                               for cause in causes], len(responses), style.PAGE, 0.17)
    for axes, response in zip(panels, responses):
        own = here[here.response == response].set_index("cause").reindex(causes)
        axes.barh(range(len(causes)), own.share, height=0.65, color="#88AACC", lw=0)
        for row, (low, high) in enumerate(zip(own.share_low, own.share_high)):
            axes.plot([low, high], [row, row], color=style.INK, lw=1)
        axes.set(xlabel=f"share of the variation\nof the {RESPONSES[response]}")
        axes.xaxis.set_major_formatter(FuncFormatter(style.percent))
    style.title(plot, "Where the variation comes from", results)
    first = here.iloc[0]
    style.caption(plot, f"{first.methods} methods on {first.maps} maps; values are the logarithm of the median time, and "
                  "the mean gap, of a method on a map. A cause counts with what it adds to all others. Shared: what "
                  "these methods do not tell apart. Rest: what a method does on a map alone.",
                  f"{statistics.METHOD}." if first.maps >= statistics.MIN_MAPS else "",
                  f"Left out, without a path on some map: {first.left_out}." if first.left_out else "")
    return plot
