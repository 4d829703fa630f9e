"""Tests scripts/instructions.py. Stubs replace valgrind and fairway."""

import importlib.util
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "instructions.py"
spec = importlib.util.spec_from_file_location("instructions", SCRIPT)
instructions = importlib.util.module_from_spec(spec)
spec.loader.exec_module(instructions)

# This stub reports 5 million instructions for a build and 2 million for each problem. Then it runs the command.
VALGRIND = """#!/usr/bin/python3
import re, subprocess, sys
command = sys.argv[3:]
count = int(re.search(r"--count (\\d+)", " ".join(command))[1])
print(f"==1== Collected : {5000000 + 2000000 * min(count, 3)}", file=sys.stderr)
sys.exit(subprocess.run(command).returncode)
"""
# This stub answers three problems of a method, 10 % above the optimum. The last problem has no path.
FAIRWAY = """#!/usr/bin/python3
import sys
a = sys.argv[1:]
method, count = a[a.index("--method") + 1], min(3, int(a[a.index("--count") + 1]))
if method == "nobody":
    sys.exit("no such method")
factor = 1 if method == "polyanya" else 1.1
if "--csv" in a:
    with open(a[a.index("--csv") + 1], "w") as f:
        f.write("row,status,raw_length,length\\n0,found,9,%g\\n1,found,9,0\\n2,no_path,,\\n" % (2 * factor))
print(f"method {method}\\nproblems {count}\\nunsupported {count * (method == 'anya')}\\nexpanded {10 * count}")
"""


@pytest.fixture(name="place")
def made_up_place(tmp_path):
    for name, text in (("valgrind", VALGRIND), ("fairway", FAIRWAY)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    for name in ("brc202d.map", "brc202d.map.scen"):
        (tmp_path / name).touch()
    return tmp_path


def run(place, *arguments):
    return subprocess.run([SCRIPT, place / "brc202d.map", "--fairway", place / "fairway", *arguments],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": f"{place}:{os.environ['PATH']}"})


def test_public_figures_are_in_brackets(place):
    result = run(place, "--methods", "triangle-mesh,polyanya", "--csv", place / "out.csv")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert "| triangle-mesh | query, million instructions | 2.000 (0.523) | Detour with exact contours |" in lines
    assert "| triangle-mesh | gap, % | 10.000 (0.145) | Detour with exact contours |" in lines
    assert "| triangle-mesh | expanded, a query | 10 |  |" in lines
    assert "| triangle-mesh | per expansion, instructions | 200000 |  |" in lines
    assert "| polyanya | build, million instructions | 5 |  |" in lines
    assert "| polyanya | gap, % | 0.000 |  |" in lines
    assert (place / "out.csv").read_text(encoding="utf-8").splitlines()[1] == \
        "triangle-mesh,brc202d,5.0,2.0,10.0,200000.0,10.000000000000009"


def test_unsupported_maps_are_left_out(place):
    assert "anya" not in run(place, "--methods", "anya").stdout


def test_other_programs_are_measured_alike(place):
    result = run(place, "--methods", "", "--other", "echo=echo {map} {scen} --count {count}")
    assert "| echo | build, million instructions | 5 |  |" in result.stdout.splitlines()
    assert result.returncode == 0


@pytest.mark.parametrize("arguments, complaint", [
    (["--methods", "nobody"], "no such method"),
    (["--count", "0"], "expected 1 or more"),
    (["--other", "echo"], "expected NAME=COMMAND, found 'echo'"),
    (["--fairway", "missing"], "there is no missing"),
])
def test_failures_are_reported(place, arguments, complaint):
    result = run(place, *arguments)
    assert result.returncode != 0
    assert complaint in result.stderr


def test_missing_valgrind_is_reported(place):
    (place / "valgrind").unlink()
    result = subprocess.run(["/usr/bin/python3", SCRIPT, place / "brc202d.map", "--fairway", place / "fairway"],
                            capture_output=True, text=True, check=False, env={"PATH": str(place)})
    assert result.returncode == 2
    assert "there is no valgrind" in result.stderr


def test_every_public_figure_has_a_unit():
    figures = instructions.public_figures()
    assert len(figures) == 174
    assert {quantity for _, quantity, _ in figures} <= set(instructions.QUANTITIES)
    assert instructions.mean_gap({"1": 3.0, "2": 1.0}, {"1": 2.0, "2": 0.0}) == 50
