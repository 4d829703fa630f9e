#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A complete method for Fairway in one file: a lattice of points, A* and a smoother.

It speaks docs/worker-protocol.md, reads docs/world-file.md and needs nothing but Python. A link of
the lattice touches no wall, so every path is legal. In a passage that is narrower than the lattice
it says no_path, which counts as missed.

Option: cell_size, from a point of the lattice to the next; default 1/64 of the world's longer side.
"""

import heapq
import json
import math
import sys
import time
from fractions import Fraction

MOST_POINTS = 2_000_000
clock = time.perf_counter_ns


def side(a, b, p):
    """Side of p: 1 left of the line from a to b, -1 right of it, 0 on it. Exact."""
    left = (b[0] - a[0]) * (p[1] - a[1])
    right = (b[1] - a[1]) * (p[0] - a[0])
    if abs(left - right) > 1e-15 * (abs(left) + abs(right)):  # larger than any rounding error
        return 1 if left > right else -1
    ax, ay, bx, by, px, py = map(Fraction, (*a, *b, *p))
    turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    return (turn > 0) - (turn < 0)


def within(p, a, b):
    """Whether p lies in the box of a and b. For a point on the line ab: whether it is on the segment ab."""
    return (min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and
            min(a[1], b[1]) <= p[1] <= max(a[1], b[1]))


def tree(nodes):
    """A tree of boxes. A node is (min x, min y, max x, max y, wall, None) or (min x, min y, max x, max y, child,
    child)."""
    if len(nodes) == 1:
        return nodes[0]
    box = (min(n[0] for n in nodes), min(n[1] for n in nodes),
           max(n[2] for n in nodes), max(n[3] for n in nodes))
    axis = 0 if box[2] - box[0] > box[3] - box[1] else 1
    nodes = sorted(nodes, key=lambda n: n[axis] + n[axis + 2])
    return *box, tree(nodes[:len(nodes) // 2]), tree(nodes[len(nodes) // 2:])


class World:
    """Free space as its walls. A wall is a triple: two ends, and whether it is the edge of a ring."""

    def __init__(self, file):
        with open(file, encoding="utf-8") as text:
            world = json.load(text)
        if world.get("fairway_world") != 1 or not world.get("rings"):
            raise ValueError(f"{file}: expected a world file of version 1, with rings")
        self.has_terrain = "terrain" in world
        walls = [((float(ax), float(ay)), (float(bx), float(by)), False)
                 for ax, ay, bx, by in world.get("walls", [])]
        for ring in world["rings"]:
            corners = [(float(x), float(y)) for x, y in ring["points"]]
            walls += ((a, b, True) for a, b in zip(corners, corners[1:] + corners[:1]))
        self.root = tree([(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]),
                           (a, b, ring), None) for a, b, ring in walls])
        self.box = self.root[:4]

    def walls_near(self, p, q):
        """The walls whose bounding boxes touch the bounding box of p and q."""
        min_x, max_x = min(p[0], q[0]), max(p[0], q[0])
        min_y, max_y = min(p[1], q[1]), max(p[1], q[1])
        stack = [self.root]
        while stack:
            node = stack.pop()
            if node[0] <= max_x and min_x <= node[2] and node[1] <= max_y and min_y <= node[3]:
                if node[5] is None:
                    yield node[4]
                else:
                    stack += node[4:]

    def locate(self, p):
        """1 if p is inside free space, 0 on a ring or wall, -1 outside."""
        if not all(v == 0 or 1e-70 <= abs(v) <= 1e70 for v in p):  # a path must not have such coordinates
            return -1
        place = -1
        for a, b, is_ring in self.walls_near(p, (math.inf, p[1])):
            turn = side(a, b, p)
            if turn == 0 and within(p, a, b):
                return 0
            # Change sides if the ray from p to the right crosses the edge. An edge includes its lower end, but not its upper end.
            if is_ring and (a[1] <= p[1]) != (b[1] <= p[1]) and (turn > 0) == (a[1] < b[1]):
                place = -place
        return place

    def clear(self, p, q):
        """Whether the segment pq meets no walls, except at p or q."""
        for a, b, _ in self.walls_near(p, q):
            turn_p, turn_q = side(a, b, p), side(a, b, q)
            if turn_p == turn_q != 0 or side(p, q, a) * side(p, q, b) > 0:
                continue
            if not (turn_p == 0 != turn_q and within(p, a, b) or
                    turn_q == 0 != turn_p and within(q, a, b)):
                return False
        return True


class Lattice:
    """Points inside free space, one per cell, each linked to up to eight neighbours."""

    def __init__(self, world, cell_size=None):
        begun = clock()
        self.world = world
        min_x, min_y, max_x, max_y = world.box
        self.cell = cell_size or max(max_x - min_x, max_y - min_y) / 64
        columns, rows = (max_x - min_x) / self.cell, (max_y - min_y) / self.cell
        if not columns * rows <= MOST_POINTS:
            raise ValueError(f"cell_size {self.cell} makes more than {MOST_POINTS} points")
        self.points = []
        self.at = {}
        for j in range(math.ceil(rows)):
            for i in range(math.ceil(columns)):
                p = min_x + (i + 0.5) * self.cell, min_y + (j + 0.5) * self.cell
                if world.locate(p) == 1:
                    self.at[i, j] = len(self.points)
                    self.points.append(p)
        placed = clock()
        self.links = [{} for _ in self.points]  # neighbour -> length
        for (i, j), v in self.at.items():
            for cell in ((i + 1, j), (i - 1, j + 1), (i, j + 1), (i + 1, j + 1)):
                w = self.at.get(cell)
                if w is not None and world.clear(self.points[v], self.points[w]):
                    self.links[v][w] = self.links[w][v] = math.dist(self.points[v], self.points[w])
        ended = clock()
        self.facts = {"ns": ended - begun, "vertices": len(self.points),
                      "edges": sum(map(len, self.links)) // 2,
                      "bytes": size_of(world.root, self.points, self.at, self.links),
                      "phases": [["place", placed - begun], ["link", ended - placed]]}

    def attach(self, p):
        """Returns the points of the 4 x 4 cells around p that see p, with their distances."""
        i = math.floor((p[0] - self.world.box[0]) / self.cell - 0.5)
        j = math.floor((p[1] - self.world.box[1]) / self.cell - 0.5)
        near = (self.at.get((x, y)) for y in range(j - 1, j + 3) for x in range(i - 1, i + 3))
        return {v: math.dist(p, self.points[v]) for v in near
                if v is not None and self.world.clear(p, self.points[v])}

    def search(self, starts, goals, goal):
        """A*. Returns the points of the path or None, and the numbers of expanded and generated vertices."""
        best, parent = dict(starts), dict.fromkeys(starts)
        open_ = [(g + math.dist(self.points[v], goal), v) for v, g in starts.items()]
        heapq.heapify(open_)
        closed, generated = set(), len(open_)
        while open_:
            _, v = heapq.heappop(open_)
            if v == -1:  # the goal itself
                way = []
                while (v := parent[v]) is not None:
                    way.append(self.points[v])
                return way[::-1], len(closed), generated
            if v in closed:
                continue
            closed.add(v)
            onward = self.links[v] | {-1: goals[v]} if v in goals else self.links[v]
            for w, length in onward.items():
                g = best[v] + length
                if g < best.get(w, math.inf):
                    best[w], parent[w] = g, v
                    left = math.dist(self.points[w], goal) if w != -1 else 0
                    heapq.heappush(open_, (g + left, w))
                    generated += 1
        return None, len(closed), generated

    def shortcut(self, path):
        """Tests the points from start to goal. Removes a point if the last kept point sees the point after it."""
        kept = path[:1]
        for k in range(2, len(path)):
            whole = len(kept) == 1 and k == len(path) - 1  # answer() has tested the segment from start to goal
            if whole or not self.world.clear(kept[-1], path[k]):
                kept.append(path[k - 1])
        return kept + path[-1:]

    def answer(self, start, goal):
        """Returns the reply to one query."""
        times = [clock()]

        def reply(status, **more):
            times.append(clock())
            phases = zip(("locate", "attach", "search", "smooth"), times, times[1:])
            ns = {phase: after - before for phase, before, after in phases}
            return {"reply": "answer", "status": status, "ns": ns, **more}

        start_at, goal_at = self.world.locate(start), self.world.locate(goal)
        if -1 in (start_at, goal_at):
            return reply("start_blocked" if start_at == -1 else "goal_blocked")
        times.append(clock())
        if start == goal:
            return reply("found", path=[start])
        # A clear segment between two border points may lie outside free space. So at least one end must be an inner point.
        if (start_at == 1 or goal_at == 1) and self.world.clear(start, goal):
            return reply("found", path=[start, goal])
        starts, goals = self.attach(start), self.attach(goal)
        times.append(clock())
        way, expanded, generated = self.search(starts, goals, goal)
        times.append(clock())
        counts = {"expanded": expanded, "generated": generated}
        if way is None:
            return reply("no_path", **counts)
        raw = [start, *way, goal]
        return reply("found", path=self.shortcut(raw), raw=raw, **counts)

    def draw(self, box, centre, limit):
        """Returns all links. If there are too many, returns the links in a square around the centre."""
        links = [(*self.points[v], *self.points[w])
                 for v, near in enumerate(self.links) for w in near if v < w]
        shown, half = links, max(box[2] - box[0], box[3] - box[1]) / 2
        for _ in range(50):
            if len(shown) <= limit:
                break
            half *= 0.8
            box = centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half
            shown = [s for s in shown if min(s[0], s[2]) <= box[2] and max(s[0], s[2]) >= box[0]
                     and min(s[1], s[3]) <= box[3] and max(s[1], s[3]) >= box[1]]
        return {"reply": "draw", "kind": "edges", "total": len(links), "window": box,
                "segments": shown[:limit]}


def size_of(*things):
    """Returns the bytes of these objects and of all objects inside them. Each object counts once."""
    seen, stack = {}, list(things)
    while stack:
        thing = stack.pop()
        if id(thing) not in seen:
            seen[id(thing)] = sys.getsizeof(thing)
            if isinstance(thing, dict):
                stack += [*thing.keys(), *thing.values()]
            elif isinstance(thing, (list, tuple)):
                stack += thing
    return sum(seen.values())


class Worker:
    """Replies to requests. It has a world after `load`, and a lattice after `build`."""

    world = lattice = None

    def build(self, options):
        self.lattice = None
        cell_size = options.get("cell_size", 1)
        is_size = type(cell_size) in (int, float) and 0 < cell_size <= 1e70
        if options.keys() - {"cell_size"} or not is_size:
            return {"status": "error", "message": f"expected a cell_size above 0, not {options}"}
        if self.world.has_terrain:
            return {"status": "unsupported", "message": "the costs of terrain are not known here"}
        try:
            self.lattice = Lattice(self.world, options.get("cell_size"))
        except ValueError as e:
            return {"status": "unsupported", "message": str(e)}
        except MemoryError:
            return {"status": "out_of_memory", "message": "too many points"}
        return {"status": "built", **self.lattice.facts}

    def replies(self, request):
        match request:
            case {"request": "hello", "protocol": int()}:
                return [{"reply": "hello", "protocol": 1, "program": "grid_worker.py"}]
            case {"request": "load", "file": str(file)}:
                self.world = self.lattice = None
                self.world = World(file)
                return [{"reply": "load"}]
            case {"request": "build", "method": {"options": dict(options)}} if self.world:
                return [{"reply": "build", **self.build(options)}]
            case {"request": "answer", "queries": list(queries)} if self.lattice:
                queries = [numbers(q, 4) for q in queries]
                answers = [self.lattice.answer((x, y), (u, v)) for x, y, u, v in queries]
                if not request.get("raw"):
                    for answer in answers:
                        answer.pop("raw", None)
                return answers
            case {"request": "draw", "box": box, "centre": c, "limit": int(limit)} if self.lattice:
                return [self.lattice.draw(numbers(box, 4), numbers(c, 2), limit)]
        raise ValueError("expected hello, load, build, answer or draw, whole and in this order")


def numbers(values, count):
    """Returns numbers of a request as floats."""
    if (type(values) is not list or len(values) != count
            or not all(type(v) in (int, float) and math.isfinite(v) for v in values)):
        raise ValueError(f"expected {count} numbers, not {values}")
    return [float(v) for v in values]


def main():
    worker = Worker()
    for line in sys.stdin.buffer:
        try:
            replies = worker.replies(json.loads(line))
        except Exception as e:  # a bad request affects no other request
            replies = [{"reply": "error", "message": f"{type(e).__name__}: {e}"}]
        sys.stdout.write("".join(json.dumps(r) + "\n" for r in replies))
        sys.stdout.flush()


main()
