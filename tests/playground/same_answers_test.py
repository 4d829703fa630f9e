"""The engine of the page gives the same answers as the native program, bit for bit.

FAIRWAY_SAME_ANSWERS sets the number of queries of each method in Node, over all maps. The default is 1,000.
"""

import csv
import json
import math
import os
import pathlib

import pytest

from browser import opened
from conftest import MAPS, METHODS, PAGE, fairway, node, scenario, unpacked

COUNT = int(os.environ.get("FAIRWAY_SAME_ANSWERS", 1000))
IN_BROWSER = 40
"""Queries of each method and map in the browser."""

ANSWERS = """
import { readFileSync } from "node:fs";
import { Method, World } from "./index.js";
const [map, ends, ...names] = process.argv.slice(2);
const world = World.read(map);
const free = JSON.parse(readFileSync(ends, "utf-8")).map(([a, b, c, d]) => (world.contains([a, b]) && world.contains([c, d]) ? [[a, b], [c, d]] : null));
const asked = free.filter(Boolean);
const lengths_of = (name) => {
  try {
    const lengths = new Method(name, world).lengths(asked.map(([start]) => start), asked.map(([, goal]) => goal));
    return Array.from(lengths, (length) => (length === Infinity ? null : length));
  } catch (error) {
    return error.message;
  }
};
console.log(JSON.stringify({ free: free.map(Boolean), lengths: Object.fromEntries(names.map((name) => [name, lengths_of(name)])) }));
"""


def native(map_file, problems, method, folder):
    """Status and length of each problem, computed by the native program."""
    file = folder / "answers.csv"
    fairway("answer", map_file, problems, "--method", method, "--csv", file)
    with open(file, encoding="utf-8") as rows:
        return [(row["status"], float(row["length"]) if row["status"] == "found" else None) for row in csv.DictReader(rows)]


def compared(map_file, problems, free, lengths, folder):
    """Compares answers with the answers of the native program. Returns the number of equal lengths."""
    count = 0
    for method, found in lengths.items():
        rows = native(map_file, problems, method, folder)
        assert [status not in ("start_blocked", "goal_blocked", "unsupported") for status, _ in rows] == (free if isinstance(found, list) else [False] * len(free)), (map_file, method, found)
        if not isinstance(found, list):
            continue
        expected = [length for (_, length), is_free in zip(rows, free) if is_free]
        different = [(i, a, b) for i, (a, b) in enumerate(zip(expected, found)) if a != b]
        assert not different, f"{map_file.name}, {method}: {len(different)} of {len(expected)} differ, first {different[0]}"
        count += sum(length is not None for length in expected)
    return count


@pytest.mark.parametrize("map_file", MAPS, ids=lambda file: file.name)
def test_lengths_in_node_are_those_of_the_native_program(package, map_file, tmp_path):
    problems, ends = tmp_path / "problems.scen", tmp_path / "ends.json"
    ends.write_text(json.dumps(scenario(map_file, problems, math.ceil(COUNT / len(MAPS)))), encoding="utf-8")
    answers = json.loads(node(package, ANSWERS, map_file, ends, *METHODS))
    assert compared(map_file, problems, answers["free"], answers["lengths"], tmp_path) > 0


def test_lengths_in_a_browser_are_those_of_the_native_program(tmp_path):
    total = 0
    with opened(PAGE) as driver:
        for map_file in MAPS:
            problems = tmp_path / "problems.scen"
            ends = scenario(map_file, problems, IN_BROWSER, seed=2)
            driver.execute_script("fairway.open(arguments[0])", map_file.name)
            free, lengths = driver.execute_script("""
                const [ends, names] = arguments;
                const { contains } = fairway;
                const free = ends.map(([a, b, c, d]) => contains([a, b]) && contains([c, d]));
                const length_of = (name, [a, b, c, d]) => { const { length } = fairway.answer(name, [a, b], [c, d]); return length === Infinity ? null : length; };
                const lengths_of = (name) => { try { return ends.filter((_, i) => free[i]).map((one) => length_of(name, one)); } catch (error) { return error.message; } };
                return [free, Object.fromEntries(names.map((name) => [name, lengths_of(name)]))];""", ends, METHODS)
            total += compared(map_file, problems, free, lengths, tmp_path)
    assert total > IN_BROWSER * len(MAPS)


def test_a_rebuilt_page_answers_like_the_committed_page(package, tmp_path):
    """Compares with the page that scripts/playground.sh built before this test (.ci/run)."""
    page = os.environ.get("FAIRWAY_REBUILT_PAGE")
    if not page:
        pytest.skip("FAIRWAY_REBUILT_PAGE names no page")
    rebuilt = unpacked(tmp_path / "fairway", pathlib.Path(page))
    for map_file in MAPS:
        problems, ends = tmp_path / "problems.scen", tmp_path / "ends.json"
        ends.write_text(json.dumps(scenario(map_file, problems, 30, seed=3)), encoding="utf-8")
        assert node(rebuilt, ANSWERS, map_file, ends, *METHODS) == node(package, ANSWERS, map_file, ends, *METHODS)
