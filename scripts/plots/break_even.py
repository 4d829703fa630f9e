"""After how many queries a dearer build pays."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullLocator

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
    return built[["ns"]].rename(columns={"ns": "build_ns"}).join(query, how="inner").reset_index()


def queries_until(build, query, build_dear, query_dear):
    """After how many queries the dearer build has paid: 0 if it is not dearer here, infinite if never."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(query_dear < query,
                        np.ceil(np.maximum(0, (build_dear - build) / (query - query_dear))), np.inf)


def table(results):
    """A row for each pair of methods that are built differently, with medians over maps. `dear` is the
    one whose median build is dearer."""
    wide = costs(results).pivot(index=["world", "host"], columns="method")
    if wide.empty:
        return pd.DataFrame()
    maps = results.worlds.map.reindex(wide.index.get_level_values("world")).to_numpy()
    builds, queries = ({m: column.to_numpy() for m, column in wide[name].items()} for name in ("build_ns", "query_ns"))
    methods = [m for m in style.by_representation(results.methods) if m in builds]
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
        worlds = queries_until(build[cheap], query[cheap], build[dear], query[dear])
        names = maps[common]  # a map may be there with several radii
        until = np.array([np.median(worlds[names == name]) for name in np.unique(names)])
        rows.append({
            "cheap": results.methods.name[cheap], "dear": results.methods.name[dear], "maps": len(until),
            **statistics.median(until).columns("queries"),
            "maps_never": int(np.isinf(until).sum()),
            "cheap_build_ns": middle[cheap], "dear_build_ns": middle[dear],
            "cheap_query_ns": np.median(query[cheap]), "dear_query_ns": np.median(query[dear]),
            "per_map": until,
        })
    return pd.DataFrame(rows)


def typical(results):
    """Numbers of queries, and method -> the median over maps of the time to build and ask so many; on
    the worlds where all methods were built."""
    wide = costs(results).pivot(index=["world", "host"], columns="method").dropna()
    queries = np.logspace(0, np.log10(MOST_QUERIES), 701)
    totals = {m: np.median(wide.build_ns[m].to_numpy() + queries[:, None] * wide.query_ns[m].to_numpy(), axis=1)
              for m in style.by_representation(results.methods) if len(wide) and m in wide.build_ns}
    return queries, totals, len(wide)


def total_time(results, styles):
    """Total time against the number of queries, with the lower envelope. None if no world has all
    methods."""
    queries, totals, worlds = typical(results)
    if not totals:
        return None
    names = list(totals)
    best = np.argmin([totals[m] for m in names], axis=0)
    envelope = np.min([totals[m] for m in names], axis=0)
    main = set(results.main_methods().values())
    shown = [m for m in names if m in main or (best == names.index(m)).any()]
    figure, axes = plt.subplots(figsize=(8.5, 5.2), layout="constrained")
    axes.plot(queries, envelope, color="#F2D94E", lw=8, alpha=0.7, solid_capstyle="butt", zorder=1)
    for method in names:
        if method in shown:
            axes.plot(queries, totals[method], color=styles.colour(method), lw=1.7, zorder=3,
                      linestyle=styles.line(method))
        else:
            axes.plot(queries, totals[method], color="#D8D8D8", lw=0.7, zorder=2)
    changes = np.flatnonzero(np.diff(best))
    for rank, i in enumerate(changes):
        gains, loses = totals[names[best[i + 1]]], totals[names[best[i]]]
        ahead = loses[i:i + 2] - gains[i:i + 2]
        at = np.interp(0, ahead, queries[i:i + 2])
        y = np.interp(at, queries, envelope)
        axes.plot(at, y, "o", color=style.INK, markersize=6, zorder=5)
        axes.annotate(f"{style.rounded(at)} queries\n{results.methods.name[names[best[i + 1]]]}", (at, y),
                      xytext=(14, -22 - 26 * (rank % 2)), textcoords="offset points", fontsize=7.5, zorder=6,
                      arrowprops={"arrowstyle": "-", "color": "#666666", "lw": 0.7})
    axes.set(xscale="log", yscale="log", xlim=(1, MOST_QUERIES), xlabel="number of queries on one map",
             ylabel="time to build and to answer them", title="What the first n queries cost",
             ylim=(envelope.min() * 0.35, max(totals[m][-1] for m in shown) * 1.5))
    axes.yaxis.set_major_formatter(FuncFormatter(duration))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:,.0f}"))
    handles = [Line2D([], [], color=styles.colour(m), lw=1.7, linestyle=styles.line(m),
                      label=results.methods.name[m]) for m in shown]
    handles += [Line2D([], [], color="#F2D94E", lw=8, alpha=0.7, label="least of all")]
    if len(shown) < len(names):
        handles += [Line2D([], [], color="#D8D8D8", lw=0.7, label="other methods")]
    figure.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5), handlelength=3.2)
    ended = style.timeouts(results)
    style.caption(figure, f"Median over {worlds} maps on which all methods were built"
                  f"{style.measured(results)}: build time and n times the mean time of a query. Dots: "
                  "where the cheapest method changes, with the one that is cheapest from there on. "
                  "Pair by pair, with intervals: break_even.csv.",
                  ended + (" In the sums they count with the limit." if ended else ""), width=130)
    return figure


def between_representations(results, styles, pairs):
    """Break-even of the representations' main methods: a dot for each map, the median and its interval.
    None without a pair."""
    ids = {name: method for method, name in results.methods.name.items()}
    main = {results.methods.name[m] for m in results.main_methods().values()}
    pairs = pairs[pairs.cheap.isin(main) & pairs.dear.isin(main)] if not pairs.empty else pairs
    if pairs.empty:
        return None
    finite = np.concatenate(pairs.per_map.to_list())
    finite = finite[np.isfinite(finite) & (finite >= 1)]
    right = 10 ** np.ceil(np.log10(finite.max() * 1.05)) if len(finite) else 10
    never, start = right * 4, 0.5
    figure, axes = plt.subplots(figsize=(8.5, 1.6 + 0.42 * len(pairs)), layout="constrained")
    axes.axvspan(right * 1.6, right * 10, color="#F4F4F4", zorder=0, lw=0)

    def place(value):
        return np.where(np.isinf(value), never, np.where(np.less(value, 1), start, value))

    random = np.random.default_rng(1)
    for row, pair in enumerate(pairs.itertuples()):
        colour, marker = styles.colour(ids[pair.dear]), styles.marker(ids[pair.dear])
        axes.scatter(place(pair.per_map), row + random.uniform(-0.25, 0.25, pair.maps), s=10, alpha=0.45,
                     linewidths=0, color=colour)
        axes.plot(place([pair.queries_low, pair.queries_high]), [row, row], color=colour, lw=1.8)
        axes.plot(place(pair.queries), row, marker, color=colour, markersize=9, markeredgecolor="white",
                  markeredgewidth=1, zorder=4)
    axes.set(xscale="log", xlim=(start * 0.8, right * 10), ylim=(len(pairs) - 0.5, -0.5),
             xlabel="queries on one map until the dearer build has paid", title="When does a dearer build pay?")
    axes.set_yticks(range(len(pairs)), [f"{p.dear}\nafter {p.cheap}" for p in pairs.itertuples()])
    ticks = [t for t in 10.0 ** np.arange(0, 12) if t <= right]
    axes.set_xticks([start, *ticks, never], ["0", *(f"{t:,.0f}" for t in ticks), "never"])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(axis="y", visible=False)
    few = pairs.maps.min() < statistics.MIN_MAPS
    style.caption(figure, "A dot is a map, the marker their median, the bar its interval. A row's first "
                  "method has the dearer build (median over maps), the second the cheaper. "
                  f"{statistics.METHOD}.",
                  f"With fewer than {statistics.MIN_MAPS} maps there is none." if few else "", width=130)
    return figure
