"""The programs on the pages of docs/concepts compile and print the output that their page shows. ctest passes the program `compare` in
FAIRWAY_COMPARE; Fairway's libraries are in the same folder."""

import os
import pathlib
import subprocess

import pytest

from commands import ROOT, blocks

BUILD = pathlib.Path(os.environ["FAIRWAY_COMPARE"]).parent
PAGES = [page for page in sorted((ROOT / "docs/concepts").glob("*.md")) if "```cpp" in page.read_text(encoding="utf-8")]


def test_most_concepts_have_a_program():
    assert len(PAGES) >= 4


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_program_of_a_page_prints_its_output(page, tmp_path):
    shown = dict(blocks(page.read_text(encoding="utf-8")))
    source, program = tmp_path / "example.cpp", tmp_path / "example"
    source.write_text(shown["cpp"], encoding="utf-8")
    registry = BUILD.glob("scripts/examples/CMakeFiles/compare_registry.dir/**/*.o")
    libraries = [library for library in BUILD.glob("libfairway_*.a") if "harness" not in library.name]
    subprocess.run(["g++", "-std=c++20", f"-I{ROOT}", source, *registry, "-Wl,--start-group", *libraries, "-Wl,--end-group",
                    "-lmpfr", "-lgmp", "-lfmt", "-lpng", "-lz", "-lyaml-cpp", "-o", program],
                   check=True, capture_output=True, text=True, timeout=280)
    printed = subprocess.run([program], cwd=ROOT, check=True, capture_output=True, text=True, timeout=60).stdout
    assert printed == shown["text"]
