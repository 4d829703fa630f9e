"""The reference results of a sweep: compact tables to publish, and hashes of the results that must be equal on every machine."""

import hashlib

import pandas as pd

from . import summary, tables
from .metrics import METRICS
from .store import frame

MACHINE_STATUSES = ("timeout", "out_of_memory", "crashed")
"""Statuses that depend on the machine."""


def per_map(results):
    """All metrics of each method on each map: a row for each stratum, host, map and method."""
    return summary.by_place(results, "map", METRICS)


def hashes(results):
    """A row for each world and method: hashes of the queries, and of status, length, expanded and generated of every
    answer. Lengths have ten digits, so that the last bits do not matter. A world on which a status of the method
    depends on the machine has no row."""
    answers = frame(results.database, """
        SELECT w.name AS world, w.sha256, w.read, w.radius, m.name AS method, q.number, q.start_x, q.start_y, q.goal_x,
          q.goal_y, q.truth, a.status, printf('%.10g', a.length) AS length, a.expanded, a.generated
        FROM answer a JOIN query q ON q.id = a.query JOIN world w ON w.id = q.world JOIN method m ON m.id = a.method
        WHERE NOT m.recorded ORDER BY w.name, m.name, q.number""")
    rows = []
    for (world, sha, method), of in answers.groupby(["world", "sha256", "method"], sort=False):
        if not of.status.isin(MACHINE_STATUSES).any():
            rows.append({"world": world, "method": method, "answers": len(of), "queries_hash": digest(of[
                ["read", "radius", "number", "start_x", "start_y", "goal_x", "goal_y", "truth"]].assign(sha256=sha)),
                "answers_hash": digest(of[["status", "length", "expanded", "generated"]])})
    return pd.DataFrame(rows, columns=["world", "method", "answers", "queries_hash", "answers_hash"])


def digest(rows):
    """The first 16 digits of the SHA-256 of rows."""
    return hashlib.sha256(rows.to_csv(index=False, header=False, float_format="%.17g").encode()).hexdigest()[:16]


def computed(results):
    """Returns name -> rows for all published tables of a sweep."""
    runs = results.runs[["version", "commit", "dirty", "compiler", "flags", "cpu", "cores", "kernel", "governor",
                         "calibration_ns", "sweep", "seed", "queries", "repetitions", "builds", "timeout_ms", "started"]]
    worlds = results.worlds.drop(columns=["file", "optimum_by"])
    return {**tables.computed(results), "per_map": per_map(results), "hashes": hashes(results), "worlds": worlds, "runs": runs}


def write(rows, folder):
    """Writes tables as compressed CSV files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in rows.items():
        table.drop(columns="per_map", errors="ignore").to_csv(folder / f"{name}.csv.xz", index=False, float_format="%.10g")
