"""The number of queries from which the method with the slower build takes less time in total."""

import itertools

import numpy as np
import pandas as pd

from . import estimators

MOST_QUERIES = 1e7


def costs(results):
    """Returns a row for each world, host and method that was built there. query_ns is the mean over reachable queries with
    a path or a timeout; a query that timed out counts with the limit."""
    spent = results.reachable()
    spent = spent[np.isfinite(spent.path_ns)]
    query = spent.groupby(["world", "host", "method"]).path_ns.mean().rename("query_ns")
    built = results.built().set_index(["world", "host", "method"])
    return built[["total_build_ns"]].rename(columns={"total_build_ns": "build_ns"}).join(query, how="inner").reset_index()


def queries_until(build, query, build_dear, query_dear):
    """Returns, for each map, the number of queries after which the method `dear` has taken less time in total. Infinite if
    its build is slower and its queries are not faster. 0 if neither its build nor its queries are slower. NaN if its build
    is not slower, but its queries are."""
    with np.errstate(divide="ignore", invalid="ignore"):
        paid = np.where(query_dear < query, np.ceil((build_dear - build) / (query - query_dear)), np.inf)
    return np.where(build_dear > build, paid, np.where(query_dear <= query, 0, np.nan))


def table(results):
    """Returns a row for each stratum and pair of methods with different builds. Values are medians over maps. `dear` is
    the method with the slower median build. A build includes the parts of the free space that it uses."""
    return results.by_stratum(of_stratum)


def of_stratum(results):
    wide = costs(results).pivot(index=["world", "host"], columns="method")
    if wide.empty:
        return pd.DataFrame()
    maps = results.worlds["map"].reindex(wide.index.get_level_values("world")).to_numpy()
    builds, queries = ({m: column.to_numpy() for m, column in wide[name].items()} for name in ("build_ns", "query_ns"))
    methods = [m for m in results.by_family() if m in builds]
    built_as = results.methods.representation + results.methods.options
    rows = []
    for a, b in itertools.combinations(methods, 2):
        if built_as[a] == built_as[b]:
            continue
        common = ~np.isnan(builds[a]) & ~np.isnan(builds[b])
        if not common.any():
            continue
        build, query = ({m: by_method[m][common] for m in (a, b)} for by_method in (builds, queries))
        middle = {m: np.median(build[m]) for m in (a, b)}
        cheap, dear = (a, b) if middle[a] <= middle[b] else (b, a)
        if middle[a] == middle[b] and np.median(query[a]) < np.median(query[b]):
            cheap, dear = b, a
        worlds = queries_until(build[cheap], query[cheap], build[dear], query[dear])
        names, asked = maps[common], ~np.isnan(worlds)
        until = np.array([np.median(worlds[asked & (names == name)]) for name in np.unique(names[asked])])
        count = len(np.unique(names))
        if not asked.any():
            continue
        rows.append({
            "cheap": results.methods.name[cheap], "dear": results.methods.name[dear], "maps": count,
            **estimators.median_over_maps(until).columns("queries"),
            "maps_never": int(np.isinf(until).sum()), "maps_reversed": count - len(until),
            "cheap_build_ns": middle[cheap], "dear_build_ns": middle[dear],
            "cheap_query_ns": np.median(query[cheap]), "dear_query_ns": np.median(query[dear]),
            "per_map": until,
        })
    return pd.DataFrame(rows)


def typical(results):
    """Returns an array of query counts n, and for each method the median over maps of the time of the build and n queries.
    Also returns the number of worlds. Only worlds where all methods of the results were built count."""
    wide = costs(results).pivot(index=["world", "host"], columns="method").dropna()
    queries = np.logspace(0, np.log10(MOST_QUERIES), 701)
    totals = {m: np.median(wide.build_ns[m].to_numpy() + queries[:, None] * wide.query_ns[m].to_numpy(), axis=1)
              for m in results.by_family() if len(wide) and m in wide.build_ns}
    return queries, totals, len(wide)

