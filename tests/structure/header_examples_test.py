"""Each central header begins with an example, and the example compiles."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ["freespace/free_space.hpp", "representations/representation.hpp", "methods/planner.hpp",
           "methods/registry.hpp", "reference/path_judge.hpp"]
START = re.compile(r"#pragma once\n\n/// @file\n/// Example: .*\n///\n((?:///(?:     .*)?\n)+)\n#include")


def example(text):
    """The lines of the example at the beginning of a header."""
    found = START.match(text)
    assert found, "the header does not begin with an example"
    return [line.removeprefix("///").removeprefix("     ") for line in found[1].splitlines()]


def program(header, lines):
    """A source file with the includes of an example, followed by its declarations."""
    includes = [line for line in lines if line.startswith("#include")]
    code = [line for line in lines if line and line not in includes]
    assert 5 <= len(code) <= 10
    return "\n".join([f'#include "{header}"', *includes, "namespace fairway {", *code, "}", ""])


@pytest.mark.parametrize("header", HEADERS)
def test_the_example_of_a_header_compiles(header, tmp_path):
    source = tmp_path / "example.cpp"
    path = f"algorithms/{header}"
    source.write_text(program(path, example((ROOT / path).read_text(encoding="utf-8"))), encoding="utf-8")
    result = subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}", source],
                            capture_output=True, text=True, timeout=280, env={**os.environ, "LC_ALL": "C"})
    assert result.returncode == 0, result.stderr


def test_a_header_without_an_example_is_found():
    with pytest.raises(AssertionError, match="does not begin with an example"):
        example("#pragma once\n\n#include <vector>\n")
