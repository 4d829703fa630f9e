"""Walls and paths of a store, packed for the report's page as far as a budget allows.

Coordinates are relative to the lower corner of the world's box, in single precision. The page gets columns of numbers:
"walls-W" x1, y1, x2, y2 of all segments; "paths-I" the places of query and method (NO_METHOD: the
optimum), the kind (0 optimum, 1 raw, 2 returned) and the number of points of all paths, and "points-I" x and y of all
their points. In a world that changes, "walls-W" has the walls of all its moments, and "moments-W" the number of
the burst after which each wall appears, then the number after which it disappears.
"""

import base64
import zlib

import numpy as np

from .store import coordinates
from .text import many

NO_METHOD = 0xffffffff
FOREVER = 0xffffffff
LEAST_SHARE = 0.1
"""A packed picture has at least this share of its bytes in the store. A picture that cannot fit is not read."""
MARKUP = 80
"""Limit of the additional bytes around a part."""
KINDS = {"optimum": 0, "raw": 1, "smoothed": 2}


def packed(numbers):
    """Returns the bytes of the numbers, sorted into byte planes, compressed in zlib's format, as base64."""
    numbers = np.ascontiguousarray(numbers)
    planes = numbers.view(np.uint8).reshape(len(numbers), -1).T if len(numbers) else numbers
    return packed_bytes(planes.tobytes())


def packed_bytes(content):
    return base64.b64encode(zlib.compress(content, 6)).decode()


class Budget:
    """The bytes left for pictures, and the bytes spent on each kind."""

    def __init__(self, left):
        self.left = max(0, left)
        self.spent = {"paths": 0, "walls": 0, "playground": 0}

    def takes(self, parts, what):
        """Subtracts the size of parts if there is room for them. Returns whether there was room."""
        size = sum(len(text) + MARKUP for text in parts.values())
        if size > self.left:
            return False
        self.left -= size
        self.spent[what] += size
        return True


class Pictures:
    """The pictures of one store in the page: `parts` by id, and their index `contents`. `worlds`,
    `methods`, `queries` are the ids in the order of the page, `worst` the worst answers (query, method)."""

    def __init__(self, database, worlds, methods, queries, worst, budget):
        self.database, self.worst, self.budget = database, worst, budget
        self.worlds, self.methods, self.queries = ({id: place for place, id in enumerate(ids)} for ids in (worlds, methods, queries))
        self.origins = {id: np.array(corner) for id, *corner in database.execute("SELECT id, min_x, min_y FROM world")}
        self.parts = {}
        self.contents = {"walls": [], "moments": [], "paths": [], "left_out": {"walls": 0, "queries": 0}}

    def add(self, parts, what):
        fits = self.budget.takes(parts, what)
        if fits:
            self.parts |= parts
        return fits

    def no_room(self):
        """A sentence on omitted pictures and the options that make room; empty if none was omitted."""
        walls, queries = self.contents["left_out"].values()
        lacking = ", ".join([f"walls of {many(walls, 'map')}"] * (walls > 0) + [f"paths of {queries} queries"] * (queries > 0))
        return lacking and f"This page has no room for {lacking}: --size MB of scripts/report.py makes room, --maps PATTERN leaves out maps."

    def segments(self, world, numbers):
        return packed((numbers.reshape(-1, 4) - np.tile(self.origins[world], 2)).T.ravel().astype("<f4"))

    def add_walls(self):
        for world, place in self.worlds.items():
            ((walls,),) = self.database.execute("SELECT walls FROM outline WHERE world = ?", [world]).fetchall() or [[None]]
            if walls is None:
                continue
            walls, since, until = self.walls_of(world, coordinates(walls).reshape(-1, 4))
            parts = {f"walls-{place}": self.segments(world, walls)}
            if since is not None:
                parts[f"moments-{place}"] = packed(np.array([*since, *until], "<u4"))
            if self.add(parts, "walls"):
                self.contents["walls"].append(place)
                self.contents["moments"] += [place] * (since is not None)
            else:
                self.contents["left_out"]["walls"] += 1

    def walls_of(self, world, first):
        """Returns all walls that a world ever has. In a changing world, also returns the bursts that add and remove
        each wall."""
        changes = self.database.execute("SELECT number, gone, come FROM outline_change WHERE world = ? ORDER BY number", [world]).fetchall()
        if not changes:
            return first, None, None
        walls = [[wall, 0, FOREVER] for wall in map(tuple, first)]
        present = {wall[0]: wall for wall in walls}
        for number, gone, come in changes:
            for wall in map(tuple, coordinates(gone).reshape(-1, 4)):
                if wall in present:
                    present.pop(wall)[2] = number
            for wall in map(tuple, coordinates(come).reshape(-1, 4)):
                walls.append([wall, number, FOREVER])
                present[wall] = walls[-1]
        return (np.array(column) for column in zip(*walls))

    def add_drawn_paths(self):
        """Adds the paths of the queries chosen for pictures, one part per world."""
        for world in self.worlds:
            self.add_paths(f"q.world = {world} AND q.drawn IS NOT NULL")

    def add_worst_paths(self):
        """Adds the paths of the worst answers, and of the faulty answers of each world."""
        if self.worst:
            self.add_paths(" OR ".join(f"(p.query = {query} AND (p.method IS NULL OR p.method = {method}))" for query, method in self.worst))
        for world in self.worlds:
            at_fault = "SELECT 1 FROM answer a WHERE a.query = p.query AND (p.method IS NULL OR a.method = p.method) AND a.fault IS NOT NULL"
            self.add_paths(f"q.world = {world} AND EXISTS ({at_fault})")

    def add_other_paths(self):
        """Adds the paths of all other queries, one part per world."""
        for world, place in self.worlds.items():
            self.add_paths(f"q.world = {world} AND q.drawn IS NULL", {"world": place})

    def add_paths(self, condition, about=None):
        """Adds the paths that meet a condition as one part. `about` is the world if these are all paths of its queries
        that are not drawn; otherwise the part lists the queries."""
        rows = f"FROM query q JOIN path p ON p.query = q.id WHERE {condition}"
        count, asked, size = self.database.execute(f"SELECT COUNT(*), COUNT(DISTINCT p.query), SUM(LENGTH(p.points)) {rows}").fetchone()
        if not count:
            return
        if LEAST_SHARE * size <= self.budget.left:
            heads, points = [], []
            for world, query, method, kind, path in self.database.execute(
                    f"SELECT q.world, p.query, p.method, p.kind, p.points {rows} ORDER BY q.world, q.number, p.method, p.kind"):
                if query in self.queries:
                    points.append(coordinates(path).reshape(-1, 2) - self.origins[world])
                    heads.append((self.queries[query], NO_METHOD if method is None else self.methods[method], KINDS[kind], len(points[-1])))
            number = len(self.contents["paths"])
            if heads and self.add({f"paths-{number}": packed(np.array(heads, "<u4").T.ravel()),
                                   f"points-{number}": packed(np.concatenate(points).T.ravel().astype("<f4"))}, "paths"):
                self.contents["paths"].append(about or {"queries": list(dict.fromkeys(head[0] for head in heads))})
                return
        self.contents["left_out"]["queries"] += asked
