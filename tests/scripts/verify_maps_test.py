"""Tests scripts/verify_maps.py. A stub replaces fairway."""

import json
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAPS = [{"family": "mazes", "map": "/maps/a.map", "scenario": "/maps/a.map.scen", "lengths": "/maps/a.csv"},
        {"family": "mazes", "map": "/maps/b.map", "scenario": "/maps/b.map.scen", "lengths": None},
        {"family": "drawings", "map": "/maps/c.txt", "scenario": None, "lengths": None}]
# This stub prints numbers that depend only on its arguments.
FAIRWAY = f"""#!/usr/bin/python3
import json, sys
a = sys.argv[1:]
if a[0] == "list":
    print(json.dumps({{"maps": {MAPS!r}}}))
    sys.exit()
assert a[0] == "verify" and a[-1] == "--json" or "--lengths" in a, a
limit = int(a[a.index("--limit") + 1])
assert a[a.index("--witness") + 1] == "cgal", a
witnessed = min(limit, int(a[a.index("--witness-limit") + 1]))
if a[1] == "/maps/b.map" and limit == 13:
    print("/maps/b.map:7: no map", file=sys.stderr)
    sys.exit(2)
wrong = a[1] == "/maps/b.map" and limit == 12
lengths = 5 if "--lengths" in a else 0
octile = limit if a[2].endswith(".scen") else 0
print(json.dumps({{
    "octile_agree": octile, "octile_checked": octile, "euclidean_agree": lengths, "euclidean_checked": lengths,
    "solvers_agree": limit - wrong, "solvers_checked": limit, "max_solver_difference": 2e-15,
    "witness_agree": witnessed, "witness_checked": witnessed,
    "disagreements": [dict(line=9, row=8, kind="solvers", published=1.5, computed=2.5, note="")] * wrong,
    "disagreement_count": 3 * wrong}}))
sys.exit(int(wrong))
"""


@pytest.fixture(name="fairway")
def made_up_fairway(tmp_path):
    (tmp_path / "fairway").write_text(FAIRWAY, encoding="utf-8")
    (tmp_path / "fairway").chmod(0o755)
    return tmp_path / "fairway"


def run(fairway, *arguments):
    return subprocess.run([ROOT / "scripts" / "verify_maps.py", "--fairway", fairway, *arguments],
                          capture_output=True, text=True, check=False)


def test_every_map_is_asked_and_families_are_summed(fairway):
    result = run(fairway, "--limit", "10")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[2:] == [
        "| mazes | 2 | 20 of 20 | 5 of 5 | 20 of 20 | 20 of 20 | 2e-15 |",
        "| drawings | 1 |  |  | 10 of 10 | 10 of 10 | 2e-15 |",
        "| all | 3 | 20 of 20 | 5 of 5 | 30 of 30 | 30 of 30 | 2e-15 |"]


def test_maps_can_be_chosen(fairway):
    assert "| all | 1 | 10 of 10 |  |" in run(fairway, "--limit", "10", "--maps", "*b.map").stdout


def test_disagreements_and_refusals_are_shown(fairway):
    wrong = run(fairway, "--limit", "12")
    assert wrong.returncode == 1
    assert "| mazes | 2 | 24 of 24 | 5 of 5 | 23 of 24 |" in wrong.stdout
    assert wrong.stdout.splitlines()[-2:] == ["/maps/b.map: line 9: solvers 1.5, computed 2.5",
                                              "/maps/b.map: 2 more"]
    refused = run(fairway, "--limit", "13")
    assert refused.returncode == 1
    assert refused.stdout.splitlines()[-1] == "/maps/b.map: /maps/b.map:7: no map"


@pytest.mark.parametrize("arguments, complaint", [
    (["--limit", "0"], "expected 1 or more"),
    (["--maps", "nothing*"], "no map matches nothing*"),
    (["--fairway", "missing"], "there is no missing"),
])
def test_impossible_options_are_refused(fairway, arguments, complaint):
    result = run(fairway, *arguments)
    assert result.returncode == 2
    assert complaint in result.stderr
