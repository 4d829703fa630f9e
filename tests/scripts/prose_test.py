"""Tests scripts/prose.py, which checks the added text and the subject of a commit."""

import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

PROSE = ROOT / "scripts" / "prose.py"


def run(*arguments, cwd=None):
    return subprocess.run([PROSE, *arguments], capture_output=True, text=True, cwd=cwd, timeout=60)


@pytest.fixture(name="checkout")
def checkout_with_one_page(tmp_path):
    for command in (["init", "-q"], ["config", "user.name", "x"], ["config", "user.email", "x@example.org"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    (tmp_path / "page.md").write_text("It is built anew.\n", encoding="utf-8")
    subprocess.run(["git", "add", "page.md"], cwd=tmp_path, check=True)
    subprocess.run(["git", "commit", "-qm", "docs: begin"], cwd=tmp_path, check=True)
    return tmp_path


def test_only_added_lines_are_listed(checkout):
    (checkout / "page.md").write_text("It is built anew.\nIt is rebuilt.\nIt tells so many.\n", encoding="utf-8")
    subprocess.run(["git", "add", "page.md"], cwd=checkout, check=True)
    result = run("page.md", cwd=checkout)
    assert result.returncode == 1
    assert [line.split(",")[0] for line in result.stdout.splitlines()] == ["page.md:3: 'tells'", "page.md:3: 'so many'"]


def test_plain_lines_pass(checkout):
    (checkout / "page.md").write_text("It is rebuilt.\n", encoding="utf-8")
    subprocess.run(["git", "add", "page.md"], cwd=checkout, check=True)
    assert (run("page.md", cwd=checkout).returncode, run("page.md", cwd=checkout).stdout) == (0, "")


@pytest.mark.parametrize("subject, passes", [
    ("docs: say less", True),
    ("Merge branch 'x'", True),
    ("Say less", False),
    ("docs: " + "x" * 67, False),
])
def test_subjects(tmp_path, subject, passes):
    (tmp_path / "message").write_text(subject + "\n\nWhy.\n", encoding="utf-8")
    assert (run("--subject", tmp_path / "message").returncode == 0) == passes
