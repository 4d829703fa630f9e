# SPDX-License-Identifier: MIT
"""Methods in Python."""

from __future__ import annotations

import pickle
import sys
import time
from typing import Any, Sequence

import numpy.typing as npt

from . import _library as c
from .world import World


class Method:
    """A method in Python. Subclass it, look at its paths, then test it by check() and measure it by sweep():

        class Straight(fw.Method):
            def build(self):
                pass                          # self.world and self.options are set
            def path(self, start, goal):
                return [start, goal]          # or None: no path

    Class attributes: `name` in results (default: the name of the class) and `options`, the default options. build() may
    set `bytes`, the memory of its index.
    """

    name: str = ""
    options: dict[str, Any] = {}
    bytes: int | None = None

    def __init__(self, world: World, **options: Any):
        """Builds the index. `build_ns` is the time in nanoseconds. Raises Error for an unknown option."""
        unknown = options.keys() - self.options.keys()
        if unknown:
            raise c.Error(f"options: found {sorted(unknown)}, expected some of {sorted(self.options)}")
        self.world = world
        self.options = {**self.options, **options}
        begun = time.perf_counter_ns()
        self.build()
        self.build_ns = time.perf_counter_ns() - begun

    def build(self) -> None:
        """Makes the index. The default does nothing."""

    def path(self, start: tuple[float, float], goal: tuple[float, float]) -> npt.ArrayLike | Sequence | None:
        """Returns the points of a path from the exact start to the exact goal, or None. Both lie in free space."""
        raise NotImplementedError(f"{type(self).__name__}.path(start, goal)")


def packed(kind: type[Method]) -> bytes:
    """Returns a class as bytes for a worker process. A class of a notebook is packed with everything that it uses, which
    needs cloudpickle. Raises Error."""
    if not (isinstance(kind, type) and issubclass(kind, Method)):
        raise c.Error(f"method: found {kind!r}, expected a subclass of fairway.Method")
    try:
        import cloudpickle as pickler
    except ImportError:
        pickler = pickle
        if kind.__module__ == "__main__" or "<locals>" in kind.__qualname__:
            raise c.Error(f"method: found {kind.__name__} of a notebook or script, expected a class of a module, or the "
                          "package cloudpickle (Debian: python3-cloudpickle)") from None
    return pickle.dumps({"path": sys.path, "class": pickler.dumps(kind)})
