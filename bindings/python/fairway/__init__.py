# SPDX-License-Identifier: MIT
"""Fairway: representations of free space for 2-D path planning, under one exact judge.

    import fairway as fw
    world = fw.World.from_rings([[(0, 0), (100, 0), (100, 50), (0, 50)]], holes=[[(40, 0), (60, 0), (50, 40)]])
    path = fw.method("hub-labels", world).path((1, 1), (90, 40))
    path.length, path.gap

docs/python.md explains the rest. Lengths are in map units, times in nanoseconds, memory in bytes.
"""

from ._library import Error, library
from .harness import check, read_store, sweep
from .method import BuiltMethod, Judgement, Path, judge, method, methods
from .own import Method
from .world import World

__version__: str = library.fairway_version().decode()
__all__ = ["BuiltMethod", "Error", "Judgement", "Method", "Path", "World", "check", "judge", "method", "methods", "read_store",
           "sweep"]
