"""Every registered representation has its page in docs/representations, and nothing else has."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "representations"


def test_one_page_and_one_line_in_the_index_each():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    registered = [name.replace("-", "_")
                  for name in re.findall(r"^fairway_representation\(([\w-]+)", text, re.MULTILINE)]
    assert registered
    pages = {p.stem for p in PAGES.glob("*.md")} - {"README"}
    assert pages == set(registered)
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[[\w-]+\]\((\w+)\.md\)", index, re.MULTILINE) == registered


def test_a_page_is_headed_by_the_name_that_methods_have():
    for page in PAGES.glob("*.md"):
        if page.stem != "README":
            heading = page.read_text(encoding="utf-8").splitlines()[0]
            assert heading == "# " + page.stem.replace("_", "-")
