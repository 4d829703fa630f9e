#!/usr/bin/python3
"""Every number in the terminal, the tables, the figures and the page equals the number computed from the raw tables.

    every_number_test.py STORE [TERMINAL]

checks any store by hand. TERMINAL is a file with the output of `fairway run` for this store."""

import csv
import math
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import urllib.parse

import numpy as np
import pytest

import raw_numbers
from browser import go, opened, tables_of
from conftest import ROOT, fairway

UNITS = {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "B": 1, "KiB": 2 ** 10, "MiB": 2 ** 20, "GiB": 2 ** 30, "%": 0.01, "×": 1, "": 1}
WORDS = {"–": math.nan, "-": math.nan, "": math.nan, "no path": math.inf, "failed": math.inf, "never": math.inf}
NUMBER = re.compile(r"(?:≥ |>= )?(-?[\d,]*\.?\d+(?:e[-+]?\d+)?) ?(\S*)")
PRINTED = {"time": "query_p50_ns", "gap": "mean_gap", "answered": "answered", "build": "build_p50_ns", "memory": "median_bytes"}
FIGURES = [f"by-map-{name}" for name in PRINTED]
TERMINAL = {"median gap": "median_gap", "mean gap": "mean_gap", "p95": "p95_gap", "worst": "max_gap", "corridor": "mean_corridor_gap", "slack": "mean_slack",
            "query": "query_p50_ns", "refusal": "refusal_p50_ns", "build": "build_p50_ns", "own": "build_own_p50_ns", "memory": "median_bytes",
            "own 2": "median_own_bytes", "scratch": "median_scratch_bytes", "missed": "missed", "invalid": "invalid"}
MARKDOWN = {"answered": "answered", "legal": "legal_share", "gap p50": "median_gap", "gap mean": "mean_gap", "gap p95": "p95_gap", "gap max": "max_gap",
            "corridor gap mean": "mean_corridor_gap", "slack mean": "mean_slack", "turning": "turning_p50", "clearance": "clearance_p50",
            "p50": "query_p50_ns", "p95": "query_p95_ns", "p99": "query_p99_ns", "p99.9": "query_p999_ns", "max": "query_max_ns",
            **{phase: f"query_{phase}_ns" for phase in raw_numbers.PHASES}, "expanded": "expanded_p50", "refusal": "refusal_p50_ns", "build": "build_p50_ns",
            "own build": "build_own_p50_ns", "memory": "median_bytes", "own memory": "median_own_bytes", "scratch": "median_scratch_bytes",
            "coverage p50": "coverage_p50", "coverage min": "coverage_min", "maps built": "worlds_built"}
PLACES = {"Median query time": "query_p50_ns", "Mean gap": "mean_gap", "Share of reachable queries answered": "answered",
          "Build time": "build_p50_ns", "Memory": "median_bytes"}


class Comparison:
    """Compares numbers, counts them, and collects those that differ."""

    def __init__(self):
        self.compared, self.wrong = {}, []

    def holds(self, output, place, shown, expected, tolerance):
        self.compared[output] = self.compared.get(output, 0) + 1
        if not (shown == expected or (math.isnan(shown) and math.isnan(expected)) or abs(shown - expected) <= tolerance):
            self.wrong.append(f"{output}, {place}: {shown!r} is shown, {expected!r} is in the raw tables")

    def number(self, output, place, shown, expected):
        """Compares numbers that are shown with all digits. An estimate with its interval is a list of three numbers."""
        for end, (one, other) in zip(("", ", low end", ", high end"), zip(listed(shown), listed(expected))):
            one, other = float("nan" if one in ("", None) else one), float(other)
            self.holds(output, f"{place}{end}", one, other, 1e-9 * abs(other) + 1e-12 if math.isfinite(other) else 0)

    def text(self, output, place, shown, expected, digits=3):
        """Compares numbers that are shown with `digits` digits and a unit: '39.5 µs [37 µs, 41 µs]'."""
        parts = re.fullmatch(r"(.*?)(?: ?\[(.*), (.*)\])?", " ".join(shown.split())).groups()
        for end, (one, other) in zip(("", ", low end", ", high end"), zip([part for part in parts if part is not None], listed(expected))):
            value, unit = number_of(one)
            self.holds(output, f"{place}{end}", value, float(other), half_a_digit(value, unit, digits))

    def ends(self):
        print(f"{sum(self.compared.values())} numbers compared ({', '.join(f'{name} {count}' for name, count in self.compared.items())}), {len(self.wrong)} differ")
        assert not self.wrong, "\n".join(self.wrong[:50])


def listed(value):
    return value if isinstance(value, (list, tuple)) else [value]


def number_of(words):
    """Parses a number. Returns the number and its unit."""
    if words in WORDS:
        return WORDS[words], 1
    digits, unit = NUMBER.fullmatch(words).groups()
    return float(digits.replace(",", "")) * UNITS[unit], UNITS[unit]


def half_a_digit(value, unit, digits):
    """The largest rounding error of a number that is shown with `digits` digits. A shown zero may also hide rounding noise."""
    if not math.isfinite(value) or value == 0:
        return 5e-8 if value == 0 else 0
    scale = 10.0 ** (math.floor(math.log10(abs(value) / unit)) + 1 - digits) * unit
    return 0.5000001 * (scale if abs(value) / unit < 10 ** digits else unit)


def terminal(compare, raw, printed):
    """Compares the tables that `fairway run` prints. In each stratum, a method has a row over all maps that it supports."""
    stratum, head = None, []
    for line in printed.splitlines():
        cells = re.split(r"  +", line.strip())
        if found := re.match(r"(Radius .*?): \d+ worlds?$", line):
            stratum = "r" + found[1][1:]
            worlds = [id for id, world in raw.worlds.items() if world["stratum"] == stratum]
        elif cells[0] == "method" and stratum and len(cells) in (8, 12):
            head = [name if name not in cells[:i] else f"{name} 2" for i, name in enumerate(cells)]
        elif len(cells) == len(head) and cells[0] in {row["name"] for row in raw.methods.values()}:
            method = next(id for id, row in raw.methods.items() if row["name"] == cells[0])
            expected = raw.method_numbers(method, worlds)
            for name, cell in zip(head[1:], cells[1:]):
                place = f"{stratum}, {cells[0]}, {name}"
                if name == "found":
                    for said, column in zip(cell.split(" of "), ("found", "reachable")):
                        compare.number("terminal", place, said, expected[column])
                elif name in TERMINAL and cell.endswith("%"):  # three decimals
                    compare.holds("terminal", place, float(cell[:-2]) / 100, first(expected[TERMINAL[name]]), 0.500001e-5)
                elif name in TERMINAL:
                    compare.text("terminal", place, cell, first(expected[TERMINAL[name]]))
        else:
            head = head if cells == [""] else []


def first(value):
    return listed(value)[0]


def rows_of(file):
    with open(file, encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def columns(row, expected):
    """Yields for each column of a row of a CSV file: name, shown values and expected values."""
    for name, value in expected.items():
        if name in row:
            ends = [f"{name}_low", f"{name}_high"] if isinstance(value, list) else []
            yield name, [row[one] for one in (name, *ends)], listed(value)


def tables(compare, raw, folder):
    """Compares methods.csv, methods.md, by_map.csv, by_family.csv, comparisons.csv and break_even.csv."""
    ids = {row["name"]: id for id, row in raw.methods.items()}
    rows = rows_of(folder / "methods.csv")
    samples = {}
    for stratum in raw.strata():
        for worlds, methods in raw.samples(stratum):
            for method in methods:
                row = next(row for row in rows if row["stratum"] == stratum and ids[row["method"]] == method and int(row["maps"]) == len(worlds))
                samples[stratum, len(worlds), method] = expected = raw.method_numbers(method, worlds)
                for name, shown, value in columns(row, expected):
                    compare.number("methods.csv", f"{stratum}, {row['method']}, {name}", shown, value)
    assert len(samples) == len(rows)
    if len(raw.strata()) == 1:
        markdown(compare, raw, folder / "methods.md", ids)
    for place in ("map", "family"):
        for row in rows_of(folder / f"by_{place}.csv"):
            worlds = [id for id, world in raw.worlds.items() if world[place] == row[place] and world["stratum"] == row["stratum"]]
            expected = raw.method_numbers(ids[row["method"]], worlds)
            for name, shown, value in columns(row, {name: value for name, value in expected.items() if name != "maps"}):
                compare.number(f"by_{place}.csv", f"{row[place]}, {row['method']}, {name}", shown, value)
    comparisons, paid = rows_of(folder / "comparisons.csv"), rows_of(folder / "break_even.csv")
    for stratum in raw.strata():
        pairs = raw.pairs(stratum)
        of = {(row["method"], row["against"]): row for row in comparisons if row["stratum"] == stratum and row["family"] == "representations"}
        assert sorted(of) == sorted(pairs)
        for pair, row in of.items():
            for name, shown, value in columns(row, pairs[pair]):
                compare.number("comparisons.csv", f"{stratum}, {pair}, {name}", shown, value)
        even = raw.break_even(stratum)
        of = {(row["cheap"], row["dear"]): row for row in paid if row["stratum"] == stratum}
        assert sorted(of) == sorted(even)
        for pair, row in of.items():
            for name, shown, value in columns(row, even[pair]):
                compare.number("break_even.csv", f"{stratum}, {pair}, {name}", shown, value)


def markdown(compare, raw, file, ids):
    """Compares the tables of methods.md. Each sample of maps has its own tables, in the order of the samples."""
    (stratum,), head, seen = raw.strata(), [], {}
    samples = raw.samples(stratum)
    for line in file.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| method"):
            head = cells
            seen[tuple(head)] = seen.get(tuple(head), -1) + 1
        elif line.startswith("| `"):
            method = ids[cells[0].strip("`")]
            expected = raw.method_numbers(method, samples[seen[tuple(head)]][0])
            for name, cell in zip(head, cells):
                if name in MARKDOWN:
                    compare.text("methods.md", f"{cells[0]}, {name}", cell, expected[MARKDOWN[name]])


def figures(compare, raw, folder):
    """Compares the numbers in the cells of heat maps. SVG files have them as comments, method by method and map by map, with two digits."""
    (stratum,) = raw.strata()
    ids = {row["name"]: id for id, row in raw.methods.items()}
    for measure, column in PRINTED.items():
        file = folder / f"by-map-{measure}.svg"
        if not file.exists():
            continue  # plot.py prints the reason
        texts = re.findall(r"<!-- (.*?) -->", file.read_text(encoding="utf-8"))
        names = {world["map"]: id for id, world in raw.worlds.items()}
        maps = [text for text in texts[:len(names)] if text in names]
        methods = [text for text in texts[len(maps):] if text in ids]
        places = [(method, name) for method in methods for name in maps if raw.made(ids[method], [names[name]])]
        cells = texts[len(maps) + len(methods):]
        for (method, name), cell in zip(places, cells):
            place, expected = f"{method}, {name}", first(raw.method_numbers(ids[method], [names[name]])[column])
            if cell == "&lt;0.01":
                compare.holds(file.name, place, 5e-5, expected, 5e-5)
                continue
            cell = f"{cell} %" if measure in ("gap", "answered") and cell != "0" else cell
            compare.text(file.name, place, cell, expected, digits=2)


def methods_of_page(compare, raw, driver, worlds, where):
    rows = driver.execute_script("""return Array.from(document.querySelectorAll('#methods tr[data-method]'), row => [row.dataset.method,
        Array.from(row.querySelectorAll('td[data-column]'), cell => [cell.dataset.column, cell.dataset.value, cell.firstChild.textContent,
        ...['low', 'high'].map(end => (cell.querySelector('[data-' + end + ']') || {dataset: {}}).dataset[end])])])""")
    ids = {row["name"]: id for id, row in raw.methods.items()}
    assert len(rows) == sum(bool(raw.made(method, worlds)) for method in ids.values())
    for name, cells in rows:
        expected = raw.method_numbers(ids[name], worlds)
        expected |= {"refused": expected["refused_share"], "query_p95_ns": expected["query_p95_interval"]}
        for column, value, text, *ends in cells:
            shown = [value, *ends] if isinstance(expected[column], list) else value
            compare.number("page", f"{where}methods, {name}, {column}", shown, expected[column])
            compare.text("page, words", f"{where}methods, {name}, {column}", text, first(expected[column]))


def page(compare, raw, file):
    """Compares the cells of the page's tables, and its findings."""
    with opened(file) as driver:
        for stratum in raw.strata():
            stratum_of_page(compare, raw, driver, stratum)


def stratum_of_page(compare, raw, driver, stratum):
    ids = {row["name"]: id for id, row in raw.methods.items()}
    worlds = [id for id, world in raw.worlds.items() if world["stratum"] == stratum]
    address = f"#{urllib.parse.urlencode({'stratum': stratum})}"
    go(driver, address)
    methods_of_page(compare, raw, driver, worlds, f"{stratum}, ")
    pairs_of_page(compare, driver, stratum, raw.pairs(stratum))
    advice_of_page(compare, raw, driver, worlds, address)
    worst_of_page(compare, raw, driver, ids, worlds, address)
    by_family_of_page(compare, raw, driver, ids, stratum, worlds)
    some = worlds[:max(6, len(worlds) // 2)]
    go(driver, "&".join([address, *(f"map={raw.worlds[world]['map']}" for world in some)]))
    methods_of_page(compare, raw, driver, some, f"{stratum}, some maps, ")


def by_family_of_page(compare, raw, driver, ids, stratum, worlds):
    """Compares the tables by family. Each measure has a table. Its title ends with the stratum if there are several strata."""
    several = f", {stratum}" * (len(raw.strata()) > 1)
    tables_of_page = tables_of(driver, "by-family-of-maps")
    for title, column in PLACES.items():
        head, *rows = tables_of_page[f"{title} by family{several}"]
        for name, *values in rows:
            for family, shown in zip(head[1:], values):
                there = [id for id in worlds if raw.worlds[id]["family"] == family]
                whole = len(raw.made(ids[name], there)) == len(there)
                expected = first(raw.method_numbers(ids[name], there)[column]) if whole else math.nan
                compare.text("page, words", f"by family, {name}, {family}, {column}", shown, expected)


def pairs_of_page(compare, driver, stratum, pairs):
    _, *rows = next((table for title, table in tables_of(driver, "pairs").items() if f", {stratum};" in title), [[]])
    assert sorted((a, b) for a, b, *_ in rows) == sorted(pairs)
    for a, b, ratio, differs, gap, gaps_differ in rows:
        expected = pairs[a, b]
        compare.text("page, words", f"pairs, {a}, {b}, time ratio", ratio, expected["time_ratio"])
        compare.text("page, words", f"pairs, {a}, {b}, gap", gap, [100 * value for value in expected["gap_difference"]])
        for said, p in ((differs, expected["time_p_holm"]), (gaps_differ, expected["gap_p_holm"])):
            compare.holds("page, words", f"pairs, {a}, {b}, p = {p}", float(said == "yes"), float(p < 0.05), 0)
    for words in driver.execute_script("return Array.from(document.querySelectorAll('#findings div:not([hidden]) > ul > li'), item => item.textContent)"):
        for ratio, slower in re.findall(r"([\d.,]+ times \[.*?\]) faster than ([\w-]+)", words):
            expected = oriented(pairs, slower, words.split()[0])["time_ratio"]
            compare.text("page, words", f"findings, {slower}", ratio.replace(" times", ""), expected)
        for longest, gap, best in re.findall(r"Paths of ([\w-]+) .*? gap is ([\d.,]+ percentage points \[.*?\]) above the gap of ([\w-]+) ", words):
            expected = oriented(pairs, longest, best)["gap_difference"]
            compare.text("page, words", f"findings, {longest}", gap.replace(" percentage points", ""), [100 * value for value in expected])


def oriented(pairs, method, against):
    """The estimates of a pair of methods in this order, with their intervals. Inverts the estimates of the opposite order if necessary."""
    if (method, against) in pairs:
        return pairs[method, against]
    (ratio, low, high), (gap, gap_low, gap_high) = (pairs[against, method][name] for name in ("time_ratio", "gap_difference"))
    return {"time_ratio": [1 / ratio, 1 / high, 1 / low], "gap_difference": [-gap, -gap_high, -gap_low]}


def advice_of_page(compare, raw, driver, worlds, address):
    go(driver, f"{address}&share=0")
    rows = driver.execute_script("""return Array.from(document.querySelectorAll('#ranking tbody tr'), row => [row.dataset.advised, row.dataset.each,
        Array.from(row.cells, cell => cell.textContent), Array.from(row.cells, cell => cell.dataset.value)])""")
    if raw.changing:
        return  # for changing worlds, changes_test.py checks the ranking
    expected = raw.advice(worlds, [id for id in raw.methods if len(raw.made(id, worlds)) == len(worlds)], 1000)
    assert [name for name, *_ in rows] == sorted(expected, key=lambda name: expected[name]["each"])
    for name, each, texts, values in rows:
        own, best = expected[name], expected[rows[0][0]]
        compare.number("page", f"advice, {name}", [each, *values[-3:]], [own["each"]])
        for shown, column in zip(values[-3:], ("gap", "answered", "memory")):
            compare.number("page", f"advice, {name}, {column}", shown, own[column])
        for shown, column in zip(texts[1:4], ("each", "build", "query")):
            compare.text("page, words", f"advice, {name}, {column}", shown, own[column])
        if own is not best:
            ratios = np.array([np.log(own["by_world"][world] / best["by_world"][world]) for world in worlds])
            compare.text("page, words", f"advice, {name}, over the first", texts[4], list(np.exp(raw_numbers.student(ratios)[:3])))


def worst_of_page(compare, raw, driver, ids, worlds, address):
    for kind, column in (("gap", "gap"), ("time", "ns")):
        go(driver, f"{address}&worst={kind}")
        rows = driver.execute_script("return Array.from(document.querySelectorAll('#worst-cases tbody tr'), row => Array.from(row.cells, cell => cell.textContent))")
        every = [np.sort(of[column][np.isin(of["world"], worlds) & (of["truth"] == "reachable") & (of["status"] == "found") & ~np.isnan(of[column])])[-10:] for of in raw.answers.values()]
        largest = np.sort(np.concatenate(every))[::-1][:10]
        assert len(rows) == len(largest)
        for (name, world, number, _, gap, corridor, slack, ns, *_), value in zip(rows, largest):
            of = raw.answers[ids[name]]
            (at,) = np.flatnonzero((of["number"] == int(number)) & (of["world"] == next(id for id, one in raw.worlds.items() if one["name"] == world)))
            compare.text("page, words", f"worst {kind}, {name}, {world}, {number}", gap if kind == "gap" else ns, value)
            for shown, name_of in ((gap, "gap"), (corridor, "corridor_gap"), (slack, "slack"), (ns, "ns")):
                compare.text("page, words", f"worst {kind}, {name}, {world}, {number}, {name_of}", shown, of[name_of][at])


def hold_all(store, folder, printed=None):
    """Compares all outputs about a store with the numbers from its raw tables."""
    raw, compare = raw_numbers.Store(store), Comparison()
    run([ROOT / "scripts" / "plot.py", store, "--out", folder, "--figures", ",".join(FIGURES), "--format", "svg"])
    run([ROOT / "scripts" / "report.py", store, "--out", folder / "report.html", "--no-figures"])
    if printed is not None:
        terminal(compare, raw, printed)
    tables(compare, raw, folder)
    if len(raw.strata()) == 1:
        figures(compare, raw, folder)
    page(compare, raw, folder / "report.html")
    return compare


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """The store of a small sweep, and the output of the terminal. Some queries are missed, and one method supports only some maps."""
    folder = tmp_path_factory.mktemp("every_number")
    maps = ", ".join(f"'{ROOT}/datasets/maps/{name}'" for name in ("caves.map", "maze.map", "rooms.map", "city.geojson", "castle.geojson", "recesses.geojson"))
    (folder / "sweep.toml").write_text(f"maps = [{maps}]\nqueries = 20\nrepetitions = 2\nbuilds = 2\nmethods = ['grid', 'quadtree', 'triangle-mesh',"
                                       " 'grid-shortcut', 'polyanya', 'anya']\n", encoding="utf-8")
    printed, _ = fairway("run", folder / "sweep.toml", "--out", folder)
    return folder / "results.sqlite", printed


def test_every_number_is_that_of_the_raw_tables(swept, tmp_path):
    store, printed = swept
    compare = hold_all(store, tmp_path, printed)
    compare.ends()
    assert len(compare.compared) > 10 and sum(compare.compared.values()) > 2000


def test_every_number_of_a_store_with_two_radii(tmp_path):
    maps = ", ".join(f"'{ROOT}/datasets/maps/{name}'" for name in ("caves.map", "rooms.map", "castle.geojson", "blockers.geojson", "city.geojson"))
    (tmp_path / "sweep.toml").write_text(f"maps = [{maps}]\nradii = [0.0, 0.3]\nqueries = 12\nrepetitions = 1\nbuilds = 1\n"
                                         "methods = ['grid', 'quadtree', 'triangle-mesh', 'polyanya']\n", encoding="utf-8")
    printed, _ = fairway("run", tmp_path / "sweep.toml", "--out", tmp_path)
    compare = hold_all(tmp_path / "results.sqlite", tmp_path, printed)
    compare.ends()
    assert compare.compared["page"] > 300


@pytest.mark.parametrize("change,output", [
    ("UPDATE answer SET gap = gap * 1.0001 WHERE query IN (SELECT MAX(query) FROM answer WHERE gap > 0.01)", "methods.csv"),
    ("UPDATE part SET build_ns = build_ns + 1000", "break_even.csv"),
])
def test_a_number_that_is_changed_is_named(swept, tmp_path, change, output):
    """If the raw tables change after the outputs were written, the comparison must name the changed number."""
    store, printed = swept
    changed = tmp_path / "changed.sqlite"
    shutil.copy(store, changed)
    run([ROOT / "scripts" / "plot.py", store, "--out", tmp_path, "--figures", "by-map-time", "--format", "svg"])
    with sqlite3.connect(changed) as database:
        database.execute(change)
    raw, compare = raw_numbers.Store(changed), Comparison()
    terminal(compare, raw, printed)
    tables(compare, raw, tmp_path)
    assert any(wrong.startswith(output) for wrong in compare.wrong)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder_of_outputs:
        hold_all(pathlib.Path(sys.argv[1]), pathlib.Path(folder_of_outputs), pathlib.Path(sys.argv[2]).read_text(encoding="utf-8") if len(sys.argv) > 2 else None).ends()
