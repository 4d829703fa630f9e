"""Opens a result store as pandas DataFrames.

    import fairway_results
    results = fairway_results.read("results/default/results.sqlite")
    results.found().groupby("method").gap.describe()

docs/analysis.md answers ten questions with it, results/README.md explains every column.
"""

import contextlib
import dataclasses
import json
import pathlib
import shutil
import sqlite3
import tempfile
import zlib

import numpy as np
import pandas as pd

SCHEMA_VERSIONS = (4, 5, 6, 7, 8, 9, 10, 11, 12)
MOST_ANSWERS = 1_000_000
"""Of more, load() takes a sample of queries that fits into memory."""
ZERO_GAP = 1e-9
"""Gaps up to this are rounding of two lengths, and count as zero."""
PATH_RETURNED = ["found", "invalid_path"]
PHASES = ["locate_ns", "attach_ns", "search_ns", "realise_ns", "smooth_ns"]
REALS = ["raw_length", "length", "cost", "optimum", "gap", "corridor_gap", "slack", "end_offset", "turning",
         "clearance", "expanded", "generated"]


class UnreadableResults(Exception):
    """The file is no result store of a known version."""


class NotBegun(UnreadableResults):
    """The file is a store whose first transaction has not ended, or was ended by force."""


@dataclasses.dataclass(frozen=True)
class Results:
    """The tables of a store, with columns added:

    `answers`, a row for each (query, method), has the query's truth, its world and map, the `host` that
    measured it, and
    - `ns` and the phases `locate_ns` ... `smooth_ns`, medians over repetitions (NaN where nothing was timed);
    - `least_ns`, the least time of all repetitions;
    - `limit_ns`, the limit that a query which timed out was ended at (NaN for all others);
    - `solved_ns`, what it took to find a legal path: `ns` where it was found, else infinite.
    `builds` has the `host`; `ns` is the median of repeated builds. `total_ns` and `total_bytes` are of what the
    method built and the parts of the free space that it uses; a store of schema 4 does not tell those.
    `worlds` has the `stratum`, radius and terrain in words: averages never mix two.
    `methods` has the `family`: see `family_of`.

    `improvements` has the `ns` and `gap` of each path that a method told it had found before its answer, whatever
    these results are restricted to; in order, of answers that are `found`.
    `follows` has how each method followed each burst of a world that changes, with the burst's `points` and `area`.
    `refusals` has the maps of the sweep that could not be measured. `every` is 1, or n where answers hold only
    every n-th query of each world, because the store has more than MOST_ANSWERS.
    `stratum`, `host`, and `sample` say what these results are restricted to; None where to nothing."""

    methods: pd.DataFrame
    worlds: pd.DataFrame
    answers: pd.DataFrame
    builds: pd.DataFrame
    runs: pd.DataFrame
    measurements: pd.DataFrame
    refusals: pd.DataFrame
    improvements: pd.DataFrame
    follows: pd.DataFrame
    every: int = 1
    host: str = None
    stratum: str = None
    sample: str = None

    def restricted(self, worlds=None, methods=None, **said):
        """The part of the results on some worlds, by some methods."""
        answers, builds = self.answers, self.builds
        if worlds is not None:
            answers, builds = (table[table.world.isin(worlds)] for table in (answers, builds))
        if methods is not None:
            answers, builds = (table[table.method.isin(methods)] for table in (answers, builds))
        return dataclasses.replace(
            self, answers=answers, builds=builds, **said,
            worlds=self.worlds if worlds is None else self.worlds[self.worlds.index.isin(worlds)],
            methods=self.methods if methods is None else self.methods.loc[list(methods)])

    def hosts(self):
        """All that measured something, in the order of their runs."""
        return list(dict.fromkeys(self.builds.sort_values("run", kind="stable").host))

    def on_host(self, host):
        """What one host measured."""
        return dataclasses.replace(
            self, host=host, answers=self.answers[self.answers.host == host],
            builds=self.builds[self.builds.host == host])

    def strata(self):
        """A part for each radius and terrain."""
        order = list(dict.fromkeys(self.worlds.sort_values(["terrain", "radius"], kind="stable").stratum))
        return [self.restricted(self.worlds.index[self.worlds.stratum == stratum],
                                stratum=stratum if len(order) > 1 else self.stratum) for stratum in order]

    def by_stratum(self, table):
        """The rows that `table` makes of each stratum, with a column that names it."""
        parts = [table(part).assign(stratum=part.worlds.stratum.iloc[0]) for part in self.strata()]
        parts = [part for part in parts if len(part)]
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()

    def samples(self):
        """Parts within which every method was made for every world: one for each set of worlds that some
        method covers, with all methods that cover it, the greatest first."""
        covered = self.builds[self.builds.status != "unsupported"].groupby("method").world.agg(frozenset)
        parts = []
        for worlds in sorted(set(covered), key=lambda worlds: (-len(worlds), sorted(worlds))):
            methods = [m for m in self.methods.index if m in covered and covered[m] >= worlds]
            first = next(m for m in methods if covered[m] == worlds)
            parts.append(self.restricted(worlds, methods, sample=self.methods.name[first] if parts else None))
        return parts

    def found(self):
        return self.answers[self.answers.status == "found"]

    def reachable(self):
        """Answers to queries that have a path, whatever their status."""
        return self.supported()[lambda answers: answers.truth == "reachable"]

    def unreachable(self):
        """Answers to queries that have no path."""
        return self.supported()[lambda answers: answers.truth == "unreachable"]

    def returned(self):
        """Answers to reachable queries that came with a path, legal or not."""
        return self.reachable()[lambda answers: answers.status.isin(PATH_RETURNED)]

    def supported(self):
        """Answers of methods that support the world."""
        return self.answers[self.answers.status != "unsupported"]

    def held_against(self, optimum_by):
        """The part of the results on worlds whose gaps are against one kind of optimum: "exact", or
        "grid" for worlds with terrain."""
        return self.restricted(self.worlds.index[self.worlds.optimum_by == optimum_by])


def main_methods(methods):
    """Family -> its main method: the one that carries the family's name, else its first."""
    main = {}
    for method in methods.itertuples():
        same_name = method.name.replace("_", "-") == method.family
        if method.family not in main or same_name:
            main[method.family] = method.Index
    return main


def read(file):
    """All of a result store but what pictures of worlds are drawn from."""
    with contextlib.closing(connect(file)) as database:
        return load(database, file)


def tidy(file):
    """The wide view `tidy`: a row for each answer, with its world, query, method, and build."""
    with contextlib.closing(connect(file)) as database:
        return pd.read_sql("SELECT * FROM tidy", database)


def coordinates(packed):
    """The numbers of `path.points`, `drawing.segments`, or `outline.walls` in one array: doubles in byte planes, in
    zlib's format; JSON in stores up to schema 6."""
    if isinstance(packed, str):
        return np.array(json.loads(packed), float).ravel()
    planes = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(8, -1)
    return np.ascontiguousarray(planes.T).view("<f8").ravel()


def open_for_reading(file):
    """A connection that needs no right to write: where SQLite cannot put what readers of a write-ahead
    log share beside the file, it is read as one that nobody writes, with the log of a killed run
    where there is one."""
    uri = f"{file.resolve().as_uri()}?mode=ro"
    try:
        database = sqlite3.connect(uri, uri=True)
        database.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    except sqlite3.OperationalError:
        if pathlib.Path(f"{file}-journal").exists():
            return rolled_back(file)
        log = pathlib.Path(f"{file}-wal").exists()
        database = sqlite3.connect(uri + ("&vfs=unix-none" if log else "&immutable=1"), uri=True)
        if log:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    return database


def rolled_back(file):
    """What a store holds whose writer was killed within a transaction, without that one; in memory."""
    database = sqlite3.connect(":memory:")
    with tempfile.TemporaryDirectory() as folder:
        for end in ("", "-journal"):
            shutil.copyfile(f"{file}{end}", f"{folder}/store{end}")
        with contextlib.closing(sqlite3.connect(f"{folder}/store")) as copy:
            copy.backup(database)
    return database


def connect(file):
    """Opens a result store for reading, as it is at this moment, also while a sweep writes it; raises
    UnreadableResults, or NotBegun."""
    file = pathlib.Path(file)
    if not file.is_file():
        raise UnreadableResults(f"{file}: there is no such file")
    try:
        database = open_for_reading(file)
        found = version(database)
        if found in SCHEMA_VERSIONS:
            database.execute("BEGIN")
            database.execute("SELECT COUNT(*) FROM run")
        elif found == 0 and not database.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise NotBegun(f"{file}: holds nothing yet")
    except sqlite3.Error as error:
        raise UnreadableResults(f"{file}: {error}, expected a SQLite result store") from error
    if found not in SCHEMA_VERSIONS:
        raise UnreadableResults(
            f"{file}: has schema version {found}, expected {SCHEMA_VERSIONS[-1]}")
    return database


def version(database):
    return database.execute("PRAGMA user_version").fetchone()[0]


def load(database, file="the store"):
    """The tables of an open store; raises UnreadableResults, which names the file."""
    try:
        return tables(database)
    except (sqlite3.Error, pd.errors.DatabaseError) as error:
        raise UnreadableResults(f"{file}: {error}") from error


def tables(database):
    methods = pd.read_sql("SELECT * FROM method ORDER BY id", database, index_col="id")
    methods["family"] = family_of(methods)
    worlds = pd.read_sql("SELECT * FROM world ORDER BY id", database, index_col="id")
    worlds["stratum"] = [f"radius {w.radius:g}" + (", terrain" if w.terrain else "") for w in worlds.itertuples()]
    runs = pd.read_sql("SELECT * FROM run ORDER BY id", database, index_col="id")
    runs["machine"] = runs.host
    runs["host"] = host_names(runs)
    every = max(1, -(-database.execute("SELECT COUNT(*) FROM answer").fetchone()[0] // MOST_ANSWERS))
    asked = ("(SELECT * FROM (SELECT id, world, truth, ROW_NUMBER() OVER (PARTITION BY world ORDER BY number) - 1 AS place"
             f" FROM query) WHERE place % {every} = 0)")
    times = pd.read_sql(f"SELECT t.query, t.method, {', '.join(PHASES)} FROM {asked} q JOIN timing t ON t.query = q.id",
                        database).astype(dict.fromkeys(PHASES, float))
    times["ns"] = times[PHASES].sum(axis=1).clip(lower=1)  # what the clock did not tell from nothing
    answers = pd.read_sql(
        f"SELECT a.*, q.world, q.truth FROM {asked} q JOIN answer a ON a.query = q.id", database)
    repeated = times.groupby(["query", "method"])
    answers = answers.join(repeated[[*PHASES, "ns"]].median(), on=["query", "method"])
    answers = answers.join(repeated.ns.min().rename("least_ns"), on=["query", "method"])
    answers[REALS] = answers[REALS].astype(float)
    answers["outdated"] = answers.get("outdated", np.nan)  # older stores do not tell
    builds = pd.read_sql("SELECT * FROM build", database).join(runs.host, on="run")
    reals = ["ns", "bytes", "coverage", "clock_ns", "waited_ns"]
    builds[reals] = builds[reals].astype(float)
    builds["limit_ns"] = 1e6 * builds.run.map(runs.timeout_ms)
    builds["total_ns"], builds["total_bytes"] = builds.ns, builds.bytes
    if version(database) > 4:
        costs = pd.read_sql("SELECT world, method, own_build_ns AS ns, total_build_ns AS total_ns, total_bytes,"
                            " own_build_min_ns AS least_ns FROM build_cost", database, index_col=["world", "method"]).astype(float)
        builds = builds.drop(columns=costs.columns, errors="ignore").join(costs, on=["world", "method"])
        interrupted = pd.read_sql("SELECT q.world, t.method, SUM(t.switches > 0) AS interrupted, SUM(t.repeated) AS repeated"
                                  f" FROM {asked} q JOIN timing t ON t.query = q.id GROUP BY 1, 2", database)
        builds = builds.join(interrupted.set_index(["world", "method"]), on=["world", "method"])

    trials = builds.set_index(["world", "method"])
    timed = times.merge(answers[["query", "method", "world"]]).groupby(["world", "method"]).ns
    builds["timed_ns"] = timed.sum().reindex(trials.index).to_numpy()
    builds["timings"] = timed.size().reindex(trials.index).to_numpy()
    answers = answers.join(trials[["host", "limit_ns"]].assign(built=trials.status == "built"),
                           on=["world", "method"])
    answers["map"] = answers.world.map(worlds.map)
    answers["limit_ns"] = answers.limit_ns.where(
        (answers.status == "timeout") & answers.built.eq(True))
    answers["solved_ns"] = answers.ns.where(answers.status == "found", np.inf)
    measurements = pd.read_sql("SELECT * FROM measurement", database).join(runs.host, on="run")
    measurements["others"] = measurements.get("others")
    conditions = ["core", "load_before", "load_after", "mhz_before", "mhz_after", "others"]
    measurements[conditions] = measurements[conditions].astype(float)
    refusals = (pd.read_sql("SELECT * FROM refusal ORDER BY name", database) if version(database) > 5
                else pd.DataFrame(columns=["run", "name", "message"]))
    improvements = (pd.read_sql("SELECT i.query, i.method, i.ns, i.length / q.optimum - 1 AS gap FROM improvement i JOIN"
                                " query q ON q.id = i.query ORDER BY i.query, i.method, i.ns", database)
                    if version(database) > 7 else pd.DataFrame(columns=["query", "method", "ns", "gap"]))
    follows = (pd.read_sql("SELECT * FROM follow JOIN burst USING (world, number) ORDER BY world, method, number", database)
               if version(database) > 8 else pd.DataFrame(columns=["world", "method"]))
    return Results(methods, worlds, answers, builds, runs, measurements, refusals, improvements, follows, every)


def family_of(methods):
    """The family of each method: its representation, or the shorter one that the representation's name
    begins with (triangle-mesh-vertex: triangle-mesh). Adapters with a search of their own are apart
    (grid-jps is no grid)."""
    own = methods.search.str.contains(r'"search"\s*:\s*"own"')
    names = methods.representation.str.replace("_", "-", regex=False)
    graphs = sorted(set(names[~own]), key=len)
    return [next((name for name in graphs if not is_own and (kind + "-").startswith(name + "-")), kind)
            for kind, is_own in zip(names, own)]


def host_names(runs):
    """The host of each run. Machines with the same processor, number of cores, kernel and governor, such as the nodes
    of a cluster, count as one host; the name tells how many they are. A name that stands for several processors is
    told with the processor."""
    kinds = runs.groupby(["cpu", "cores", "kernel", "governor"], dropna=False).machine
    others = kinds.transform("nunique") - 1
    names = kinds.transform("min") + [f" and {n} more" if n else "" for n in others]
    several = runs.assign(name=names).groupby("name").cpu.transform("nunique") > 1
    return names.where(~several, names + ", " + runs.cpu)
