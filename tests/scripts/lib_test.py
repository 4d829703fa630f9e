"""Tests how scripts/lib.sh checks installed packages and privileges, on a system of stubs."""

import os
import pathlib
import subprocess

import pytest

LIB = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib.sh"


@pytest.fixture
def system(tmp_path):
    """A function that runs need_packages on a system with only some packages. It logs the calls of stubs."""
    stubs = tmp_path / "bin"
    stubs.mkdir()
    log = tmp_path / "log"

    def stub(name, body):
        (stubs / name).write_text(f"#!/bin/bash\n{body}\n")
        (stubs / name).chmod(0o755)

    def run(needed, installed, user=0, sudo=False):
        log.write_text("")
        stub("dpkg-query", f'[[ " {" ".join(installed)} " == *" ${{@: -1}} "* ]] && printf "ii "')
        stub("apt-get", f'echo "apt-get $*" >>{log}')
        stub("id", f"echo {user}")
        for tool in ("env", "grep", "dirname"):
            if not (stubs / tool).exists():
                (stubs / tool).symlink_to(f"/usr/bin/{tool}")
        if sudo:
            stub("sudo", f'echo "sudo" >>{log}; exec "$@"')
        result = subprocess.run(
            ["/bin/bash", "-c", f'source {LIB}; need_packages {" ".join(needed)}'],
            env={**os.environ, "PATH": str(stubs)}, capture_output=True, text=True, timeout=30)
        return result, log.read_text().splitlines()

    return run


def test_without_missing_packages_nothing_runs(system):
    result, calls = system(["cmake", "g++"], ["g++", "cmake"], user=1000)
    assert result.returncode == 0, result.stderr
    assert calls == [] and result.stderr == ""


def test_only_missing_packages_are_installed(system):
    result, calls = system(["cmake", "ccache", "g++"], ["g++", "cmake"])
    assert result.returncode == 0, result.stderr
    assert [c.split()[1] for c in calls] == ["update", "install"]
    install = calls[1].split()
    assert install[-1] == "ccache" and "cmake" not in install and "g++" not in install
    assert "--no-remove" in install and "--no-upgrade" in install


def test_sudo_is_used_without_root(system):
    result, calls = system(["ccache"], [], user=1000, sudo=True)
    assert result.returncode == 0, result.stderr
    assert calls[0] == "sudo" and calls[1].startswith("apt-get update")
    assert calls[2] == "sudo" and calls[3].endswith(" ccache")


def test_missing_root_and_sudo_are_reported(system):
    result, calls = system(["ccache", "git"], [], user=1000)
    assert result.returncode == 1
    assert "ccache git" in result.stderr and "needs root or sudo" in result.stderr
    assert calls == []
