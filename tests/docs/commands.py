"""Finds the commands on the project's pages, and the files, options and targets that these commands name."""

import dataclasses
import itertools
import json
import pathlib
import re
import shlex

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [page for pattern in ("*.md", "docs/**/*.md", "datasets/**/*.md", "scripts/**/*.md", "results/README.md")
         for page in sorted(ROOT.glob(pattern))]
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
# In a block of code on a page, a line that begins like this is a command. Other lines are output or code.
COMMAND = re.compile(r"(?:fairway(?:_\w+)?|cmake|ctest|cp|mv|export|git|podman|docker|pip|(?:/usr/bin/)?python3"
                     r"|clang-format-14|printf|sudo|apt-get|bash|sh|mkdir|parallel|(?:\./)?(?:scripts|build)/\S+)(?:\s|$)")
# CONTRIBUTING uses placeholder names for new parts. Maps each placeholder to an existing part that replaces it when the
# commands are tested.
EXAMPLES = {"my_format": "polygon_text", "my-grid": "hexgrid"}


@dataclasses.dataclass(frozen=True)
class Step:
    """A command, or a file that the page says to save. `shown`: the lines that the page shows below a command."""
    text: str
    file: str = ""
    shown: tuple = ()

    @property
    def words(self):
        return shlex.split(self.text)


def blocks(text):
    """Yields the language and the text of each code block of a page, in order. An indented block has no language."""
    for part, fence in _parts(text):
        if fence:
            yield fence
        else:
            lines, before = [], ""
            for line in [*part.splitlines(), "end"]:
                if re.match(r" {4,}\S", line) and (lines or not before.strip()):
                    lines.append(line.strip())
                elif line.strip() and lines:
                    yield "", "\n".join(lines)
                    lines = []
                before = line


def _parts(text):
    end = 0
    for fence in FENCE.finditer(text):
        yield text[end:fence.start()], None
        yield "", (fence[2], fence[3])
        end = fence.end()
    yield text[end:], None


def steps(text):
    """The commands of a page and the files to save, in order. The first line of such a file is a comment with its name."""
    for language, block in blocks(text):
        named = re.match(r"# (\w+\.toml)\n", block)
        if named:
            yield Step(block, file=named[1])
        if language in ("", "sh", "bash", "shell", "console"):
            found = []
            for line in _joined(block):
                if COMMAND.match(line):
                    found += map(Step, _split(line))
                elif found:
                    found[-1] = dataclasses.replace(found[-1], shown=(*found[-1].shown, line))
            yield from found


def _joined(block):
    """The lines of a block without comments. Continued lines are joined, also in a synopsis."""
    text = re.sub(r"\\\n", " ", block)
    text = re.sub(r"\n(?=\[--)", " ", text)
    return [re.sub(r"\s{2,}#\s.*", "", line).strip() for line in text.splitlines()]


def _split(line):
    return [part.strip() for part in line.split(" && ")]


def inline_commands(text):
    """Commands in the text of a page, for instance `fairway list maps`."""
    prose = FENCE.sub("", text)
    return [code for code in re.findall(r"`([^`\n]+)`", prose)
            if re.match(r"(?:build/release/)?fairway -?[a-z]|(?:cmake|ctest|scripts/\S+) \S", code)]


def options(words):
    """The options of a command, also in brackets as in a synopsis."""
    return [match[0] for word in words if (match := re.match(r"--[a-z][\w-]*", word.lstrip("[")))]


def targets():
    """The names of all CMake targets."""
    tests = {f"{file.parent.name}_tests" for file in (ROOT / "tests").glob("*/*_test.cpp")}
    fuzzers = {f"fuzz_{file.stem.removesuffix('_fuzz')}" for file in (ROOT / "tests/fuzz").glob("*_fuzz.cpp")}
    lists = "".join((ROOT / file).read_text(encoding="utf-8")
                    for file in ("CMakeLists.txt", "cmake/public_programs.cmake", "scripts/examples/CMakeLists.txt", "bindings/c/CMakeLists.txt"))
    return tests | fuzzers | set(re.findall(r"^(?:fairway_program|add_executable|add_library|add_custom_target)\((\w+)", lists, re.MULTILINE))


def faults(words, help_of):
    """The options, presets, targets, labels and files that a command names and that do not exist.
    help_of(command) is the output of `fairway COMMAND --help`, empty if there is no such command."""
    words = [re.sub("|".join(EXAMPLES), lambda match: EXAMPLES[match[0]], word) for word in words]
    program, *arguments = words
    if program == "cmake" and "--target" in arguments:
        yield from set(arguments[arguments.index("--target") + 1:]) - targets()
    if program == "ctest" and "-L" in arguments:
        labels = {folder.name for folder in (ROOT / "tests").iterdir()}
        yield from set(arguments[arguments.index("-L") + 1].split("|")) - labels
    if program in ("cmake", "ctest") and "--preset" in arguments:
        yield from {arguments[arguments.index("--preset") + 1]} - presets(program, "--build" in arguments)
    if program.split("/")[-1] == "fairway":
        named = [word for word in arguments[:2 if arguments[0] == "list" else 1] if not word.startswith("--")]
        known = help_of(" ".join(named))
        yield from [] if known else named
        yield from unknown_options(arguments, known)
    if program.startswith("scripts/"):
        script = ROOT / program
        known = script.read_text(encoding="utf-8") if script.is_file() else ""
        yield from [program] if not known else []
        if program in ("scripts/run.sh", "scripts/slurm.sh"):
            known += help_of("run")
        yield from unknown_options([*itertools.takewhile(lambda word: word != "--", arguments)], known)
    for argument in arguments:
        if re.match(r"(datasets|tests|scripts)/", argument) and not (ROOT / argument).exists():
            yield argument


def unknown_options(arguments, text):
    return [option for option in options(arguments) if not re.search(rf"{option}(?![\w-])", text)]


def presets(program, building):
    file = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    kind = {"ctest": "testPresets", "cmake": "configurePresets"}[program]
    return {preset["name"] for preset in file["buildPresets" if building else kind]}
