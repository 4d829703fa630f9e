"""The pages: what they link to is there, each is found from the index, and README stays short."""

import re

import pytest

from commands import PAGES, ROOT
from documents import LINK, missing_files

DOCS = ROOT / "docs"


def linked(page):
    """The files of the project that a page links to."""
    targets = (target.partition("#")[0] for target in LINK.findall(page.read_text(encoding="utf-8")))
    return {(page.parent / target).resolve() for target in targets if target and not re.match(r"[a-z]+:", target)}


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CONTRIBUTING.md"],
                         ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_files_exist(page):
    """CONTRIBUTING has files that are yet to be made, and a test of its own. A name without a folder is
    of the page's folder or of what a command writes, and one with NAME in it is of many files."""
    assert [name for name in missing_files(page, ROOT)
            if ("/" in name or "#" in name) and not re.search(r"NAME|TARGET", name)] == []


def test_every_page_is_found_from_the_index():
    index = linked(DOCS / "README.md")
    pages = {page for page in DOCS.glob("*.md")} | {page for page in DOCS.glob("*/README.md")}
    assert pages - index == {DOCS / "README.md"}


def test_every_picture_is_shown():
    shown = set().union(*(linked(page) for page in PAGES))
    assert {picture for picture in (DOCS / "images").rglob("*.*")} - shown == set()


def test_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_the_glossary_explains_each_word_once():
    words = re.findall(r"^\| ([^|]+?) \|", (DOCS / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    words = [word for word in words if word != "word"]
    assert len(words) > 30 and len(set(words)) == len(words)
