"""Tests scripts/claims.py: verdicts on a store with known numbers, hashes of answers, recording, and errors in the file of claims."""

import dataclasses
import pathlib
import shutil
import sqlite3

import pytest

import synthetic

import claims as script  # noqa: E402  (synthetic adds the folder)
from fairway_results import claims, reference, read  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(name="store", scope="module")
def made_store(tmp_path_factory):
    file = tmp_path_factory.mktemp("claims") / "results.sqlite"
    synthetic.make(file).close()
    return file


def claim(query, **more):
    lines = {"name": "one", "finding": "A sentence.", "part": "static", "query": query, **more}
    return "[[claim]]\n" + "".join(f"{key} = {value!r}\n" for key, value in lines.items())


@dataclasses.dataclass
class Result:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture(name="checked")
def made_checked(tmp_path, capsys):
    def checked(store, text, *options):
        (tmp_path / "claims.toml").write_text(text, encoding="utf-8")
        code = script.main(list(map(str, [store, "--claims", tmp_path / "claims.toml", "--hashes", tmp_path / "hashes.csv.xz",
                                          *options])))
        return Result(code, *capsys.readouterr())

    return checked


@pytest.fixture(name="verdict", scope="module")
def made_verdict(store):
    stores = claims.Stores(store)  # read once

    def verdict(text):
        file = store.with_name("claims.toml")
        file.write_text(text, encoding="utf-8")
        return claims.check(claims.read(file), stores)[0]

    return verdict


def test_the_part_programs_has_no_hashes(tmp_path, store, checked):
    for part in ("static", "programs"):
        (tmp_path / "study" / part).mkdir(parents=True)
        shutil.copy(store, tmp_path / "study" / part / "results.sqlite")
    assert "| equal answers: grid | hold |" in checked(tmp_path / "study", claim(GAP), "--record").stdout
    shutil.rmtree(tmp_path / "study/static")
    (tmp_path / "hashes.csv.xz").unlink()
    assert "equal answers" not in checked(tmp_path / "study", claim(GAP), "--record").stdout


GAP = "SELECT mean_gap FROM methods WHERE method = 'visibility-graph'"


@pytest.mark.parametrize("more, outcome", [
    ({"limits": [-1e-9, 1e-9]}, claims.HOLD), ({"limits": [0.5, 1.0]}, claims.FAIL),
    ({"value": 0.0, "interval": [0.0, 0.0]}, claims.HOLD), ({"value": 0.1, "interval": [0.09, 0.11]}, claims.FAIL),
    ({"value": 0.1, "interval": [0.09, 0.11], "tolerance": 1.0}, claims.HOLD), ({}, claims.NOT_TESTABLE)])
def test_a_value_is_tested_by_limits_or_interval(more, outcome, verdict):
    assert verdict(claim(GAP, **more)).outcome == outcome


def test_intervals_must_meet(verdict):
    query = "SELECT 5.0, 4.0, 6.0"
    assert verdict(claim(query, value=7.0, interval=[5.9, 8.0])).outcome == claims.HOLD
    assert verdict(claim(query, value=7.0, interval=[6.1, 8.0])).outcome == claims.FAIL
    assert verdict(claim("SELECT 5.0, NULL, NULL", value=7.0, interval=[4.9, 8.0])).outcome == claims.HOLD


@pytest.mark.parametrize("query", ["SELECT mean_gap FROM methods WHERE method = 'none'", "SELECT NULL",
                                   "SELECT wrong FROM methods", "SELECT 1 FROM changes"])
def test_what_a_store_lacks_is_not_testable(query, verdict):
    assert verdict(claim(query, limits=[0, 1])).outcome == claims.NOT_TESTABLE


def test_pairs_have_both_directions(verdict):
    query = ("SELECT a.time_ratio * b.time_ratio FROM pair a JOIN pair b ON a.method = b.against AND a.against = b.method"
             " WHERE a.method = 'grid' AND a.against = 'quadtree'")
    assert verdict(claim(query, limits=[1 - 1e-9, 1 + 1e-9])).outcome == claims.HOLD


def test_the_exit_code_reports_failures(store, checked):
    held = checked(store, claim(GAP, limits=[0, 1]))
    assert (held.returncode, held.stderr) == (0, "") and "| one | hold |" in held.stdout
    failed = checked(store, claim(GAP, limits=[2, 3]))
    assert failed.returncode == 1 and "Fails: A sentence." in failed.stdout
    assert checked(store, claim("SELECT NULL", limits=[2, 3])).returncode == 1


@pytest.mark.parametrize("text, fault", [
    ("[[claim]\n", "claims.toml:1: "), ("# nothing\n", "claims.toml:1: no claim"),
    ("\n[[claim]]\nname = 'a'\n", "claims.toml:2: 'finding' is missing"),
    (claim(GAP, colour="red"), "claims.toml:1: unknown key 'colour', expected some of name"),
    (claim(GAP, limits=[1, 0]), "claims.toml:1: 'limits' is [1, 0], expected two ascending numbers"),
    (claim(GAP, value=1.0), "'value' and 'interval' belong together"),
    (claim(GAP) + claim(GAP), "claims.toml:6: two claims are named 'one'"),
    (claim("SELECT 'text'", limits=[0, 1]), "claim 'one': the query returns"),
    (claim("DELETE FROM methods", limits=[0, 1]), "claim 'one': not authorized"),
    (claim("SELEKT 1", limits=[0, 1]), "claim 'one': near \"SELEKT\"")])
def test_faults_have_a_message(store, checked, text, fault):
    result = checked(store, text)
    assert result.returncode == 2 and fault in result.stderr and not result.stdout


def test_a_missing_store_has_a_message(tmp_path, checked):
    result = checked(tmp_path / "none", claim(GAP))
    assert result.returncode == 2 and "there is no such file or folder" in result.stderr


def test_recorded_values_hold_and_changed_answers_fail(tmp_path, store, checked):
    text = claim(GAP, value=9.0, interval=[9.0, 9.0], tolerance=0.1)
    recorded = checked(store, text, "--record")
    assert recorded.returncode == 0, recorded.stderr
    assert "value = 0" in (tmp_path / "claims.toml").read_text() and "9.0" not in (tmp_path / "claims.toml").read_text()
    assert "| equal answers: grid | hold |" in recorded.stdout

    other = tmp_path / "other.sqlite"
    shutil.copy(store, other)
    with sqlite3.connect(other) as database:
        database.execute("UPDATE answer SET length = length * 1.001 WHERE method = 1 AND query = 1003 AND status = 'found'")
    failed = checked(other, (tmp_path / "claims.toml").read_text())
    assert failed.returncode == 1
    assert "| equal answers: grid | fail |" in failed.stdout and "| equal answers: quadtree | hold |" in failed.stdout
    with sqlite3.connect(other) as database:
        database.execute("UPDATE query SET start_x = start_x + 1")
    assert "| equal answers: grid | not testable |" in checked(other, (tmp_path / "claims.toml").read_text()).stdout


def test_hashes_ignore_the_last_bits_and_leave_timeouts_out(tmp_path, store):
    before = reference.hashes(read(store)).set_index(["world", "method"])
    other = tmp_path / "other.sqlite"
    shutil.copy(store, other)
    with sqlite3.connect(other) as database:
        database.execute("UPDATE answer SET length = length * (1 + 1e-15)")
        database.execute("UPDATE answer SET status = 'timeout' WHERE method = 2 AND query = 1003")
    after = reference.hashes(read(other)).set_index(["world", "method"])
    assert len(after) == len(before) - 1
    assert (after.answers_hash == before.answers_hash.reindex(after.index)).all()


def test_the_claims_of_the_study_can_be_evaluated(store):
    known = claims.read(ROOT / "results/published/2026.1/claims.toml")
    assert {claim.part for claim in known} <= {"static", "radii", "changing", "preprocessing", "programs"}
    verdicts = claims.check(known, claims.Stores(store))
    assert len(verdicts) == len(known) and any(verdict.outcome == claims.HOLD for verdict in verdicts)


def test_low_and_high_are_the_interval_of_the_mean(store, checked):
    rows = " UNION ALL ".join(f"SELECT {value} AS v" for value in (1.0, 2.0, 3.0, 4.0, 5.0, "NULL"))
    result = checked(store, claim(f"SELECT AVG(v), LOW(v), HIGH(v) FROM ({rows})", limits=[0, 9]))
    assert "3 [1.037, 4.963]" in result.stdout  # 3 -+ 2.776 sqrt(2.5 / 5)
    few = checked(store, claim(f"SELECT AVG(v), LOW(v), HIGH(v) FROM ({rows}) WHERE v < 5", limits=[0, 9]))
    assert "| 2.5 |" in few.stdout
