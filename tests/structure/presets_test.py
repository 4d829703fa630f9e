"""The presets for development can be configured. Regression: a change for the release preset broke the others."""

import subprocess

import pytest

from include_rules_test import ROOT


@pytest.mark.parametrize("preset", ["dev", "asan-ubsan", "tsan"])
def test_the_preset_is_configured(preset, tmp_path):
    done = subprocess.run(["cmake", "--preset", preset, "-B", tmp_path], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
