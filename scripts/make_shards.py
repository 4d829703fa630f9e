#!/usr/bin/python3
"""Makes result stores as the shards of a large sweep would leave them, to measure merge and plots.

    scripts/make_shards.py DIR [--shards N] [--answers N] [--methods N] [--repetitions N]

Writes DIR/I/results.sqlite for each shard I: one world each, an answer to every query by every method, in numbers
that look like those of a sweep and mean nothing.
"""

import argparse
import pathlib
import sqlite3
import struct
import zlib

SCHEMA = pathlib.Path(__file__).resolve().parents[1] / "harness" / "store" / "schema.sql"

WALLS = struct.pack("<16d", 0, 0, 100, 0, 100, 0, 100, 80, 100, 80, 0, 80, 0, 80, 0, 0)
ROWS = """
CREATE TEMP TABLE n (i INTEGER PRIMARY KEY);
INSERT INTO temp.n WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 100000) SELECT i FROM c;
INSERT INTO run (id, version, "commit", dirty, compiler, flags, libraries, host, cpu, cores, kernel, governor, sweep, seed,
    queries, repetitions, builds, timeout_ms, build_timeout_ms, memory_mb, jobs, shard, plan, started, finished)
  SELECT 1, '0', 'synthetic', 0, 'none', '', '', 'node' || (:shard % 16), 'one processor', 2, 'none', 'performance',
    'synthetic.toml', 1, :queries, :repetitions, 1, 10000, 600000, 4096, 1, :shard || '/' || :shards, 'synthetic',
    '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z';
INSERT INTO method (id, name, representation, options, heuristic, weight, smoother, search)
  SELECT i, 'method-' || i, 'representation-' || (i % 6), '{"variant":' || i || '}', 'euclidean', 1, 'none', '{}'
  FROM n WHERE i BETWEEN 1 AND :methods;
INSERT INTO world VALUES (1, 'map' || :shard, 'map' || :shard, 0, 0, 'exact', 'family' || (:shard % 8), 'map' || :shard || '.map', 'sha' || :shard, '', '',
    'hash' || :shard, 1000, 10, 1, 5000, 0, 0, 100, 80, 0, 1000000, 100000, 1000000, 0, :queries, 0);
INSERT INTO outline VALUES (1, :walls);
INSERT INTO query SELECT i, 1, 'generated', i - 1, i % 97, i % 71, i % 89, i % 79, 'reachable', 1 + i % 113, NULL, NULL, 0
  FROM n WHERE i BETWEEN 1 AND :queries;
INSERT INTO build (world, method, run, status, ns, bytes, parts, vertices, edges, coverage, components, failures, clock_ns,
    waited_ns)
  SELECT 1, id, 1, 'built', 1000000 * id, 10000 * id, 'walls', 1000, 3000, 1, 1, 0, 20, 100000000 FROM method;
INSERT INTO build_run SELECT 1, id, 0, 1000000 * id, 1000000 * id, 0, 100 FROM method;
INSERT INTO part VALUES (1, 'walls', 1000000, 50000);
INSERT INTO answer (query, method, status, raw_length, length, cost, optimum, gap, corridor_gap, slack, raw_points, points,
    turning, clearance, expanded, generated, path_hash)
  SELECT query, method, 'found', 1.2 * optimum, (1 + gap) * optimum, (1 + gap) * optimum, optimum, gap, 0.5 * gap, 0.5 * gap,
    40, 10, 3.5, 0.5, 20 * method, 60 * method, printf('%016x', (query * 2654435761 + method * 40503) & 0x7fffffffffffffff)
  FROM (SELECT q.id AS query, m.id AS method, optimum, (q.id * 7919 + m.id * 104729) % 1000 / 10000.0 AS gap
    FROM query q, method m) p ORDER BY query, method;
INSERT INTO timing
  SELECT a.query, a.method, n.i, 500, 1500, 1000 * a.method + (a.query * 7919 + a.method * 104729 + n.i * 31) % 5000, 300, 200,
    NULL, 0, 0, 0
  FROM answer a, n WHERE n.i < :repetitions ORDER BY a.query, a.method, n.i;
INSERT INTO measurement VALUES (1, 1, 1, '2026-01-01T00:00:00Z', 1, 0.1, 0.1, 3000, 3000, 0);
INSERT INTO expense VALUES (1, 'timed', 1000000000), (1, 'build', 1000000000);
"""


def make(file, values):
    file.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(file, isolation_level=None)
    database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + SCHEMA.read_text(encoding="utf-8"))
    database.execute("BEGIN")
    for statement in ROWS.split(";\n"):
        if statement.strip():
            database.execute(statement, {name: value for name, value in values.items() if ":" + name in statement})
    database.execute("COMMIT")
    database.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="DIR")
    for name, default in (("shards", 1000), ("answers", 10_000_000), ("methods", 25), ("repetitions", 3)):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"(standard: {default})")
    options = parser.parse_args()
    queries = options.answers // (options.shards * options.methods)
    if not 1 <= queries <= 100_000 or not 1 <= options.methods <= 1000 or not 1 <= options.repetitions <= 1000:
        parser.error(f"{options.answers} answers of {options.methods} methods in {options.shards} shards are {queries} "
                     "queries a shard, expected 1 to 100000; methods and repetitions are 1 to 1000")
    for shard in range(1, options.shards + 1):
        make(options.folder / str(shard) / "results.sqlite",
             {"shard": shard, "shards": options.shards, "queries": queries, "methods": options.methods,
              "repetitions": options.repetitions,
              "walls": zlib.compress(b"".join(WALLS[plane::8] for plane in range(8)))})


if __name__ == "__main__":
    main()
