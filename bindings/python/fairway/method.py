# SPDX-License-Identifier: MIT
"""Methods of Fairway, their paths, and judgements."""

from __future__ import annotations

import ctypes
import functools
import json
import threading
from typing import TYPE_CHECKING, Any, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from . import _arrays, _svg
from . import _library as c
from .world import World

if TYPE_CHECKING:  # pandas starts slowly; workers do not need it
    import pandas as pd

_lib = c.library
_STEPS = ("reached", "expanded", "closed")


def methods() -> pd.DataFrame:
    """Returns all methods: name, representation, smoother, search, and `options`, a list of dictionaries with help."""
    import pandas as pd

    return pd.DataFrame(json.loads(c.checked(_lib.fairway_methods())))


def method(name: str, world: World, *, may_change: bool = False, **options: Any) -> BuiltMethod:
    """Builds a method of methods() in a world. The options are the representation's options and search settings.
    `may_change` prepares BuiltMethod.follow(), which takes memory and time. Raises Error."""
    return BuiltMethod(name, world, may_change, options)


class BuiltMethod:
    """A method with its index of a world. Threads may share it; only lengths() uses several cores."""

    def __init__(self, name: str, world: World, may_change: bool, options: dict[str, Any]):
        """Use method() instead of this constructor."""
        self.name, self.world, self._lock = name, _world(world), threading.Lock()
        self._handle = c.checked(_lib.fairway_method_new(
            world._handle, str(name).encode(), json.dumps(options).encode(), int(may_change)))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _lib.fairway_method_free(self._handle)

    @property
    def facts(self) -> dict[str, float]:
        """build_ns, parts_ns, bytes, parts_bytes, vertices, edges, components, coverage. parts_ns and parts_bytes are the
        costs of structures of the world that the method uses; build_ns and bytes include them."""
        facts = c.MethodFacts()
        with self._lock:
            c.checked(_lib.fairway_method_describe(self._handle, facts))
        return {name: getattr(facts, name) for name, _ in facts._fields_}

    @property
    def build_ns(self) -> int:
        """Build time in nanoseconds."""
        return self.facts["build_ns"]

    @property
    def bytes(self) -> int:
        """Memory in bytes."""
        return self.facts["bytes"]

    def path(self, start: Sequence[float], goal: Sequence[float]) -> Path:
        """Answers a query. Raises Error for ends outside free space."""
        ends = _arrays.point(start, "start"), _arrays.point(goal, "goal")
        with self._lock:
            answer = c.checked(_lib.fairway_method_path(self._handle, *ends, 0)).contents
            return Path(self, ends, answer)

    def lengths(self, starts: npt.ArrayLike, goals: npt.ArrayLike, threads: int = 1) -> np.ndarray:
        """Returns the lengths of paths between points of two arrays of shape (n, 2), as float64; infinity means no path.
        Arrays of float64 in C order are not copied. Raises Error, also for ends outside free space."""
        starts, goals = _arrays.points(starts, "starts"), _arrays.points(goals, "goals")
        if len(starts) != len(goals):
            raise c.Error(f"goals: found {len(goals)} points, expected {len(starts)}, as in starts")
        if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)):
            raise c.Error(f"threads: found {threads!r}, expected an integer")
        lengths = np.empty(len(starts))
        with self._lock:
            c.checked(_lib.fairway_method_lengths(self._handle, _arrays.address(starts), _arrays.address(goals),
                                                  len(starts), threads, _arrays.address(lengths)))
        return lengths

    def drawing(self) -> np.ndarray:
        """A picture of the index: segments x1, y1, x2, y2, of shape (n, 4). Empty if the method has no picture."""
        with self._lock:
            return _arrays.table(_lib.fairway_method_drawing(self._handle))

    def trace(self, start: Sequence[float], goal: Sequence[float]) -> pd.DataFrame:
        """Returns the steps of the search for a query: step, node, parent, g, h, x, y. Node -2 is the goal, parent -1 the
        start. Empty if the method records no steps."""
        ends = _arrays.point(start, "start"), _arrays.point(goal, "goal")
        with self._lock:
            rows = _arrays.table(_lib.fairway_method_trace(self._handle, *ends))
        import pandas as pd

        steps = pd.DataFrame(rows, columns=["step", "node", "parent", "g", "h", "x", "y"])
        steps["step"] = [_STEPS[int(kind)] for kind in steps.step]
        return steps.astype({"node": int, "parent": int})

    def follow(self, world: World) -> dict[str, int]:
        """Repairs or rebuilds the index for the next world, which with_cells() or with_obstacles() of the current world must
        have returned. Returns world_ns, method_ns and repaired. Raises Error."""
        cost = c.ChangeCost()
        with self._lock:
            c.checked(_lib.fairway_method_follow(self._handle, _world(world)._handle, cost))
            self.world = world
        return {name: getattr(cost, name) for name, _ in cost._fields_}

    def __repr__(self) -> str:
        return f"<fairway.BuiltMethod {self.name}>"

    def _repr_svg_(self) -> str:
        return _svg.picture(self.world, segments=self.drawing())


class Judgement:
    """A judgement of a path: legal, segment (first illegal one, else -1), cause, reason, length, optimum, gap,
    corridor_gap, slack. Lengths are in map units; gaps are ratios minus 1. Missing numbers are NaN."""

    legal: bool
    segment: int
    cause: str
    reason: str
    length: float
    optimum: float
    gap: float
    corridor_gap: float
    slack: float

    def __init__(self, world: World, start: c.Point, goal: c.Point, points: np.ndarray):
        """For this package only."""
        found = c.Judgement()
        c.checked(_lib.fairway_judge(world._handle, start, goal, _arrays.address(points), len(points), found))
        for name, _ in found._fields_:
            value = getattr(found, name)
            setattr(self, name, value.decode(errors="replace") if isinstance(value, bytes) else value)
        self.legal = bool(self.legal)


class Path:
    """The answer to a query. It draws itself in a notebook; the shortest path is dashed.

    points     array of shape (n, 2); 0 rows if the method found no path
    length     in map units; infinity without a path
    ns         nanoseconds of the phases locate, attach, search, realise, smooth
    expanded, generated     counts of the search
    """

    def __init__(self, by: BuiltMethod, ends: tuple[c.Point, c.Point], answer: c.Answer):
        """For this package only."""
        self.world, self.method = by.world, by.name
        self._ends = ends
        self.points = _arrays.copied(answer.points, answer.count, 2)
        self.length: float = answer.length
        self.ns: dict[str, int] = {phase: getattr(answer, f"{phase}_ns")
                                   for phase in ("locate", "attach", "search", "realise", "smooth")}
        self.expanded: int = answer.expanded
        self.generated: int = answer.generated

    @functools.cached_property
    def judgement(self) -> Judgement:
        """The judgement by the exact checker and solvers. The first judgement in a world builds the solvers."""
        return Judgement(self.world, *self._ends, self.points)

    @property
    def optimum(self) -> float:
        """Length of the shortest legal path, in map units."""
        return self.judgement.optimum

    @property
    def gap(self) -> float:
        """length / optimum - 1; NaN without a legal path."""
        return self.judgement.gap

    def __repr__(self) -> str:
        return f"<fairway.Path by {self.method}: length {self.length:.10g}, {len(self.points)} points>"

    def _repr_svg_(self) -> str:
        optimal = _arrays.table(_lib.fairway_optimal_path(self.world._handle, *self._ends))
        return _svg.picture(self.world, path=self.points, optimal=optimal)


def judge(world: World, starts: npt.ArrayLike, goals: npt.ArrayLike, paths: Iterable[npt.ArrayLike | None]) -> pd.DataFrame:
    """Judges paths of any program: arrays of shape (n, 2), or None for no path. Returns a row for each path with the
    members of Judgement. Raises Error, also for ends outside free space."""
    import pandas as pd

    _world(world)
    starts, goals = _arrays.points(starts, "starts"), _arrays.points(goals, "goals")
    paths = list(paths)
    for name, values in (("goals", goals), ("paths", paths)):
        if len(values) != len(starts):
            raise c.Error(f"{name}: found {len(values)}, expected {len(starts)}, as in starts")
    rows = []
    for i, (start, goal, path) in enumerate(zip(starts, goals, paths)):
        points = np.empty((0, 2)) if path is None else _arrays.points(path, f"paths[{i}]", 0)
        try:
            rows.append(vars(Judgement(world, c.Point(*start), c.Point(*goal), points)))
        except c.Error as e:
            raise c.Error(f"query {i}: {e}") from None
    return pd.DataFrame(rows, columns=list(Judgement.__annotations__))


def _world(value: Any) -> World:
    if not isinstance(value, World):
        raise c.Error(f"world: found {type(value).__name__}, expected a fairway.World")
    return value
