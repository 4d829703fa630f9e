"""docs/conformance.md must list every promise in the order and the words of the program."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_tables_are_the_promises_of_the_code():
    code = (ROOT / "harness" / "inspection" / "promise.cpp").read_text(encoding="utf-8")
    stated = re.findall(r'\{Promise::k\w+,\s*"([a-z-]+)",\s*((?:"[^"]*"\s*)+)\}', code)
    promises = [(f"`{name}`", "".join(re.findall(r'"([^"]*)"', text))) for name, text in stated]
    page = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    told = re.findall(r"^- (`[a-z-]+`): (.+)$", page, re.MULTILINE)
    assert promises and told == promises
