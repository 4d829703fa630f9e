# SPDX-License-Identifier: MIT
"""The C interface include/fairway.h by ctypes. A call releases the global interpreter lock."""

import ctypes
import os
import pathlib
import shutil
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint8, c_uint64, c_void_p

INTERFACE = 1
HERE = pathlib.Path(__file__).resolve().parent


class Error(ValueError):
    """A wrong argument or a failed call. The message names the argument and the expected values."""


def _first(what: str, *places: pathlib.Path) -> str:
    for place in places:
        if place.is_file():
            return str(place)
    raise ImportError(f"{what} is missing, expected one of: {', '.join(map(str, places))}")


def _places(name: str, folder: str) -> list:
    """Returns paths that the file may have: beside this package (pip), in the build folder, below the installation prefix."""
    built = pathlib.Path(os.environ.get("FAIRWAY_BUILD", HERE.parents[2] / "build/release"))
    return [HERE / "built" / name, built / name, *HERE.parents[3].glob(f"{folder}/{name}"), *HERE.parents[3].glob(f"{folder}/*/{name}")]


def program() -> str:
    """Returns the path of the program `fairway`. FAIRWAY_PROGRAM replaces the search."""
    given = os.environ.get("FAIRWAY_PROGRAM") or shutil.which("fairway")
    own = [pathlib.Path(os.environ["FAIRWAY_PROGRAM"])] if os.environ.get("FAIRWAY_PROGRAM") else []
    return _first("the program fairway", *own, *_places("fairway", "bin"), *([pathlib.Path(given)] if given else []))


class Point(Structure):
    _fields_ = [("x", c_double), ("y", c_double)]


class Table(Structure):
    _fields_ = [("values", c_void_p), ("rows", c_size_t), ("columns", c_size_t)]


class WorldFacts(Structure):
    _fields_ = [(name, c_double) for name in ("min_x", "min_y", "max_x", "max_y", "area")] + [
        (name, c_size_t) for name in ("components", "width", "height", "bytes")]


class Judgement(Structure):
    _fields_ = [("legal", c_int), ("segment", c_int64), ("cause", c_char_p), ("reason", c_char * 128)] + [
        (name, c_double) for name in ("length", "optimum", "gap", "corridor_gap", "slack")]


class MethodFacts(Structure):
    _fields_ = [("build_ns", c_int64), ("parts_ns", c_int64), ("bytes", c_size_t), ("parts_bytes", c_size_t),
                ("vertices", c_size_t), ("edges", c_size_t), ("components", c_int64), ("coverage", c_double)]


class Answer(Structure):
    _fields_ = [("points", c_void_p), ("count", c_size_t), ("length", c_double)] + [
        (f"{phase}_ns", c_int64) for phase in ("locate", "attach", "search", "realise", "smooth")] + [
        ("expanded", c_uint64), ("generated", c_uint64), ("judgement", Judgement)]


class ChangeCost(Structure):
    _fields_ = [("world_ns", c_int64), ("method_ns", c_int64), ("repaired", c_int)]


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(_first("libfairway.so", *_places("libfairway.so", "lib")))
    world, method, array, table = c_void_p, c_void_p, c_void_p, POINTER(Table)
    for name, result, *arguments in (
            ("interface", c_int), ("version", c_char_p), ("error", c_char_p), ("methods", c_char_p),
            ("world_from_rings", world, array, array, c_size_t, c_size_t, array, c_size_t),
            ("world_from_cells", world, array, c_size_t, c_size_t),
            ("world_read", world, c_char_p, c_char_p),
            ("world_eroded", world, world, c_double),
            ("world_set_cells", world, world, c_size_t, c_size_t, c_size_t, c_size_t, array),
            ("world_set_obstacles", world, world, array, c_size_t, array, c_size_t, array, array),
            ("world_free", None, world),
            ("world_describe", c_int, world, POINTER(WorldFacts)),
            ("world_contains", c_int, world, Point),
            ("world_rings", table, world),
            ("world_cells", c_void_p, world),
            ("world_text", c_char_p, world),
            ("judge", c_int, world, Point, Point, array, c_size_t, POINTER(Judgement)),
            ("optimal_path", table, world, Point, Point),
            ("method_new", method, world, c_char_p, c_char_p, c_int),
            ("method_free", None, method),
            ("method_describe", c_int, method, POINTER(MethodFacts)),
            ("method_path", POINTER(Answer), method, Point, Point, c_int),
            ("method_lengths", c_int, method, array, array, c_size_t, c_int, array),
            ("method_drawing", table, method),
            ("method_trace", table, method, Point, Point),
            ("method_follow", c_int, method, world, POINTER(ChangeCost))):
        function = getattr(library, f"fairway_{name}")
        function.restype = result
        function.argtypes = arguments
    if library.fairway_interface() != INTERFACE:
        raise ImportError(f"libfairway.so has interface {library.fairway_interface()}, expected {INTERFACE}")
    return library


library = _load()


def checked(result, failure=None):
    """Returns the result of a call. Raises Error with the library's message if the result is `failure` (None: NULL or 0)."""
    if not result if failure is None else result == failure:
        message = library.fairway_error().decode(errors="replace")
        raise MemoryError(message) if message == "out of memory" else Error(message)
    return result
