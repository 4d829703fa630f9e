#!/usr/bin/python3
"""A worker that answers every query with a straight line, and misbehaves in the way that its argument names.

    worker.py [MODE [WHEN]]        WHEN: the query, counted from 1 in a process, or `build`
    worker.py sulking FILE STATUS  refuses every second world with this status; the file is its memory
    worker.py strike TEXT          crashes the thread that started it, in worlds whose file has the text
"""

import ctypes
import json
import math
import os
import signal
import socket
import sys
import tempfile
import time

mode = sys.argv[1] if len(sys.argv) > 1 else "straight"
when = sys.argv[2] if len(sys.argv) > 2 else "1"
answered = 0


def misbehave():
    if mode == "crash":
        print("about to fall over", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "exit":
        sys.exit(3)
    elif mode == "sleep":
        time.sleep(1000)
    elif mode == "eat":
        hoard = []
        while True:
            hoard.append(b"x" * (1 << 22))
    elif mode == "garbage":
        print("Segmentation fault (core not dumped)", flush=True)
    elif mode == "flood":
        while True:
            sys.stdout.write("x" * (1 << 20))
    elif mode.startswith("long="):
        line = b'{"reply": "answer", "status": "found", "path": [[1, 1], [2, 3]], "ns": {}, "padding": "'
        sys.stdout.flush()
        sys.stdout.buffer.write(line + b"x" * (int(mode[5:]) - len(line) - 2) + b'"}\n')
        sys.stdout.flush()
        time.sleep(1000)
    elif mode == "murder":
        os.kill(os.getppid(), signal.SIGKILL)
    elif mode == "freeze":
        os.kill(os.getppid(), signal.SIGSTOP)
    elif mode == "scribble":
        open(sys.argv[3], "w", encoding="utf-8").close()
    elif mode == "scratch":
        with tempfile.NamedTemporaryFile() as scratch:
            for _ in range(int(sys.argv[3])):
                scratch.write(b"x" * (1 << 20))
    elif mode == "call":
        socket.create_connection(("127.0.0.1", int(sys.argv[3])), timeout=5)
    elif mode == "close":
        os.close(1)
        time.sleep(1000)


def strike():
    parent = os.getppid()
    for thread in os.listdir(f"/proc/{parent}/task"):
        with open(f"/proc/{parent}/task/{thread}/children", encoding="ascii") as children:
            if str(os.getpid()) in children.read().split():
                ctypes.CDLL(None).tgkill(parent, int(thread), signal.SIGSEGV)
                time.sleep(1000)


def answer(start_x, start_y, goal_x, goal_y):
    global answered
    answered += 1
    begun = time.perf_counter_ns()
    if str(answered) == when:
        misbehave()
    path = [[start_x, start_y], [goal_x, goal_y]]
    if mode == "chatter" and answered == int(when):
        print(json.dumps({"reply": "answer", "status": "no_path", "ns": {}}))
    if mode == "picky":
        return {"reply": "answer", "status": "unsupported", "ns": {}}
    if mode == "slow":
        time.sleep(0.5)
    if mode == "elsewhere":
        path[0] = [start_x + 0.25, start_y]
    elif mode == "fickle" and answered > int(when):
        path.insert(1, path[0])
    elif mode == "blind":
        return {"reply": "answer", "status": "start_blocked", "ns": {}}
    elif mode == "lost":
        return {"reply": "answer", "status": "no_path", "ns": {}}
    elif mode in ("padded", "crooked"):
        straight = path
        path = [path[0], [goal_x, start_y], path[1]]
        raw = straight if mode == "padded" else path
        return {"reply": "answer", "status": "found", "path": path, "raw": raw, "ns": {}}
    elif mode == "refuse":
        return {"reply": "error", "message": "not today"}
    elif mode == "infinite":
        path[1] = [float("inf"), goal_y]
    ns = time.perf_counter_ns() - begun
    if mode == "boast":
        ns += 10**12
    reply = {"reply": "answer", "status": "found", "path": path, "ns": {"search": ns}}
    if mode in ("improving", "worsening"):
        length = math.dist(*path)
        reply["improved"] = [[1, 2 * length], [2, 1.5 * length], [ns, length]][::1 if mode == "improving" else -1]
    return reply


def reply(request):
    kind = request["request"]
    if kind == "hello":
        return [{"reply": "hello", "protocol": {"future": 5, "version-2": 2}.get(mode, 1), "program": "worker.py"}]
    if kind == "load":
        with open(request["file"], encoding="utf-8") as world:
            text = world.read()
        assert json.loads(text)["fairway_world"] == 1
        if mode == "strike" and when in text:
            strike()
        assert mode != "version-2" or "changes" not in request and "frame" not in request
        return [{"reply": "load"}]
    if kind == "build":
        if when == "build":
            misbehave()
        if mode == "sulking":
            if os.path.exists(when):
                os.remove(when)
                return [{"reply": "build", "status": sys.argv[3], "message": "not again"}]
            open(when, "w", encoding="utf-8").close()
        if mode == "full":
            return [{"reply": "build", "status": "out_of_memory", "message": "too large a table"}]
        if mode == "options":
            return [{"reply": "build", "status": "error", "message": json.dumps(request["method"]["options"])}]
        if mode == "spin":
            if os.fork() == 0:
                while True:
                    pass
        if mode == "orphan":
            parent = os.fork()
            if parent == 0:
                os.setsid()
                if os.fork() == 0:
                    os.close(0), os.close(1), os.close(2)
                    time.sleep(1000)
                os._exit(0)
            os.waitpid(parent, 0)
        if mode == "brag" and when == "of":
            return [{"reply": "build", "status": "built", "ns": 1000, "parts": [["walls", 10**13, 8]]}]
        return [{"reply": "build", "status": "built", "ns": 10**13 if mode == "brag" else 1000, "bytes": 8}]
    if kind == "answer":
        return [answer(*query) for query in request["queries"]]
    return [{"reply": "error", "message": f"no {kind}"}]


for line in sys.stdin:
    for message in reply(json.loads(line)):
        print(json.dumps(message))
    sys.stdout.flush()
