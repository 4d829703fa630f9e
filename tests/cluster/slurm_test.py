"""Runs scripts/slurm.sh on a real Slurm. The joined results must equal the results of a single run, even if tasks are killed or
cancelled, or a node dies. ctest passes the program in FAIRWAY_PROGRAM."""

import os
import pathlib
import random
import re
import sqlite3
import subprocess
import time

import pytest

from slurm import Slurm, missing

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("FAIRWAY_PROGRAM", ROOT / "build/release/fairway"))
SWEEP = ROOT / "datasets" / "sweeps" / "default.toml"
# Runs few queries per map, because the sweep contains all methods on all shipped maps. Times are not compared, so one
# repetition is enough.
OPTIONS = ["--queries", "10", "--repetitions", "1", "--builds", "1"]
# Results that must not depend on the number of tasks, on their order, or on failures.
SAME = {
    "worlds": """SELECT name, map, radius, terrain, optimum_by, family, sha256, content_hash, vertices, holes, components,
                 area, min_x, min_y, max_x, max_y, y_down, sampled, rejected FROM world""",
    "queries": """SELECT world.name, source, number, start_x, start_y, goal_x, goal_y, truth, optimum, octile
                  FROM query JOIN world ON world.id = query.world""",
    "builds": """SELECT world.name, method.name, status, message, bytes, parts, build.vertices, edges, coverage,
                 build.components, failures
                 FROM build JOIN world ON world.id = build.world JOIN method ON method.id = build.method""",
    "answers": """SELECT world.name, number, method.name, status, message, fault, end_offset, raw_length, length, cost,
                  answer.optimum, gap, corridor_gap, slack, raw_points, points, turning, clearance, expanded, generated,
                  path_hash
                  FROM answer JOIN query ON query.id = answer.query JOIN world ON world.id = query.world
                  JOIN method ON method.id = answer.method""",
    "timings": """SELECT world.name, number, method.name, repetition
                  FROM timing JOIN query ON query.id = timing.query JOIN world ON world.id = query.world
                  JOIN method ON method.id = timing.method""",
}

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"no Slurm here: {', '.join(missing())} not installed")


@pytest.fixture(name="cluster", scope="module")
def started_cluster():
    with Slurm(["n1", "n2"]) as slurm:
        yield slurm


@pytest.fixture(autouse=True)
def end_jobs(cluster):
    """After each test, cancels the jobs that a failed test left in the queue."""
    yield
    for job in {job for job, _ in cluster.queue()}:
        cluster.run("scancel", job)
    wait(cluster, "the end of all jobs", lambda: not cluster.queue())


@pytest.fixture(name="single", scope="module")
def run_alone(tmp_path_factory):
    """The store of the same sweep, run without Slurm."""
    folder = tmp_path_factory.mktemp("single")
    subprocess.run([PROGRAM, "run", SWEEP, *OPTIONS, "--jobs", str(min(2, len(os.sched_getaffinity(0)))), "--out",
                    folder], check=True, capture_output=True, timeout=300)
    return folder / "results.sqlite"


def contents(store):
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        return {name: sorted(map(repr, database.execute(query))) for name, query in SAME.items()}


def check_same(store, single):
    joined, alone = contents(store), contents(single)
    for name, rows in alone.items():
        assert rows and joined[name] == rows, name
    told = subprocess.run([PROGRAM, "diff", store, single], capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 0, told.stdout


def submit(cluster, out, *more, timeout=60):
    return cluster.run(ROOT / "scripts/slurm.sh", SWEEP, "--out", out, *OPTIONS, "--program", PROGRAM, *more,
                       timeout=timeout)


def status(cluster, out):
    """The output of `status` as {done, running, left, failed: count}."""
    told = cluster.run(ROOT / "scripts/slurm.sh", "status", out)
    assert told.returncode == 0, told.stderr
    return {word: int(number) for word, number in re.findall(r"^(\w+) +(\d+)", told.stdout, re.MULTILINE)}


def wait(cluster, what, ready, seconds=300):
    end = time.monotonic() + seconds
    while not (result := ready()):
        assert time.monotonic() < end, f"{what}: not after {seconds} s\n{cluster.queue()}\n{cluster.logs()}"
        time.sleep(0.1)
    return result


def harnesses(cluster):
    """The `fairway run` processes of the running tasks, by shard."""
    return {process.environment["SLURM_ARRAY_TASK_ID"]: process for process in cluster.tasks()
            if "SLURM_ARRAY_TASK_ID" in process.environment and "run" in process.words[1:2]}


def test_tasks_that_are_killed_and_cancelled_are_submitted_again(cluster, single, tmp_path):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    out = tmp_path / "a folder of 100%"
    first = submit(cluster, out, "--tasks", "8")
    assert first.returncode == 0, first.stderr
    job = re.search(r"Submitted job (\d+), shards 1-8 of 8", first.stderr)[1]
    # Submits the sweep a second time while its shards are still in the queue. No shard may be in the queue twice.
    again = submit(cluster, out, "--tasks", "8")
    assert again.returncode == 0 and "in the queue already" in again.stderr
    assert len({array for array, _ in cluster.queue()}) == 2

    hit = []
    for whole in (False, True):
        wait(cluster, "a task that runs", lambda: harnesses(cluster))
        time.sleep(chance.uniform(0.1, 1.5))
        at_work = wait(cluster, "a task to kill", lambda: {
            shard: process for shard, process in harnesses(cluster).items() if shard not in hit})
        shard = chance.choice(sorted(at_work))
        hit.append(shard)
        # In the first round, kills only the benchmark program of a task, as if memory ran out. In the second round, kills all
        # processes of the task.
        for process in cluster.tasks() if whole else [at_work[shard]]:
            if process.environment.get("SLURM_ARRAY_TASK_ID") == shard:
                process.kill()
        print(f"killed shard {shard}")
    time.sleep(chance.uniform(0, 0.5))
    cancelled = chance.choice(sorted(task for array, task in cluster.queue() if array == job and task not in hit))
    assert cluster.run("scancel", f"{job}_{cancelled}").returncode == 0
    print(f"cancelled shard {cancelled}")

    wait(cluster, "the end of all jobs", lambda: not cluster.queue())
    counts = status(cluster, out)
    assert counts["running"] == counts["left"] == 0 and counts["done"] + counts["failed"] == 8
    assert 1 <= counts["failed"] <= 3
    assert not (out / "results.sqlite").exists()
    missing_shards = cluster.run(PROGRAM, "shards", out / "plan.json", "--missing").stdout.strip()

    second = submit(cluster, out, "--wait", timeout=300)
    assert second.returncode == 0, second.stderr
    assert f", shards {missing_shards} of 8" in second.stderr
    assert status(cluster, out)["done"] == 8
    assert (out / "plots" / "methods.md").is_file()
    assert (out / "report.html").is_file()
    check_same(out / "results.sqlite", single)


def test_a_sweep_outlives_one_of_two_nodes(cluster, single, tmp_path):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    out = tmp_path / "out"
    first = submit(cluster, out, "--tasks", "6")
    assert first.returncode == 0, first.stderr
    wait(cluster, "tasks on both nodes", lambda: len(harnesses(cluster)) == 2)
    time.sleep(random.Random(seed).uniform(0, 3))
    wait(cluster, "a task on n2", lambda: any(
        process.environment["SLURMD_NODENAME"] == "n2" for process in harnesses(cluster).values()))
    cluster.kill_node("n2")
    wait(cluster, "the joined store", (out / "results.sqlite").exists)
    # The remaining jobs draw plots, which takes long. They are cancelled, because other tests check plots.
    for job in {job for job, _ in cluster.queue()}:
        cluster.run("scancel", job)
    wait(cluster, "the end of all jobs", lambda: not cluster.queue())
    nodes = [re.findall(r"^== .* on (n\d)$", log.read_text(), re.MULTILINE) for log in out.glob("shards/*/log.txt")]
    assert nodes.count(["n2", "n1"]) == 1, nodes
    assert status(cluster, out) == {"done": 6, "running": 0, "left": 0, "failed": 0}
    check_same(out / "results.sqlite", single)


def test_a_partition_that_does_not_exist(cluster, tmp_path):
    told = submit(cluster, tmp_path / "out", "--", "--partition=nowhere")
    assert told.returncode == 1
    assert "nvalid partition" in told.stderr and "nothing was submitted" in told.stderr
    assert cluster.queue() == {}
