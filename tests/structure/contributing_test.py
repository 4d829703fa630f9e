"""CONTRIBUTING.md names files, targets, tests, commands and code that exist. Where it stands for
something new (my_grid), what exists is the part of that kind that is taken as an example here."""

import json
import pathlib
import re
import shlex

import pytest

from documents import CODE, missing_files

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "CONTRIBUTING.md"
EXAMPLES = {"my_grid": "hexgrid", "my-grid": "hexgrid", "MyGrid": "Hexgrid", "my_smoother": "shortcut",
            "my_search": "astar", "my_solver": "polyanya", "my_format": "polygon_text",
            "my_plot": "refusal"}


def exemplified(text):
    return re.sub("|".join(EXAMPLES), lambda match: EXAMPLES[match[0]], text)


def commands(text):
    """Each command in an indented block or in code, as its words."""
    blocks = re.findall(r"^ {5,}(\S.*)$", text, re.MULTILINE)
    lines = [line for line in blocks if re.match(r"(cmake|ctest|scripts/|build/|/usr/bin/)", line)]
    lines += [code for code in CODE.findall(text) if re.match(r"(cmake|scripts/|build/).* ", code)]
    return [shlex.split(command) for line in lines for command in line.split(" && ")]


def known_targets():
    tests = {f"{file.parent.name}_tests" for file in (ROOT / "tests").glob("*/*_test.cpp")}
    fuzzers = {f"fuzz_{file.stem.removesuffix('_fuzz')}"
               for file in (ROOT / "tests/fuzz").glob("*_fuzz.cpp")}
    programs = set(re.findall(r"^(?:fairway_program|add_executable)\((\w+)",
                              (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE))
    return tests | fuzzers | programs


def faults(words):
    """What a command names that is not there."""
    program, *arguments = words
    options = [argument for argument in arguments if argument.startswith("--")]
    if program == "cmake":
        if "--target" in arguments:
            yield from set(arguments[arguments.index("--target") + 1:]) - known_targets()
    elif program == "ctest":
        if "-L" in arguments:
            labels = {folder.name for folder in (ROOT / "tests").iterdir()}
            yield from set(arguments[arguments.index("-L") + 1].split("|")) - labels
    elif program.endswith("/fairway"):
        file = ROOT / "harness/commands" / f"{arguments[0].replace('--version', 'program')}.cpp"
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        yield from [arguments[0]] if not text else [o for o in options if f'"{o}' not in text]
    elif not (ROOT / program).is_file() and program != "/usr/bin/python3":
        yield program
    if "--preset" in arguments and program in ("cmake", "ctest"):
        presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
        kind = {"ctest": "testPresets", "cmake": "configurePresets"}[program]
        kind = "buildPresets" if "--build" in arguments else kind
        named = arguments[arguments.index("--preset") + 1]
        yield from {named} - {preset["name"] for preset in presets[kind]}
    for argument in arguments:
        if re.match(r"(datasets|tests|scripts)/", argument) and not (ROOT / argument).exists():
            yield argument


@pytest.fixture(name="text", scope="module")
def exemplified_page():
    return exemplified(PAGE.read_text(encoding="utf-8"))


def test_files_exist(text, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(re.sub(r"\]\((?!\w+:)", f"]({ROOT}/", text), encoding="utf-8")
    assert list(missing_files(page, ROOT)) == []


def test_commands_name_what_exists(text):
    found = commands(text)
    assert len(found) > 20
    assert [(words, list(faults(words))) for words in found if list(faults(words))] == []


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


@pytest.mark.parametrize("command, missing", [
    ("cmake --build build/release --target fairway conformance_tests", []),
    ("cmake --build build/release --target fairway performance_tests", ["performance_tests"]),
    ("cmake --build --preset speedy", ["speedy"]),
    ("ctest --preset release -L 'search|luck'", ["luck"]),
    ("build/release/fairway fly --to moon", ["fly"]),
    ("build/release/fairway path a.map --via 1,2", ["--via"]),
    ("scripts/prove.sh", ["scripts/prove.sh"]),
    ("scripts/run.sh datasets/sweeps/none.toml", ["datasets/sweeps/none.toml"]),
])
def test_the_check_of_commands(command, missing):
    assert list(faults(shlex.split(command))) == missing
