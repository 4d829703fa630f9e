# SPDX-License-Identifier: MIT
"""Converts arguments to arrays for the C interface, and results of the C interface to arrays."""

import ctypes

import numpy as np

from . import _library as c


def points(values, name: str, least: int = 1) -> np.ndarray:
    """Returns points as an array of shape (n, 2) of float64 in C order. Such an array is not copied. Raises Error."""
    try:
        array = np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise c.Error(f"{name}: found {type(values).__name__}, expected an array of numbers of shape (n, 2)") from None
    if array.ndim != 2 or array.shape[1] != 2:
        raise c.Error(f"{name}: found shape {array.shape}, expected (n, 2)")
    if len(array) < least:
        raise c.Error(f"{name}: found {len(array)} points, expected at least {least}")
    return array


def point(value, name: str) -> c.Point:
    """Returns a point for the library. Raises Error."""
    try:
        x, y = value
        return c.Point(x, y)
    except (TypeError, ValueError):
        raise c.Error(f"{name}: found {value!r}, expected two numbers (x, y)") from None


def address(array: np.ndarray) -> int:
    return array.ctypes.data


def copied(values: int, rows: int, columns: int) -> np.ndarray:
    """Returns numbers of the library as a read-only array. They are copied once."""
    return np.frombuffer(ctypes.string_at(values, 8 * rows * columns) if rows else b"").reshape(rows, columns)


def table(result) -> np.ndarray:
    """Returns a table of the library as an array. Raises Error if `result` is NULL."""
    found = c.checked(result).contents
    return copied(found.values, found.rows, found.columns)
