"""The claims of a study: sentences that queries over the tables of a store test.

A claim of claims.toml has a name, a `finding` (the sentence), the `part` of the study, and a `query` in SQL over the tables
of reference.computed(), and the table `pair`: comparisons in both directions. The aggregates LOW and HIGH are the ends of the
95 % interval of AVG. The query returns one row: a value, and optionally the ends of its interval. A claim has `limits`, or
`value` and `interval` of the study:

limits             the value lies between these two numbers
value, interval    the interval of the store (without one, its value) meets the interval of the study, widened on each
                   side by `tolerance` times the value of the study

A claim is not testable if the store lacks the table, or if the query returns no row, NULL or NaN.
"""

import dataclasses
import math
import pathlib
import re
import sqlite3
import sys
import tomllib

import numpy as np
import pandas as pd

from . import reference
from .estimators import Estimate, mean_over_maps
from .store import UnreadableResults, read as read_store
from .tables import Column, Table

HOLD, FAIL, NOT_TESTABLE = "hold", "fail", "not testable"
KEYS = {"name": str, "finding": str, "part": str, "query": str, "limits": list, "value": float, "interval": list,
        "tolerance": float}
DETERMINISTIC = "equal answers"
PAIR = """CREATE TABLE pair AS
SELECT method, against, stratum, maps, time_ratio, time_ratio_low, time_ratio_high,
  gap_difference, gap_difference_low, gap_difference_high FROM comparisons
UNION ALL SELECT against, method, stratum, maps, 1 / time_ratio, 1 / time_ratio_high, 1 / time_ratio_low,
  -gap_difference, -gap_difference_high, -gap_difference_low FROM comparisons"""
"""The comparisons of methods in both directions."""


class Low:
    """The SQL aggregate LOW: the low end of the 95 % interval of the mean of one value per map. NULL for fewer than five maps."""

    end = "low"

    def __init__(self):
        self.values = []

    def step(self, value):
        if value is not None:
            self.values.append(value)

    def finalize(self):
        end = getattr(mean_over_maps(np.array(self.values, float)), self.end)
        return None if math.isnan(end) else end


class High(Low):
    """The SQL aggregate HIGH: the high end."""

    end = "high"


class Faulty(Exception):
    """A file of claims has a fault; the message names file and line."""


@dataclasses.dataclass(frozen=True)
class Claim:
    name: str
    finding: str
    part: str
    query: str
    limits: list = None
    value: float = None
    interval: list = None
    tolerance: float = 0.0


@dataclasses.dataclass(frozen=True)
class Verdict:
    name: str
    finding: str
    outcome: str
    found: Estimate = Estimate(math.nan)
    claimed: str = ""
    note: str = ""

    @property
    def failed(self):
        return self.outcome == FAIL


def read(file):
    """The claims of a file. Raises Faulty."""
    text = pathlib.Path(file).read_text(encoding="utf-8")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise Faulty(f"{file}:{line[1] if line else 1}: {error}, expected TOML") from error
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() == "[[claim]]"]
    claims = [claim_of(table, f"{file}:{line}") for table, line in zip(found.get("claim", []), lines)]
    if not claims:
        raise Faulty(f"{file}:1: no claim, expected tables [[claim]]")
    for number, claim in enumerate(claims):
        if claim.name in [other.name for other in claims[:number]]:
            raise Faulty(f"{file}:{lines[number]}: two claims are named '{claim.name}', expected different names")
    return claims


def claim_of(table, place):
    for key, value in table.items():
        kind = KEYS.get(key)
        if kind is None:
            raise Faulty(f"{place}: unknown key '{key}', expected some of {', '.join(KEYS)}")
        if not isinstance(value, (int, float) if kind is float else kind) or isinstance(value, bool):
            raise Faulty(f"{place}: '{key}' is {value!r}, expected a {'number' if kind is float else kind.__name__}")
        if kind is list and (len(value) != 2 or not all(isinstance(end, (int, float)) for end in value) or value[0] > value[1]):
            raise Faulty(f"{place}: '{key}' is {value!r}, expected two ascending numbers")
    for key in ("name", "finding", "part", "query"):
        if not table.get(key):
            raise Faulty(f"{place}: '{key}' is missing, expected a text")
    if ("value" in table) != ("interval" in table):
        raise Faulty(f"{place}: 'value' and 'interval' belong together, expected both or neither")
    return Claim(**table)


class Stores:
    """The tables of a result store, or of the parts of a study: FOLDER/PART/results.sqlite. Each store is read once."""

    def __init__(self, place):
        self.place = pathlib.Path(place)
        self.known = {}
        if not self.place.exists():
            raise UnreadableResults(f"{self.place}: there is no such file or folder")

    def tables(self, part):
        """Returns (database with the tables of a part, rows by table), or None if the study does not have the part."""
        file = self.place / part / "results.sqlite" if self.place.is_dir() else self.place
        if file not in self.known:
            self.known[file] = self.loaded(file) if file.is_file() else None
        return self.known[file]

    def rows(self, part):
        """Returns table name -> rows for a part, or None if the study does not have the part."""
        self.tables(part)
        file = self.place / part / "results.sqlite" if self.place.is_dir() else self.place
        return self.known[file] and self.known[file][1]

    def parts(self):
        return sorted(file.parent.name for file in self.place.glob("*/results.sqlite")) if self.place.is_dir() else [""]

    @staticmethod
    def loaded(file):
        rows = reference.computed(read_store(file, sys.maxsize))
        database = sqlite3.connect(":memory:")
        database.create_aggregate("LOW", 1, Low)
        database.create_aggregate("HIGH", 1, High)
        for name, table in rows.items():
            if len(table.columns):
                table.drop(columns="per_map", errors="ignore").to_sql(name, database, index=False)
        if len(rows["comparisons"]):
            database.execute(PAIR)
        database.commit()
        database.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in (
            sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE) else sqlite3.SQLITE_DENY)
        return database, rows


def evaluate(claim, stores):
    """Returns the value of a claim in the stores, or a text with the reason why there is no value. Raises Faulty for a wrong query."""
    tables = stores.tables(claim.part)
    if tables is None:
        return f"no results of the part {claim.part}"
    try:
        cursor = tables[0].execute(claim.query)
        row = cursor.fetchone()
    except sqlite3.Error as error:
        if "no such table" in str(error) or "no such column" in str(error):
            return str(error)
        raise Faulty(f"claim '{claim.name}': {error}, expected a SELECT of a value") from error
    if row is None or row[0] is None:
        return "the query has no value here"
    if len(row) not in (1, 3) or not all(isinstance(value, (int, float, type(None))) for value in row):
        raise Faulty(f"claim '{claim.name}': the query returns {row}, expected a number, or a number and two ends")
    low, high = (math.nan if end is None else float(end) for end in (row[1:] or (None, None)))
    return Estimate(float(row[0]), low, high)


def judge(claim, found):
    """The verdict on a claim; `found` is the result of evaluate()."""
    claimed = f"{claim.limits[0]:g} to {claim.limits[1]:g}" if claim.limits else (
        f"{claim.value:.4g} [{claim.interval[0]:.4g}, {claim.interval[1]:.4g}]" if claim.interval else "–")
    if isinstance(found, str):
        return Verdict(claim.name, claim.finding, NOT_TESTABLE, claimed=claimed, note=found)
    if claim.limits:
        holds = claim.limits[0] <= found.value <= claim.limits[1]
    elif claim.interval:
        slack = claim.tolerance * abs(claim.value)
        low, high = (found.value if end != end else end for end in (found.low, found.high))
        holds = low <= claim.interval[1] + slack and high >= claim.interval[0] - slack
    else:
        return Verdict(claim.name, claim.finding, NOT_TESTABLE, found, claimed, "the study has no value yet")
    return Verdict(claim.name, claim.finding, HOLD if holds else FAIL, found, claimed)


def equal_answers(stores, recorded):
    """Returns a verdict for each method with recorded hashes. It holds if the answers equal the recorded answers in every
    world with the same queries."""
    published = pd.read_csv(recorded)
    own = pd.concat([rows["hashes"] for part in stores.parts() if (rows := stores.rows(part))], ignore_index=True)
    both = published.merge(own, on=["world", "method", "queries_hash"], suffixes=("_published", ""))
    verdicts = []
    for method in dict.fromkeys(published.method):
        of = both[both.method == method]
        other = of[of.answers_hash != of.answers_hash_published]
        outcome = NOT_TESTABLE if of.empty else FAIL if len(other) else HOLD
        note = "no world with the published queries" if of.empty else (
            f"{len(other)} of {len(of)} worlds differ: {', '.join(other.world[:3])}" if len(other) else f"{len(of)} worlds")
        verdicts.append(Verdict(f"{DETERMINISTIC}: {method}", "Statuses, lengths and node counts are equal everywhere.",
                                outcome, note=note))
    return verdicts


def check(claims, stores, recorded=None):
    """The verdicts on all claims, and on recorded hashes if the file exists."""
    verdicts = [judge(claim, evaluate(claim, stores)) for claim in claims]
    if recorded is not None and pathlib.Path(recorded).exists():
        verdicts += equal_answers(stores, recorded)
    return verdicts


def printed(verdicts):
    """A table of all verdicts, and their counts."""
    found = [f"{v.found.value:.4g}" + ("" if v.found.low != v.found.low else f" [{v.found.low:.4g}, {v.found.high:.4g}]")
             if v.found.value == v.found.value else "–" for v in verdicts]
    table = Table("Claims", [Column("claim", [v.name for v in verdicts]), Column("verdict", [v.outcome for v in verdicts]),
                             Column("found", found), Column("claimed", [v.claimed or "–" for v in verdicts]),
                             Column("note", [v.note for v in verdicts])]).markdown()
    counts = ", ".join(f"{sum(v.outcome == outcome for v in verdicts)} {outcome}" for outcome in (HOLD, FAIL, NOT_TESTABLE))
    failures = "".join(f"\nFails: {v.finding}" for v in verdicts if v.failed)
    return f"{table}\n\n{counts}{failures}"


def recorded_text(text, claims, stores):
    """The text of a file of claims with the values and intervals of the stores. A claim that the stores cannot test keeps its values."""
    parts = re.split(r"(?m)^(?=\[\[claim\]\]$)", text)
    for number, claim in enumerate(claims, 1):
        found = evaluate(claim, stores)
        if isinstance(found, str):
            continue
        low, high = (found.value if end != end else end for end in (found.low, found.high))
        lines = [line for line in parts[number].rstrip("\n").split("\n") if not re.match(r"(value|interval)\s*=", line)]
        parts[number] = "\n".join([*lines, f"value = {found.value:.6g}", f"interval = [{low:.6g}, {high:.6g}]"]) + "\n\n"
    return "".join(parts).rstrip("\n") + "\n"
