"""The page is one file, treats text as data, and has orderly sources."""

import re
import shutil
import sqlite3
import subprocess

import pytest

from fairway_results import page as page_of_stores
from browser import opened, settled, table_of_methods
from conftest import ROOT, report

PAGE = ROOT / "scripts" / "fairway_results" / "page"
HOSTILE = "</script><!--<script>console.error(1)</script>\u2028&amp;"


def test_the_page_is_one_file_with_the_name_of_the_sweep(page):
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:|//|\w+\.(js|css))""", text[:20000])
    assert text.count("<script") == text.count("</script>")
    with opened(page) as driver:
        assert driver.title.startswith("default")
        assert driver.execute_script("return performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')"
                                     " && !r.name.startsWith('blob:')).length") == 0


def test_names_are_text(store, tmp_path):
    copy = tmp_path / "results.sqlite"
    shutil.copy(store, copy)
    with sqlite3.connect(copy) as database:
        database.execute("UPDATE world SET map = ?, name = ?, family = ? WHERE name = 'castle'", [HOSTILE] * 3)
        database.execute("UPDATE method SET name = ?, smoother = ? WHERE name = 'grid'", [HOSTILE] * 2)
        database.execute("UPDATE answer SET message = ?, status = 'error' WHERE query = 1", [HOSTILE])
        database.execute("UPDATE run SET sweep = ?, host = ?", [HOSTILE] * 2)
    file = tmp_path / "report.html"
    report(copy, "--out", file)
    with opened(file) as driver:
        settled(driver)
        assert HOSTILE in table_of_methods(driver)
        assert HOSTILE in driver.title + driver.execute_script("return document.getElementById('name').textContent") or (
            HOSTILE.rpartition("/")[2] in driver.title)
        assert HOSTILE in driver.execute_script("return document.getElementById('filters').textContent")
        assert driver.execute_script("return document.querySelectorAll('#filters script, #main script').length") == 0


def test_what_is_no_store_is_refused(tmp_path):
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).execute("PRAGMA user_version = 3").connection.close()
    _, complaint = report(other, "--out", tmp_path / "report.html", expected=2)
    assert "schema version 3, expected 13" in complaint
    (tmp_path / "text.sqlite").write_text("no database, but long enough to be read as one\n" * 100, encoding="utf-8")
    report(tmp_path / "text.sqlite", "--out", tmp_path / "report.html", expected=2)
    assert not (tmp_path / "report.html").exists()


def test_a_store_without_results_has_a_page(tmp_path):
    store = tmp_path / "results.sqlite"
    with sqlite3.connect(store) as database:
        database.executescript((ROOT / "harness/store/schema.sql").read_text(encoding="utf-8"))
    report(store, "--out", tmp_path / "report.html")
    with opened(tmp_path / "report.html") as driver:
        settled(driver)
        assert table_of_methods(driver) == {}


def test_a_page_that_cannot_be_written_is_told(store):
    _, complaint = report(store, "--out", "/nowhere/report.html", expected=1)
    assert "/nowhere/report.html" in complaint


def test_modules_join_to_one_program(tmp_path):
    """Each module comes after the modules that it imports. Names are unique, because all modules are joined into one program."""
    program = tmp_path / "program.js"
    text = page_of_stores.skeleton()
    program.write_text(text[text.index('"use strict"'):text.rindex("</script>")], encoding="utf-8")
    first_lines = {file.stem: file.read_text(encoding="utf-8").splitlines()[0] for file in PAGE.glob("*.js")}
    places = {name: program.read_text(encoding="utf-8").index(line) for name, line in first_lines.items()}
    for name, place in places.items():
        for other in re.findall(r'^import [^;]*"\./(\w+)\.js"', (PAGE / f"{name}.js").read_text(encoding="utf-8"), re.MULTILINE):
            assert places[other] < place, (name, other)
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    done = subprocess.run(["node", "--check", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def installed(folder, *packages):
    """Installs packages with npm and returns the folder of their programs. Skips the test if npm cannot install them."""
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("npm is not installed")
    done = subprocess.run([npm, "install", "--prefix", folder, "--no-audit", "--no-fund", "--no-package-lock", *packages], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"npm cannot install {', '.join(packages)}, as without a network")
    return folder / "node_modules" / ".bin"


def test_modules_have_types(tmp_path):
    checker = shutil.which("tsc") or installed(tmp_path, "typescript@5.6.3") / "tsc"
    done = subprocess.run([checker, "-p", PAGE], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_modules_keep_the_rules_of_eslint(tmp_path):
    programs = installed(tmp_path, "eslint@9.15.0")
    shutil.copytree(PAGE, tmp_path / "page")
    shutil.copy(ROOT / "tests" / "report" / "eslint.config.mjs", tmp_path)
    (tmp_path / "page" / "wrong.js").write_text("var unused = 1;\ndocument.body.innerHTML = '<b>';\n", encoding="utf-8")
    done = subprocess.run([programs / "eslint", "."], cwd=tmp_path, capture_output=True, text=True)
    found = done.stdout.split(str(tmp_path / "page"))
    assert len(found) == 2 and found[1].startswith("/wrong.js"), done.stdout + done.stderr
    assert all(rule in found[1] for rule in ("no-var", "no-unused-vars", "no-restricted-syntax"))
