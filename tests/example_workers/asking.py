"""Sends requests to workers over pipes, and checks paths by brute force in rational arithmetic."""

import json
import math
import os
import pathlib
import subprocess
from fractions import Fraction

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "scripts" / "examples"
EXAMPLE = EXAMPLES / "grid_worker.py"
PHASES = {"locate", "attach", "search", "realise", "smooth"}


def fairway_program():
    """The built program, by the variable that ctest sets; skips the test if it is not set."""
    if "FAIRWAY_PROGRAM" not in os.environ:
        pytest.skip("FAIRWAY_PROGRAM, the built program, is not set")
    return os.environ["FAIRWAY_PROGRAM"]


def walls_of(text):
    for ring in text["rings"]:
        yield from (((*a, *b), True) for a, b in zip(ring["points"], ring["points"][1:] + ring["points"][:1]))
    yield from ((wall, False) for wall in text["walls"])


def is_inside(text, x, y):
    """Whether a point is in free space, found with a ray upwards. The point must not be on a ring."""
    hits = 0
    for wall, is_ring in walls_of(text):
        ax, ay, bx, by = map(Fraction, wall)
        if is_ring and (ax <= x) != (bx <= x):
            hits += ay + (by - ay) * (x - ax) / (bx - ax) > y
    return hits % 2 == 1


def meeting(p, q, wall):
    """Returns where a segment meets a wall, as fractions of the segment. If both are collinear, returns both ends of the overlap."""
    if any(max(p[i], q[i]) < min(wall[i], wall[i + 2]) or max(wall[i], wall[i + 2]) < min(p[i], q[i]) for i in (0, 1)):
        return []
    px, py, qx, qy, ax, ay, bx, by = map(Fraction, (*p, *q, *wall))
    dx, dy, ex, ey = qx - px, qy - py, bx - ax, by - ay
    cross = dx * ey - dy * ex
    if cross == 0:
        if dx * (ay - py) != dy * (ax - px):
            return []
        square = dx * dx + dy * dy
        shares = sorted(((x - px) * dx + (y - py) * dy) / square for x, y in ((ax, ay), (bx, by)))
        low, high = max(shares[0], 0), min(shares[1], 1)
        return [low, high] if low <= high else []
    along = ((ax - px) * ey - (ay - py) * ex) / cross
    on_wall = ((ax - px) * dy - (ay - py) * dx) / cross
    return [along] if 0 <= along <= 1 and 0 <= on_wall <= 1 else []


def assert_legal(text, path, query):
    """Asserts that a path leads from start to goal and meets walls only at these two points. The protocol is less strict."""
    assert path[0] == list(query[:2]) and path[-1] == list(query[2:])
    last = len(path) - 2
    for k, (p, q) in enumerate(zip(path, path[1:])):
        if p == q:
            continue
        allowed = {share for share, is_end in ((0, k == 0), (1, k == last)) if is_end}
        for wall, _ in walls_of(text):
            assert set(meeting(p, q, wall)) <= allowed, (p, q, wall)
        assert is_inside(text, *((Fraction(a) + Fraction(b)) / 2 for a, b in zip(p, q))), (p, q)


class Worker:
    def __init__(self, tmp_path, *command):
        self.file = tmp_path / "test.world"
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, line):
        """Sends a line and returns the reply. Only for lines that have a reply."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, kind, **request):
        return self.tell(json.dumps({"request": kind, **request}))

    def load(self, text):
        self.file.write_text(json.dumps(text))
        return self.ask("load", file=str(self.file))

    def build(self, **options):
        return self.ask("build", method={"name": "m", "representation": "m", "options": options})

    def begin(self, text):
        assert self.ask("hello", protocol=1)["protocol"] == 1
        assert self.load(text) == {"reply": "load"}
        built = self.build()
        assert built["reply"] == "build" and built["status"] == "built" and built["ns"] > 0
        assert built["vertices"] > 0 and built["edges"] > 0 and built["bytes"] > 16 * built["vertices"]
        return built

    def answer(self, *query):
        reply = self.ask("answer", queries=[query], raw=True)
        assert reply["reply"] == "answer" and reply["ns"].keys() <= PHASES
        assert all(type(ns) is int and ns >= 0 for ns in reply["ns"].values())
        return reply

    def status(self, *query):
        return self.answer(*query)["status"]

    def path(self, text, *query):
        reply = self.answer(*query)
        assert reply["status"] == "found", query
        assert_legal(text, reply["path"], query)
        assert_legal(text, reply.get("raw", reply["path"]), query)
        return reply["path"]

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(timeout=30) == 0
        self.process.stdout.close()
