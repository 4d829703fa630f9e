"""Tests scripts/slurm.sh with stubs of Slurm: submitted jobs, refusals and messages. tests/cluster runs it on a real Slurm. ctest passes
the program in FAIRWAY_PROGRAM."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "slurm.sh"
PROGRAM = os.environ.get("FAIRWAY_PROGRAM", str(ROOT / "build/release/fairway"))
SWEEP = """maps = ["maps/castle.geojson", "maps/caves.map", "maps/city.map"]
methods = ["grid", "polyanya"]
queries = 2
repetitions = 1
"""
STUB = """#!/bin/bash
echo "{name} $*" >>{log}
count=$(grep -c '^{name} ' {log})
[[ -f {answers}/{name}.$count ]] && exec bash {answers}/{name}.$count
[[ -f {answers}/{name} ]] && exec bash {answers}/{name}
exit 0
"""


class Site:
    """A folder from which jobs are submitted. Stubs of sbatch, squeue and scancel log their calls and answer as configured."""

    def __init__(self, folder):
        self.folder, self.out = folder, folder / "out"
        self.sweep, self.log, self.answers = folder / "my.toml", folder / "log", folder / "answers"
        self.sweep.write_text(SWEEP)
        self.log.touch()
        self.answers.mkdir()
        (folder / "bin").mkdir()
        for name in ("sbatch", "squeue", "scancel"):
            stub = folder / "bin" / name
            stub.write_text(STUB.format(name=name, log=self.log, answers=self.answers))
            stub.chmod(0o755)
            self.answer(name, "exit 0")
        self.answer("sbatch", f"echo $((40 + $(grep -c ^sbatch {self.log})))")
        (folder / "maps").symlink_to(ROOT / "datasets" / "maps")
        self.environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}

    def answer(self, name, script, call=None):
        """Sets the action of a stub at one call, counted from 1, or at all calls."""
        (self.answers / (f"{name}.{call}" if call else name)).write_text(script + "\n")

    def calls(self, name):
        return [line for line in self.log.read_text().splitlines() if line.startswith(name + " ")]

    def script(self, *arguments):
        return [str(word) for word in (SCRIPT, *arguments)]

    def run(self, *arguments, **options):
        return subprocess.run(self.script(*arguments), env=self.environment, cwd=self.folder, capture_output=True,
                              text=True, timeout=60, check=False, **options)

    def submit(self, *more, **options):
        return self.run("my.toml", "--out", "out", "--program", PROGRAM, "--tasks", "2", *more, **options)

    def queue(self, *lines):
        self.answer("squeue", "\n".join(f"echo '{line}'" for line in lines))

    def task(self, shard):
        """Runs the submitted script of the array for a shard, as Slurm does."""
        environment = {**self.environment, "SLURM_ARRAY_TASK_ID": str(shard), "SLURM_ARRAY_JOB_ID": "41",
                       "SLURMD_NODENAME": "n1", "TMPDIR": str(self.folder)}
        return subprocess.Popen(["bash", self.out / "array.sbatch"], env=environment, cwd=self.out, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def finish(self, shard):
        with self.task(shard) as task:
            said = task.communicate(timeout=60)[0]
        assert task.returncode == 0 and f"shard {shard} ended with 0" in said, said


@pytest.fixture
def site(tmp_path):
    return Site(tmp_path)


def test_it_submits_one_array_and_one_job_that_joins(site):
    result = site.submit("--selftest", "--", "--time=10", "--partition=long")
    assert result.returncode == 0, result.stderr
    array, join = site.calls("sbatch")
    assert "--array=1-2 --time=10 --partition=long" in array and array.endswith("out/array.sbatch")
    assert "--dependency=afterany:41 " in join and "--partition=long" in join and join.endswith("out/join.sbatch")
    assert "scancel 41 42" in result.stderr
    assert " selftest " in (site.out / "array.sbatch").read_text()
    assert shutil.which("fairway", path=site.out)


def test_the_submitted_scripts_pass_shellcheck(site):
    result = site.submit("--selftest", "--dry-run", "--jobs", "2")
    assert result.returncode == 0, result.stderr
    assert "--cpus-per-task=3" in result.stdout and " --jobs 2 " in result.stdout
    assert site.calls("sbatch") == [] and not site.out.exists()
    scripts = result.stdout.split("#!/bin/bash\n")
    assert len(scripts) == 3
    for script in scripts[1:]:
        checked = subprocess.run(["shellcheck", "--shell=bash", "-"], input=script, capture_output=True, text=True,
                                 timeout=60, check=False)
        assert checked.returncode == 0, checked.stdout


def test_queued_shards_are_not_submitted_twice(site):
    assert site.submit().returncode == 0
    site.queue("41|1|RUNNING|n1|None", "41|2|PENDING||Priority", "42|N/A|PENDING||Dependency", "7|1|RUNNING|n3|None")
    result = site.submit()
    assert result.returncode == 0 and "in the queue already" in result.stderr
    assert len(site.calls("sbatch")) == 2
    # Shard 2 ended without results. Only this shard is submitted, and the joining job waits for both arrays.
    site.queue("41|1|RUNNING|n1|None", "42|N/A|PENDING||Dependency")
    result = site.submit()
    assert result.returncode == 0, result.stderr
    array, join = site.calls("sbatch")[2:]
    assert "--array=2 " in array and "--dependency=afterany:41:43 " in join
    assert site.calls("scancel") == ["scancel 42"]


def test_only_missing_shards_are_submitted_again(site):
    assert site.submit().returncode == 0
    site.finish(1)
    result = site.submit()
    assert result.returncode == 0, result.stderr
    assert "--array=2 " in site.calls("sbatch")[2]
    site.finish(2)
    # Only the joined store is missing.
    result = site.submit()
    assert result.returncode == 0, result.stderr
    assert len(site.calls("sbatch")) == 5 and "--array" not in site.calls("sbatch")[4]
    (site.out / "results.sqlite").touch()
    result = site.submit()
    assert result.returncode == 0 and "Nothing is missing" in result.stderr
    assert len(site.calls("sbatch")) == 5


def test_status_lists_running_and_failed_shards(site):
    assert site.submit().returncode == 0
    site.queue("41|2|RUNNING|n1|None", "42|N/A|PENDING||Dependency")
    (site.out / "shards" / "1" / "log.txt").write_text("== start\nout of memory\n== end\n")
    result = site.run("status", "out")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[:4] == ["done      0 of 2 shards", "running   1: 2 on n1", "left      0", "failed    1: 1"]
    assert "out of memory" in lines[4] and lines[5].startswith("time left about ")
    site.queue("41|1|PENDING||PartitionTimeLimit", "41|2|PENDING||PartitionTimeLimit")
    assert "left      2: 1-2 (PartitionTimeLimit)" in site.run("status", "out").stdout


def test_missing_shards_are_joined_on_request_only(site):
    assert site.submit().returncode == 0
    assert "no shard" in site.run("join", "out").stderr
    site.finish(2)
    result = site.run("join", "out")
    assert result.returncode == 1 and "--incomplete" in result.stderr and not (site.out / "results.sqlite").exists()
    result = site.run("join", "out", "--incomplete")
    assert result.returncode == 0, result.stderr
    assert (site.out / "results.sqlite").exists() and (site.out / "plots" / "methods.md").exists()
    assert "<html" in (site.out / "report.html").read_text()[:2000]


@pytest.mark.parametrize("change, named", [
    (["--queries", "3"], "'--queries' '3'"), (["--tasks", "3"], "--tasks 2, not 3"),
    (["--costs", "my.toml"], "with the costs (estimated), not /"),
])
def test_other_settings_are_refused(site, change, named):
    assert site.submit().returncode == 0
    result = site.submit(*change)
    assert result.returncode == 1 and named in result.stderr and len(site.calls("sbatch")) == 2


def test_a_changed_sweep_is_refused(site):
    assert site.submit().returncode == 0
    site.sweep.write_text(SWEEP + "seed = 2\n")
    result = site.submit()
    assert result.returncode == 1 and "my.toml was changed" in result.stderr and len(site.calls("sbatch")) == 2


def test_a_refused_array_leaves_nothing(site):
    site.answer("sbatch", "echo 'sbatch: error: invalid partition specified: none' >&2; exit 1")
    result = site.submit("--", "--partition=none")
    assert result.returncode == 1 and "invalid partition" in result.stderr and "nothing was submitted" in result.stderr
    assert len(site.calls("sbatch")) == 1


def test_an_array_without_a_job_that_joins_is_cancelled(site):
    site.answer("sbatch", "echo 'sbatch: error: too many jobs' >&2; exit 1", call=2)
    result = site.submit()
    assert result.returncode == 1 and "too many jobs" in result.stderr and "job 41, was cancelled" in result.stderr
    assert site.calls("scancel") == ["scancel 41"]


def test_without_an_answer_of_the_queue_nothing_is_submitted(site):
    assert site.submit().returncode == 0
    site.answer("squeue", "echo 'squeue: error: Unable to contact slurm controller' >&2; exit 1")
    result = site.submit()
    assert result.returncode == 1 and "Unable to contact" in result.stderr and "nothing was submitted" in result.stderr
    assert len(site.calls("sbatch")) == 2
    assert site.run("status", "out").returncode == 1


@pytest.mark.parametrize("killed", [False, True])
def test_a_task_that_is_stopped_leaves_nothing_on_its_node(site, killed):
    site.sweep.write_text(SWEEP.replace("repetitions = 1", "repetitions = 5000"))
    assert site.submit("--tasks", "1").returncode == 0
    with site.task(1) as task:
        try:
            end = time.monotonic() + 30
            while not list(site.folder.glob("fairway-*/fairway-*")) and time.monotonic() < end:
                time.sleep(0.05)
            time.sleep(0.5)
            if killed:
                children = pathlib.Path(f"/proc/{task.pid}/task/{task.pid}/children").read_text().split()
                os.kill(int(children[-1]), signal.SIGKILL)
            else:
                task.send_signal(signal.SIGUSR1)
            lines = task.communicate(timeout=60)[0].splitlines()
        finally:
            task.kill()
    why = "137" if killed else "130, as its time was over"
    assert lines[-1].endswith(f"shard 1 ended with {why}"), lines
    (site.out / "shards" / "1" / "log.txt").write_text("\n".join(lines))
    assert killed or f"ended with {why}" in site.run("status", "out").stdout
    assert list(site.folder.glob("fairway-*")) == [], "the folder on the node stays"


def test_missing_slurm_is_reported(site):
    bare = site.folder / "bare"
    bare.mkdir()
    for tool in ("bash", "dirname", "realpath", "env", "sed", "basename"):
        (bare / tool).symlink_to(shutil.which(tool))
    site.environment["PATH"] = str(bare)
    result = site.submit()
    assert result.returncode == 1 and "no sbatch here" in result.stderr and "docs/clusters.md" in result.stderr
    assert not site.out.exists()


def test_a_full_folder_is_reported_before_anything_is_submitted(site):
    # Limits each file to half the size that the script writes.
    result = subprocess.run(["bash", "-c", 'ulimit -f 512; exec "$@"', "bash", *site.script(
        "my.toml", "--out", "out", "--program", PROGRAM)], env=site.environment, cwd=site.folder, capture_output=True,
        text=True, timeout=60, check=False)
    assert result.returncode == 1 and "nothing can be written into" in result.stderr
    assert site.calls("sbatch") == []


def test_a_folder_that_cannot_be_made(site):
    site.out.write_text("a file")
    result = site.submit()
    assert result.returncode == 1 and f"the folder {site.out} cannot be made" in result.stderr
    assert site.calls("sbatch") == []


@pytest.mark.parametrize("arguments, said", [
    ([], "expected a sweep file"), (["my.toml"], "--out DIR is needed"),
    (["my.toml", "--out", "out", "--tasks", "none"], "not 'none'"),
    (["my.toml", "--out", "out", "--shard", "1/2"], "--shard is set by this script"),
    (["my.toml", "--out", "out", "--", "--array=1-2"], "--array=1-2 is set by this script"),
    (["status"], "expected one folder"),
])
def test_wrong_usage(site, arguments, said):
    result = site.run(*arguments)
    assert result.returncode == 2 and said in result.stderr


@pytest.mark.parametrize("arguments, said", [
    (["none.toml", "--out", "out"], "there is no sweep file none.toml"),
    (["my.toml", "--out", "out", "--costs", "none.sqlite"], "there is no store none.sqlite"),
    (["status", "none"], "there is no folder none"), (["status", "maps"], "no sweep of scripts/slurm.sh"),
])
def test_missing_files_are_reported(site, arguments, said):
    result = site.run(*arguments)
    assert result.returncode == 1 and said in result.stderr


def test_a_faulty_sweep_is_reported_before_anything_is_submitted(site):
    site.sweep.write_text(SWEEP.replace("polyanya", "polyana"))
    result = site.submit()
    assert result.returncode == 1 and "unknown method 'polyana'" in result.stderr and "was not planned" in result.stderr
    assert site.calls("sbatch") == []


def obey_ctrl_c():
    """A shell that starts the tests in the background lets them ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_leaves_the_jobs(site):
    site.queue("41|1|RUNNING|n1|None", "41|2|RUNNING|n2|None", "42|N/A|PENDING||Dependency")
    with subprocess.Popen(site.script("my.toml", "--out", "out", "--program", PROGRAM, "--tasks", "2", "--wait"),
                          env=site.environment, cwd=site.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True, preexec_fn=obey_ctrl_c) as waiting:
        try:
            end = time.monotonic() + 30
            while not site.calls("squeue") and time.monotonic() < end:
                time.sleep(0.05)
            os.killpg(waiting.pid, signal.SIGINT)
            said = waiting.communicate(timeout=30)[1]
        finally:
            waiting.kill()
    assert waiting.returncode == 130 and "The jobs continue. To cancel them: scancel 41 42" in said
    assert site.calls("scancel") == []
