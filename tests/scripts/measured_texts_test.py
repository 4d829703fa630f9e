"""Checks texts with measured values: generated texts have the form that their generator writes, and other texts agree with their tables."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(ROOT / "scripts"))

import synthetic  # noqa: E402
import fairway_results as store  # noqa: E402
from fairway_results import metrics, tables  # noqa: E402


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    file = tmp_path_factory.mktemp("store") / "results.sqlite"
    synthetic.make(file).close()
    return store.read(file)


def test_plot_prints_the_definition_of_every_metric():
    printed = subprocess.run([ROOT / "scripts/plot.py", "--metrics"], capture_output=True, text=True, timeout=60, check=True).stdout
    assert printed.strip() == metrics.dictionary().strip()
    assert all(f"`{name}`" in printed for name in metrics.by_name)


def cells(line):
    return [cell.strip() for cell in line.strip("| \n").split(" | ")]


def readme_rows(text):
    table = text[text.index("| method | smoother | answered |"):]
    return [cells(line) for line in table.split("\n<!--")[0].splitlines()[2:]]


# Regression: the row of `anya` in the README was edited by hand and outdated.
def test_the_readme_s_rows_have_the_form_that_its_generator_writes():
    share, time, size = r"(0|[\d.]+ %)", r"[\d.,]+ (ns|µs|ms|s)", r"[\d.,]+ (B|[KMG]iB)"
    form = [r"`[\w-]+` \(.*\)", r"\w+", share, share, share, time, rf"{time} \({time}\)", rf"{size} \({size}\)"]
    rows = readme_rows((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(rows) > 8
    for row in rows:
        assert len(row) == len(form) and all(re.fullmatch(pattern, cell) for pattern, cell in zip(form, row)), row


UNITS = {"us": 1, "ms": 1e3, "s": 1e6}
ORDINALS = {"fastest": 0, "second": 1, "third": 2, "slowest": -1}


# Regression: the tutorial called `polyanya` the second fastest method, but it was third in the tutorial's table.
def test_the_tutorial_ranks_methods_as_its_table_does():
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    block = text[text.index("    method              query"):].split("\n\n")[0].splitlines()
    query = {line.split()[0]: float(line.split()[1]) * UNITS[line.split()[2]] for line in block[1:]}
    ranked = sorted(query, key=query.get)
    sentence = re.search(r"\| How fast must a query be\?.*\| (.*) \|", text)[1]
    said = re.findall(r"`([\w-]+)`(?: is)? the (\w+)", sentence)
    assert len(said) == 4 and all(ranked[ORDINALS[place]] == method for method, place in said), (ranked, said)
    choice = re.search(r"So for this city: `([\w-]+)`.* is the (\w+) fastest", text)
    assert ranked[ORDINALS[choice[2]]] == choice[1]
    builds = {line.split()[0]: re.findall(r"([\d.]+) (us|ms)", line)[1] for line in block[1:]}
    builds = {method: float(value) * UNITS[unit] for method, (value, unit) in builds.items()}
    assert min(builds, key=builds.get) == "grid" and "`grid` has the fastest build" in text


def test_latex_tables_fit_and_have_units_captions_and_labels(results, tmp_path):
    rows = tables.computed(results)
    tables.write(results, rows, tmp_path)
    files = sorted(tmp_path.glob("*.tex"))
    floats = re.findall(r"\\begin\{(table\*?)\}(.*?)\\end\{table\*?\}", "".join(f.read_text() for f in files), re.DOTALL)
    assert len(floats) > 6
    for _, body in floats:
        assert r"\caption{" in body and r"\label{tab:" in body
        assert len(re.search(r"\\begin\{tabular\}\{([lr]+)\}", body)[1]) <= tables.MOST_COLUMNS
    labels = re.findall(r"\\label\{(.*?)\}", "".join(body for _, body in floats))
    assert len(set(labels)) == len(labels)
    assert any(re.search(r"& p50 &.*\n.*& \(\\textmu\{\}s\) &", body) for _, body in floats)
    if shutil.which("pdflatex"):
        lines = [r"\documentclass[twocolumn]{article}", r"\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}",
                 r"\usepackage{textcomp,booktabs}\begin{document}", *(rf"\input{{{f.stem}}}\clearpage" for f in files),
                 r"\end{document}"]
        (tmp_path / "all.tex").write_text("\n".join(lines))
        done = subprocess.run(["pdflatex", "-interaction=batchmode", "all.tex"], cwd=tmp_path, timeout=120, capture_output=True)
        assert done.returncode == 0 and "Overfull" not in (tmp_path / "all.log").read_text(errors="replace")
