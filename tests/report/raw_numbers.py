"""Computes every number about methods from the raw tables of a store with SQL, NumPy and SciPy, without the package and without the
views. This is a second witness of the definitions in docs/statistics.md. every_number_test.py compares all outputs with it."""

import contextlib
import itertools
import sqlite3

import numpy as np
import scipy.stats

LEVEL = 0.95
LEAST_MAPS = 5
ROUNDING = 1e-9
NOTHING = [np.nan, np.nan]
PHASES = ["locate", "attach", "search", "realise", "smooth"]


def quantile(values, share):
    """A quantile by the averaged inverted CDF."""
    values = np.sort(values)
    if not len(values):
        return np.nan
    place = share * len(values)
    at = max(int(np.ceil(place)), 1)
    return values[at - 1] if place != at or at == len(values) else (values[at - 1] + values[at]) / 2


def middle(values):
    return quantile(values[~np.isnan(values)], 0.5)


def mean(values):
    values = values[~np.isnan(values)]
    return values.mean() if len(values) else np.nan


def woodruff(values, maps, share):
    """A quantile with its interval by Woodruff's method."""
    maps, values = maps[~np.isnan(values)], values[~np.isnan(values)]
    at = quantile(values, share)
    names, of = np.unique(maps, return_inverse=True)
    if len(names) < LEAST_MAPS:
        return [at, *NOTHING]
    scores = np.zeros(len(names))
    np.add.at(scores, of, (values <= at) - share)
    error = np.sqrt(len(names) / (len(names) - 1) * ((scores - scores.mean()) ** 2).sum()) / len(values)
    reach = scipy.stats.t.ppf((1 + LEVEL) / 2, len(names) - 1) * error
    return [at, quantile(values, max(share - reach, 0)), quantile(values, min(share + reach, 1))]


def student(effects):
    """Mean, interval and p-value of one effect per map, by Student's t."""
    if not len(effects):
        return [np.nan] * 4
    if len(effects) < LEAST_MAPS:
        return [np.mean(effects), *NOTHING, np.nan]
    value, error = np.mean(effects), np.std(effects, ddof=1) / np.sqrt(len(effects))
    reach = scipy.stats.t.ppf((1 + LEVEL) / 2, len(effects) - 1) * error
    p = 2 * scipy.stats.t.sf(abs(value) / error, len(effects) - 1) if error else float(value == 0)
    return [value, value - reach, value + reach, p]


def holm(probabilities):
    tested = sorted((p, i) for i, p in enumerate(probabilities) if p == p)
    corrected, most = [np.nan] * len(probabilities), 0
    for rank, (p, i) in enumerate(tested):
        most = corrected[i] = max(most, min(1, (len(tested) - rank) * p))
    return corrected


def by_map(values, maps):
    names, of = np.unique(maps, return_inverse=True)
    sums, counts = np.zeros(len(names)), np.zeros(len(names))
    np.add.at(sums, of, values)
    np.add.at(counts, of, 1)
    return sums / counts


class Store:
    """Numbers from the raw tables of a store. `answers` maps each method to its columns, in the order of the queries."""

    def __init__(self, file):
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            self.read(database)

    def read(self, database):
        def table(sql):
            return [dict(row) for row in database.execute(sql)]
        self.worlds = {row["id"]: row for row in table("SELECT * FROM world")}
        maps = {}
        for world in self.worlds.values():
            world["map_code"] = maps.setdefault(world["map"], len(maps))
            world["stratum"] = f"radius {world['radius']:g}{', terrain' * world['terrain']}"
        self.changing = bool(table("SELECT 1 FROM burst LIMIT 1"))
        self.methods = {row["id"]: row for row in table("SELECT * FROM method ORDER BY id")}
        own = {id: '"search":"own"' in row["search"].replace(" ", "") for id, row in self.methods.items()}
        kinds = {id: row["representation"].replace("_", "-") for id, row in self.methods.items()}
        graphs = sorted({kinds[id] for id in kinds if not own[id]}, key=len)
        for id, row in self.methods.items():
            row["family"] = kinds[id] if own[id] else next(name for name in graphs if f"{kinds[id]}-".startswith(f"{name}-"))
        self.main = {}
        for id, row in self.methods.items():
            if row["family"] not in self.main or row["name"].replace("_", "-") == row["family"]:
                self.main[row["family"]] = id
        limits = {row["id"]: 1e6 * row["timeout_ms"] for row in table("SELECT id, timeout_ms FROM run")}
        self.read_builds(table)
        columns = ["gap", "corridor_gap", "slack", "turning", "clearance", "expanded"]
        rows = database.execute(f"SELECT a.query, a.method, a.status, q.world, q.truth, q.number, a.fault, {', '.join('a.' + name for name in columns)}"
                                " FROM answer a JOIN query q ON q.id = a.query ORDER BY a.query, a.method").fetchall()
        names = ["query", "method", "status", "world", "truth", "number", "fault"]
        whole = {name: np.array([row[i] for row in rows]) for i, name in enumerate(names)}
        whole |= {name: np.array([row[i] for row in rows], float) for i, name in enumerate(columns, len(names))}
        self.add_times(database, whole, limits)
        whole["map"] = np.array([self.worlds[world]["map_code"] for world in whole["world"].tolist()], int)
        self.answers = {method: {name: column[whole["method"] == method] for name, column in whole.items()} for method in self.methods}

    def read_builds(self, table):
        parts = {(row["world"], row["name"]): row for row in table("SELECT * FROM part")}
        cold = {}
        for row in table("SELECT * FROM build_run"):
            cold.setdefault((row["world"], row["method"]), []).append(row["ns"])
        self.builds = {}
        for row in table("SELECT * FROM build"):
            key = row["world"], row["method"]
            used = [parts[row["world"], name] for name in (row["parts"] or "").split() if (row["world"], name) in parts]
            ns = np.median(cold[key]) if key in cold else np.nan if row["ns"] is None else row["ns"]
            size = np.nan if row["bytes"] is None else row["bytes"]
            scratch = row["scratch_bytes"] or 0
            row |= {"own_ns": float(ns), "total_ns": ns + sum(part["build_ns"] for part in used), "own_bytes": float(size), "runs": len(cold.get(key, [0])),
                    "total_bytes": size + sum(part["bytes"] for part in used) + scratch,
                    "scratch": np.nan if row["scratch_bytes"] is None else float(row["scratch_bytes"])}
            if row["status"] != "built":
                row |= {"own_ns": np.inf, "total_ns": np.inf, "own_bytes": np.inf, "total_bytes": np.inf, "scratch": np.inf}
            self.builds[key] = row

    def add_times(self, database, whole, limits):
        """Adds times: from the repetition with the median total (of two medians: the lower), or the limit if the query timed out."""
        sums = " + ".join(f"{phase}_ns" for phase in PHASES)
        timings = np.array(database.execute(f"SELECT query, method, {sums} AS total, {', '.join(f'{phase}_ns' for phase in PHASES)} FROM timing"
                                            " ORDER BY query, method, total, repetition").fetchall(), float).reshape(-1, 3 + len(PHASES))
        most = 1 + max(self.methods, default=0)
        keys = timings[:, 0] * most + timings[:, 1]
        there, first, count = np.unique(keys, return_index=True, return_counts=True)
        wanted = whole["query"].astype(float) * most + whole["method"]
        at = np.minimum(np.searchsorted(there, wanted), max(len(there) - 1, 0))
        timed = there[at] == wanted if len(there) else np.zeros(len(wanted), bool)
        rows = (first + (count - 1) // 2)[at[timed]]
        for name, column, of in (("ns", 2, rows), ("least", 2, first[at[timed]]), *((phase, 3 + i, rows) for i, phase in enumerate(PHASES))):
            whole[name] = np.full(len(wanted), np.nan)
            whole[name][timed] = np.maximum(timings[of, column], name in ("ns", "least"))
        limit = np.array([limits[self.builds[key]["run"]] if self.builds[key]["status"] == "built" else np.nan
                          for key in zip(whole["world"].tolist(), whole["method"].tolist())])
        whole["censored"] = (whole["status"] == "timeout") & ~np.isnan(limit)
        whole["ns"][whole["censored"]] = limit[whole["censored"]]
        recorded = np.array([bool(self.methods[method]["recorded"]) for method in whole["method"].tolist()])
        whole["path"] = np.where((whole["status"] == "found") | whole["censored"] | recorded, whole["ns"], np.inf)

    def strata(self):
        return list(dict.fromkeys(world["stratum"] for world in self.worlds.values()))

    def made(self, method, worlds):
        """The builds of a method in the worlds that it supports."""
        return [self.builds[world, method] for world in worlds if self.builds.get((world, method), {"status": "unsupported"})["status"] != "unsupported"]

    def asked(self, method, worlds):
        """The answers of a method to reachable queries in the given worlds."""
        of = self.answers[method]
        return part(of, np.isin(of["world"], list(worlds)) & (of["truth"] == "reachable") & (of["status"] != "unsupported"))

    def method_numbers(self, method, worlds):
        """Column of methods.csv -> value, or [value, low, high] for an estimate with its interval."""
        asked, of = self.asked(method, worlds), self.answers[method]
        found, returned = part(asked, asked["status"] == "found"), part(asked, np.isin(asked["status"], ["found", "invalid_path"]))
        refused = part(of, np.isin(of["world"], list(worlds)) & (of["truth"] == "unreachable") & (of["status"] == "unreachable"))
        refusable = np.isin(of["world"], list(worlds)) & (of["truth"] == "unreachable") & (of["status"] != "unsupported")
        builds = self.made(method, worlds)
        cost = {name: np.array([build[name] for build in builds], float) for name in ("own_ns", "total_ns", "own_bytes", "total_bytes", "scratch")}
        names = np.array([self.worlds[build["world"]]["map_code"] for build in builds])
        built = [build for build in builds if build["status"] == "built"]
        coverage = np.array([np.nan if build["coverage"] is None else build["coverage"] for build in built], float)
        gaps = found["gap"][~np.isnan(found["gap"])]
        path = asked["path"][~np.isnan(asked["path"])]
        count = len(asked["query"])
        spread = asked["ns"] / asked["least"]
        return {
            "reachable": count, "found": len(found["query"]), "answered": len(found["query"]) / count if count else np.nan,
            "found_untimed": np.isnan(found["ns"]).sum(),
            "legal_share": len(found["query"]) / len(returned["query"]) if len(returned["query"]) else np.nan,
            "zero_gap": (gaps <= ROUNDING).sum(), "median_gap": woodruff(found["gap"], found["map"], 0.5), "mean_gap": mean(gaps),
            "p90_gap": quantile(gaps, 0.9), "p95_gap": quantile(gaps, 0.95), "max_gap": gaps.max() if len(gaps) else np.nan,
            "mean_corridor_gap": mean(found["corridor_gap"]), "mean_slack": mean(found["slack"]),
            **{f"p95_{name}": quantile(found[name][~np.isnan(found[name])], 0.95) for name in ("corridor_gap", "slack")},
            "turning_p50": middle(found["turning"]), "clearance_p50": middle(found["clearance"]), "expanded_p50": middle(found["expanded"]),
            "query_p50_ns": woodruff(asked["path"], asked["map"], 0.5), "query_p95_ns": quantile(path, 0.95), "query_p99_ns": quantile(path, 0.99),
            "query_p999_ns": quantile(path, 0.999), "query_max_ns": path.max() if len(path) else np.nan,
            **{f"query_{phase}_ns": middle(found[phase]) for phase in PHASES},
            "refused": len(refused["query"]), "refused_share": len(refused["query"]) / refusable.sum() if refusable.any() else np.nan,
            "refusal_p50_ns": middle(refused["ns"]), "query_spread": middle(spread),
            "query_spread_share": mean(np.where(np.isnan(asked["least"]), np.nan, asked["ns"] > 1.5 * asked["least"])),
            "build_p50_ns": woodruff(cost["total_ns"], names, 0.5), "build_own_p50_ns": middle(cost["own_ns"]),
            "median_bytes": woodruff(cost["total_bytes"], names, 0.5), "median_own_bytes": middle(cost["own_bytes"]),
            "median_scratch_bytes": middle(cost["scratch"]), "coverage_p50": middle(coverage),
            "coverage_min": np.nanmin(coverage) if not np.isnan(coverage).all() else np.nan,
            "worlds": len(builds), "worlds_built": len(built), "built_once": sum(build["runs"] == 1 and not np.isnan(build["own_ns"]) for build in built),
            # These numbers are not columns of methods.csv, but other outputs contain them.
            "query_p95_interval": woodruff(asked["path"], asked["map"], 0.95), "missed": (asked["status"] == "missed").sum(),
            "invalid": (asked["status"] == "invalid_path").sum(), "maps": len(set(names)),
        }

    def samples(self, stratum):
        """The sets of worlds that some method supports, largest set first. With each set: the methods that support all its worlds."""
        worlds = {id for id, world in self.worlds.items() if world["stratum"] == stratum}
        covered = {method: frozenset(build["world"] for build in self.made(method, worlds)) for method in self.methods}
        sets = sorted({some for some in covered.values() if some}, key=lambda some: (-len(some), sorted(some)))
        return [(some, [method for method in self.methods if covered[method] >= some]) for some in sets]

    def pairs(self, stratum):
        """(method, against) -> the columns of comparisons.csv, for the main methods of all families."""
        worlds = [id for id, world in self.worlds.items() if world["stratum"] == stratum]
        main = [method for method in self.main.values() if not np.isnan(self.asked(method, worlds)["path"]).all()]
        found = {pair: self.pair(*pair, worlds) for pair in itertools.combinations(main, 2)}
        for name in ("time_p", "gap_p"):
            for row, p in zip(found.values(), holm([row[name] for row in found.values()])):
                row[f"{name}_holm"] = p
        return {(self.methods[a]["name"], self.methods[b]["name"]): row for (a, b), row in found.items()}

    def pair(self, a, b, worlds):
        own, other = self.asked(a, worlds), self.asked(b, worlds)
        _, at, at_other = np.intersect1d(own["query"], other["query"], return_indices=True)
        own, other = part(own, at), part(other, at_other)
        maps = own["map"]
        solved = [np.where(one["censored"], np.inf, one["path"]) for one in (own, other)]
        asked = ~np.isnan(solved[0]) & ~np.isnan(solved[1])
        is_found = [np.isfinite(times) & asked for times in solved]
        both, either = is_found[0] & is_found[1], is_found[0] | is_found[1]
        log, low, high, p = student(by_map(np.log(solved[0][both] / solved[1][both]), maps[both]))
        won = (solved[0] < solved[1]) + 0.5 * (solved[0] == solved[1])
        faster = np.clip(student(by_map(won[either], maps[either]))[:3], 0, 1)
        gaps = (own["status"] == "found") & (other["status"] == "found") & ~np.isnan(own["gap"] - other["gap"])
        difference = np.where(np.abs(own["gap"] - other["gap"]) <= ROUNDING, 0, own["gap"] - other["gap"])[gaps]
        gap = student(by_map(difference, maps[gaps]))
        shorter = np.clip(student(by_map((difference < 0) + 0.5 * (difference == 0), maps[gaps]))[:3], 0, 1)
        return {"asked": asked.sum(), "both_found": both.sum(), "only_method_found": (is_found[0] & ~both).sum(), "only_against_found": (is_found[1] & ~both).sum(),
                "maps": len(set(maps[both])), "time_ratio": list(np.exp([log, low, high])), "median_time_ratio": quantile(solved[0][either] / solved[1][either], 0.5),
                "faster_share": list(faster), "gap_difference": gap[:3], "shorter_share": list(shorter), "equal_gap_share": mean(1.0 * (difference == 0)),
                "time_p": p, "gap_p": gap[3]}

    def costs(self, method, worlds):
        """World -> (build time, mean query time) in nanoseconds, for worlds where both are known."""
        asked, found = self.asked(method, worlds), {}
        for build in self.made(method, worlds):
            times = asked["path"][(asked["world"] == build["world"]) & np.isfinite(asked["path"])]
            if build["status"] == "built" and len(times):
                found[build["world"]] = build["total_ns"], times.mean()
        return found

    def break_even(self, stratum):
        """(cheap, dear) -> the columns of break_even.csv, for pairs of methods with a cheaper and a more expensive build."""
        worlds, found = [id for id, world in self.worlds.items() if world["stratum"] == stratum], {}
        costs = {method: self.costs(method, worlds) for method in self.methods}
        families = list(dict.fromkeys(row["family"] for row in self.methods.values()))
        order = sorted((m for m in self.methods if costs[m]), key=lambda m: (families.index(self.methods[m]["family"]), m))
        for a, b in itertools.combinations(order, 2):
            common = [world for world in costs[a] if world in costs[b]]
            if not common or all(self.methods[a][key] == self.methods[b][key] for key in ("representation", "options")):
                continue
            middles = {m: np.median([costs[m][world] for world in common], axis=0) for m in (a, b)}
            cheap, dear = (a, b) if tuple(middles[a]) <= (middles[b][0], np.inf) else (b, a)
            if middles[a][0] == middles[b][0] and middles[a][1] < middles[b][1]:
                cheap, dear = b, a
            until = {}
            for world in common:
                (build, query), (build_dear, query_dear) = costs[cheap][world], costs[dear][world]
                if build_dear > build:
                    until[self.worlds[world]["map"]] = np.ceil((build_dear - build) / (query - query_dear)) if query_dear < query else np.inf
                elif query_dear <= query:
                    until[self.worlds[world]["map"]] = 0
            if until:
                values = np.array(list(until.values()), float)
                found[self.methods[cheap]["name"], self.methods[dear]["name"]] = {
                    "maps": len(common), "queries": woodruff(values, np.array(list(until)), 0.5), "maps_never": np.isinf(values).sum(),
                    "maps_reversed": len(common) - len(until), "cheap_build_ns": middles[cheap][0], "dear_build_ns": middles[dear][0],
                    "cheap_query_ns": middles[cheap][1], "dear_query_ns": middles[dear][1]}
        return found

    def advice(self, worlds, methods, builds):
        """Method -> the numbers of the ranking: nanoseconds of a query with its share of the build, and the values on the worst map."""
        found = {}
        for method in methods:
            costs = self.costs(method, worlds)
            asked = self.asked(method, worlds)
            gaps = [mean(asked["gap"][(asked["world"] == world) & (asked["status"] == "found")]) for world in worlds]
            shares = [(asked["status"][asked["world"] == world] == "found").mean() for world in worlds]
            if len(costs) == len(worlds):
                each = {world: build / builds + query for world, (build, query) in costs.items()}
                found[self.methods[method]["name"]] = {
                    "by_world": each, "each": np.median(list(each.values())), "build": np.median([build for build, _ in costs.values()]),
                    "query": np.median([query for _, query in costs.values()]), "gap": np.nanmax(gaps), "answered": min(shares),
                    "memory": max(build["total_bytes"] for build in self.made(method, worlds))}
        return found


def part(columns, at):
    return {name: column[at] for name, column in columns.items()}
