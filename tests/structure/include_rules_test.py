"""Who may include whom, checked on the #include lines of the whole tree."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

ALLOWED = {
    "algorithms/geometry": set(),
    "algorithms/freespace": {"algorithms/geometry"},
    "algorithms/graph": {"algorithms/geometry"},
    "algorithms/search": {"algorithms/graph", "algorithms/geometry"},
    "algorithms/smoothing": {"algorithms/freespace", "algorithms/geometry"},
    "algorithms/representations": {"algorithms/freespace", "algorithms/graph",
                                   "algorithms/geometry"},
    "algorithms/reference": {"algorithms/freespace", "algorithms/search", "algorithms/graph",
                             "algorithms/geometry"},
    "datasets": {"algorithms/geometry", "algorithms/freespace"},
    "harness": {"algorithms/geometry", "algorithms/freespace", "algorithms/graph",
                "algorithms/search", "algorithms/smoothing", "algorithms/representations",
                "algorithms/reference", "datasets", "generated"},
}
CGAL_FILE = "algorithms/freespace/cgal_triangulation.cpp"
REPRESENTATION_CONCEPT = "algorithms/representations/representation.hpp"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.MULTILINE)


def component(path):
    """The part of the project that a path from the root belongs to, or None."""
    parts = path.split("/")
    name = "/".join(parts[:2]) if parts[0] == "algorithms" else parts[0]
    return name if name in ALLOWED or name == "generated" else None


def includes(root):
    """(file, quoted or angled, included path) of every #include below the project's folders."""
    for folder in ("algorithms", "datasets", "harness"):
        for file in sorted((root / folder).rglob("*.[ch]pp")):
            for match in INCLUDE.finditer(file.read_text(encoding="utf-8")):
                yield file.relative_to(root).as_posix(), match.group(1), match.group(2)


def violations(root):
    adapters = set(re.findall(r'"(algorithms/representations/[^"]+\.hpp)"',
                              (root / "CMakeLists.txt").read_text(encoding="utf-8")))
    adapter_folders = {pathlib.PurePosixPath(a).parent.as_posix() + "/" for a in adapters}
    for file, quote, target in includes(root):
        own = component(file)
        if "CGAL/" in target and file != CGAL_FILE:
            yield f"{file} includes <{target}>: only {CGAL_FILE} may include CGAL"
        other = component(target)
        if quote == "<":
            if other is not None:
                yield f"{file} includes <{target}> in angles: the project's own files go in quotes"
            continue
        if other is None:
            yield f'{file} includes "{target}", which is not a path from the root of the project'
        elif other != "generated" and not (root / target).is_file():
            yield f'{file} includes "{target}", which does not exist'
        elif other != own and other not in ALLOWED[own]:
            yield f"{file} includes {target}: {own} may not include {other}"
        elif own == "harness" and any(target.startswith(a) for a in adapter_folders):
            yield f"{file} includes {target}: the harness names no adapter"


def test_the_tree_follows_the_rules():
    assert list(violations(ROOT)) == []


def test_every_source_folder_has_a_rule():
    folders = {p.relative_to(ROOT).as_posix() for p in (ROOT / "algorithms").iterdir()
               if p.is_dir()}
    assert folders <= set(ALLOWED)


def test_the_registry_names_adapters_that_exist():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    headers = re.findall(r'"(algorithms/representations/[^"]+\.hpp)"', text)
    assert headers, "CMakeLists.txt registers no adapter"
    assert [h for h in headers if not (ROOT / h).is_file()] == []


@pytest.mark.parametrize("file, line, complaint", [
    ("algorithms/geometry/a.cpp", '#include "algorithms/freespace/free_space.hpp"', "may not"),
    ("algorithms/search/a.hpp", '#include "algorithms/freespace/free_space.hpp"', "may not"),
    ("algorithms/representations/a.hpp", '  #  include "algorithms/search/astar.hpp"', "may not"),
    ("datasets/a.cpp", '#include "algorithms/search/astar.hpp"', "may not"),
    ("algorithms/smoothing/a.cpp", '#include "harness/planner.hpp"', "may not"),
    ("algorithms/freespace/a.cpp", "#include <CGAL/Triangulation_2.h>", "CGAL"),
    ("harness/a.cpp", '#include "algorithms/representations/quadtree/quadtree.hpp"', "no adapter"),
    ("datasets/a.cpp", '#include "world.hpp"', "not a path from the root"),
    ("datasets/a.cpp", '#include "datasets/nowhere.hpp"', "does not exist"),
    ("datasets/a.cpp", "#include <datasets/world.hpp>", "quotes"),
    ("harness/a.cpp", '#include "generated/registered_representations.hpp"', None),
    ("harness/a.cpp", f'#include "{REPRESENTATION_CONCEPT}"', None),
    (CGAL_FILE, "#include <CGAL/Triangulation_2.h>", None),
])
def test_the_check_itself(tmp_path, file, line, complaint):
    (tmp_path / "CMakeLists.txt").write_text(
        '"algorithms/representations/quadtree/quadtree.hpp"')
    for existing in ("algorithms/freespace/free_space.hpp", "algorithms/search/astar.hpp",
                     "algorithms/representations/quadtree/quadtree.hpp", "harness/planner.hpp",
                     "datasets/world.hpp", REPRESENTATION_CONCEPT):
        (tmp_path / existing).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / existing).write_text("#pragma once\n")
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(line + "\n")
    found = list(violations(tmp_path))
    if complaint is None:
        assert found == []
    else:
        assert len(found) == 1 and complaint in found[0] and file in found[0]
