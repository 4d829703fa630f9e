"""Models of the costs of methods on maps that were never measured, fitted to the tables of a study.

fit() makes the model that `fairway advise` reads; cross_validated() tests the advice on maps that were left out. The
program computes the predictors of a map; harness/advice/advice.hpp has the rule of the advice, which advised() repeats.
"""

import json
import math
import pathlib
import subprocess

import numpy as np
import pandas as pd
import scipy.special

FORMAT, VERSION = "fairway advice", 1
PREDICTORS = ["cells", "log_cell_count", "log_corners", "log_width_share", "wall_dimension", "log_detour"]
GAP_SHIFT = 1e-4
"""Added to gaps before the logarithm, because exact methods have gap 0."""
TARGETS = {"query_ns": ("query_p50_ns", np.log), "build_ns": ("build_p50_ns", np.log), "bytes": ("median_bytes", np.log),
           "gap": ("mean_gap", lambda gap: np.log(np.maximum(gap, 0) + GAP_SHIFT)), "answered": ("answered", lambda share: share)}
RIDGE = 1.0
"""Penalty of the squares of the coefficients of standardised predictors."""
MIN_MAPS = 8
"""Methods on fewer maps have no model."""
LEAST_CHANCE, LEAST_ANSWERED = 0.8, 0.99
NEAR = 1.5
"""A method is good if its query time is at most this multiple of the query time of the best feasible method."""
NEEDS = (("no limits", None, None), ("gap 1 %", None, 0.01), ("1 MiB", 2 ** 20, None), ("1 MiB, gap 1 %", 2 ** 20, 0.01))
"""The limits (name, bytes, gap) of the cross-validation."""


class NoModel(Exception):
    """The tables are too small for a model; the message says why."""


def features(results, fairway):
    """Returns a row of predictors for each map without radius and terrain. The program computes them; a map that it
    refuses has no row."""
    rows = []
    for world in results.worlds[(results.worlds.radius == 0) & (results.worlds.terrain == 0)].itertuples():
        options = [word for line in world.read.splitlines() for word in ("--read", line)]
        result = subprocess.run([fairway, "advise", world.file, "--features", "--json", *options], capture_output=True,
                                text=True, check=False, cwd=pathlib.Path(__file__).resolve().parents[2])
        if result.returncode == 0:
            found = json.loads(result.stdout)
            rows.append({"map": world.map, "family": world.family, **found.pop("predictors"), "corridor_width":
                         found["corridor_width"], "corners_per_area": found["corners_per_area"], "detour": found["detour"]})
    return pd.DataFrame(rows, columns=None if rows else ["map", "family", *PREDICTORS])


def registered(fairway):
    """Returns the names of the methods that the program has."""
    result = subprocess.run([fairway, "list", "methods", "--json"], capture_output=True, text=True, check=True)
    return {method["name"] for method in json.loads(result.stdout)["methods"]}


def table(per_map, maps, methods):
    """Returns a row for each map and method at radius 0, with predictors and targets, from the host with most rows."""
    rows = per_map[(per_map.stratum == "radius 0") & per_map.method.isin(methods)]
    if rows.empty:
        raise NoModel("no rows of radius 0, expected the tables of the static part of a study")
    rows = rows[rows.host == rows.host.value_counts().index[0]]
    rows = rows.merge(maps, on="map")
    if rows["map"].nunique() < MIN_MAPS:
        raise NoModel(f"{rows['map'].nunique()} maps with features, expected at least {MIN_MAPS}")
    return rows


class Ridge:
    """Linear models of the targets of one method, on common scales of the predictors."""

    def __init__(self, rows, middle, scale):
        self.maps = len(rows)
        self.targets = {}
        for name, (column, transform) in TARGETS.items():
            values = rows[column].to_numpy(float)
            known = np.isfinite(values)
            if known.sum() < MIN_MAPS - 1:  # the cross-validation leaves out one map
                raise NoModel(f"{known.sum()} values of {name}, expected at least {MIN_MAPS - 1}")
            x = (rows[PREDICTORS].to_numpy(float)[known] - middle) / scale
            self.targets[name] = ridge(x, transform(values[known]), middle, scale)

    def at(self, predictors):
        """Returns the prediction for each target: target -> (mean, spread)."""
        return {name: (intercept + coefficients @ predictors, spread)
                for name, (intercept, coefficients, spread) in self.targets.items()}


def ridge(x, y, middle, scale):
    """Returns the intercept and the coefficients for predictors that are not standardised, and the root mean square of the
    leave-one-out errors."""
    centre = x.mean(axis=0)
    inner = x - centre
    inverse = np.linalg.inv(inner.T @ inner + RIDGE * np.eye(x.shape[1]))
    slopes = inverse @ inner.T @ (y - y.mean())
    leverage = 1 / len(y) + np.einsum("ij,jk,ik->i", inner, inverse, inner)
    errors = (y - y.mean() - inner @ slopes) / (1 - leverage)
    spread = float(np.sqrt((errors ** 2).mean()))
    coefficients = slopes / scale
    return float(y.mean() - centre @ slopes - middle @ coefficients), coefficients, spread if spread > 1e-9 else 0.0


def models(rows):
    """Returns method -> Ridge, without methods that were measured on too few maps."""
    maps = rows.drop_duplicates("map")[PREDICTORS].to_numpy(float)
    middle, scale = maps.mean(axis=0), maps.std(axis=0)
    scale[scale == 0] = 1
    found = {}
    for method, of in rows.groupby("method", sort=False):
        try:
            found[method] = Ridge(of, middle, scale)
        except NoModel:
            continue
    return found


def fit(rows, measured):
    """The model that `fairway advise` reads."""
    return {"format": FORMAT, "version": VERSION, "measured": measured, "predictors": PREDICTORS, "methods": [
        {"name": method, "maps": model.maps, **{name: {"intercept": intercept, "coefficients": list(map(float, coefficients)),
                                                       "spread": spread}
                                                for name, (intercept, coefficients, spread) in model.targets.items()}}
        for method, model in models(rows).items()]}


def advised(fitted, predictors, memory=None, gap=None):
    """Returns (method, predicted query time, probability that the method meets the limits), the best methods first."""
    ranked = []
    for method, model in fitted.items():
        at = model.at(predictors)
        chance = 1.0
        if memory is not None:
            chance *= chance_below(math.log(memory), *at["bytes"])
        if gap is not None:
            chance *= chance_below(math.log(gap + GAP_SHIFT), *at["gap"])
        good = chance >= LEAST_CHANCE and min(1, max(0, at["answered"][0])) >= LEAST_ANSWERED
        query = math.exp(at["query_ns"][0])
        ranked.append((not good, 0 if good else -chance, query, method, chance))
    return [(method, query, chance) for _, _, query, method, chance in sorted(ranked, key=lambda row: row[:3])]


def chance_below(limit, mean, spread):
    if spread == 0:
        return float(mean <= limit + 1e-9)
    return float(scipy.special.ndtr((limit - mean) / spread))


def cross_validated(rows):
    """Returns a row for each of NEEDS: the number of maps with a feasible method, and the share of these maps on which the
    advice from all other maps is good. Good advice is a feasible method with at most NEAR times the least query time."""
    found = {name: [] for name, _, _ in NEEDS}
    for left_out, own in rows.groupby("map", sort=False):
        fitted = models(rows[rows["map"] != left_out])
        fitted = {method: model for method, model in fitted.items() if method in set(own.method)}
        own = own.set_index("method")
        for name, memory, gap in NEEDS:
            feasible = own[(own.answered >= LEAST_ANSWERED) & np.isfinite(own.query_p50_ns) & (
                own.median_bytes <= (memory or math.inf)) & (own.mean_gap <= (math.inf if gap is None else gap))]
            if feasible.empty or not fitted:
                continue
            named = advised(fitted, own[PREDICTORS].iloc[0].to_numpy(float), memory, gap)[0][0]
            ratio = feasible.query_p50_ns.get(named, math.inf) / feasible.query_p50_ns.min()
            found[name].append(ratio)
    return pd.DataFrame([{"limits": name, "maps": len(ratios), "good": np.mean(np.array(ratios) <= NEAR) if ratios else np.nan,
                          "median_ratio": np.median(ratios) if ratios else np.nan} for name, ratios in found.items()])


def printed(validation):
    lines = ["| limits | held-out maps | named method at most 1.5 times the best | median ratio |", "|---|--:|--:|--:|"]
    return "\n".join(lines + [f"| {row.limits} | {row.maps} | " + (f"{row.good:.0%} | {row.median_ratio:.3g} |" if row.maps else "– | – |")
                              for row in validation.itertuples()])


def measured_by(runs, maps):
    """Commit, processor and number of maps, in words."""
    run = runs.iloc[-1]
    commit = run["commit"][:12] + (" with changes" if run.dirty else "")
    return f"{maps} maps, Fairway {run.version} ({commit}), {run.cpu}"
