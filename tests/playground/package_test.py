"""Tests the package of bindings/js in Node: worlds, methods, judgements, and the regression kit."""

import json
import shutil
import subprocess
import xml.etree.ElementTree

import pytest

from conftest import ROOT, fairway, node

CASTLE = ROOT / "datasets" / "maps" / "castle.geojson"


def value(package, program, *arguments):
    return json.loads(node(package, 'import * as fw from "./index.js";\nimport { readFileSync } from "node:fs";\n' + program, *arguments))


def test_a_path_has_the_optimum_and_the_gap_of_the_native_program(package):
    found = value(package, """
        const world = fw.World.read(process.argv[2]);
        const { points, ...rest } = fw.path(world, "grid", [10, 10], [100, 80]);
        console.log(JSON.stringify({ points, ...rest, optimal: fw.path(world, "hub-labels", [10, 10], [100, 80]).length, judged: fw.judge(world, [10, 10], [100, 80], points) }));
        """, CASTLE)
    native = json.loads(fairway("path", CASTLE, "--method", "grid", "--from", "10,10", "--to", "100,80", "--json"))
    assert found["length"] == native["length"] and found["optimum"] == found["optimal"] == native["optimum"]
    assert found["gap"] == found["judged"]["gap"] == native["gap"] and found["judged"]["legal"]
    assert found["points"][0] == [10, 10] and found["points"][-1] == [100, 80]


def test_worlds_from_rings_cells_and_changes(package):
    found = value(package, """
        const square = fw.World.from_rings([[[0, 0], [9, 0], [9, 9], [0, 9]]], [[[3, 3], [3, 6], [6, 6], [6, 3]]], [[[1, 7], [8, 7]]]);
        const wall = fw.World.from_cells([1, 1, 1, 1, 0, 1, 1, 1, 1], 3, 3);
        const method = new fw.Method("polyanya", wall, {}, true);
        const before = method.path([0.5, 0.5], [2.5, 2.5]).length;
        const open = wall.set_cells(1, 1, 1, 1, [1]);
        const { repaired } = method.follow(open);
        const field = fw.World.from_rings([[[0, 0], [9, 0], [9, 9], [0, 9]]]);
        const built = field.set_obstacles([], [{ id: 1, ring: [[3, -0.0], [6, 0], [6, 8], [3, 8]] }]);
        console.log(JSON.stringify([square.rings().map(({ kind, points }) => [kind, points.length]).sort(), square.facts().area, before, repaired, method.path([0.5, 0.5], [2.5, 2.5]).length,
          Array.from(open.cells()), built.contains([4, 4]), built.eroded(0.5).contains([2.75, 4]), fw.World.parse("a.world", square.text()).facts().area]));
        """)
    assert found[:2] == [[[-1, 2], [0, 4], [1, 4]], 72]
    assert found[2] > 8 ** 0.5 and found[3] is True and found[4] == pytest.approx(8 ** 0.5, rel=1e-15)
    assert found[5:] == [[1] * 9, False, False, 72]


@pytest.mark.parametrize("program, expected", [
    ('fw.World.parse("a.map", "type octile")', "a.map:"),
    ("fw.World.from_cells([1, 1], 3, 1)", "cells: found 2, expected width * height = 3"),
    ("fw.World.from_rings([[[0, 0], [2, 2], [2, 0], [0, 2]]])", "rings[0]"),
    ("new fw.Method('no', fw.World.from_cells([1], 1, 1))", "name: "),
    ("fw.path(fw.World.from_cells([1], 1, 1), 'grid', [0.5, NaN], [0.5, 0.5])", "start"),
    ("fw.path(fw.World.from_cells([1], 1, 1), 'grid', [0.5, 5], [0.5, 0.5])", "start: found (0.5, 5) outside free space"),
    ('fw.World.parse("a.png", Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10))', "a.png:1: "),
])
def test_wrong_input_gives_an_error_with_the_argument(package, program, expected):
    said = value(package, f"try {{ {program}; }} catch (error) {{ console.log(JSON.stringify(error.message)); }}")
    assert expected in said


SCENARIO = "version 1\n" + "".join(f"0\tfield.map\t6\t4\t{ends}\t0\n" for ends in ("0\t0\t5\t0", "1\t3\t5\t3", "0\t3\t2\t3"))
FIELD = "type octile\nheight 4\nwidth 6\nmap\n......\n...@..\n...@..\n...@..\n"
LEGAL = "row,points\n0,0.5 0.5 5.5 0.5\n1,1.5 3.5 1.5 0.5 5.5 0.5 5.5 3.5\n"
ILLEGAL = LEGAL + "2,\n"


@pytest.mark.parametrize("paths, limit, code", [(LEGAL, "0.9", 0), (LEGAL, "0.01", 1), (ILLEGAL, "9", 1), ("row,points\n7,\n", "9", 2), ("row,points\n0,1 x\n", "9", 2)])
def test_the_kit_agrees_with_fairway_judge(package, tmp_path, paths, limit, code):
    for name, text in {"field.map": FIELD, "field.map.scen": SCENARIO, "paths.csv": paths}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [tmp_path / name for name in ("field.map", "field.map.scen", "paths.csv")]
    done = subprocess.run(["node", package / "fairway-judge.js", *files, "--max-gap", limit, "--junit", tmp_path / "js.xml"], capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    fairway("judge", *files, "--name", "mine", "--out", tmp_path / "out", "--max-gap", limit, "--junit", tmp_path / "cpp.xml", expected=code)
    if code == 2:
        assert "paths.csv:2: " in done.stderr
        return
    failed = [[case.get("name") for case in xml.etree.ElementTree.parse(tmp_path / name).getroot() if case.find("failure") is not None] for name in ("js.xml", "cpp.xml")]
    assert failed[0] == failed[1] and bool(failed[0]) == bool(code)


def test_a_build_that_cuts_corners_is_caught(package, tmp_path):
    """PathFinding.js from npm passes the regression kit. With diagonal steps between two blocked cells, it fails."""
    examples = tmp_path / "examples"
    shutil.copytree(ROOT / "bindings" / "js" / "examples", examples, ignore=shutil.ignore_patterns("node_modules"))
    done = subprocess.run(["npm", "install", "--prefix", examples, "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], capture_output=True, text=True)
    if done.returncode:
        pytest.skip("npm cannot install the packages, as without a network")
    found = value(package, """
        const world = fw.World.read(process.argv[2]);
        const { default: PF } = await import(process.argv[3] + "/node_modules/pathfinding/index.js");
        const { width, height } = world.facts();
        const cells = world.cells();
        const blocked = Array.from({ length: height }, (_, j) => Array.from({ length: width }, (_, i) => Number(cells[j * width + i] === 0)));
        const engine = (diagonalMovement) => ([x, y], [u, v]) => new PF.AStarFinder({ diagonalMovement })
          .findPath(Math.floor(x), Math.floor(y), Math.floor(u), Math.floor(v), new PF.Grid(width, height, blocked)).map(([i, j]) => [i + 0.5, j + 0.5]);
        const free = Array.from(cells.keys()).filter((i) => cells[i]).filter((_, i) => i % 7 === 0).map((i) => [i % width + 0.5, Math.floor(i / width) + 0.5]);
        const problems = free.slice(1).map((goal, i) => ({ start: free[i], goal }));
        console.log(JSON.stringify(["OnlyWhenNoObstacles", "Always"].map((name) => fw.regress(fw, world, problems, engine(PF.DiagonalMovement[name]), 0.5).map(({ failure }) => failure))));
        """, ROOT / "datasets" / "maps" / "pinches.map", examples)
    good, broken = found
    assert len(good) > 50 and not any(good), [failure for failure in good if failure]
    assert any(failure.startswith("illegal: segment") for failure in broken)


def test_modules_have_types_and_keep_the_rules_of_eslint(tmp_path):
    done = subprocess.run(["npm", "install", "--prefix", tmp_path, "--no-audit", "--no-fund", "--no-package-lock", "typescript@5.6.3", "eslint@9.15.0"], capture_output=True, text=True)
    if done.returncode:
        pytest.skip("npm cannot install the checkers, as without a network")
    modules = tmp_path / "modules"
    shutil.copytree(ROOT / "scripts" / "fairway_results" / "page", modules)
    for file in [*(ROOT / "bindings" / "js" / "page").glob("*.js"), *(ROOT / "bindings" / "js" / f"{name}.js" for name in ("engine", "fairway", "kit", "paths"))]:
        shutil.copy(file, modules)
    shutil.copy(ROOT / "tests" / "report" / "eslint.config.mjs", tmp_path)
    for command in (["tsc", "-p", modules], ["eslint", "modules"]):
        done = subprocess.run([tmp_path / "node_modules" / ".bin" / command[0], *command[1:]], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
