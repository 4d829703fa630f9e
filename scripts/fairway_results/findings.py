"""Sentences about the main methods of one stratum that the data support. They are at the beginning of the report."""

import numpy as np
import pandas as pd

from . import estimators
from .comparisons import BETWEEN, SIGNIFICANT
from .estimators import Estimate
from .store import ZERO_GAP, main_methods
from .text import duration, many, number, share


def findings(results, rows, pairs):
    """Returns sentences, each with the id of the part of the page that shows it, and a note on their basis. `rows` is
    the summary of the first sample of a stratum, `pairs` are its comparisons."""
    main = results.methods.name[list(main_methods(results.methods).values())]
    rows = rows[rows.method.isin(main)].set_index("method")
    if len(rows) < 2:
        return [], "Two families of methods are needed to compare them."
    maps = int(rows.maps.iloc[0])
    if maps < estimators.MIN_MAPS:
        return [], f"No findings from {many(maps, 'map')}: tests and intervals need {estimators.MIN_MAPS} or more."
    pairs = both_ways(pairs[pairs.family == BETWEEN]).set_index(["against", "method"]).sort_index()
    exact = (results.worlds.optimum_by == "exact").all()
    said = [*of_times(rows, pairs), *(of_gaps(rows, pairs) if exact else ()), *of_answers(rows)]
    return said, (f"Of the main methods of {len(rows)} families, on {maps} maps. Ratios and differences are means over maps with 95 % "
                  "intervals, by Student's t; only effects significant at 5 % after Holm's correction are listed.")


def both_ways(pairs):
    """Returns each pair twice, the second time with its methods swapped."""
    swapped = pairs.assign(method=pairs.against, against=pairs.method)
    for ends in (("", ""), ("_low", "_high"), ("_high", "_low")):
        swapped[f"time_ratio{ends[0]}"] = 1 / pairs[f"time_ratio{ends[1]}"]
        swapped[f"gap_difference{ends[0]}"] = -pairs[f"gap_difference{ends[1]}"]
    return pd.concat([pairs, swapped])


def of_times(rows, pairs):
    order = rows.query_p50_ns[np.isfinite(rows.query_p50_ns)].sort_values(kind="stable")
    if len(order) < 2:
        return
    first, *others = order.index
    against = pairs.loc[first].reindex(others)
    slower = against[(against.time_p_holm < SIGNIFICANT) & (against.time_ratio > 1)]
    words = [f"{times(Estimate(row.time_ratio, row.time_ratio_low, row.time_ratio_high))} faster than {row.Index} ({duration(order[row.Index])})"
             for row in slower.itertuples()]
    if words:
        ends = ", and ".join(dict.fromkeys([words[0], words[-1]]))
        yield f"{first} answers in {duration(order.iloc[0])} (median): {ends}.", "figure-time-ecdf"
    if alike := [name for name in others if name not in slower.index]:
        yield f"The query times of {first} and {listed(alike)} do not differ significantly.", "pairs"


def of_gaps(rows, pairs):
    optimal = rows.index[rows.max_gap <= ZERO_GAP]
    if len(optimal):
        yield f"{listed(optimal)} found shortest paths only.", "figure-gap-ecdf"
    gaps = rows.mean_gap.dropna()
    best, longest = (optimal[0] if len(optimal) else gaps.idxmin(), gaps.idxmax()) if (gaps > 0).any() else ("", "")
    if best != longest and pairs.gap_p_holm[best, longest] < SIGNIFICANT:
        row = pairs.loc[(best, longest)]
        value, low, high = (share(row[f"gap_difference{end}"]).removesuffix(" %") for end in ("", "_low", "_high"))
        yield (f"Paths of {longest} are the longest: their gap is {value} percentage points [{low}, {high}] above the gap of {best} "
               "(mean over maps)."), "figure-gap-ecdf"


def of_answers(rows):
    missing = rows.answered[rows.answered < 1].sort_values(kind="stable")
    words = ", ".join(f"{name} {share(value)}" for name, value in missing.items())
    if words:
        yield f"Share of the reachable queries answered: {words}{'; all other main methods 100 %' * (len(missing) < len(rows))}.", "worst"


def times(ratio):
    return f"{number(ratio.value)} times [{number(ratio.low)}, {number(ratio.high)}]"


def listed(names):
    *names, last = names
    return f"{', '.join(names)} and {last}" if names else last
