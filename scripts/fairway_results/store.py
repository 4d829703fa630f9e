"""Reads result stores. The views in harness/store/schema.sql define the rows; results/README.md explains them."""

import contextlib
import dataclasses
import pathlib
import shutil
import sqlite3
import tempfile
import zlib

import numpy as np
import pandas as pd

SCHEMA_VERSION = 13
MOST_ANSWERS = 1_000_000
"""If a store has more answers, load() reads only a sample of the queries, which fits into memory."""
ROWS_AT_ONCE = 50_000
ZERO_GAP = 1e-9
"""Gaps up to this are rounding of two lengths, and count as zero."""
PATH_RETURNED = ["found", "invalid_path"]
RIGHT = ["found", "unreachable", "start_blocked", "goal_blocked"]
"""The statuses of right answers."""
PHASES = ["locate_ns", "attach_ns", "search_ns", "realise_ns", "smooth_ns"]
NOT_READ = {"message", "path_hash", "reported_ns", "end_offset", "raw_points", "points", "cost", "generated", "cpu_ns", "fault_segment"}
"""Columns of answers that no table or figure shows."""
TEXT = {"status", "truth", "fault", "message", "name", "map", "host", "search", "representation", "options"}

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""The errors of a damaged store. Messages of SQLite can contain damaged text."""


class UnreadableResults(Exception):
    """The file is not a result store of this version."""


class NothingToShow(Exception):
    """A figure or a table of pairs would be empty. The message states the reason."""


class NotBegun(UnreadableResults):
    """The store has no finished transaction yet."""


@dataclasses.dataclass(frozen=True)
class Results:
    """The rows of a store, and their restrictions. The package's docstring describes the frames."""

    methods: pd.DataFrame
    worlds: pd.DataFrame
    answers: pd.DataFrame
    builds: pd.DataFrame
    runs: pd.DataFrame
    measurements: pd.DataFrame
    refusals: pd.DataFrame
    follows: pd.DataFrame
    database: sqlite3.Connection
    every: int = 1
    host: str = None
    stratum: str = None
    sample: str = None

    def restricted(self, worlds=None, methods=None, **said):
        """Returns the results restricted to some worlds and some methods. `said` sets other fields."""
        part = dataclasses.replace(self, **said)
        if worlds is not None:
            part = dataclasses.replace(part, **part.where("world", worlds), worlds=self.worlds[self.worlds.index.isin(worlds)])
        if methods is not None:
            part = dataclasses.replace(part, **part.where("method", methods), methods=self.methods.loc[list(methods)])
        return part

    def where(self, column, values):
        """Returns the measured frames, restricted to rows in which `column` has one of `values`."""
        return {name: frame[frame[column].isin(values)] for name in ("answers", "builds", "follows") for frame in [getattr(self, name)]}

    def hosts(self):
        """All hosts with a measurement, in the order of their runs."""
        return list(dict.fromkeys(self.builds.sort_values("run", kind="stable").host))

    def on_host(self, host):
        """Returns the results that one host measured."""
        return dataclasses.replace(self, host=host, **self.where("host", [host]))

    def by_host(self):
        """Returns the results of each host. With one host, the list has these results themselves."""
        hosts = self.hosts()
        return [self.on_host(host) for host in hosts] if len(hosts) > 1 else [self]

    def strata(self):
        """Returns the results of each radius and terrain."""
        order = list(dict.fromkeys(self.worlds.sort_values(["terrain", "radius"], kind="stable").stratum))
        return [self.restricted(self.worlds.index[self.worlds.stratum == stratum],
                                stratum=stratum if len(order) > 1 else self.stratum) for stratum in order]

    def by_stratum(self, table):
        """Returns the rows that `table` makes for each stratum, with a column for the stratum."""
        parts = [table(part).assign(stratum=part.worlds.stratum.iloc[0]) for part in self.strata()]
        parts = [part for part in parts if len(part)]
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()

    def samples(self):
        """Returns restricted results in which every method supports every world. There is one item for each set of worlds
        that some method covers, with all methods that cover the set. The largest set comes first."""
        covered = self.builds[self.builds.status != "unsupported"].groupby("method").world.agg(frozenset)
        parts = []
        for worlds in sorted(set(covered), key=lambda worlds: (-len(worlds), sorted(worlds))):
            methods = [m for m in self.methods.index if m in covered and covered[m] >= worlds]
            first = next(m for m in methods if covered[m] == worlds)
            parts.append(self.restricted(worlds, methods, sample=self.methods.name[first] if parts else None))
        return parts

    def found(self):
        return self.answers[self.answers.answered]

    @property
    def off_walls(self):
        """The methods that weigh the distance to walls."""
        return self.methods[clearance_weights(self.methods) > 0]

    def supported(self):
        """Answers of methods that support the world."""
        return self.answers[self.answers.status != "unsupported"]

    def reachable(self):
        """Answers to queries that have a path, whatever their status."""
        return self.answers[self.answers.reachable]

    def unreachable(self):
        """Answers to queries that have no path."""
        return self.supported()[lambda answers: answers.truth == "unreachable"]

    def built(self):
        return self.builds[self.builds.built]

    def held_against(self, optimum_by):
        """Returns the results on worlds with one kind of optimum: "exact", or "grid" (worlds with terrain)."""
        return self.restricted(self.worlds.index[self.worlds.optimum_by == optimum_by])

    def by_family(self, methods=None):
        """Ids of methods, grouped by family, in the order of the sweep."""
        order = {name: i for i, name in enumerate(dict.fromkeys(self.methods.family))}
        chosen = self.methods.index if methods is None else self.methods.index[self.methods.index.isin(set(methods))]
        return sorted(chosen, key=lambda m: (order[self.methods.family[m]], m))

    def ids(self):
        return {name: method for method, name in self.methods.name.items()}


def main_methods(methods):
    """Returns the main method of each family: the method with the family's name, else the first."""
    main = {}
    for method in methods.itertuples():
        same_name = method.name.replace("_", "-") == method.family
        if method.family not in main or same_name:
            main[method.family] = method.Index
    return main


def read(file, most_answers=None):
    """The rows of a result store. If it has more answers than `most_answers` (default: MOST_ANSWERS), every n-th query of each
    map is read."""
    database = connect(file)
    results = load(database, file, most_answers)
    database.rollback()  # otherwise the open transaction keeps a running sweep from shortening its log
    return results


def tidy(file):
    """The wide view `tidy`: a row for each answer, with its world, query, method, and build."""
    with contextlib.closing(connect(file)) as database:
        return frame(database, "SELECT * FROM tidy")


def coordinates(packed):
    """The numbers of `path.points`, `drawing.segments`, or `outline.walls` in one array."""
    planes = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(8, -1)
    return np.ascontiguousarray(planes.T).view("<f8").ravel()


def open_for_reading(file):
    """Returns a connection that needs no write permission. If SQLite cannot create the shared-memory file of a
    write-ahead log, the store is opened as immutable. If a killed run left a log, the log is read too."""
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
    """Returns a copy in memory, without the unfinished transaction, of a store whose writer was killed."""
    database = sqlite3.connect(":memory:")
    with tempfile.TemporaryDirectory() as folder:
        for end in ("", "-journal"):
            shutil.copyfile(f"{file}{end}", f"{folder}/store{end}")
        with contextlib.closing(sqlite3.connect(f"{folder}/store")) as copy:
            copy.backup(database)
    return database


def connect(file):
    """Opens a result store for reading, also while a sweep writes it; raises
    UnreadableResults, or NotBegun."""
    file = pathlib.Path(file)
    if not file.is_file():
        raise UnreadableResults(f"{file}: there is no such file")
    try:
        database = open_for_reading(file)
        found = database.execute("PRAGMA user_version").fetchone()[0]
        if found == SCHEMA_VERSION:
            database.execute("BEGIN")
            database.execute("SELECT COUNT(*) FROM run")
        elif found == 0 and not database.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise NotBegun(f"{file}: the store is still empty")
    except UNREADABLE as error:
        raise UnreadableResults(f"{file}: {error}, expected a SQLite result store") from error
    if found != SCHEMA_VERSION:
        raise UnreadableResults(f"{file}: has schema version {found}, expected {SCHEMA_VERSION}; read older stores with "
                                "the version of Fairway that wrote them, or run the sweep again")
    return database


def frame(database, query, index=None):
    """Returns the rows of a query. pandas.read_sql would take several times as long."""
    cursor = database.execute(query)
    names = [column[0] for column in cursor.description]
    blocks = [[] for _ in names]
    while rows := cursor.fetchmany(ROWS_AT_ONCE):
        for block, values in zip(blocks, zip(*rows)):
            block.append(column(values))
    empty = {name: np.array([], object if name in TEXT else float) for name in names}
    table = pd.DataFrame({name: np.concatenate(block) if block else empty[name] for name, block in zip(names, blocks)})
    return table.set_index(index) if index else table


def column(values):
    kinds = set(map(type, values))
    if kinds == {int}:
        return np.array(values, np.int64)
    if kinds <= {int, float, type(None)}:
        return np.array(values, float)
    codes, names = pd.factorize(np.array(values, object), use_na_sentinel=True)
    return np.append(names, None)[codes]  # equal texts share one object; code -1 selects the appended None


def load(database, file="the store", most_answers=None):
    """Returns the rows of an open store. Raises UnreadableResults; the message names the file."""
    try:
        return loaded(database, most_answers or MOST_ANSWERS)
    except UNREADABLE as error:
        raise UnreadableResults(f"{file}: {error}") from error


def loaded(database, most_answers):
    methods = frame(database, "SELECT * FROM method ORDER BY id", "id")
    methods["family"] = family_of(methods)
    worlds = frame(database, "SELECT w.*, s.stratum FROM world w JOIN stratum s ON s.world = w.id ORDER BY w.id", "id")
    runs = frame(database, "SELECT r.*, h.machine, h.host AS kind FROM run r JOIN run_host h ON h.run = r.id ORDER BY id", "id")
    runs["host"] = runs.pop("kind")
    builds = frame(database, "SELECT * FROM trial")
    builds["built"] = builds.built.astype(bool)

    every = max(1, -(-database.execute("SELECT COUNT(*) FROM answer").fetchone()[0] // most_answers))
    some = "" if every == 1 else (
        " WHERE query IN (SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY world ORDER BY number) - 1 AS place"
        f" FROM query) WHERE place % {every} = 0)")
    columns = [row[1] for row in database.execute("PRAGMA table_info(timed_answer)") if row[1] not in NOT_READ]
    answers = frame(database, f"SELECT {', '.join(columns)} FROM timed_answer{some}")
    for flag in ("reachable", "answered", "censored", "outdated"):
        answers[flag] = answers[flag].astype(bool)
    answers["map"] = worlds["map"].reindex(answers.world).to_numpy()
    answers["host"] = runs.host.reindex(answers.run).to_numpy()
    answers["limit_ns"] = answers.ns.where(answers.censored)
    answers["solved_ns"] = answers.path_ns.where(~answers.censored, np.inf)

    measurements = frame(database, "SELECT m.*, h.host FROM measurement m JOIN run_host h USING (run)")
    refusals = frame(database, "SELECT * FROM refusal ORDER BY name")
    follows = frame(database, "SELECT * FROM follow_cost ORDER BY world, method, number")
    return Results(methods, worlds, answers, builds, runs, measurements, refusals, follows, database, every)


def clearance_weights(methods):
    return methods.search.str.extract(r'"clearance_weight"\s*:\s*([0-9.e+-]+)', expand=False).astype(float).fillna(0)


def family_of(methods):
    """Returns the family of each method: its representation, or the shortest representation whose name is a prefix
    (triangle-mesh for triangle-mesh-vertex). Adapters with a search of their own are families of their own (grid-jps is
    no grid)."""
    own = methods.search.str.contains(r'"search"\s*:\s*"own"')
    names = methods.representation.str.replace("_", "-", regex=False)
    graphs = sorted(set(names[~own.astype(bool)]), key=len)
    return [next((name for name in graphs if not is_own and (kind + "-").startswith(name + "-")), kind)
            for kind, is_own in zip(names, own)]
