"""Checks the pages: links lead to files, the index lists every page, every page begins with an example, and README is short."""

import re

import pytest

from commands import PAGES, ROOT
from documents import LINK, missing_files

DOCS = ROOT / "docs"


def linked(page):
    """The files of the project that a page links to."""
    targets = (target.partition("#")[0] for target in LINK.findall(page.read_text(encoding="utf-8")))
    return {(page.parent / target).resolve() for target in targets if target and not re.match(r"[a-z]+:", target)}


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in ("CONTRIBUTING.md", "CHANGELOG.md")],
                         ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_files_exist(page):
    """Not checked: CONTRIBUTING, which has its own test; CHANGELOG, which names removed files; names without a folder, which are files
    beside the page or outputs of commands; names with NAME or TARGET, which stand for many files."""
    assert [name for name in missing_files(page, ROOT)
            if ("/" in name or "#" in name) and not re.search(r"NAME|TARGET", name)] == []


def test_every_page_is_found_from_the_index():
    index = linked(DOCS / "README.md")
    pages = {page for page in DOCS.glob("*.md")} | {page for page in DOCS.glob("*/README.md")}
    assert pages - index == {DOCS / "README.md"}


def test_every_picture_is_shown():
    shown = set().union(*(linked(page) for page in PAGES))
    assert {picture for picture in (DOCS / "images").rglob("*.*")} - shown == set()


# Pages that must begin with a picture, before the block of code.
PICTURE_FIRST = {"README.md", "docs/glossary.md"}


@pytest.mark.parametrize("page", [page for page in PAGES if page.is_relative_to(DOCS) and page.parent.name != "decisions"
                                  or page.name == "CONTRIBUTING.md" or page in (ROOT / "README.md", ROOT / "results/README.md")],
                         ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_begins_with_an_example(page):
    """A block of code is between the title and the first sentence. On some pages, a picture comes first."""
    blocks = page.read_text(encoding="utf-8").split("\n\n")
    name = str(page.relative_to(ROOT))
    if name in PICTURE_FIRST:
        assert any(block.lstrip().startswith("![") for block in blocks[1:4])
        assert any(block.startswith(("    ", "```")) for block in blocks[1:6])
    else:
        assert blocks[0].startswith("# ") and blocks[1].startswith(("    ", "```")), blocks[1][:60]


def test_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_the_glossary_explains_each_word_once():
    words = re.findall(r"^- \*\*(.+?)\*\*: ", (DOCS / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(words) > 30 and len(set(words)) == len(words)
