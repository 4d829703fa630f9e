"""docs/analysis.md: each question has the same answer in SQL, in pandas and, where it is installed, in R."""

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
PREPARED, *QUESTIONS = re.split(r"^## ", (ROOT / "docs" / "analysis.md").read_text(encoding="utf-8"), flags=re.MULTILINE)


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


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
    for statement in blocks(PREPARED, "sql")[0].split(";")[:-1]:
        database.execute(statement)
    return pd.read_sql(blocks(question, "sql")[0], database)


def by_pandas(file, question, monkeypatch):
    """The value of the last expression, as a table."""
    monkeypatch.chdir(ROOT)
    code = (blocks(PREPARED, "python")[0] + blocks(question, "python")[0]).replace(
        "results/default/results.sqlite", str(file))
    *before, last = ast.parse(code).body
    names = {}
    exec(compile(ast.Module(before, []), "analysis.md", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "analysis.md", "eval"), names)
    if isinstance(value, tuple):
        return pd.DataFrame([value])
    return pd.DataFrame(value).reset_index() if value.index.nlevels > 1 or value.index.name else value


@pytest.fixture(scope="module")
def by_r(file, tmp_path_factory):
    """The value of each question's last expression, as a table."""
    if shutil.which("Rscript") is None:
        pytest.skip("Rscript is not installed (Debian package r-base-core)")
    folder = tmp_path_factory.mktemp("r")
    store.tidy(file).to_csv(folder / "tidy.csv", index=False)
    code = ["write_value <- function(value, file) {",
            "  if (!is.data.frame(value)) value <- as.data.frame(t(value))",
            "  write.csv(do.call(data.frame, value), file, row.names = FALSE)", "}", blocks(PREPARED, "r")[0]]
    code += [f"write_value(local({{\n{blocks(question, 'r')[0]}}}), '{number}.csv')"
             for number, question in enumerate(QUESTIONS)]
    (folder / "questions.R").write_text("\n".join(code), encoding="utf-8")
    result = subprocess.run(["Rscript", "--vanilla", "questions.R"], cwd=folder, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return [pd.read_csv(folder / f"{number}.csv") for number in range(len(QUESTIONS))]


def in_order(table):
    """The rows in the order of the columns that name them, which languages choose differently."""
    table = table.set_axis(range(table.shape[1]), axis=1)
    return table.sort_values(list(table.columns), key=lambda values: values.round(6) if values.dtype == float else values)


@pytest.mark.parametrize("number", range(10), ids=lambda number: str(number + 1))
def test_sql_and_r_agree(file, by_r, number):
    sql, r = in_order(by_sql(file, QUESTIONS[number])), in_order(by_r[number])
    assert sql.shape == r.shape
    for own, other in zip(sql.to_numpy().T, r.to_numpy().T):
        if isinstance(own[0], str):
            assert own.tolist() == other.tolist()
        else:
            np.testing.assert_allclose(own.astype(float), other.astype(float), rtol=1e-12)


def test_there_are_ten_questions_in_three_languages():
    assert [q.split(".")[0] for q in QUESTIONS] == [str(number) for number in range(1, 11)]
    assert {len(blocks(q, language)) for q in QUESTIONS for language in ("sql", "python", "r")} == {1}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.split(".")[0])
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
