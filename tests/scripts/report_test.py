"""Tests the command line of scripts/report.py, and how it writes its file."""

import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import report  # noqa: E402
import synthetic  # noqa: E402
from fairway_results import page  # noqa: E402


@pytest.mark.parametrize("size", ["nan", "-1", "inf"])
def test_sizes_that_are_no_limit_are_refused(monkeypatch, capsys, size):
    monkeypatch.setattr(sys, "argv", ["report.py", "none.sqlite", "--out", "none.html", f"--size={size}"])
    with pytest.raises(SystemExit) as ended:
        report.main()
    assert ended.value.code == 2 and f"{size}, expected a number of at least 0" in capsys.readouterr().err


def test_a_store_is_named_once(tmp_path):
    file = tmp_path / "results.sqlite"
    synthetic.make(file, queries=2).close()
    with pytest.raises(page.Refused, match="named twice"):
        page.write([file, tmp_path / "." / ".." / tmp_path.name / "results.sqlite"], tmp_path / "report.html")


# Regression: the page was written in place, and a full disk destroyed the older page.
def test_a_failure_keeps_the_older_page(tmp_path, monkeypatch):
    out = tmp_path / "report.html"
    page.replace(out, "old")

    def fail(*_):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match=f"{os.strerror(28)}: '{out}'"):
        page.replace(out, "new")
    assert out.read_text() == "old" and list(tmp_path.iterdir()) == [out]
