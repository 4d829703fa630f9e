"""docs/licences.md must agree with the licence that each file states."""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TAG = "SPDX-License-Identifier: "


def stated_licences():
    """The licence of each tracked file of code that states one in its first five lines."""
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    found = {}
    for file in files:
        if pathlib.Path(file).suffix not in (".cpp", ".hpp", ".h", ".py", ".sh", ".sql", ".R", ".toml", ".txt"):
            continue
        head = (ROOT / file).read_text(encoding="utf-8", errors="ignore").splitlines()[:5]
        for line in head:
            if TAG in line:
                found[file] = line.partition(TAG)[2].removesuffix("*/").strip()
    return found


def permissive_paths():
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `([^`]+)` \| MIT \|", page, re.MULTILINE)


def test_each_file_that_states_mit_is_in_the_table_and_the_other_way_round():
    stated = stated_licences()
    paths = permissive_paths()
    assert paths and stated
    assert [file for file in stated if not file.startswith(tuple(paths))] == []
    assert set(stated.values()) == {"MIT"}
    assert [path for path in paths if not any(file.startswith(path) for file in stated)] == []


def test_each_file_of_code_below_a_permissive_path_states_it():
    stated = stated_licences()
    files = subprocess.run(["git", "ls-files", *permissive_paths()], cwd=ROOT, capture_output=True, text=True,
                           check=True).stdout.split()
    code = [file for file in files if pathlib.Path(file).suffix in (".cpp", ".hpp", ".h", ".py", ".sh", ".sql", ".R", ".toml")]
    assert [file for file in code if file not in stated] == []
