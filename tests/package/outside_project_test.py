"""Installs Fairway with `cmake --install` and builds an outside project that uses only the installed files. ctest passes the build's
folder in FAIRWAY_BUILD. All outputs stay in this folder, so that the next run is quick."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "scripts" / "examples" / "outside_project"
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def execute(*command, cwd=None):
    """Runs a command, expects exit code 0, and returns the output."""
    result = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True,
                            timeout=800)
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def build():
    """The folder of the build that is installed."""
    return pathlib.Path(os.environ["FAIRWAY_BUILD"])


@pytest.fixture(scope="module")
def work(build):
    folder = build / "tests" / "package"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def prefix(build, work):
    """The folder of the installed files. They keep their times, so that projects are not rebuilt."""
    folder = work / "prefix"
    shutil.rmtree(folder, ignore_errors=True)
    execute("cmake", "--install", build, "--prefix", folder)
    return folder


@pytest.fixture(scope="module")
def configure(build, prefix):
    """A function that configures a project with the compiler and the sanitizers of this build."""
    cache = dict(re.findall(r"^(\w+):\w+=(.+)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE))
    options = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
               f"-DCMAKE_CXX_COMPILER={cache['CMAKE_CXX_COMPILER']}"]
    if not cache["FAIRWAY_CCACHE"].endswith("NOTFOUND"):
        options.append(f"-DCMAKE_CXX_COMPILER_LAUNCHER={cache['FAIRWAY_CCACHE']}")
    if "FAIRWAY_SANITIZERS" in cache:  # sanitized libraries link only with sanitized code
        options.append(f"-DCMAKE_CXX_FLAGS=-fsanitize={cache['FAIRWAY_SANITIZERS']}")

    def run(project):
        return subprocess.run(["cmake", "-S", project, "-B", project / "build", "-G", "Ninja",
                               "-DCMAKE_BUILD_TYPE=Release", *options],
                              capture_output=True, text=True, timeout=120)

    return run


@pytest.fixture(scope="module")
def project(work, configure):
    """The folder of a copy of the example project, which is built."""
    folder = work / "project"
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        if file.is_file():
            file.unlink()
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
    result = configure(folder)
    assert result.returncode == 0, result.stderr
    execute("cmake", "--build", folder / "build")
    return folder


def test_the_installed_headers_include_installed_headers(prefix):
    include = prefix / "include" / "fairway"
    included = {i for h in include.rglob("*.[ch]pp") for i in INCLUDE.findall(h.read_text())}
    assert len(included) > 50
    assert [i for i in sorted(included) if not (include / i).is_file()] == []


def test_nothing_installed_names_where_it_was_built(build, prefix):
    files = [f for f in prefix.rglob("*") if f.is_file()]
    assert len(files) > 100
    for place in (ROOT, build):
        found = [f for f in files if f.suffix != ".a" and f.parent.name != "bin"
                 and str(place).encode() in f.read_bytes()]
        assert found == []


def test_what_ships_is_found_from_anywhere(prefix):
    maps = json.loads(execute(prefix / "bin" / "fairway", "list", "maps", "--json", cwd="/"))["maps"]
    shipped = prefix / "share" / "fairway" / "datasets"
    expected = {f.name for f in (ROOT / "datasets" / "maps").iterdir()} - {"README.md"}
    assert {m["map"] for m in maps if m["family"] == "maps"} == {
        str(shipped / "maps" / name) for name in expected}
    for file in ("datasets/maps/README.md", "datasets/sweeps/default.toml",
                 "datasets/terrain/moving_ai.costs", "LICENSE", "results/README.md"):
        assert (prefix / "share" / "fairway" / file).read_bytes() == (
            ROOT / ("LICENSE" if file == "LICENSE" else file)).read_bytes()
    execute("/usr/bin/python3", "-B", prefix / "share/fairway/scripts/plot.py", "--help", cwd="/")


def test_the_project_is_compiled_from_the_installation_alone(work, project):
    commands = json.loads((project / "build" / "compile_commands.json").read_text())
    assert commands
    for entry in commands:
        flags = entry["command"].split()
        assert "-ffp-contract=off" in flags
        assert [f for f in flags if f.startswith("-W") or f == "-frounding-math"] == []
    read = {line.strip() for line in execute("ninja", "-C", project / "build", "-t", "deps").splitlines()}
    assert any(str(work / "prefix") in line for line in read)
    assert [line for line in read if str(ROOT) in line and str(work) not in line] == []


def test_the_program_has_our_representations_and_its_own(prefix, project):
    ours = json.loads(execute(prefix / "bin" / "fairway", "list", "representations", "--json"))
    theirs = json.loads(execute(project / "build" / "fairway", "list", "representations", "--json"))
    methods = json.loads(execute(prefix / "bin" / "fairway", "list", "methods", "--json"))["methods"]
    beside = {m["representation"] for m in methods if "program" in m}  # run by external programs
    names = [r["name"] for r in ours["representations"] if r["name"] not in beside]
    assert [r["name"] for r in theirs["representations"]] == [*names, "halton"]


def test_the_program_plans_and_runs_sweeps(prefix, project, tmp_path):
    fairway = project / "build" / "fairway"
    shipped = prefix / "share" / "fairway" / "datasets"
    path = json.loads(execute(fairway, "path", shipped / "maps" / "castle.geojson", "--method", "halton",
                              "--from", "10,10", "--to", "100,80", "--json"))
    assert path["status"] == "found" and 0 <= path["gap"] < 0.3
    execute(fairway, "run", shipped / "sweeps" / "default.toml", "--methods", "grid,halton-shortcut",
            "--maps", "castle", "--queries", "10", "--repetitions", "1", "--out", tmp_path)
    assert (tmp_path / "results.sqlite").is_file()
    with contextlib.closing(sqlite3.connect(tmp_path / "results.sqlite")) as database:
        statuses = [status for status, in database.execute("SELECT status FROM answer")]
    assert statuses.count("found") == 18 and "invalid_path" not in statuses


def test_the_projects_own_test_holds_its_representation_to_its_promises(project):
    told = execute("ctest", "--test-dir", project / "build", "--verbose", "--no-tests=error")
    assert "100% tests passed" in told
    assert re.search(r"halton: [1-9]\d* queries in [1-9]\d* worlds", told), told


@pytest.fixture(scope="module")
def other(work, configure):
    """A function that configures another project with the given lines in its CMakeLists.txt."""
    folder = work / "other"
    folder.mkdir(exist_ok=True)
    shutil.copy2(EXAMPLE / "halton.hpp", folder)
    shutil.copy2(EXAMPLE.parent / "compare.cpp", folder)

    def run(*lines, version="0.4"):
        (folder / "CMakeLists.txt").write_text("\n".join([
            "cmake_minimum_required(VERSION 3.22)", "project(Other LANGUAGES CXX)",
            f"find_package(Fairway {version} REQUIRED)", *lines, ""]))
        result = configure(folder)
        return folder / "build", result.returncode, re.sub(r"\s+", " ", result.stderr)

    return run


@pytest.mark.parametrize("lines, complaint", [
    (["fairway_representation(halton nowhere.hpp Halton)"], "other/nowhere.hpp, and no nowhere.hpp in"),
    (["fairway_representation(Halton halton.hpp outside::Halton)"], "'Halton' is no name"),
    (["fairway_representation(grid halton.hpp outside::Halton)"], "'grid' is declared twice"),
    (["fairway_program(few grid hex)"], "no adapter 'hex', expected some of: grid,"),
    (["fairway_program(few)"], "expected the names of adapters"),
])
def test_mistakes_in_a_project_are_told(other, lines, complaint):
    _, code, told = other(*lines)
    assert code != 0 and complaint in told, told


def test_another_minor_version_is_refused(other):
    _, code, told = other(version="0.0")
    assert code != 0 and "Fairway" in told and "version" in told, told


def test_a_name_that_is_not_the_adapters_is_refused(other):
    folder, code, told = other("fairway_representation(haltom halton.hpp outside::Halton)")
    assert code == 0, told
    commands = json.loads((folder / "compile_commands.json").read_text())
    command = next(c["command"] for c in commands if "halto" in c["file"])
    result = subprocess.run(f"{command} -Wfatal-errors", shell=True, cwd=folder, capture_output=True,
                            text=True, timeout=300)
    assert result.returncode != 0
    assert "the name in fairway_representation(haltom ...) is not its kName" in result.stderr


def test_a_program_may_have_some_of_our_representations(other):
    folder, code, told = other("fairway_program(few hexgrid grid)")
    assert code == 0, told
    execute("cmake", "--build", folder)
    listed = json.loads(execute(folder / "few", "list", "representations", "--json"))
    assert [r["name"] for r in listed["representations"]] == ["hexgrid", "grid"]


def test_the_tutorials_program_is_built_as_the_tutorial_says(other):
    tutorial = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    lines = re.search(r"```cmake\n(.*?)```", tutorial, re.DOTALL)[1].splitlines()
    folder, code, told = other(*lines[3:])
    assert code == 0, told
    execute("cmake", "--build", folder)
    printed = execute(folder / "compare", ROOT / "datasets" / "maps" / "castle.geojson")
    assert f"```text\n{printed}```" in (ROOT / "README.md").read_text(encoding="utf-8")
