"""Tests scripts/new_representation.sh in a copy of the sources: the files that it writes and the names that it refuses."""

import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path):
    """Copies the sources. Returns a function that runs the script in the copy, and the root of the copy."""
    for folder in ("algorithms", "harness", "scripts", "docs/representations"):
        shutil.copytree(ROOT / folder, tmp_path / folder,
                        ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "datasets").mkdir()
    for file in ("CMakeLists.txt", ".clang-format"):
        shutil.copy(ROOT / file, tmp_path)

    def run(*arguments):
        return subprocess.run([tmp_path / "scripts/new_representation.sh", *arguments],
                              capture_output=True, text=True, timeout=60)

    return run, tmp_path


def contents(root):
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


@pytest.mark.parametrize("name, folder, kind", [
    ("star", "star", "Star"), ("my-grid-2", "my_grid_2", "MyGrid2"),
    ("a-representation-with-a-long-name", "a_representation_with_a_long_name",
     "ARepresentationWithALongName")])
def test_one_header_one_line_and_one_page(tree, name, folder, kind):
    run, root = tree
    before = contents(root)
    result = run(name)
    assert result.returncode == 0, result.stderr
    after = contents(root)
    header = f"algorithms/representations/{folder}/{folder}.hpp"
    page = f"docs/representations/{folder}.md"
    assert {f for f in after if after[f] != before.get(f)} == {
        header, page, "CMakeLists.txt", "docs/representations/README.md"}
    added = set(after["CMakeLists.txt"].split(b"\n")) - set(before["CMakeLists.txt"].split(b"\n"))
    assert added == {f'fairway_representation({name} "{header}" "fairway::{kind}")'.encode()}
    lines = after["CMakeLists.txt"].decode().splitlines()
    assert lines[lines.index(added.pop().decode()) + 1]== "set(FAIRWAY_JOINED_ADAPTERS ancestors)"
    assert f"[{name}]({folder}.md)" in after["docs/representations/README.md"].decode()
    text = after[header].decode()
    assert text.count("\n") < 60 and f'kName = "{name}"' in text
    for hint in (header, page, f"ctest --preset release -L conformance -R {name}", f'"{name}"'):
        assert hint in result.stdout


def test_the_header_is_clean_and_a_representation(tree):
    run, root = tree
    assert run("my-grid").returncode == 0
    header = "algorithms/representations/my_grid/my_grid.hpp"
    use = root / "use.cpp"
    use.write_text(f'#include "{header}"\nstatic_assert(fairway::check_representation<fairway::MyGrid>());\n')
    result = subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic",
                             "-Wconversion", "-Werror", f"-I{root}", use],
                            capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    if shutil.which("clang-format-14"):
        subprocess.run(["clang-format-14", "--dry-run", "-Werror", root / header], check=True,
                       timeout=60)


@pytest.mark.parametrize("arguments, complaint", [
    ([], "expected one argument"), (["one", "two"], "expected one argument"),
    ([""], "is not a valid name"), (["My-Grid"], "is not a valid name"), (["my_grid"], "such as my-grid"),
    (["my--grid"], "is not a valid name"), (["-x"], "is not a valid name"), (["9-lives"], "is not a valid name"),
    (["../evil"], "is not a valid name"), (["a b"], "is not a valid name"), (["two\nlines"], "is not a valid name"),
    (["grid"], "algorithms/representations/grid exists already"),
    (["triangle-mesh"], "algorithms/representations/triangle_mesh exists already"),
    (["grid-4"], "is in use already"), (["quadtree-centre"], "is in use already"),
    (["representation"], "fairway::Representation is in use"),
    (["free-space"], "fairway::FreeSpace is in use"),
])
def test_an_impossible_name_is_refused_and_nothing_changes(tree, arguments, complaint):
    run, root = tree
    before = contents(root)
    result = run(*arguments)
    assert result.returncode == 2 and complaint in result.stderr, result.stderr
    assert contents(root) == before


def test_a_second_run_with_one_name_is_refused(tree):
    run, root = tree
    assert run("my-grid").returncode == 0
    before = contents(root)
    assert run("my-grid").returncode == 2
    shutil.rmtree(root / "algorithms/representations/my_grid")
    (root / "docs/representations/my_grid.md").unlink()
    result = run("my-grid")
    assert result.returncode == 2 and "CMakeLists.txt registers my-grid already" in result.stderr
    assert before.keys() - contents(root).keys() == {
        "algorithms/representations/my_grid/my_grid.hpp", "docs/representations/my_grid.md"}


def test_help():
    result = subprocess.run([ROOT / "scripts/new_representation.sh", "--help"], capture_output=True,
                            text=True, timeout=60)
    assert result.returncode == 0 and "new_representation.sh NAME" in result.stdout
