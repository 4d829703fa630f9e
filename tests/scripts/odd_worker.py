#!/usr/bin/python3
"""A worker that reports no sizes. Its option `does` is `refuse` (supports no world), `wait` (never answers) or `stray` (answers with a
path over a point near the largest double)."""

import json
import sys
import time

for line in sys.stdin:
    asked = json.loads(line)
    kind = asked["request"]
    reply = {"reply": kind}
    if kind == "hello":
        reply["protocol"] = 1
    elif kind == "build":
        does = asked["method"]["options"]["does"]
        reply.update({"status": "unsupported", "message": "no"} if does == "refuse" else {"status": "built", "ns": 1000})
    elif kind == "answer" and does == "wait":
        time.sleep(3600)
    elif kind not in ("load", "answer"):
        reply = {"reply": "error", "message": "no"}
    for x0, y0, x1, y1 in asked.get("queries", [[0] * 4]):
        if kind == "answer":
            path = [[x0, y0], [1e308, -1e308], [x1, y1]]
            reply = {"reply": kind, "status": "found", "path": path, "raw": path, "ns": {"search": 10}}
        print(json.dumps(reply), flush=True)
