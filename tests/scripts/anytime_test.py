"""The figure of gaps against time spent, against the definition asked of the store in SQL."""

import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import fairway_results as store  # noqa: E402
import plot  # noqa: E402
import synthetic  # noqa: E402
from fairway_results.figures import anytime  # noqa: E402

STEPS = {  # method -> of each query, by number: (ns, gap)
    "tree-long": [[(1000, 0.5), (20_000, 0.25), (900_000, 0.0)], [(5000, 0.1)], []],
    "tree-short": [[(1000, 0.5)], [(3000, 0.2), (4000, 0.1)], [(70_000, 0.7)]],
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "results.sqlite"
    answers = {method: {"field": [steps[-1][0] if steps else "missed" for steps in queries]} for method, queries in STEPS.items()}
    answers["grid"] = {"field": [10, 20, 30]}
    with synthetic.tiny(path, answers) as database:
        for method, queries in enumerate(STEPS.values(), 1):
            for number, steps in enumerate(queries):
                for ns, gap in steps:
                    synthetic.insert(database, "improvement", query=1000 + number, method=method, ns=ns, length=10 * (1 + gap))
    return path


def test_progress_follows_the_last_improvement_of_each_query(file):
    results = store.read(file)
    times = anytime.moments(900, 1e6)
    assert times[0] <= 900 and times[-1] >= 1e6
    with store.connect(file) as database:
        for method, queries in enumerate(STEPS.values(), 1):
            median, mean, share = anytime.progress(results, method, times)
            for i, time in enumerate(times):
                gaps = [gap for gap, in database.execute(
                    "SELECT MIN(gap) FROM progress p JOIN method m ON m.name = p.method WHERE m.id = ? AND ns <= ? GROUP BY query", [method, time])]
                assert share[i] == pytest.approx(len(gaps) / len(queries))
                assert [median[i], mean[i]] == pytest.approx([np.median(gaps), np.mean(gaps)] if gaps else [np.nan] * 2, nan_ok=True)


def test_of_many_methods_the_longest_are_shown(file, tmp_path):
    with synthetic.tiny(tmp_path / "many.sqlite", {f"tree-{i}": {"field": [100 + i]} for i in range(8)}) as database:
        for i in range(8):
            synthetic.insert(database, "improvement", query=1000, method=i + 1, ns=100 + i, length=10.0)
    results = store.read(tmp_path / "many.sqlite")
    assert list(results.methods.name[anytime.longest(results, anytime.improved(results))]) == [f"tree-{i}" for i in range(2, 8)]
    results = store.read(file)
    assert list(results.methods.name[anytime.longest(results, anytime.improved(results))]) == list(STEPS)


def test_the_figure_needs_a_method_with_improvements(file, tmp_path, monkeypatch, capsys):
    def made(*arguments):
        monkeypatch.setattr(sys, "argv", ["plot.py", str(file), "--out", str(tmp_path / "plots"), *arguments])
        plot.main()
        return (tmp_path / "plots" / "captions.md").read_text(encoding="utf-8"), capsys.readouterr().err

    captions, said = made("--figures", "anytime")
    assert (tmp_path / "plots" / "anytime.svg").is_file() and "**anytime**: 3 reachable queries" in captions and not said
    captions, said = made("--figures", "anytime", "--methods", "grid")
    assert captions == "" and "no method reports how its paths improved" in said
