import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))


def fairway(*arguments, expected=0):
    """Runs the program, and returns what it printed and what it complained of."""
    done = subprocess.run([os.environ["FAIRWAY_PROGRAM"], *map(str, arguments)], cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == expected, done.stderr
    return done.stdout, done.stderr


def report(*arguments, expected=0):
    """Like fairway(), for scripts/report.py. Omits the package's figures, which take most of the time."""
    figures = ["--no-figures"] * ("--figures" not in arguments)
    words = [str(word) for word in arguments if word != "--figures"]
    done = subprocess.run([ROOT / "scripts" / "report.py", *words, *figures], cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == expected, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    """A small sweep over all shipped maps, by methods of which one is made for some maps only."""
    folder = tmp_path_factory.mktemp("sweep")
    fairway("run", "datasets/sweeps/default.toml", "--methods", "grid,quadtree,triangle-mesh,grid-shortcut,polyanya,anya",
            "--queries", 12, "--repetitions", 3, "--out", folder)
    return folder / "results.sqlite"


@pytest.fixture(scope="session")
def page(store, tmp_path_factory):
    """The report about it."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    report(store, "--out", file, "--figures")
    return file
