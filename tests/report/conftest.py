import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))


def fairway(*arguments, expected=0):
    """Runs the program, expects the exit code, and returns standard output and standard error."""
    done = subprocess.run([os.environ["FAIRWAY_PROGRAM"], *map(str, arguments)], cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == expected, done.stderr
    return done.stdout, done.stderr


def report(*arguments, expected=0):
    """Like fairway(), but runs scripts/report.py. Omits the package's figures, which take most of the time."""
    figures = ["--no-figures"] * ("--figures" not in arguments)
    words = [str(word) for word in arguments if word != "--figures"]
    done = subprocess.run([ROOT / "scripts" / "report.py", *words, *figures], cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == expected, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    """The store of a small sweep over all shipped maps. One of the methods (anya) supports only some maps."""
    folder = tmp_path_factory.mktemp("sweep")
    fairway("run", "datasets/sweeps/default.toml", "--methods", "grid,quadtree,triangle-mesh,grid-shortcut,polyanya,anya",
            "--queries", 12, "--repetitions", 3, "--out", folder)
    return folder / "results.sqlite"


@pytest.fixture(scope="session")
def page(store, tmp_path_factory):
    """The report about the store."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    report(store, "--out", file, "--figures")
    return file
