"""After how many queries a dearer build pays."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from plots import statistics, style
from plots.style import duration

MOST_QUERIES = 1e7


def costs(results):
    """A row per (world, host) and method built there: build_ns, and query_ns, the mean over the reachable
    queries that were found or timed out, which count with the limit."""
    spent = results.reachable()
    spent = spent.assign(ns=spent.ns.where(spent.status == "found", spent.limit_ns)).dropna(subset=["ns"])
    query = spent.groupby(["world", "host", "method"]).ns.mean().rename("query_ns")
    built = results.builds[results.builds.status == "built"].set_index(["world", "host", "method"])
    return built[["total_ns"]].rename(columns={"total_ns": "build_ns"}).join(query, how="inner").reset_index()


def queries_until(build, query, build_dear, query_dear):
    """After how many queries the dearer build has paid on a map: infinite if its queries are not faster, 0 if it is
    neither dearer there nor slower to query. NaN if it is not dearer there, but slower to query: the roles are reversed."""
    with np.errstate(divide="ignore", invalid="ignore"):
        paid = np.where(query_dear < query, np.ceil((build_dear - build) / (query - query_dear)), np.inf)
    return np.where(build_dear > build, paid, np.where(query_dear <= query, 0, np.nan))


def table(results):
    """A row for each pair of methods that are built differently, of each stratum, with medians over maps. `dear`
    is the one whose median build is dearer. A build counts with the parts of the free space that it uses."""
    return results.by_stratum(of_stratum)


def of_stratum(results):
    wide = costs(results).pivot(index=["world", "host"], columns="method")
    if wide.empty:
        return pd.DataFrame()
    maps = results.worlds["map"].reindex(wide.index.get_level_values("world")).to_numpy()
    builds, queries = ({m: column.to_numpy() for m, column in wide[name].items()} for name in ("build_ns", "query_ns"))
    methods = [m for m in style.by_family(results.methods) if m in builds]
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
            **statistics.median(until).columns("queries"),
            "maps_never": int(np.isinf(until).sum()), "maps_reversed": count - len(until),
            "cheap_build_ns": middle[cheap], "dear_build_ns": middle[dear],
            "cheap_query_ns": np.median(query[cheap]), "dear_query_ns": np.median(query[dear]),
            "per_map": until,
        })
    return pd.DataFrame(rows)


def typical(results):
    """Numbers of queries, and method -> the median over maps of the time to build and ask so many; on
    the worlds where all of these methods were built."""
    wide = costs(results).pivot(index=["world", "host"], columns="method").dropna()
    queries = np.logspace(0, np.log10(MOST_QUERIES), 701)
    totals = {m: np.median(wide.build_ns[m].to_numpy() + queries[:, None] * wide.query_ns[m].to_numpy(), axis=1)
              for m in style.by_family(results.methods) if len(wide) and m in wide.build_ns}
    return queries, totals, len(wide)


def total_time(results, styles):
    """Total time against the number of queries, with the lower envelope of all methods; in colour the leading
    ones and those of the envelope."""
    built = results.builds[results.builds.status == "built"].groupby("method").size()
    everywhere = [m for m in results.methods.index if built.get(m, 0) == built.max()]
    queries, totals, worlds = typical(results.restricted(methods=everywhere))
    if not totals:
        raise style.NothingToShow("no map has builds and timed answers of all methods")
    names = list(totals)
    best = np.argmin([totals[m] for m in names], axis=0)
    envelope = np.min([totals[m] for m in names], axis=0)
    least = list(dict.fromkeys(names[i] for i in best))
    shown = (least + [m for m in styles.leading(results) if m in names and m not in least])[:style.IN_COLOUR]
    shown = [m for m in names if m in shown]
    figure, axes = plt.subplots(figsize=(style.COLUMN, 2.9), layout="constrained")
    axes.plot(queries, envelope, color="#F2D94E", lw=6, alpha=0.7, solid_capstyle="butt", zorder=1)
    for method in names:
        if method in shown:
            axes.plot(queries, totals[method], color=styles.colour(method), lw=1.3, zorder=3,
                      linestyle=styles.line(method))
        else:
            axes.plot(queries, totals[method], color="#D8D8D8", lw=0.5, zorder=2)
    changes, bottom = [], envelope.min() * 0.03
    for rank, i in enumerate(np.flatnonzero(np.diff(best)), 1):
        gains, loses = totals[names[best[i + 1]]], totals[names[best[i]]]
        ahead = loses[i:i + 2] - gains[i:i + 2]
        at = np.interp(0, ahead, queries[i:i + 2])
        y = np.interp(at, queries, envelope)
        axes.plot([at, at], [bottom, y], color=style.INK, lw=0.6, linestyle=(0, (2, 2)), zorder=2)
        axes.text(at, 0.03 + 0.07 * ((rank - 1) % 3), str(rank), ha="center", transform=axes.get_xaxis_transform(), zorder=5,
                  bbox={"boxstyle": "circle,pad=0.15", "facecolor": "white", "edgecolor": style.INK, "linewidth": 0.6})
        changes.append(f"{rank}: from {style.rounded(at)} queries {results.methods.name[names[best[i + 1]]]}")
    axes.set(xscale="log", yscale="log", xlim=(1, MOST_QUERIES), xlabel="number of queries on one map",
             ylabel="time to build and to answer them",
             ylim=(bottom, max(totals[m][-1] for m in shown) * 1.5))
    style.title(figure, "What the first n queries cost", results)
    axes.yaxis.set_major_formatter(FuncFormatter(duration))
    axes.xaxis.set_major_locator(LogLocator(numticks=9))
    axes.xaxis.set_major_formatter(FuncFormatter(style.count))
    axes.minorticks_off()
    handles = [Line2D([], [], color=styles.colour(m), lw=1.3, linestyle=styles.line(m),
                      label=results.methods.name[m]) for m in shown]
    handles += [Line2D([], [], color="#F2D94E", lw=6, alpha=0.7, label="least of all")]
    if len(shown) < len(names):
        handles += [Line2D([], [], color="#D8D8D8", lw=0.5, label="other methods")]
    style.legend(figure, handles, handlelength=3)
    ended = style.timeouts(results)
    first = results.methods.name[names[best[0]]]
    absent = [results.methods.name[m] for m in results.methods.index if m not in totals]
    style.caption(figure, f"Median over {worlds} of {style.maps(results)}{style.measured(results)}: build time, with the "
                  "parts of the free space that the method uses, and n times the mean time of a query. The cheapest is "
                  + "; ".join([f"at first {first}", *changes]) + ".",
                  style.cold_builds(results),
                  f"Not built on all of them: {', '.join(absent)}." if absent else "",
                  ended + (" In the sums they count with the limit." if ended else ""))
    return figure


def between_families(results, styles, pairs):
    """Break-even of the leading methods: a dot for each map, the median and its interval."""
    ids = {name: method for method, name in results.methods.name.items()}
    leading = {results.methods.name[m] for m in styles.leading(results)}
    pairs = pairs[pairs.cheap.isin(leading) & pairs.dear.isin(leading)] if not pairs.empty else pairs
    if pairs.empty:
        raise style.NothingToShow("no two methods that are built differently have timed answers on one map")
    finite = np.concatenate(pairs.per_map.to_list())
    finite = finite[np.isfinite(finite) & (finite >= 1)]
    right = 10 ** np.ceil(np.log10(finite.max() * 1.05)) if len(finite) else 10
    never, start = right * 4, 0.5
    figure, (axes,) = style.rows([f"{p.dear} after {p.cheap}" for p in pairs.itertuples()], 1, style.PAGE, 0.2)
    axes.axvspan(right * 1.6, right * 10, color="#F4F4F4", zorder=0, lw=0)

    def place(value):
        return np.where(np.isinf(value), never, np.where(np.less(value, 1), start, value))

    random = np.random.default_rng(1)
    for row, pair in enumerate(pairs.itertuples()):
        colour, marker = styles.colour(ids[pair.dear]), styles.marker(ids[pair.dear])
        axes.scatter(place(pair.per_map), row + random.uniform(-0.25, 0.25, len(pair.per_map)), s=5, alpha=0.45,
                     linewidths=0, color=colour)
        axes.plot(place([pair.queries_low, pair.queries_high]), [row, row], color=colour, lw=1.4)
        axes.plot(place(pair.queries), row, marker, color=colour, markersize=6, markeredgecolor="white",
                  markeredgewidth=0.6, zorder=4)
    axes.set(xscale="log", xlim=(start * 0.8, right * 10), xlabel="queries on one map until the dearer build has paid")
    style.title(figure, "When does a dearer build pay?", results)
    decades = np.arange(0, np.log10(right) + 0.5)
    ticks = list(10.0 ** decades[::max(1, -(-len(decades) // 8))])
    axes.set_xticks([start, *ticks, never], ["0", *map(style.count, ticks), "never"])
    axes.xaxis.set_minor_locator(NullLocator())
    few = pairs.maps.min() < statistics.MIN_MAPS
    style.caption(figure, "A dot is a map, the marker their median, the bar its interval. A row's first "
                  "method has the dearer build (median over maps), the second the cheaper; builds count with the parts "
                  f"of the free space that they use. {statistics.METHOD}.", style.cold_builds(results),
                  "A map has no dot where the first method is the cheaper to build and the slower to query."
                  if pairs.maps_reversed.any() else "",
                  f"With fewer than {statistics.MIN_MAPS} maps there is none." if few else "")
    return figure
