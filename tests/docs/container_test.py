"""Tests the Containerfile without a container engine: its RUN lines run with stubs of apt-get and cmake."""

import os
import re
import shutil
import subprocess

import pytest

from commands import ROOT

TEXT = (ROOT / "Containerfile").read_text(encoding="utf-8")
RUNS = [re.sub(r"\\\n", " ", run) for run in re.findall(r"^RUN ((?:.*\\\n)*.*)$", TEXT, re.MULTILINE)]


def packages_of(*scripts):
    """The packages that scripts install, expanded by bash."""
    arrays = {name for script in scripts
              for name in re.findall(r"FAIRWAY_\w+_PACKAGES", (ROOT / "scripts" / script).read_text(encoding="utf-8"))}
    expansions = " ".join(f'"${{{name}[@]}}"' for name in sorted(arrays))
    result = subprocess.run(["bash", "-c", f"source scripts/lib.sh; printf '%s\\n' {expansions}"], cwd=ROOT,
                          capture_output=True, text=True, timeout=30, check=True).stdout
    return set(result.split())


@pytest.fixture(name="build")
def run_the_run_lines(tmp_path):
    """Runs the RUN lines in a folder that contains only scripts/lib.sh. Returns the calls of the stubs."""
    stubs, log = tmp_path / "bin", tmp_path / "log"
    stubs.mkdir()
    for name in ("dpkg-query", "apt-get", "cmake", "rm"):
        status = 1 if name == "dpkg-query" else 0
        (stubs / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{log}\nexit {status}\n')
        (stubs / name).chmod(0o755)
    (stubs / "id").write_text("#!/bin/sh\necho 0\n")
    (stubs / "id").chmod(0o755)
    image = tmp_path / "fairway"
    (image / "scripts").mkdir(parents=True)
    shutil.copy2(ROOT / "scripts" / "lib.sh", image / "scripts")
    for run in RUNS:
        subprocess.run(["/bin/sh", "-c", run], cwd=image, env={**os.environ, "PATH": f"{stubs}:{os.environ['PATH']}"},
                       check=True, capture_output=True, timeout=60)
    return log.read_text().splitlines()


def test_it_installs_the_packages_of_both_commands(build):
    installs = [line.split() for line in build if line.startswith("apt-get install")]
    assert len(installs) == 1
    installed = {word for word in installs[0][2:] if not word.startswith("-")}
    assert installed == packages_of("run.sh", "test.sh")
    assert len(installed) > 20


def test_it_builds_the_program(build):
    assert [line.split()[-2:] for line in build if line.startswith("cmake --build")] == [["--target", "fairway"]]


def test_its_packages_are_of_one_date():
    """The packages are not older than the base image, because apt does not downgrade."""
    image = re.search(r"^FROM \S+/debian:bookworm-(\d{8})-slim$", TEXT, re.MULTILINE)[1]
    assert "COPY scripts/snapshot.sources /etc/apt/sources.list.d/debian.sources\n" in TEXT
    archives = dict(re.findall(r"^URIs: http://snapshot\.debian\.org/archive/(\S+)/(\d{8})T\d{6}Z$",
                               (ROOT / "scripts/snapshot.sources").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(archives) == {"debian", "debian-security"}
    assert len(set(archives.values())) == 1 and image <= archives["debian"]


def test_its_scripts_exist():
    named = re.findall(r"scripts/\w+\.sh", TEXT)
    assert named and [name for name in named if not (ROOT / name).is_file()] == []


def test_builds_and_results_are_not_in_the_image():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {"build", "results/*"} <= set(ignored)
