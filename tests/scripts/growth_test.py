"""Tests scripts/plot_growth.py on benchmark results with known growth."""

import json
import pathlib
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from fairway_results.figures import growth, style  # noqa: E402

SIZES = {"resolution": [16, 32, 64, 128, 256, 512], "polygons": [102, 334, 1004, 3200, 10000, 100001]}
# For each method: the exponents of build time, query time and memory.
POWERS = {"grid": (2, 1.5, 2), "visibility-graph": (1, 1, 1), "polyanya": (1, 0.5, 1)}


def iteration(name, n, nanoseconds, **counters):
    return {"name": name, "run_type": "iteration", "cpu_time": nanoseconds / 1e3, "real_time": 9e9, "time_unit": "us",
            "n": n, **counters}


def benchmarks():
    rows = [iteration("build/grid/rooms", 1, 5.0)]
    for method, (build, query, memory) in POWERS.items():
        for ladder, sizes in SIZES.items():
            for n in sizes:
                rows.append(iteration(f"growth/{method}/build/{ladder}/{n}", n, 100 * n**build,
                                      own_bytes=8 * n**memory, total_bytes=10 * n**memory, parts_ns=50 * n**build))
                rows.append(iteration(f"growth/{method}/query/{ladder}/{n}", n, 10 * n**query,
                                      found=0.75 if (method, ladder, n) == ("grid", "polygons", 1004) else 1))
            rows.append({"name": f"growth/{method}/build/{ladder}_BigO", "run_type": "aggregate", "big_o": "NlgN",
                         "cpu_coefficient": 1.0})
            rows.append({"name": f"growth/{method}/build/{ladder}_RMS", "run_type": "aggregate", "rms": 0.1})
    rows.append({"name": "growth/grid/build/resolution/4096", "run_type": "iteration", "error_occurred": True,
                 "error_message": "needs more memory than 100 MiB"})
    for kernel in ("build", "query"):
        for n in SIZES["polygons"]:
            rows.append({"name": f"growth/anya/{kernel}/polygons/{n}", "run_type": "iteration", "error_occurred": True,
                         "error_message": "is not supported in such a world"})
    return rows


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "growth.json"
    path.write_text(json.dumps({"context": {}, "benchmarks": benchmarks()}), encoding="utf-8")
    return path


def run(*arguments):
    return subprocess.run([SCRIPTS / "plot_growth.py", *arguments], capture_output=True, text=True, timeout=240)


def line_of(points, ladder, method, measure):
    return points[(points.ladder == ladder) & (points.method == method) & (points.measure == measure)]


def test_exponents_match_the_rows(file):
    points, _ = growth.load(file)
    assert list(dict.fromkeys(points.method)) == list(POWERS)
    for method, powers in POWERS.items():
        for ladder in SIZES:
            for measure, power in zip(("build", "query", "memory"), powers):
                assert growth.exponent(line_of(points, ladder, method, measure)).value == pytest.approx(power)


def test_the_exponent_ignores_the_lower_half_of_a_line(file):
    line = line_of(growth.load(file)[0], "resolution", "grid", "build").copy()
    line.iloc[0, line.columns.get_loc("value")] *= 50
    assert growth.exponent(line).value == pytest.approx(2)
    assert np.isnan(growth.exponent(line[line.n == 64]).value)


# Regression: exponents with very wide intervals, such as -0.14 [-1.5, 1.2], were drawn and printed.
def test_an_exponent_that_the_points_do_not_support_is_not_shown():
    line = pd.DataFrame({"n": [10, 20, 40, 80, 160, 320], "value": [1, 9, 1, 9, 1, 9]})
    assert np.isnan(growth.exponent(line).value)


def test_figures_and_table_are_written(file, tmp_path):
    out = tmp_path / "plots"
    result = run(file, "--out", out)
    assert result.returncode == 0, result.stderr
    assert sorted(p.name for p in out.iterdir()) == sorted(
        [f"growth-{ladder}.{kind}" for ladder in SIZES for kind in ("svg", "png")] + ["growth.md"])
    table = (out / "growth.md").read_text()
    assert "| `grid` | n^2.00 [2.00, 2.00] | 39.3 ms | n^1.50 [1.50, 1.50] | 116 µs | n^2.00 [2.00, 2.00] | 2.5 MiB |" in table
    resolution, polygons = table.split("Growth with the number of vertices")
    assert "Left out: grid at 4,096: needs more memory than 100 MiB." in resolution
    assert "Left out: anya at 102, 334, 1,004, 3,200, 10,000, 100,001: is not supported in such a world." in polygons
    assert "Queries without a path: grid, 25% at 1,004." in table


def test_lines_have_the_colours_of_their_representations(file):
    points, gaps = growth.load(file)
    figure = growth.figure(points, "polygons", gaps)
    assert figure.fairway_caption.endswith(
        "Largest share of queries without a path: 25% (grid). Left out, for the reasons in growth.md: anya at 102, 334, "
        "1,004, 3,200, 10,000, 100,001.")
    axes = figure.axes
    assert [a.get_title() for a in axes] == ["build", "query (mean)", "memory"]
    for panel in axes:
        assert [line.get_color() for line in panel.lines] == [style.FAMILY_COLOURS[m] for m in POWERS]
    sizes = SIZES["polygons"]
    assert axes[0].lines[0].get_ydata().tolist() == pytest.approx([150 * n**2 for n in sizes])
    assert axes[2].lines[1].get_ydata().tolist() == pytest.approx([10 * n for n in sizes])


@pytest.mark.parametrize("text, expected", [("no JSON", "expected the JSON"), ("[]", "expected the JSON"),
                                            ('{"benchmarks": []}', "contains no benchmark growth/")])
def test_other_files_are_refused(text, expected, tmp_path):
    file = tmp_path / "other.json"
    file.write_text(text)
    result = run(file, "--out", tmp_path / "plots")
    assert result.returncode == 1 and expected in result.stderr
    missing = run(tmp_path / "none.json", "--out", tmp_path / "plots")
    assert missing.returncode == 1 and "No such file" in missing.stderr
