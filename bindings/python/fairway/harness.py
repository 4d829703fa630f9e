# SPDX-License-Identifier: MIT
"""Sweeps and conformance by the program `fairway`."""

from __future__ import annotations

import importlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any, Iterable, Mapping

from . import _library as c
from . import own
from .world import World

if TYPE_CHECKING:
    import pandas as pd


def results_package():
    """Imports and returns the package fairway_results, which reads result stores."""
    try:
        return importlib.import_module("fairway_results")
    except ImportError:
        for place in (c.HERE.parents[2] / "scripts", c.HERE.parents[1] / "scripts"):
            if (place / "fairway_results").is_dir():
                sys.path.append(str(place))
                return importlib.import_module("fairway_results")
        raise


def read_store(file: str | os.PathLike) -> pd.DataFrame:
    """Returns a result store as a row for each answer, with its world, query, method and build (results/README.md).
    fairway_results.read(file) gives more frames."""
    return results_package().tidy(file)


def sweep(worlds: Iterable[World | str | os.PathLike] | Mapping[str, World], methods: Iterable[str | dict | type[own.Method]],
          queries: int = 50, out: str | os.PathLike | None = None, **keys: Any) -> pd.DataFrame:
    """Runs a sweep of the program `fairway` and returns read_store() of its results.

    worlds     worlds or map files; a mapping gives names
    methods    names, subclasses of fairway.Method, or dictionaries with the keys of [[method]] (docs/sweeps.md)
    queries    largest number of queries for each world
    out        folder for the result store; by default the store is deleted
    keys       other keys of the sweep file, such as repetitions=9, radii=[0, 0.5] or seed=2

    Raises Error with the messages of the program.
    """
    named = worlds.items() if isinstance(worlds, Mapping) else [(f"world-{i}", w) for i, w in enumerate(worlds)]
    with tempfile.TemporaryDirectory(prefix="fairway-") as place:
        folder = pathlib.Path(place)
        maps = []
        for name, world in named:
            if isinstance(world, World):
                world.save(folder / f"{name}.world")
                maps.append({"file": str(folder / f"{name}.world"), "name": name})
            else:
                maps.append(str(pathlib.Path(world).resolve()))
        tables = []
        for i, given in enumerate(methods):
            if isinstance(given, type):
                tables.append({"name": given.name or given.__name__, "command": _command(given, folder / f"{i}.pickle"),
                               "options": given.options})
            else:
                tables.append(given)
        lines = [f"{key} = {_toml(value)}\n" for key, value in {
            "maps": maps, "methods": [t for t in tables if isinstance(t, str)], "queries": queries, **keys}.items()]
        for table in tables:
            if isinstance(table, dict):
                lines += ["[[method]]\n", *(f"{key} = {_toml(value)}\n" for key, value in table.items())]
        (folder / "sweep.toml").write_text("".join(lines), encoding="utf-8")
        store = pathlib.Path(out) if out is not None else folder / "out"
        done = _run("run", folder / "sweep.toml", "--out", store)
        if done.returncode != 0:
            raise c.Error(f"sweep: {done.stderr.strip()}")
        return read_store(store / "results.sqlite")


def check(method: type[own.Method], *, maps: int = 4, random: int = 20, queries: int = 30, shrink_seconds: int = 5,
          promises: Iterable[str] = ("legal",), out: str | os.PathLike | None = None) -> pd.DataFrame:
    """Tests a method in Python by `fairway conform` (docs/conformance.md) on shipped maps and random worlds.

    Returns a row for each promise: promise, promised, checks, broken, message, and `world`, the file of a world that
    breaks the promise. These files stay only in a given folder `out`. `promises`: "legal", "complete", "optimal".
    For each broken promise, at most `shrink_seconds` are spent on making the world smaller. Raises Error.
    """
    with tempfile.TemporaryDirectory(prefix="fairway-") as place:
        command = _command(method, pathlib.Path(place) / "method.pickle")
        done = _run("conform", "--out", place if out is None else out, "--command", command, "--method",
                    method.name or method.__name__, "--json", "--maps", maps, "--random", random, "--queries", queries,
                    "--shrink-seconds", shrink_seconds,
                    *(a for p in promises for a in ("--promise", p)))
        try:
            [report] = json.loads(done.stdout)["methods"]
        except (ValueError, KeyError):
            raise c.Error(f"check: {done.stderr.strip()}") from None
    import pandas as pd

    table = pd.DataFrame(report["promises"])
    breaches = {breach["promise"]: breach for breach in report["breaches"]}
    table["broken"] = table.promise.isin(breaches)
    for column in ("message", "world"):
        table[column] = [breaches.get(promise, {}).get(column, "") for promise in table.promise]
    return table


def _command(kind: type[own.Method], file: pathlib.Path) -> str:
    file.write_bytes(own.packed(kind))
    return shlex.join([sys.executable, str(c.HERE / "worker.py"), str(file)])


def _run(*arguments: Any) -> subprocess.CompletedProcess:
    return subprocess.run([c.program(), *map(str, arguments)], capture_output=True, text=True)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(str(k))} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
