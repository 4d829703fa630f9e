"""The tables of README.md and docs/study.md must equal the published results. Their estimators are tested on known numbers."""

import pathlib
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts")]

import study_page  # noqa: E402


def per_map(rows):
    """A function that reads any table as this table of maps: (map, method, query time, build time, bytes, gap)."""
    frame = pd.DataFrame(rows, columns=["map", "method", "query_p50_ns", "build_p50_ns", "median_bytes", "mean_gap"])
    return lambda name: frame.assign(stratum="radius 0", host="h", answered=1.0)


def test_the_pages_have_the_published_tables():
    found = subprocess.run([sys.executable, ROOT / "scripts/study_page.py", "--check"], check=False, capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")


def test_missing_tables_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(study_page, "PUBLISHED", tmp_path)
    with pytest.raises(SystemExit, match="runs.csv.xz: there is no such file, expected a table of a study"):
        study_page.main([])


def test_readme_has_a_row_for_each_known_method_with_the_values_of_all_maps():
    columns = ("median_gap", "mean_gap", "query_p50_ns", "build_p50_ns", "build_own_p50_ns", "median_bytes", "median_own_bytes")
    frame = pd.DataFrame([("grid", np.nan, 0.0706, 0.073, 123e3, 998e3, 566e3, 1.5e6, 186e3), ("grid", "grid,anya", *[1] * len(columns)),
                          ("unlisted", np.nan, *[1] * len(columns))], columns=["method", "maps_of", *columns])
    rows = study_page.readme(lambda name: frame.assign(stratum="radius 0", host="h", answered=0.977, smoother="none")).splitlines()
    assert len(rows) == 3
    assert rows[2] == "| `grid` (8 neighbours) | none | 97.7 % | 7.06 % | 7.3 % | 123 µs | 998 µs (566 µs) | 1.43 MiB (182 KiB) |"


def test_claims_about_parts_follow_the_findings_and_show_their_unit(tmp_path):
    claim = '[[claim]]\nname = "{}"\nfinding = "It holds."\npart = "{}"\nquery = "SELECT {}"\n{}\n'
    (tmp_path / "claims.toml").write_text("".join(claim.format(*of) for of in (
        ("grid-gap", "static", "gap", "value = 0.07\ninterval = [0.06, 0.08]"), ("unlisted", "static", "gap", "value = 1\ninterval = [1, 1]"),
        ("faster", "changing", "ratio", "value = 0.25\ninterval = [0.25, 0.25]"), ("unmeasured", "radii", "ratio", "limits = [0, 1]"))))
    assert study_page.of_findings(tmp_path).splitlines()[2:] == [
        "- It holds. 7 % [6 %, 8 %]", "", "**Other parts**: with a gap, share, ratio, or number of wrong answers", "", "- It holds. 0.25"]


def test_the_decision_charges_a_share_of_the_build_and_keeps_the_limits():
    tables = per_map([("a", "slow-build", 10, 1e9, 2 ** 21, 0), ("a", "fast-build", 100, 1e3, 2 ** 10, 0.5),
                      ("b", "slow-build", 10, 1e9, 2 ** 10, 0), ("b", "fast-build", 100, 1e3, 2 ** 10, 0.5)])
    shown = [line.split() for line in study_page.of_decisions(tables).splitlines()]
    assert shown[4] == ["none", "2", *["fast-build", "100%,", "slow-build", "0%"] * 3]
    assert shown[5] == ["gap", "1", "%", "2", *["slow-build", "100%"] * 3]
    assert shown[7] == ["1", "MiB,", "gap", "1", "%", "1", *["slow-build", "100%"] * 3]


def test_the_main_feature_is_the_one_that_makes_the_ratio():
    random = np.random.default_rng(7)
    x = random.normal(size=(200, 3))
    largest, (slope, low, high), share = study_page.explained(x, 3 * x[:, 1] + 0.1 * random.normal(size=200))
    assert largest == 1 and low < slope < high and slope == pytest.approx(3 * x[:, 1].std(), rel=0.05) and share > 0.99
    assert study_page.explained(x, random.normal(size=200))[2] < 0.1
