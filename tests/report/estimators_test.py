"""The estimators of the page and of the package must return the same values for the test vectors."""

import json
import shutil
import subprocess

import pytest

from conftest import ROOT

VECTORS = ROOT / "tests" / "scripts" / "estimator_vectors.json"


def checked(folder, vectors):
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    shutil.copy(ROOT / "scripts" / "fairway_results" / "page" / "estimators.js", folder / "estimators.mjs")
    return subprocess.run(["node", ROOT / "tests" / "report" / "estimators_test.mjs", folder / "estimators.mjs", vectors], capture_output=True, text=True)


def test_the_page_gives_the_values_of_the_vectors(tmp_path):
    done = checked(tmp_path, VECTORS)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 90


def test_a_changed_vector_is_seen(tmp_path):
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    vectors["holm"][-1]["expected"][0] *= 1.000001
    (tmp_path / "vectors.json").write_text(json.dumps(vectors), encoding="utf-8")
    done = checked(tmp_path, tmp_path / "vectors.json")
    assert done.returncode == 1 and done.stderr.startswith("holm: expected")
