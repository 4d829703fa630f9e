"""The summary of a sweep as a Markdown table."""

import textwrap

import numpy as np
import pandas as pd

from plots import statistics
from plots.summary import ALL_HOSTS

HEAD = ["method", "answered", "legal", "within walls", "median gap", "mean gap", "query p50", "p95", "p99",
        "max", "refusal", "build", "memory"]
LEGEND = "\n".join(textwrap.wrap(
    "*Answered*: share of the reachable queries for which a legal path was found. *Legal*, *within walls*: shares of the "
    "paths returned. *Gap*: of the legal ones. *Query p50, p95, p99*: quantiles of the time to a path over all reachable "
    "queries, where one that timed out counts with the limit (≥), and one that got no path for another reason is longer "
    "than all others. *Max*: the longest of those. *Refusal*: median time to say no where there is no path. *Build*, "
    "*memory*: medians over the maps, where a failed build is more than all others. *In brackets*: "
    f"{statistics.METHOD[0].lower()}{statistics.METHOD[1:]}; with fewer than {statistics.MIN_MAPS} maps none is given.",
    120)) + "\n"


def markdown(summary):
    """A table for each host, a row for each method, with units in the cells; '–' for nothing."""
    parts = []
    for host, rows in summary.groupby("host", sort=False):
        if summary.host.nunique() > 1:
            parts.append("## All hosts" if host == ALL_HOSTS else f"## Host {host}")
        parts.append(rows_of_host(rows))
    return "\n\n".join(parts + [LEGEND])


def rows_of_host(summary):
    lines = ["| " + " | ".join(HEAD) + " |", "|---|" + "--:|" * (len(HEAD) - 1)]
    for row in summary.itertuples():
        limit = row.timeout_ms * 1e6 if getattr(row, "timeout", 0) else np.inf

        def taken(nanoseconds):
            return "no path" if nanoseconds == np.inf else (
                f"≥ {duration(limit)}" if nanoseconds >= limit else duration(nanoseconds))

        cells = [f"`{row.method}`", share(row.found / max(row.reachable, 1)), share(row.legal_share),
                 share(row.within_walls_share),
                 bounded(share, row.median_gap, row.median_gap_low, row.median_gap_high),
                 share(row.mean_gap),
                 bounded(taken, row.query_p50_ns, row.query_p50_ns_low, row.query_p50_ns_high),
                 taken(row.query_p95_ns), taken(row.query_p99_ns),
                 taken(row.query_max_ns), duration(row.refusal_p50_ns),
                 bounded(duration, row.build_p50_ns, row.build_p50_ns_low, row.build_p50_ns_high),
                 bounded(size, row.median_bytes, row.median_bytes_low, row.median_bytes_high)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def bounded(text, value, low, high):
    """'1.2 µs [900 ns, 2 µs]', or the value alone where it has no interval."""
    return text(value) + ("" if pd.isna(low) else f" [{text(low)}, {text(high)}]")


def share(value):
    """0.01234 -> '1.23 %'; rounding noise is 0."""
    if pd.isna(value):
        return "–"
    return "0" if abs(value) < 5e-8 else f"{100 * value:.3g} %"


def duration(nanoseconds):
    return scaled(nanoseconds, 1000, ["ns", "µs", "ms", "s"])


def size(number):
    return scaled(number, 1024, ["B", "KiB", "MiB", "GiB"])


def scaled(value, step, units):
    if pd.isna(value):
        return "–"
    if value == np.inf:
        return "failed"
    unit = 0
    while value >= step and unit + 1 < len(units):
        value /= step
        unit += 1
    return f"{value:.3g} {units[unit]}"
