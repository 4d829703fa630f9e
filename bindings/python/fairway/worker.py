# SPDX-License-Identifier: MIT
"""A worker process for a class of fairway.Method (docs/worker-protocol.md): python3 worker.py FILE, with packed() in FILE."""

import json
import pathlib
import pickle
import sys
import time

clock = time.perf_counter_ns


class Worker:
    """Replies to requests. It has a world after `load`, and a method after `build`."""

    def __init__(self, kind, world_type, error):
        self.kind, self.world_type, self.error = kind, world_type, error
        self.world = self.method = None
        self.refusal = ""

    def load(self, file):
        self.world = self.method = None
        try:
            self.world = self.world_type.read(file)
        except self.error as e:  # raised for a world with costs
            self.refusal = str(e)

    def build(self, options):
        if self.world is None:
            return {"status": "unsupported", "message": self.refusal}
        try:
            self.method = self.kind(self.world, **options)
        except MemoryError:
            return {"status": "out_of_memory", "message": "the build used too much memory"}
        except self.error as e:
            return {"status": "error", "message": str(e)}
        size = {} if self.method.bytes is None else {"bytes": int(self.method.bytes)}
        return {"status": "built", "ns": self.method.build_ns, **size}

    def answer(self, x, y, u, v):
        begun = clock()
        for status, end in (("start_blocked", (x, y)), ("goal_blocked", (u, v))):
            if not self.world.contains(end):
                return {"status": status, "ns": {"locate": clock() - begun}}
        located = clock()
        path = self.method.path((x, y), (u, v))
        ns = {"locate": located - begun, "search": clock() - located}
        if path is None:
            return {"status": "no_path", "ns": ns}
        return {"status": "found", "path": [[float(a), float(b)] for a, b in path], "ns": ns}

    def replies(self, request):
        match request:
            case {"request": "hello"}:
                return [{"reply": "hello", "protocol": 1, "program": f"python {sys.version.split()[0]}"}]
            case {"request": "load", "file": str(file)}:
                self.load(file)
                return [{"reply": "load"}]
            case {"request": "build", "method": {"options": dict(options)}}:
                return [{"reply": "build", **self.build(options)}]
            case {"request": "answer", "queries": list(queries)}:
                return [{"reply": "answer", **self.answer(*map(float, query))} for query in queries]
        return [{"reply": "error", "message": "a method in Python has no such request"}]


def main():
    given = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())
    sys.path[:] = given["path"]
    import fairway

    out = sys.stdout
    sys.stdout = sys.stderr  # print() of a method must not disturb the protocol
    worker = Worker(pickle.loads(given["class"]), fairway.World, fairway.Error)
    for line in sys.stdin.buffer:
        try:
            replies = worker.replies(json.loads(line))
        except Exception as e:  # a failed request affects no other request
            replies = [{"reply": "error", "message": f"{type(e).__name__}: {e}"}]
        out.write("".join(json.dumps(reply) + "\n" for reply in replies))
        out.flush()


if __name__ == "__main__":
    main()
