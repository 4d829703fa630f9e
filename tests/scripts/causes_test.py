"""Compares the causes of the variation of time and gap (fairway_results/causes.py) with statsmodels and with known numbers."""

import itertools
import json
import pathlib
import sys

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as formulas
from statsmodels.stats.anova import anova_lm

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import fairway_results as store  # noqa: E402
import synthetic  # noqa: E402
from fairway_results import causes  # noqa: E402

LEVELS = {"representation": ["grid", "mesh", "tree"], "pruning": ["all", "none"], "smoother": ["none", "funnel"]}


@pytest.mark.parametrize("missing", [0, 1])
def test_shares_equal_an_analysis_of_variance(missing):
    """The shares must also be equal if a combination of levels is missing."""
    made = pd.DataFrame(list(itertools.product(*LEVELS.values())), columns=list(LEVELS)).iloc[missing:]
    families = np.repeat(["dao", "mazes", "rooms"], [3, 2, 4])
    values = np.random.default_rng(missing).normal(0, 1, (9, len(made))) + 2 * (made.pruning == "none").to_numpy()
    long = pd.concat([made.assign(y=row, family=family) for row, family in zip(values, families)])
    table = anova_lm(formulas.ols("y ~ (representation + pruning + smoother + family) ** 2", long).fit(), typ=2).sum_sq
    expected = {name.replace(":", " × ").replace("family", causes.MAP_FAMILY): share for name, share in
                (table / ((long.y - long.y.mean()) ** 2).sum()).items()}
    shares = causes.decomposed(values, made, families)
    for name in expected.keys() - {"Residual"}:
        assert shares[name].value == pytest.approx(expected[name], abs=1e-9), name
        assert shares[name].low <= shares[name].value * 1.5 and shares[name].high >= shares[name].value * 0.5
    assert sum(estimate.value for estimate in shares.values()) == pytest.approx(1)


def results_of(tmp_path, time_of, methods):
    """A store in which method i has the pair methods[i] = (representation, smoother). Its time on each map is time_of(...)."""
    maps = [f"map{i}" for i in range(6)]
    database = synthetic.tiny(tmp_path / "results.sqlite", {
        f"m{i}": {name: [time_of(*made, number)] * 3 for number, name in enumerate(maps)}
        for i, made in enumerate(methods)})
    for i, (representation, smoother) in enumerate(methods):
        database.execute("UPDATE method SET representation = ?, smoother = ?, search = ? WHERE name = ?",
                         (representation, smoother, json.dumps({"search": "astar"}), f"m{i}"))
    return store.load(database)


def test_a_cause_alone_has_all_of_the_variation(tmp_path):
    both = list(itertools.product(["grid", "mesh"], ["none", "funnel"]))
    rows = causes.table(results_of(tmp_path, lambda kind, *_: 900 if kind == "grid" else 30, both))
    shares = rows[rows.response == "time"].set_index("cause").share
    assert shares["representation"] == pytest.approx(1) and shares["smoother"] == pytest.approx(0)
    assert shares.drop("representation").abs().max() < 1e-9


def test_confounded_factors_have_a_shared_part(tmp_path):
    """Each representation has another smoother, so the effects of both cannot be separated."""
    results = results_of(tmp_path, lambda kind, *_: 900 if kind == "grid" else 30, [("grid", "none"), ("mesh", "funnel")])
    shares = causes.table(results).query("response == 'time'").set_index("cause").share
    assert np.isnan(shares["representation"]) and np.isnan(shares["smoother"])
    assert shares[causes.SHARED] == pytest.approx(1)


def test_one_factor_is_too_few(tmp_path):
    results = results_of(tmp_path, lambda *_: 100, [("grid", "none"), ("mesh", "none")])
    rows = causes.table(results)
    assert rows.empty
