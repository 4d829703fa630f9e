"""CMake, CITATION.cff, .zenodo.json, CHANGELOG.md, the program and the users of the package state the same version."""

import json
import os
import re
import subprocess

import pytest

from commands import ROOT

# Required keys of the Citation File Format 1.2.0, and some optional keys.
REQUIRED = {"cff-version", "message", "title", "authors"}
ALLOWED = REQUIRED | {"abstract", "date-released", "keywords", "license", "repository-code", "type", "url", "version"}


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(name="version")
def version_in_cmake():
    return re.search(r"^project\(Fairway VERSION ([\d.]+)", text_of("CMakeLists.txt"), re.MULTILINE)[1]


@pytest.fixture(name="citation")
def citation_keys():
    return dict(re.findall(r"^([a-z-]+):[ \t]*(.*)$", text_of("CITATION.cff"), re.MULTILINE))


def test_citation_and_changelog_name_the_version(version, citation):
    latest = re.search(r"^## \[([\d.]+)\] - (\d{4}-\d\d-\d\d)$", text_of("CHANGELOG.md"), re.MULTILINE)
    assert citation["version"] == latest[1] == version
    assert citation["date-released"].strip('"') == latest[2]


def test_the_citation_has_the_keys_of_its_format(citation):
    assert citation["cff-version"] == "1.2.0"
    assert REQUIRED <= set(citation) <= ALLOWED
    assert citation["license"] == "GPL-3.0-or-later"


def test_zenodo_gets_the_facts_of_the_citation(citation):
    deposit = json.loads(text_of(".zenodo.json"))
    assert deposit["upload_type"] == "software" and deposit["access_right"] == "open"
    assert [deposit[key] for key in ("title", "version", "license")] == [citation[key] for key in ("title", "version", "license")]
    assert deposit["publication_date"] == citation["date-released"].strip('"')
    authors = [f"name: {creator['name']}" for creator in deposit["creators"]]
    assert authors + deposit["keywords"] == re.findall(r"^  - (.*)$", text_of("CITATION.cff"), re.MULTILINE)


def test_the_changelog_lists_the_newest_release_first():
    releases = re.findall(r"^## \[(\d+)\.(\d+)\.(\d+)\] - (\S+)$", text_of("CHANGELOG.md"), re.MULTILINE)
    versions = [tuple(map(int, release[:3])) for release in releases]
    dates = [release[3] for release in releases]
    assert len(versions) > 1
    assert versions == sorted(set(versions), reverse=True)
    assert dates == sorted(dates, reverse=True)


def test_the_program_names_the_version(version):
    result = subprocess.run([os.environ["FAIRWAY_PROGRAM"], "--version"], capture_output=True, text=True, timeout=60,
                          check=True).stdout
    assert result.startswith(f"fairway {version} (")


@pytest.mark.parametrize("file", ["docs/tutorial.md", "scripts/examples/outside_project/CMakeLists.txt"])
def test_projects_ask_for_this_version(version, file):
    asked = re.findall(r"find_package\(Fairway (\S+) REQUIRED\)", text_of(file))
    assert asked == [version.rpartition(".")[0]]
