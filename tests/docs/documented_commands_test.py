"""Every command on every page runs unchanged in a copy of the project. A shown answer of `fairway path` is exact. Commands that
cannot run are listed here with the reason; the files and options that they name must exist. ctest passes the program in
FAIRWAY_PROGRAM."""

import functools
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from commands import PAGES, ROOT, Step, blocks, faults, inline_commands, options, steps

PROGRAM = pathlib.Path(os.environ["FAIRWAY_PROGRAM"])
# Patterns of commands that are not run, with the reason.
NOT_RUN = {
    r"cmake|ctest|build/fairway ": "builds, or needs a build of its own",
    r"scripts/(run|test|tsan|fuzz|growth|study|playground)\.sh": "builds, then runs for minutes",
    r"scripts/claims\.py results/study": "needs the results of a study",
    r"scripts/draw_gallery\.py results/plots": "needs the plots of the study",
    r"scripts/plot\.py results/default/": "needs the results of the default sweep",
    r"scripts/report\.py results/default/": "needs the results of the default sweep",
    r"git (tag|log)": "needs a git repository",
    r"scripts/instructions\.py MAP": "needs valgrind and a public map",
    r"(build/release/)?fairway conform( --json)? --(method|representation) quadtree": "takes half a minute",
    r"fairway conform --method detour": "shows what Detour does not promise, where it is installed",
    r"apt-get install": "installs packages",
    r"(build/release/)?fairway run datasets/sweeps/(programs|budgets|changing|preprocessing|clearance|off_walls)\.toml": "takes minutes",
    r"fairway conform --(sweep|command)": "needs a sweep file, or a program, of the reader's",
    r"(build/release/fairway|scripts/plot\.py) .*\bmy-grid\b": "needs a representation that is not built in",
    r"scripts/gppc_(entry|export)\.sh|fairway run my\.toml --out results/gppc": "needs an entry of the grid competition",
    r"(npx )?fairway(-| )judge arena\.map": "needs a public map, and the paths of a program",
    r"fairway run my\.toml --out results/new --pin": "needs the results of an earlier sweep",
    r"fairway (inspect|path) (plan\.dxf|site\.gpkg)": "needs a map of the reader's",
    r"cd bindings/js/examples|build/release/fairway run bindings/js/examples": "needs packages of npm",
    r"(build/release/)?fairway_benchmarks": "takes many minutes",
    r"build/release/fairway run datasets/sweeps/default\.toml --queries 10 --out results/look": "takes a minute",
    r"(build/release/)?fairway run datasets/sweeps/memory\.toml": "needs public maps",
    r"scripts/(plot|preprocessing|navigation_meshes)\.py results/(look|budgets|memory|changing|preprocessing|clearance|off_walls|study)/": "needs the sweep before it",
    r"/usr/bin/python3 -m pytest": "is a test by itself",
    r"scripts/slurm\.sh": "needs Slurm",
    r".*\b(MAP|SCEN|CSV|CHANGES|SWEEP\.toml|PLAN\.json|IN|OUT|NAME|DIR|[AB]\.sqlite)\b": "has names to fill in",
}
if not shutil.which("parallel") or not {0, 1} <= os.sched_getaffinity(0):
    NOT_RUN |= {r"parallel ": "needs GNU parallel and two cores", r"fairway merge results/parts/": "needs the step before"}
if not importlib.util.find_spec("selenium") or not shutil.which("chromedriver"):
    NOT_RUN |= {r"/usr/bin/python3 tests/playground/speed\.py": "needs a browser"}


def reason(command):
    """The reason why a command is not run; None if the test runs it."""
    return next((why for pattern, why in NOT_RUN.items() if re.match(pattern, command)), None)


@functools.cache
def help_of(command):
    """The output of `fairway COMMAND --help`, empty if there is no such command."""
    result = subprocess.run([PROGRAM, *command.split(), "--help"], capture_output=True, text=True, timeout=60).stdout
    return result if re.search(rf"^Usage: {' '.join(['fairway', *command.split()])} ", result, re.MULTILINE) else ""


@pytest.fixture
def copy(tmp_path):
    """A function that runs commands in a copy of the project. The copy uses the tested program as its build."""
    def left_out(folder, names):
        return {"build", ".git", "__pycache__"} & set(names) if pathlib.Path(folder) == ROOT else (
            set(names) - {"README.md", "published"} if pathlib.Path(folder) == ROOT / "results" else set())

    folder = tmp_path / "fairway"
    shutil.copytree(ROOT, folder, ignore=left_out)
    (folder / "build").mkdir()
    (folder / "build" / "release").symlink_to(PROGRAM.parent)
    paths = f"{folder}/build/release:{os.environ['PATH']}"

    def run(step):
        if step.file:
            (folder / step.file).write_text(step.text, encoding="utf-8")
            return None
        result = subprocess.run(["bash", "-c", step.text], cwd=folder, env={**os.environ, "PATH": paths},
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        return complaint(step, result)

    return run


def complaint(step, result):
    """What is wrong with the result of a command; None if the result agrees with the page."""
    if result.returncode != 0:
        return f"`{step.text}` ends with {result.returncode}: {result.stderr or result.stdout}"
    asked = re.match(r"(?:build/release/)?fairway path", step.text)
    printed = [line.split() for line in result.stdout.splitlines()]
    if asked and not re.match(r"found$|\{\s*\"status\": \"found\"", result.stdout, re.MULTILINE):
        return f"`{step.text}` finds no path: {result.stdout.splitlines()[:2]}"
    if asked and "--json" not in step.text and step.shown[:1] == ("found",) and [line.split() for line in step.shown] != printed[:len(step.shown)]:
        return f"`{step.text}` prints {result.stdout.splitlines()[:3]}, the page shows {step.shown}"
    return None


def page_name(page):
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_commands_run_unchanged(page, request):
    runnable = [step for step in steps(page.read_text(encoding="utf-8")) if step.file or not reason(step.text)]
    if not any(not step.file for step in runnable):
        return
    run = request.getfixturevalue("copy")
    assert [said for step in runnable if (said := run(step))] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_commands_name_what_exists(page):
    text = page.read_text(encoding="utf-8")
    commands = [step for step in steps(text) if not step.file] + [Step(code) for code in inline_commands(text)]
    assert [(step.text, found) for step in commands if (found := list(faults(step.words, help_of)))] == []


def test_each_exception_matches_a_command_on_a_page():
    commands = [step.text for page in PAGES for step in steps(page.read_text(encoding="utf-8"))]
    assert len(commands) > 100
    assert [pattern for pattern in NOT_RUN if not any(re.match(pattern, command) for command in commands)] == []


def test_most_commands_of_fairway_are_run():
    commands = {step.text for page in PAGES for step in steps(page.read_text(encoding="utf-8"))
                if re.match(r"(build/release/)?fairway ", step.text)}
    run = [command for command in commands if not reason(command)]
    assert len(run) >= 30
    assert {command.split()[1] for command in run} >= {"list", "path", "run", "convert", "generate", "verify",
                                                       "conform", "merge", "shards", "diff"}


def test_the_reader_of_pages():
    text = """Text `fairway list maps` and `fairway`.

    fairway path a.map --from 1,2 \\
            --to 3,4     # a comment
    found
    cmake --preset dev && ctest --preset dev

1. A list

       scripts/plot.py RESULTS --out DIR

```toml
# my.toml
maps = ["a.map"]
```

```json
{"fairway": 1}
```
"""
    assert [step.text for step in steps(text) if not step.file] == [
        "fairway path a.map --from 1,2  --to 3,4", "cmake --preset dev", "ctest --preset dev",
        "scripts/plot.py RESULTS --out DIR"]
    assert [step.file for step in steps(text) if step.file] == ["my.toml"]
    assert [language for language, _ in blocks(text)] == ["", "", "toml", "json"]
    assert inline_commands(text) == ["fairway list maps"]
    assert options(["run", "[--out", "DIR]", "--seed=1", "-R"]) == ["--out", "--seed"]


@pytest.mark.parametrize("command, missing", [
    ("cmake --build build/release --target fairway conformance_tests", []),
    ("cmake --build build/release --target fairway performance_tests", ["performance_tests"]),
    ("cmake --build --preset speedy", ["speedy"]),
    ("ctest --preset release -L 'search|luck'", ["luck"]),
    ("build/release/fairway fly --to moon", ["fly", "--to"]),
    ("build/release/fairway path a.map --via 1,2", ["--via"]),
    ("fairway --version", []),
    ("scripts/prove.sh", ["scripts/prove.sh"]),
    ("scripts/run.sh datasets/sweeps/none.toml", ["datasets/sweeps/none.toml"]),
    ("scripts/run.sh datasets/sweeps/default.toml --queries 5", []),
    ("scripts/plot.py results.sqlite --into plots", ["--into"]),
])
def test_the_check_of_names(command, missing):
    assert list(faults(Step(command).words, help_of)) == missing


@pytest.mark.parametrize("command, code, printed, wrong", [
    ("fairway path a.map", 0, "found\nlength 1", False),
    ("fairway path a.map", 0, "found\nlength 2", True),
    ("fairway path a.map --json", 0, '{\n  "status": "found",', False),
    ("fairway path a.map", 0, "start_blocked\nexpanded 0", True),
    ("fairway path a.map --json", 0, '{\n  "status": "missed",', True),
    ("fairway list maps", 2, "", True),
])
def test_the_check_of_results(command, code, printed, wrong):
    result = subprocess.CompletedProcess(command, code, printed, "")
    assert (complaint(Step(command, shown=("found", "length 1")), result) is not None) == wrong
