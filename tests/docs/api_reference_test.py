"""The API reference: Doxygen finds no public entity of algorithms/ without documentation."""

import shutil
import subprocess

import pytest

from commands import ROOT


@pytest.mark.skipif(shutil.which("doxygen") is None, reason="Doxygen is not installed")
def test_every_public_entity_is_documented(tmp_path):
    settings = (ROOT / "docs/Doxyfile").read_text(encoding="utf-8") + f"\nOUTPUT_DIRECTORY = {tmp_path}\n"
    result = subprocess.run(["doxygen", "-"], input=settings, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert result.stderr == ""
    assert result.returncode == 0
    assert (tmp_path / "html/index.html").is_file()
