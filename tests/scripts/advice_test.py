"""Tests the models behind `fairway advise`: known laws are found, errors are cross-validated, Python and the program agree."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from fairway_results import advice  # noqa: E402

METHODS = {"grid": (8, 1.0), "polyanya": (6, 0.5), "hub-labels": (5, 0.2)}  # intercept and exponent of the query time


def table(maps=24, noise=0.0):
    """Costs that are power laws of the number of cells, with lognormal noise."""
    random = np.random.default_rng(1)
    rows = []
    for number in range(maps):
        predictors = dict(zip(advice.PREDICTORS, random.normal(size=len(advice.PREDICTORS))))
        cells = predictors["log_cell_count"] = random.uniform(7, 12)
        for method, (intercept, exponent) in METHODS.items():
            rows.append({"map": f"m{number}", "method": method, **predictors, "answered": 1.0,
                         "query_p50_ns": np.exp(intercept + exponent * cells + noise * random.normal()),
                         "build_p50_ns": np.exp(4 + cells), "median_bytes": np.exp((cells if method != "hub-labels" else 2 * cells) + 2),
                         "mean_gap": 0.05 if method == "grid" else 0.0})
    return pd.DataFrame(rows)


def test_a_power_law_is_found(monkeypatch):
    monkeypatch.setattr(advice, "RIDGE", 1e-9)
    model = advice.fit(table(), "24 maps")
    grid = next(method for method in model["methods"] if method["name"] == "grid")
    assert grid["query_ns"]["intercept"] == pytest.approx(8, abs=1e-6)
    assert grid["query_ns"]["coefficients"] == pytest.approx([0, 1, 0, 0, 0, 0], abs=1e-6)
    assert grid["query_ns"]["spread"] < 1e-6 and grid["gap"]["spread"] == 0


def test_the_spread_is_that_of_values_left_out():
    rows = table(noise=0.3)
    grid = rows[rows.method == "grid"]
    y = np.log(grid.query_p50_ns.to_numpy())
    x = grid[advice.PREDICTORS].to_numpy()
    middle, scale = x.mean(axis=0), x.std(axis=0)
    errors = []
    for i in range(len(y)):  # all fits use the same penalty and scales
        kept = np.arange(len(y)) != i
        intercept, slopes, _ = advice.ridge((x[kept] - middle) / scale, y[kept], middle, scale)
        errors.append(y[i] - intercept - slopes @ x[i])
    found = advice.ridge((x - middle) / scale, y, middle, scale)[2]
    assert found == pytest.approx(np.sqrt(np.mean(np.square(errors))), rel=1e-9)


def test_advice_on_maps_left_out_follows_the_limits():
    found = advice.cross_validated(table(noise=0.05)).set_index("limits")
    assert found.loc["no limits", "maps"] == 24
    assert found.loc["no limits", "good"] >= 0.9
    assert 0 < found.loc["1 MiB", "maps"] <= 24


def test_an_infeasible_method_is_not_good(monkeypatch):
    """Advice that ignores limits fails on maps where the fastest method needs too much memory."""
    rows = table()
    rows.loc[rows.method == "hub-labels", "median_bytes"] = 1e9
    monkeypatch.setattr(advice, "advised", lambda *_: [("hub-labels", 1.0, 1.0)])
    found = advice.cross_validated(rows).set_index("limits")
    assert found.loc["no limits", "good"] == 1 and found.loc["1 MiB", "good"] == 0


def test_small_tables_are_refused():
    with pytest.raises(advice.NoModel, match="maps with features, expected at least"):
        rows = table(maps=5).assign(stratum="radius 0", host="one")
        advice.table(rows.drop(columns=advice.PREDICTORS), rows.drop_duplicates("map")[["map", *advice.PREDICTORS]], METHODS)
    with pytest.raises(advice.NoModel, match="no rows of radius 0"):
        advice.table(rows.assign(stratum="radius 1"), rows, METHODS)


@pytest.mark.skipif("FAIRWAY_PROGRAM" not in os.environ, reason="ctest passes the program in FAIRWAY_PROGRAM")
@pytest.mark.parametrize("memory, gap", [(None, None), (2 ** 20, None), (2 ** 14, 0.01)])
def test_the_program_gives_the_same_advice(tmp_path, memory, gap):
    rows = table(noise=0.2)
    (tmp_path / "model.json").write_text(json.dumps(advice.fit(rows, "24 maps")), encoding="utf-8")
    command = [os.environ["FAIRWAY_PROGRAM"], "advise", ROOT / "datasets/maps/rooms.map", "--reference", tmp_path / "model.json",
               "--json"]
    command += ["--memory", f"{memory}B"] * (memory is not None) + ["--gap", str(gap)] * (gap is not None)
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert list(found["features"]["predictors"]) == advice.PREDICTORS
    predictors = np.array(list(found["features"]["predictors"].values()))
    expected = advice.advised(advice.models(rows), predictors, memory, gap)
    assert [method["method"] for method in found["methods"]] == [method for method, _, _ in expected]
    assert [method["query_ns"] for method in found["methods"]] == pytest.approx([query for _, query, _ in expected], rel=1e-9)
    assert [method["chance"] for method in found["methods"]] == pytest.approx([chance for *_, chance in expected], abs=1e-9)
