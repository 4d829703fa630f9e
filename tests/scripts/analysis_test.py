"""Each question of scripts/examples/questions.sql has the same answer in pandas (questions.py) and, if it is installed, in R
(questions.R)."""

import ast
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import fairway_results as store  # noqa: E402
import synthetic  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADINGS = {"sql": r"^-- (?=\d)", "python": r"^# (?=\d)", "r": r"^# (?=\d)"}
FILES = {"sql": "scripts/examples/questions.sql", "python": "scripts/examples/questions.py", "r": "scripts/examples/questions.R"}
# For each language: the part before the first question, then one part for each question.
PARTS = {language: re.split(HEADINGS[language], (ROOT / file).read_text(encoding="utf-8"), flags=re.MULTILINE)
         for language, file in FILES.items()}
COUNT = 10


def code(language, part):
    """The program of a question, counted from 1. Part 0 is the program that all questions share."""
    text = PARTS[language][part]
    return text if part == 0 else text.partition("\n")[2]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A store with two radii, a query that timed out, unequal phases, and parts of the free space."""
    path = tmp_path_factory.mktemp("store") / "results.sqlite"
    with synthetic.make(path) as database:
        for statement in (
                "UPDATE world SET radius = 1 WHERE id = 3", "UPDATE run SET timeout_ms = 50",
                "UPDATE answer SET status = 'timeout', gap = NULL WHERE method = 4 AND query % 1000 = 7",
                "UPDATE answer SET corridor_gap = gap / 3, slack = gap / 2", "UPDATE timing SET smooth_ns = method",
                "UPDATE query SET start_x = id", "INSERT INTO part VALUES (1, 'corners', 70000, 900)",
                "UPDATE build SET parts = 'corners' WHERE method = 4"):
            database.execute(statement)
    database.close()
    return path


def by_sql(file, question):
    database = store.connect(file)
    for statement in code("sql", 0).split(";")[:-1]:
        database.execute(statement)
    return pd.read_sql(code("sql", question), database)


def by_pandas(file, question, monkeypatch):
    """The value of the last expression of questions.py for a question, as a table."""
    monkeypatch.chdir(ROOT)
    text = (code("python", 0) + code("python", question)).replace("results/default/results.sqlite", str(file))
    *before, last = ast.parse(text).body
    names = {}
    exec(compile(ast.Module(before, []), "questions.py", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "questions.py", "eval"), names)
    if isinstance(value, tuple):
        return pd.DataFrame([value])
    return pd.DataFrame(value).reset_index() if value.index.nlevels > 1 or value.index.name else value


@pytest.fixture(scope="module")
def by_r(file, tmp_path_factory):
    """For each question: the value of the last expression of questions.R, as a table."""
    if shutil.which("Rscript") is None:
        pytest.skip("Rscript is not installed (Debian package r-base-core)")
    folder = tmp_path_factory.mktemp("r")
    store.tidy(file).to_csv(folder / "tidy.csv", index=False)
    lines = ["write_value <- function(value, file) {",
             "  if (!is.data.frame(value)) value <- as.data.frame(t(value))",
             "  write.csv(do.call(data.frame, value), file, row.names = FALSE)", "}", code("r", 0)]
    lines += [f"write_value(local({{\n{code('r', question)}}}), '{question}.csv')" for question in range(1, COUNT + 1)]
    (folder / "questions.R").write_text("\n".join(lines), encoding="utf-8")
    result = subprocess.run(["Rscript", "--vanilla", "questions.R"], cwd=folder, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return {question: pd.read_csv(folder / f"{question}.csv") for question in range(1, COUNT + 1)}


def in_order(table):
    """Sorts the rows by all columns, and ignores names of columns. The languages choose other orders and names."""
    table = table.set_axis(range(table.shape[1]), axis=1)
    return table.sort_values(list(table.columns), key=lambda values: values.round(6) if values.dtype == float else values)


@pytest.mark.parametrize("question", range(1, COUNT + 1))
def test_sql_and_r_agree(file, by_r, question):
    sql, r = in_order(by_sql(file, question)), in_order(by_r[question])
    assert sql.shape == r.shape
    for own, other in zip(sql.to_numpy().T, r.to_numpy().T):
        if isinstance(own[0], str):
            assert own.tolist() == other.tolist()
        else:
            np.testing.assert_allclose(own.astype(float), other.astype(float), rtol=1e-12)


def test_there_are_ten_questions_in_three_languages():
    titles = [[part.partition("\n")[0] for part in parts[1:]] for parts in PARTS.values()]
    assert titles[0] == titles[1] == titles[2]
    assert [title.partition(".")[0] for title in titles[0]] == [str(number) for number in range(1, COUNT + 1)]


@pytest.mark.parametrize("question", range(1, COUNT + 1))
def test_sql_and_pandas_agree(file, question, monkeypatch):
    sql, pandas = by_sql(file, question), by_pandas(file, question, monkeypatch)
    assert sql.shape == pandas.shape and len(sql) > 0
    for own, other in zip(sql.to_numpy().T, pandas.to_numpy().T):
        if isinstance(own[0], str):
            assert own.tolist() == other.tolist()
        else:
            own = own.astype(float)
            np.testing.assert_allclose(own, other.astype(float), rtol=1e-12)
            assert not np.isnan(own).any()
