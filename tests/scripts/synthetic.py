"""Makes small result stores with known numbers, from the project's own schema."""

import json
import math
import pathlib
import random
import sqlite3
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from fairway_results import figures, tables  # noqa: E402
from fairway_results.figures import style  # noqa: E402

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "harness" / "store" / "schema.sql"

# For each method: name, representation, smoother, speed (ns per unit of length), typical gap.
METHODS = [
    ("grid", "grid", "shortcut", 900, 0.02),
    ("grid-raw", "grid", "none", 800, 0.06),
    ("grid-16", "grid", "shortcut", 1600, 0.01),
    ("quadtree", "quadtree", "shortcut", 300, 0.03),
    ("quadtree-centre", "quadtree", "none", 250, 0.12),
    ("triangle-mesh", "triangle_mesh", "funnel", 60, 0.004),
    ("triangle-mesh-centroid", "triangle_mesh", "none", 70, 0.09),
    ("visibility-graph", "visibility_graph", "none", 120, 0.0),
    ("visibility-graph-full", "visibility_graph", "none", 400, 0.0),
]
WORLDS = [("field", 400), ("pinches", 90), ("coast", 5200)]


def drawn(results, name, **replaced):
    """Draws the figure called `name` for some results. `replaced` are tables that replace computed tables."""
    figure = next(figure for figure in figures.FIGURES if figure.name == name)
    rows = {**tables.computed(results), **replaced}
    return figure.make(results, style.MethodStyles(results.methods), figures.rows_of(rows, results))


def packed(rows):
    """Compresses coordinates in the format of the store."""
    numbers = [number for row in rows for number in row]
    reals = struct.pack(f"<{len(numbers)}d", *numbers)
    return zlib.compress(b"".join(reals[plane::8] for plane in range(8)))


def insert(database, table, **values):
    row = {column[1]: None for column in database.execute(f"PRAGMA table_info({table})")}
    required = {c[1]: c[2] for c in database.execute(f"PRAGMA table_info({table})")
                if c[3] and c[1] not in values and not c[5]}
    row.update({name: {"TEXT": "-", "INTEGER": 0, "REAL": 0.0}[kind.split()[0]]
                for name, kind in required.items()})
    row.update(values)
    names = ", ".join(f'"{name}"' for name in row)
    database.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})",
                     list(row.values()))


def make(file, queries=40, repetitions=3, seed=1):
    """Writes a store and returns it open. In every world, `quadtree` misses query 0, the path of `grid-raw` for query 1 is invalid, and
    the last query is unreachable."""
    draw = random.Random(seed)
    database = sqlite3.connect(file)
    database.executescript(SCHEMA.read_text(encoding="utf-8"))
    insert(database, "run", id=1)
    for number, (name, representation, smoother, _, _) in enumerate(METHODS, 1):
        insert(database, "method", id=number, name=name, representation=representation,
               options=json.dumps({"variant": number}), heuristic="euclidean", weight=1.0, smoother=smoother, search="{}")
    for world, (name, vertices) in enumerate(WORLDS, 1):
        insert(database, "world", id=world, name=name, map=name, family="maps", vertices=vertices,
               optimum_by="exact",
               max_x=100.0, max_y=80.0)
        insert(database, "outline", world=world, walls=packed(
            [[0, 0, 100, 0], [100, 0, 100, 80], [100, 80, 0, 80], [0, 80, 0, 0],
             [40, 20, 60, 20], [60, 20, 60, 60], [60, 60, 40, 60], [40, 60, 40, 20]]))
        for number in range(queries):
            ask(database, world, number, draw, repetitions, last=number == queries - 1)
        for method, (_, representation, _, speed, _) in enumerate(METHODS, 1):
            insert(database, "build", world=world, method=method, run=1, status="built",
                   ns=speed * vertices, bytes=100 * vertices * method, coverage=1.0, components=1)
        for method in (1, 4, 6, 8):
            insert(database, "drawing", world=world, method=method, kind="cells", total=20,
                   segments=packed([[x, 0, x, 80] for x in range(0, 100, 5 + method)]),
                   max_x=100.0, max_y=80.0)
    database.execute("UPDATE build SET status = 'out_of_memory', ns = NULL, bytes = NULL "
                     "WHERE world = 3 AND method = 9")
    database.commit()
    return database


def ask(database, world, number, draw, repetitions, last):
    query = 1000 * world + number
    optimum = None if last else 4 * math.exp(draw.uniform(0, 3.5))
    insert(database, "query", id=query, world=world, source="generated", number=number,
           start_x=10.0, start_y=10.0, goal_x=90.0, goal_y=70.0,
           truth="unreachable" if last else "reachable", optimum=optimum, drawn=0 if number == 2 else None)
    if number == 2:
        insert(database, "path", query=query, kind="optimum",
               points=packed([[10, 10], [40, 60], [90, 70]]))
    for method, (name, _, _, speed, typical) in enumerate(METHODS, 1):
        status, gap = "found", 0.0
        if last:
            status, gap = "unreachable", None
        elif number == 0 and name == "quadtree":
            status, gap = "missed", None
        else:
            gap = draw.choice([0.0, typical * math.exp(draw.gauss(0, 1))])
            if number == 1 and name == "grid-raw":
                status = "invalid_path"
        length = None if gap is None else optimum * (1 + gap)
        insert(database, "answer", query=query, method=method, status=status, gap=gap,
               optimum=optimum, length=length, raw_length=length)
        for repetition in range(repetitions):
            insert(database, "timing", query=query, method=method, repetition=repetition,
                   search_ns=int(speed * (optimum or 50) * draw.uniform(0.7, 1.6)) + 900,
                   locate_ns=100)
        if number == 2 and method in (1, 4, 6, 8):
            insert(database, "path", query=query, method=method, kind="raw",
                   points=packed([[10, 10], [20, 62], [55, 70], [90, 70]]))
            insert(database, "path", query=query, method=method, kind="smoothed",
                   points=packed([[10, 10], [38, 62], [90, 70]]))


def tiny(file, answers, builds=None, gaps=None, host_of=None, **run):
    """Makes and opens a store with only the given answers. answers[method][world] lists for each query its ns, or its status if it was
    not answered. builds[method][world] is (ns, bytes) or a status. gaps[method][world] lists the gaps. host_of[world] is the host
    that measured the world (default: "one"). The representation of a method is the part of its name before the dash."""
    database = sqlite3.connect(file)
    database.executescript(SCHEMA.read_text(encoding="utf-8"))
    hosts = list(dict.fromkeys((host_of or {}).values())) or ["one"]
    for number, host in enumerate(hosts, 1):
        insert(database, "run", id=number, **{
            "host": host, "cpu": "fast" if number == 1 else f"fast {number}", "timeout_ms": 1000, "repetitions": 9, "governor": "performance",
            "finished": "now", **run})
    worlds = list(dict.fromkeys(world for per_world in answers.values() for world in per_world))
    for world, name in enumerate(worlds, 1):
        insert(database, "world", id=world, name=name, map=name.split("-r")[0], optimum_by="exact", vertices=10)
    asked = set()
    for method, (name, per_world) in enumerate(answers.items(), 1):
        insert(database, "method", id=method, name=name, representation=name.split("-")[0],
               options=json.dumps({"variant": name}), search="{}")
        for world_name, values in per_world.items():
            world = worlds.index(world_name) + 1
            build = (builds or {}).get(name, {}).get(world_name, (1000, 1000))
            status, (ns, size) = ("built", build) if isinstance(build, tuple) else (build, (None, None))
            insert(database, "build", world=world, method=method, status=status, ns=ns, bytes=size,
                   run=hosts.index((host_of or {}).get(world_name, hosts[0])) + 1)
            for number, value in enumerate(values):
                query = 1000 * world + number
                if query not in asked:
                    insert(database, "query", id=query, world=world, number=number, source="generated",
                           truth="reachable", optimum=10.0)
                    asked.add(query)
                found = not isinstance(value, str)
                gap = (gaps or {}).get(name, {}).get(world_name, [0.0] * len(values))[number] if found else None
                insert(database, "answer", query=query, method=method, optimum=10.0, gap=gap,
                       status="found" if found else value, length=10 * (1 + gap) if found else None)
                if found:
                    insert(database, "timing", query=query, method=method, repetition=0, search_ns=value)
    database.commit()
    return database
