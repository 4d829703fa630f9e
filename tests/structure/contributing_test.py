"""The files and code that CONTRIBUTING.md names must exist. For names of new parts, such as my_grid, this test uses an existing part of
the same kind. tests/docs tests the commands."""

import pathlib
import re

import pytest

from documents import CODE, missing_files

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "CONTRIBUTING.md"
EXAMPLES = {"my_grid": "hexgrid", "my-grid": "hexgrid", "MyGrid": "Hexgrid", "my_smoother": "shortcut",
            "my_search": "astar", "my_solver": "polyanya", "my_format": "polygon_text",
            "my_plot": "gap"}


def exemplified(text):
    return re.sub("|".join(EXAMPLES), lambda match: EXAMPLES[match[0]], text)


@pytest.fixture(name="text", scope="module")
def exemplified_page():
    return exemplified(PAGE.read_text(encoding="utf-8"))


def test_files_exist(text, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(re.sub(r"\]\((?!\w+:)", f"]({ROOT}/", text), encoding="utf-8")
    assert list(missing_files(page, ROOT)) == []


def test_code_is_in_the_code(text):
    names = {name for code in CODE.findall(text)
             for name in re.findall(r"^(?:\w+::)?(\w+)(?:\(.*\))?$", code)} - {"results"}
    assert len(names) > 15
    sources = "".join(file.read_text(encoding="utf-8") for folder in
                      ("algorithms", "datasets", "harness", "scripts", "tests") for file in
                      (ROOT / folder).rglob("*.*") if file.suffix in (".hpp", ".cpp", ".py"))
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", sources)] == []


def test_the_page_stays_short():
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) < 150
