"""Numbers in words, for tables and figures."""

import collections
import hashlib
import re

import numpy as np

NOISE = 5e-8
"""Shares below this are rounding noise, and are written as 0."""


def duration(nanoseconds, _=None):
    """1.5e6 -> '1.5 ms'."""
    return scaled(nanoseconds, 1000, ["ns", "µs", "ms", "s"])


def size(count, _=None):
    """1536 -> '1.5 KiB'."""
    return scaled(count, 1024, ["B", "KiB", "MiB", "GiB"])


def scaled(value, step, units):
    """Three digits and a unit. The rounded number is below the step."""
    unit = 0
    while round(value, 2) >= step - 0.5 and unit + 1 < len(units):
        value /= step
        unit += 1
    return (f"{value:,.0f}" if 100 <= value < 1e6 else f"{value:.3g}") + " " + units[unit]


def share(value):
    """0.01234 -> '1.23 %'; rounding noise is 0."""
    return "0" if abs(value) < NOISE else f"{100 * value:.3g} %"


def number(value):
    """1234.5 -> '1,234', 0.01234 -> '0.0123'."""
    return f"{value:,.0f}" if 100 <= abs(value) < 1e9 else f"{value:.3g}"


def count(value, _=None):
    """1000 -> '1,000', 1e6 -> '10⁶'; from 1e5 on only for powers of ten."""
    if value < 1e5:
        return f"{value:,.0f}" if value >= 1 or value == 0 else f"{value:g}"
    return "10" + str(round(np.log10(value))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def percent(value, _=None):
    """0.0123 -> '1.23 %', without trailing zeros."""
    return f"{100 * value:.6g} %"


def factor(value, _=None):
    """0.1 -> '0.1×', 10000 -> '10,000×'."""
    return f"{value:,g}×"


def rounded(value):
    """1234.5 -> '1,230': three digits, in plain numbers."""
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 10 else f"{value:.2g}"


def few(names, most=8):
    """The names, or the first names and the number of the others."""
    names = list(names)
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def many(number, noun):
    """'1 map', '5 maps'."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def cold_builds(once, built):
    """Returns a phrase on how `built` build times were measured, if `once` of them come from a single cold build. Empty if
    all are medians."""
    return "" if once == 0 else "one cold build of each method on each map" if once == built else (
        f"{once:,} of {built:,} from one cold build, the others medians")


def file_name(text):
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text)


def file_names(texts):
    """Returns a file name for each text; different texts have different names. If file_name() gives two texts one name,
    a digest of the text is appended, except to a text that equals its name."""
    plain = {text: file_name(text) for text in texts}
    shared = collections.Counter(plain.values())
    return {text: name if text == name or shared[name] == 1 else f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
            for text, name in plain.items()}
