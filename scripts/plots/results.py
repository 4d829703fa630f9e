"""Reads a result store into tables ready to plot."""

import dataclasses
import pathlib
import sqlite3

import pandas as pd

SCHEMA_VERSION = 3
ZERO_GAP = 1e-9
"""Gaps up to this are rounding of two lengths, and count as zero."""


class UnreadableResults(Exception):
    """The file is no result store of a version that is known here."""


@dataclasses.dataclass(frozen=True)
class Results:
    """`answers` has a row per (query, method), with the query's optimum and truth, its world, and
    `ns`, the median over repetitions of the query's total time (NaN where nothing was timed)."""

    methods: pd.DataFrame
    worlds: pd.DataFrame
    answers: pd.DataFrame
    builds: pd.DataFrame
    runs: pd.DataFrame

    def found(self):
        return self.answers[self.answers.status == "found"]

    def reachable(self):
        """Answers to queries that have a path: what was found, missed, invalid or given up."""
        return self.supported()[lambda answers: answers.truth == "reachable"]

    def unreachable(self):
        """Answers to queries that have no path."""
        return self.supported()[lambda answers: answers.truth == "unreachable"]

    def supported(self):
        """Answers of methods that are made for the world they were asked about."""
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


def connect(file):
    """Opens a result store for reading; raises UnreadableResults."""
    file = pathlib.Path(file)
    if not file.is_file():
        raise UnreadableResults(f"{file}: there is no such file")
    try:
        database = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
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
    answers = pd.read_sql(
        "SELECT a.*, q.world, q.truth FROM answer a JOIN query q ON q.id = a.query", database)
    times = pd.read_sql(
        "SELECT query, method, locate_ns + attach_ns + search_ns + realise_ns + smooth_ns AS ns"
        " FROM timing", database)
    median = times.groupby(["query", "method"]).ns.median()
    answers = answers.join(median, on=["query", "method"])
    builds = pd.read_sql("SELECT * FROM build", database)
    runs = pd.read_sql("SELECT * FROM run ORDER BY id", database, index_col="id")
    numbers = ["raw_length", "length", "cost", "optimum", "gap", "corridor_gap", "slack",
               "end_offset", "ns"]
    answers[numbers] = answers[numbers].astype(float)
    return Results(methods, worlds, answers, builds, runs)


def summary(results):
    """A row per method: the medians and counts that the figures show."""
    rows = []
    for method in results.methods.itertuples():
        asked = results.reachable()
        asked = asked[asked.method == method.Index]
        found = asked[asked.status == "found"]
        drawn = asked[asked.status.isin(["found", "invalid_path"])]
        refused = results.unreachable()
        refused = refused[(refused.method == method.Index) & (refused.status == "unreachable")]
        builds = results.builds[results.builds.method == method.Index]
        built = builds[builds.status == "built"]
        rows.append({
            "method": method.name,
            "representation": method.representation,
            "reachable": len(asked),
            "found": len(found),
            "legal_share": len(found) / len(drawn) if len(drawn) else None,
            "within_walls_share": (~drawn.fault.isin(["walls", "ends and walls"])).mean(),
            "median_drawn_ns": drawn.ns.median(),
            "zero_gap": int((found.gap <= ZERO_GAP).sum()),
            "median_gap": found.gap.median(),
            "mean_gap": found.gap.mean(),
            "p90_gap": found.gap.quantile(0.9),
            "median_query_ns": found.ns.median(),
            "p90_query_ns": found.ns.quantile(0.9),
            "refused": len(refused),
            "median_refusal_ns": refused.ns.median(),
            "worlds_built": len(built),
            "median_build_ns": built.ns.median(),
            "median_bytes": built.bytes.median(),
            **{status: int((asked.status == status).sum())
               for status in sorted(set(results.answers.status) - {"found", "unsupported"})},
            **{f"fault_{fault.replace(' ', '_')}": int((drawn.fault == fault).sum())
               for fault in sorted(set(results.answers.fault.dropna()))},
        })
    return pd.DataFrame(rows)
