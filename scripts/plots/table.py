"""The summary of a sweep as a Markdown table."""

import pandas as pd


def markdown(summary):
    """A row a method, with units in the cells; '–' where there is nothing to tell. Of the paths
    returned to reachable queries: the legal ones, those within walls (which may miss the query's
    ends), and the median time of all; of the legal ones: the gaps."""
    head = ["method", "legal", "within walls", "answered", "median gap", "mean gap", "query", "refusal", "build",
            "memory"]
    lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    for row in summary.itertuples():
        cells = [f"`{row.method}`", share(row.legal_share),
                 share(row.within_walls_share), share(row.found / max(row.reachable, 1)),
                 share(row.median_gap), share(row.mean_gap), duration(row.median_drawn_ns),
                 duration(row.median_refusal_ns), duration(row.median_build_ns),
                 size(row.median_bytes)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


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
    unit = 0
    while value >= step and unit + 1 < len(units):
        value /= step
        unit += 1
    return f"{value:.3g} {units[unit]}"
