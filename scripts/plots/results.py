"""Reads a result store into tables ready to plot."""

import dataclasses
import pathlib
import sqlite3

import numpy as np
import pandas as pd

SCHEMA_VERSION = 4
ZERO_GAP = 1e-9
"""Gaps up to this are rounding of two lengths, and count as zero."""
PATH_RETURNED = ["found", "invalid_path"]


class UnreadableResults(Exception):
    """The file is no result store of a known version."""


@dataclasses.dataclass(frozen=True)
class Results:
    """`answers` has a row per (query, method), with the query's optimum and truth, its world and map,
    and
    - `ns`, the median over repetitions of the query's total time (NaN where nothing was timed);
    - `limit_ns`, the limit that a query which timed out was ended at (NaN for all others);
    - `solved_ns`, what it took to find a legal path: `ns` where it was found, else infinite.
    Answers and builds have the `host` that measured them. `host` is the only one of these results, or
    None."""

    methods: pd.DataFrame
    worlds: pd.DataFrame
    answers: pd.DataFrame
    builds: pd.DataFrame
    runs: pd.DataFrame
    measurements: pd.DataFrame
    host: str = None

    def hosts(self):
        """All that measured something, in the order of their runs."""
        return list(dict.fromkeys(self.builds.sort_values("run", kind="stable").host))

    def on_host(self, host):
        """What one host measured."""
        return dataclasses.replace(
            self, host=host, answers=self.answers[self.answers.host == host],
            builds=self.builds[self.builds.host == host])

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
        worlds = self.worlds[self.worlds.optimum_by == optimum_by]
        return dataclasses.replace(
            self, worlds=worlds, answers=self.answers[self.answers.world.isin(worlds.index)],
            builds=self.builds[self.builds.world.isin(worlds.index)])

    def main_methods(self):
        """Representation -> its main method: the one that carries its name, else its first."""
        main = {}
        for method in self.methods.itertuples():
            same_name = method.name.replace("-", "_") == method.representation.replace("-", "_")
            if method.representation not in main or same_name:
                main[method.representation] = method.Index
        return main


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
            raise
        log = pathlib.Path(f"{file}-wal").exists()
        database = sqlite3.connect(uri + ("&vfs=unix-none" if log else "&immutable=1"), uri=True)
        if log:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    return database


def connect(file):
    """Opens a result store for reading; raises UnreadableResults."""
    file = pathlib.Path(file)
    if not file.is_file():
        raise UnreadableResults(f"{file}: there is no such file")
    try:
        database = open_for_reading(file)
        version = database.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise UnreadableResults(f"{file}: {error}, expected a SQLite result store") from error
    if version != SCHEMA_VERSION:
        raise UnreadableResults(
            f"{file}: has schema version {version}, expected {SCHEMA_VERSION}")
    return database


def load(database):
    """All of a result store but what pictures of worlds are drawn from."""
    methods = pd.read_sql("SELECT * FROM method ORDER BY id", database, index_col="id")
    worlds = pd.read_sql("SELECT * FROM world ORDER BY id", database, index_col="id")
    runs = pd.read_sql("SELECT * FROM run ORDER BY id", database, index_col="id")
    runs["host"] = host_names(runs)
    times = pd.read_sql(
        "SELECT query, method, locate_ns + attach_ns + search_ns + realise_ns + smooth_ns AS ns"
        " FROM timing", database)
    answers = pd.read_sql(
        "SELECT a.*, q.world, q.truth FROM answer a JOIN query q ON q.id = a.query", database)
    answers = answers.join(times.groupby(["query", "method"]).ns.median(), on=["query", "method"])
    numbers = ["raw_length", "length", "cost", "optimum", "gap", "corridor_gap", "slack",
               "end_offset", "ns"]
    answers[numbers] = answers[numbers].astype(float)
    builds = pd.read_sql("SELECT * FROM build", database).join(runs.host, on="run")
    builds[["ns", "bytes", "clock_ns", "waited_ns"]] = (
        builds[["ns", "bytes", "clock_ns", "waited_ns"]].astype(float))
    builds["limit_ns"] = 1e6 * builds.run.map(runs.timeout_ms)

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
    conditions = ["core", "load_before", "load_after", "mhz_before", "mhz_after"]
    measurements[conditions] = measurements[conditions].astype(float)
    return Results(methods, worlds, answers, builds, runs, measurements)


def host_names(runs):
    """The host of each run, with its processor where one name stands for several."""
    several = runs.groupby("host").cpu.transform("nunique") > 1
    return runs.host.where(~several, runs.host + ", " + runs.cpu)
