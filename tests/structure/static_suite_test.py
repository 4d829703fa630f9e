"""Without the folders of changing worlds, algorithms/ is a complete static suite: it builds, and every adapter answers. By the table of
docs/architecture.md, no other folder of algorithms/ may include these folders."""

import pathlib
import re
import shutil
import subprocess

from include_rules_test import ROOT, RULES, read_rules

CHANGES = ("algorithms/changes", "algorithms/changing_space")
COPIED = ("algorithms", "cmake", "scripts/examples")


def execute(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def test_no_static_room_may_include_what_follows_changes():
    rules = read_rules((ROOT / RULES).read_text(encoding="utf-8"))
    users = {folder for folder, may in rules.items() if may & set(CHANGES)} - set(CHANGES)
    assert users and not [u for u in users if u.startswith("algorithms/")]


def test_every_method_is_built_without_the_rooms_of_changing_worlds(tmp_path):
    tree = tmp_path / "fairway"
    for folder in COPIED:
        shutil.copytree(ROOT / folder, tree / folder)
    for room in CHANGES:
        shutil.rmtree(tree / room)
    shutil.copy(ROOT / "CMakeLists.txt", tree)
    build = tree / "build/release"  # as scripts/test.sh, so that the compiler cache has the objects
    execute("cmake", "-S", tree, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
            "-DFAIRWAY_JOINED_SOURCES=ON")
    execute("cmake", "--build", build, "--target", "all_methods")
    answered = execute(build / "all_methods").splitlines()
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    adapters = re.findall(r"^fairway_(?:representation|solver)\(([\w-]+)", cmake, re.MULTILINE)
    assert len(adapters) > 10
    assert [name for name in adapters if not any(line.startswith(f"{name}: ") for line in answered)] == []
