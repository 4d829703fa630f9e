"""README.md shows scripts/examples/compare.cpp and its output; the tutorial shows how to build it. ctest passes
the program in FAIRWAY_COMPARE."""

import os
import re
import subprocess

from commands import ROOT, blocks

EXAMPLE = (ROOT / "scripts/examples/compare.cpp").read_text(encoding="utf-8").partition("\n")[2]  # without its licence
README = (ROOT / "README.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")


def shown(page, language):
    """The only block of a language on a page."""
    found = [block for named, block in blocks(page) if named == language]
    assert len(found) == 1
    return found[0]


def test_readme_shows_the_program():
    assert shown(README, "cpp") == EXAMPLE
    assert len(EXAMPLE.splitlines()) <= 20


def test_it_prints_what_readme_shows():
    command = re.search(r"^ +build/release/compare (\S+)$", README, re.MULTILINE)
    result = subprocess.run([os.environ["FAIRWAY_COMPARE"], ROOT / command[1]], capture_output=True, text=True,
                            timeout=60, check=True)
    assert result.stdout == shown(README, "text")


def test_it_is_built_here_as_the_tutorial_builds_it():
    here = (ROOT / "scripts/examples/CMakeLists.txt").read_text(encoding="utf-8")
    lines = shown(TUTORIAL, "cmake").splitlines()[3:]
    assert len(lines) == 3
    assert [line for line in lines if line not in here.splitlines()] == []
