"""Every registered representation and solver must have a page, and every page must belong to one of them."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = {"representation": ROOT / "docs" / "representations", "solver": ROOT / "docs" / "solvers"}


def registered(kind):
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.findall(rf"^fairway_{kind}\(\s*([\w-]+)", text, re.MULTILINE)


def pages(kind):
    """The page of each name in the index, in the order of the index. Related names may share a page."""
    index = FOLDERS[kind] / "README.md"
    rows = re.findall(r"^- \[([\w-]+)\]\(([\w./]+\.md)\)", index.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: (FOLDERS[kind] / page).resolve() for name, page in rows}


@pytest.mark.parametrize("kind", FOLDERS)
def test_every_adapter_has_a_line_in_the_index_and_every_page_an_adapter(kind):
    assert registered(kind)
    assert list(pages(kind)) == registered(kind)
    assert {p for p in FOLDERS[kind].glob("*.md") if p.stem != "README"} <= set(pages(kind).values())


@pytest.mark.parametrize("kind", FOLDERS)
def test_a_page_is_headed_by_the_first_of_its_adapters_and_names_all(kind):
    headings = {}
    for name, page in pages(kind).items():
        text = page.read_text(encoding="utf-8")
        assert name in text
        headings.setdefault(page, (text.splitlines()[0], "# " + name))
    for page, (heading, expected) in headings.items():
        if page.parent == FOLDERS[kind]:
            assert heading == expected
