# SPDX-License-Identifier: MIT
"""The worker's side of the worker protocol (docs/worker-protocol.md), for a planner on a raster."""

import json
import sys
import time

from raster import Raster, read_world

clock = time.perf_counter_ns


class Worker:
    """`planner(free)` returns a planner. Its `path(start, goal)` returns the cells of a path or None, and a node count."""

    def __init__(self, program, planner):
        self.program = program
        self.planner = planner
        self.world = self.raster = self.planning = None

    def build(self, options):
        cell_size = options.get("cell_size", 0)
        if options.keys() - {"cell_size"} or type(cell_size) not in (int, float) or not 0 <= cell_size <= 1e70:
            return {"status": "error", "message": f"expected a cell_size of 0 or more, not {options}"}
        if "terrain" in self.world:
            return {"status": "unsupported", "message": "the costs of terrain are not known here"}
        begun = clock()
        try:
            self.raster = Raster(self.world, cell_size)
            drawn = clock()
            self.planning = self.planner(self.raster.free)
        except ValueError as e:
            return {"status": "error", "message": str(e)}
        except MemoryError:
            return {"status": "out_of_memory", "message": "the raster or its graph is too large"}
        ended = clock()
        return {"status": "built", "ns": ended - begun, "bytes": self.planning.bytes, "vertices": self.planning.vertices,
                "edges": self.planning.edges, "phases": [["rasterise", drawn - begun], ["graph", ended - drawn]]}

    def answer(self, start, goal):
        begun = clock()
        cells = [self.raster.cell_of(p) for p in (start, goal)]
        located = clock()
        path, nodes = None, 0
        if None not in cells and all(self.raster.free[cell] for cell in cells):
            path, nodes = self.planning.path(*cells)
        searched = clock()
        reply = {"reply": "answer", "status": "no_path", "expanded": nodes}
        if path is not None:
            centres = [self.raster.centre(cell) for cell in path]
            reply["status"] = "found"
            reply["path"] = [start] + [p for p in centres if p not in (start, goal)] + [goal]
        reply["ns"] = {"locate": located - begun, "search": searched - located, "realise": clock() - searched}
        return reply

    def replies(self, request):
        match request:
            case {"request": "hello"}:
                return [{"reply": "hello", "protocol": 1, "program": self.program}]
            case {"request": "load", "file": str(file)}:
                self.world = read_world(file)
                return [{"reply": "load"}]
            case {"request": "build", "method": {"options": dict(options)}}:
                return [{"reply": "build", **self.build(options)}]
            case {"request": "answer", "queries": list(queries)}:
                return [self.answer([float(a), float(b)], [float(c), float(d)]) for a, b, c, d in queries]
        return [{"reply": "error", "message": "this program has no such request"}]

    def run(self):
        for line in sys.stdin.buffer:
            text = "".join(json.dumps(reply) + "\n" for reply in self.replies(json.loads(line)))
            sys.stdout.write(text)
            sys.stdout.flush()
