"""Every registered representation and solver has its page, and nothing else has."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = {"representation": ROOT / "docs" / "representations", "solver": ROOT / "docs" / "solvers"}


@pytest.mark.parametrize("kind", FOLDERS)
def test_one_page_and_one_line_in_the_index_each(kind):
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    registered = [name.replace("-", "_")
                  for name in re.findall(rf"^fairway_{kind}\(([\w-]+)", text, re.MULTILINE)]
    assert registered
    pages = {p.stem for p in FOLDERS[kind].glob("*.md")} - {"README"}
    assert pages == set(registered)
    index = (FOLDERS[kind] / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[[\w-]+\]\((\w+)\.md\)", index, re.MULTILINE) == registered


@pytest.mark.parametrize("kind", FOLDERS)
def test_a_page_is_headed_by_the_name_that_methods_have(kind):
    for page in FOLDERS[kind].glob("*.md"):
        if page.stem != "README":
            heading = page.read_text(encoding="utf-8").splitlines()[0]
            assert heading == "# " + page.stem.replace("_", "-")
