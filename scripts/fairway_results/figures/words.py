"""Sentences of captions: the content of a figure, and the answers that it leaves out."""

from ..store import ZERO_GAP
from .. import text
from ..text import duration, few, many


def excluded(results, asked, drawn, lacking="without a time", heading="Left out of"):
    """A sentence on the answers in `asked` that are not in `drawn`. `lacking` is the reason why found answers are not
    drawn."""
    left_out = asked[~asked.index.isin(drawn.index)]
    too_short = int((results.held_against("exact").found().gap < -ZERO_GAP).sum())
    warning = f" {too_short:,} answers are shorter than the optimum: this is an error." if too_short else ""
    if left_out.empty:
        return f"All {len(asked):,} answers count.{warning}"
    parts = []
    for status, rows in left_out.groupby("status"):
        counts = rows.groupby("method").size().rename(index=results.methods.name)
        alike = [(n, counts.index[counts == n]) for n in sorted(set(counts), reverse=True)]
        names = "; ".join(f"{n:,}{' each' if len(names) > 1 else ''}: {few(names, 4)}" for n, names in alike)
        parts.append(f"{status}{f' {lacking}' if status == 'found' else ''} {len(rows):,} ({names})")
    return f"{heading} {len(asked):,} answers: {'; '.join(parts)}.{warning}"


def scope(results):
    """A sentence on the number of queries and maps."""
    asked = results.reachable()
    return f"{asked['query'].nunique():,} reachable queries on {maps(results)}{measured(results)}."


def maps(results, names=None):
    """'5 maps (caves, city, maze, pinches.map, rooms)': the maps of some or all answers. Lists names unless these are
    all maps."""
    names = sorted(set(results.supported()["map"] if names is None else names))
    return (many(len(names), "map") + (f" ({few(names, 3)})" if results.sample else "")
            + (f", {results.stratum}" if results.stratum else ""))


def measured(results):
    """The host, if there are several: ', measured on HOST'."""
    return f", measured on {results.host}" if results.host else ""


def cold_builds(results):
    """A sentence on build times that are not medians; empty if all are medians."""
    counts = results.builds.builds[results.builds.own_build_ns.notna()]
    said = text.cold_builds(int((counts == 1).sum()), len(counts))
    return said and f"Build times: {said}."


def timeouts(results):
    """A sentence on the queries that were stopped at the limit, or nothing."""
    ended = results.reachable().limit_ns.dropna()
    return "" if ended.empty else f"{len(ended):,} answers timed out at the limit of {duration(ended.max())}."
