"""The numbers behind the figures, a row a method."""

import numpy as np
import pandas as pd

from plots import statistics
from plots.results import PATH_RETURNED, ZERO_GAP

ALL_HOSTS = "all"
TIMES = ("query_", "refusal_", "build_")
"""How columns of times begin; where several hosts measured they are told host by host only."""


def summary(results):
    """A row per host and method; with several hosts also rows of all hosts, without times."""
    hosts = results.hosts()
    tables = [of_host(results.on_host(host), host) for host in hosts]
    if len(hosts) > 1:
        both = of_host(results, ALL_HOSTS)
        both.loc[:, both.columns.str.startswith(TIMES)] = np.nan
        tables.insert(0, both)
    return pd.concat(tables, ignore_index=True)


def of_host(results, host):
    tables = results.reachable(), results.unreachable(), results.builds
    return pd.DataFrame([row(results, host, method, *(table[table.method == method.Index] for table in tables))
                         for method in results.methods.itertuples()])


def row(results, host, method, asked, refused, builds):
    found, returned = asked[asked.status == "found"], asked[asked.status.isin(PATH_RETURNED)]
    refused = refused[refused.status == "unreachable"]
    builds = builds[builds.status != "unsupported"]
    built = builds[builds.status == "built"]
    maps = builds.world.map(results.worlds.map)
    taken = to_a_path(asked)
    gaps = found.gap.dropna()
    return {
        "host": host,
        "method": method.name,
        "representation": method.representation,
        "reachable": len(asked),
        "found": len(found),
        "legal_share": len(found) / len(returned) if len(returned) else None,
        "within_walls_share": (~returned.fault.isin(["walls", "ends and walls"])).mean(),
        "zero_gap": int((gaps <= ZERO_GAP).sum()),
        **statistics.quantile(gaps, found.map[gaps.index], 0.5).columns("median_gap"),
        "mean_gap": gaps.mean(),
        "p90_gap": gaps.quantile(0.9),
        **statistics.quantile(taken, asked.map[taken.index], 0.5).columns("query_p50_ns"),
        "query_p95_ns": statistics.point(taken, 0.95),
        "query_p99_ns": statistics.point(taken, 0.99),
        "query_max_ns": taken[taken < np.inf].max(),
        "timeout_ms": results.runs.timeout_ms.max(),
        "refused": len(refused),
        "refusal_p50_ns": refused.ns.median(),
        "worlds": len(builds),
        "worlds_built": len(built),
        **statistics.quantile(or_never(builds, "ns"), maps, 0.5).columns("build_p50_ns"),
        **statistics.quantile(or_never(builds, "bytes"), maps, 0.5).columns("median_bytes"),
        **{status: int((asked.status == status).sum())
           for status in sorted(set(results.answers.status) - {"found", "unsupported"})},
        **{f"fault_{fault.replace(' ', '_')}": int((returned.fault == fault).sum())
           for fault in sorted(set(results.answers.fault.dropna()))},
    }


def to_a_path(asked):
    """What it took until a path was returned, of each query: the limit where the query timed out,
    which is less than it would have taken; infinite where none ever came. Paths that were not timed
    are left out."""
    taken = asked.ns.where(asked.status.isin(PATH_RETURNED), asked.limit_ns.fillna(np.inf))
    return taken.dropna()


def or_never(builds, column):
    """A column of builds, infinite where the build failed."""
    return builds[column].where(builds.status == "built", np.inf)
