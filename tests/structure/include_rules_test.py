"""Checks the table of docs/architecture.md that says which folder may include which. Tests the #include lines of all sources, and the
linked libraries."""

import pathlib
import re

import pytest

from documents import table

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = "docs/architecture.md"
CGAL_FILES = ("algorithms/freespace/cgal_triangulation.cpp", "algorithms/reference/cgal_witness.cpp",
              "algorithms/solvers/medial_axis/segment_voronoi.cpp")
REPRESENTATION_CONCEPT = "algorithms/representations/representation.hpp"
ADAPTERS = ("algorithms/representations", "algorithms/ancestors")
GENERATED = "generated"  # folder inside the build folder
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.MULTILINE)


class RuleError(Exception):
    """The table of rules has an error."""


def read_rules(text):
    """For each folder in the table: all folders that it may include."""
    direct = {}
    for folders, _, may_include in table(text, "folder"):
        rule, _, _ = may_include.partition(";")
        for folder in re.findall(r"`([^`]+)/`", folders):
            if folder in direct:
                raise RuleError(f"{folder} has two rows")
            direct[folder] = rule
    short = {folder: folder for folder in direct}
    last = [folder.split("/")[-1] for folder in direct]
    short |= {name: folder for name, folder in zip(last, direct) if last.count(name) == 1}

    def named(rule):
        names = re.findall(r"`([^`]*[^`/])`", rule)
        if unknown := [name for name in names if name not in short]:
            raise RuleError(f"there is no row for {', '.join(unknown)}")
        return {short[name] for name in names}

    allowed = {}
    for folder, rule in direct.items():
        if rule.startswith("everything"):
            allowed[folder] = set(direct) - named(rule)
        elif rule == "" or rule.startswith("nothing"):
            allowed[folder] = set()
        elif re.fullmatch(r"`[\w/]+`(, `[\w/]+`)*", rule):
            allowed[folder] = named(rule)
        else:
            raise RuleError(f"what {folder} may include is none of: everything, nothing, `folders`")
    growing = True
    while growing:
        growing = False
        for folder, others in allowed.items():
            more = set().union(*(allowed[other] for other in others)) - others
            growing = growing or bool(more)
            others |= more
    for folder, others in allowed.items():
        if folder in others and not direct[folder].startswith("everything"):
            raise RuleError(f"{folder} may include what may include {folder}")
        others.discard(folder)
    return allowed


def component(path, rules):
    """The folder with rules that contains a path, given from the root; None if there is none."""
    parts = path.split("/")
    return next((f for f in ("/".join(parts[:2]), parts[0]) if f in rules), None)


def sources(root):
    """Yields every C++ file of the project outside the build folder and hidden folders."""
    for folder in sorted(p for p in root.iterdir() if p.is_dir()):
        if folder.name != "build" and not folder.name.startswith("."):
            yield from sorted(folder.rglob("*.[ch]pp"))


def violations(root):
    rules = read_rules((root / RULES).read_text(encoding="utf-8"))
    for folder in sorted(set(rules) - {GENERATED}):
        if not (root / folder).is_dir():
            yield f"{RULES} has a row for {folder}, which does not exist"
    adapters = {f"{p.relative_to(root).as_posix()}/"
                for room in ADAPTERS for p in (root / room).iterdir() if p.is_dir()}
    unruled = set()
    for path in sources(root):
        file = path.relative_to(root).as_posix()
        own = component(file, rules)
        if own is None:
            unruled.add(pathlib.PurePosixPath(file).parent.as_posix())
            continue
        for quote, target in INCLUDE.findall(path.read_text(encoding="utf-8")):
            other = component(target, rules)
            if "CGAL/" in target and file not in CGAL_FILES:
                yield f"{file} includes <{target}>: only {' and '.join(CGAL_FILES)} may include CGAL"
            if quote == "<":
                if other is not None:
                    yield f"{file} includes <{target}> in angles: the project's own go in quotes"
            elif other is None:
                yield f'{file} includes "{target}", which is not a path from the root of the project'
            elif other != GENERATED and not (root / target).is_file():
                yield f'{file} includes "{target}", which does not exist'
            elif other != own and other not in rules[own]:
                yield f"{file} includes {target}: {own} may not include {other}"
            elif own.startswith("harness") and any(target.startswith(a) for a in adapters):
                yield f"{file} includes {target}: the harness names no adapter"
    for folder in sorted(unruled):
        yield f"{folder} has no row in {RULES}"


def linked(cmake):
    """Yields for each call of fairway_folder(): the folder, and the folders of the libraries that it links."""
    calls = [call.split() for call in re.findall(r"^fairway_folder\(([^)]*)\)", cmake, re.MULTILINE)]
    folder_of = {f"fairway_{name}": folder for name, folder, *_ in calls}
    for _, folder, *libraries in calls:
        yield folder, {folder_of[library] for library in libraries if library in folder_of}


def test_the_tree_follows_the_rules():
    assert list(violations(ROOT)) == []


def test_no_library_is_linked_that_may_not_be_included():
    rules = read_rules((ROOT / RULES).read_text(encoding="utf-8"))
    links = dict(linked((ROOT / "CMakeLists.txt").read_text(encoding="utf-8")))
    assert len(links) > 5
    assert {folder: others - rules[folder] for folder, others in links.items()} == \
        {folder: set() for folder in links}


def test_the_registry_names_adapters_that_exist():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    headers = re.findall(r'"((?:algorithms/representations|algorithms/ancestors)/[^"]+\.hpp)"', text)
    assert headers, "CMakeLists.txt registers no adapter"
    assert [h for h in headers if not (ROOT / h).is_file()] == []


@pytest.fixture(name="tree")
def small_tree(tmp_path):
    """A small project with the rules and folders of the real project, and a file in some folders."""
    (tmp_path / "docs").mkdir()
    text = (ROOT / RULES).read_text(encoding="utf-8")
    (tmp_path / RULES).write_text(text, encoding="utf-8")
    for folder in read_rules(text):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    for existing in ("algorithms/freespace/free_space.hpp", "algorithms/search/astar.hpp",
                     "algorithms/representations/quadtree/quadtree.hpp", "harness/sweep/sweep.hpp",
                     "datasets/world.hpp", REPRESENTATION_CONCEPT):
        (tmp_path / existing).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / existing).write_text("#pragma once\n", encoding="utf-8")
    return tmp_path


def test_an_empty_tree_breaks_no_rule(tree):
    assert list(violations(tree)) == []


@pytest.mark.parametrize("file, line, complaint", [
    ("algorithms/geometry/a.cpp", '#include "algorithms/freespace/free_space.hpp"', "may not"),
    ("algorithms/search/a.hpp", '#include "algorithms/freespace/free_space.hpp"', "may not"),
    ("algorithms/representations/a.hpp", '  #  include "algorithms/search/astar.hpp"', "may not"),
    ("datasets/a.cpp", '#include "algorithms/search/astar.hpp"', "may not"),
    ("algorithms/smoothing/a.cpp", '#include "harness/sweep/sweep.hpp"', "may not"),
    ("scripts/a.cpp", '#include "harness/sweep/sweep.hpp"', "may not"),
    ("algorithms/freespace/a.cpp", "#include <CGAL/Triangulation_2.h>", "CGAL"),
    ("harness/sweep/a.cpp", '#include "algorithms/representations/quadtree/quadtree.hpp"', "no adapter"),
    ("harness/worker/a.cpp", '#include "harness/sweep/sweep.hpp"', "may not"),
    ("datasets/a.cpp", '#include "world.hpp"', "not a path from the root"),
    ("datasets/a.cpp", '#include "datasets/nowhere.hpp"', "does not exist"),
    ("datasets/a.cpp", "#include <datasets/world.hpp>", "quotes"),
    ("algorithms/magic/a.cpp", "", None),
    ("plugins/inner/a.cpp", "", None),
])
def test_a_broken_rule_is_named_with_the_file(tree, file, line, complaint):
    (tree / file).parent.mkdir(parents=True, exist_ok=True)
    (tree / file).write_text(line + "\n", encoding="utf-8")
    found = list(violations(tree))
    assert len(found) == 1
    if complaint is None:
        assert found[0] == f"{pathlib.PurePosixPath(file).parent} has no row in {RULES}"
    else:
        assert complaint in found[0] and file in found[0]


@pytest.mark.parametrize("file, line", [
    ("harness/benchmarks/a.cpp", '#include "generated/registered_representations.hpp"'),
    ("harness/sweep/a.cpp", f'#include "{REPRESENTATION_CONCEPT}"'),
    ("tests/a.cpp", '#include "algorithms/representations/quadtree/quadtree.hpp"'),
    ("algorithms/reference/a.cpp", '#include "algorithms/freespace/free_space.hpp"'),
    (CGAL_FILES[0], "#include <CGAL/Triangulation_2.h>"),
    ("build/release/plugins/a.cpp", '#include "nowhere.hpp"'),
])
def test_what_is_allowed_is_allowed(tree, file, line):
    (tree / file).parent.mkdir(parents=True, exist_ok=True)
    (tree / file).write_text(line + "\n", encoding="utf-8")
    assert list(violations(tree)) == []


def test_a_row_for_a_folder_that_is_gone_is_named(tree):
    (tree / "algorithms/smoothing").rmdir()
    assert list(violations(tree)) == \
        [f"{RULES} has a row for algorithms/smoothing, which does not exist"]


TABLE = "| folder | what | may include |\n|---|---|---|\n"


def test_what_may_be_included_is_closed():
    rules = read_rules(TABLE + "| `a/x/` | | nothing |\n| `a/y/` | | `x` |\n| `z/` | | `y`; only so |\n"
                       "| `t/` | | everything but `z` |\n| `d/`, `e/` | | |\n")
    assert rules == {"a/x": set(), "a/y": {"a/x"}, "z": {"a/x", "a/y"},
                     "t": {"a/x", "a/y", "d", "e"}, "d": set(), "e": set()}


@pytest.mark.parametrize("rows, complaint", [
    ("| `a/x/` | | `y` |\n", "no row for y"),
    ("| `a/x/` | | nothing |\n| `a/x/` | | nothing |\n", "two rows"),
    ("| `a/x/` | | `y` |\n| `a/y/` | | `x` |\n", "may include what may include"),
    ("| `a/x/` | | whatever |\n", "none of"),
])
def test_a_table_that_says_nothing_clear_is_refused(rows, complaint):
    with pytest.raises(RuleError, match=complaint):
        read_rules(TABLE + rows)


def test_links_are_read():
    assert dict(linked("fairway_folder(x a/x Boost::headers)\nfairway_folder(y a/y\n  fairway_x q)\n")) == \
        {"a/x": set(), "a/y": {"a/x"}}
