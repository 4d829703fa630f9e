"""Tests scripts/fuzz.sh, and that each fuzz target has its files."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUZZ = ROOT / "tests" / "fuzz"
TARGETS = sorted(f.name.removesuffix("_fuzz.cpp") for f in FUZZ.glob("*_fuzz.cpp"))


def test_unknown_target_is_refused_and_the_known_ones_are_named():
    result = subprocess.run([ROOT / "scripts" / "fuzz.sh", "1", "geojson", "geo"], timeout=30,
                            capture_output=True, text=True)
    assert result.returncode == 1
    assert "no target geo;" in result.stderr
    assert all(target in result.stderr for target in TARGETS)


def test_an_invalid_seed_is_refused():
    result = subprocess.run([ROOT / "scripts" / "fuzz.sh", "--seed", "geojson"], timeout=30,
                            capture_output=True, text=True)
    assert result.returncode == 1
    assert "--seed takes a whole number of 1 or more, not 'geojson'" in result.stderr


def test_every_target_has_small_cases_and_every_case_a_target():
    assert TARGETS
    assert sorted(f.name for f in (FUZZ / "corpus").iterdir()) == TARGETS
    assert {f.stem for f in (FUZZ / "dictionaries").iterdir()} <= set(TARGETS)
    for target in TARGETS:
        sizes = [f.stat().st_size for f in (FUZZ / "corpus" / target).iterdir()]
        assert sizes and max(sizes) <= 4096, target
