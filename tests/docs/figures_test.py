"""Measured figures are only in docs/benchmarks.md, the results of README.md, docs/preprocessing.md, docs/navigation-meshes.md and
docs/study.md, and the output of the tutorial. Each has its command, commit and date. Another number with a unit is a limit or a
definition, and is listed here."""

import re

import pytest

from commands import PAGES, ROOT

MEASURED = ROOT / "docs/benchmarks.md"
WITH_RESULTS = [ROOT / "README.md", ROOT / "docs/preprocessing.md", ROOT / "docs/navigation-meshes.md", ROOT / "docs/study.md"]
FIGURE = re.compile(r"(?<![\w.,/√])\d[\d.,]*\s?(?:%|(?:ns|us|µs|ms|s|seconds?|minutes?|min|hours?|bytes|[kKMG]i?B|instructions|times)\b)")
# Pages that must not contain measured numbers.
SCANNED = [page for page in PAGES if page not in (MEASURED, ROOT / "CHANGELOG.md")]
# Maps each page to its numbers with units that are not measurements. The value says what each number is instead.
ALLOWED = {
    "docs/changing-worlds.md": {"8 bytes": "memory of repairs"},
    "docs/conformance.md": {"20 seconds": "default of an option"},
    "docs/fuzzing.md": {"10 seconds": "limit", "2 GiB": "limit"},
    "docs/maps.md": {"8 GiB": "limit", "10 minutes": "limit"},
    "docs/representations/jump_point_graph.md": {n: "layout of arrays" for n in ("12 bytes", "16 bytes", "20 bytes")},
    "docs/representations/subgoal_graph.md": {n: "layout of arrays" for n in ("8 bytes", "12 bytes", "24 bytes")},
    "docs/representations/hpa.md": {"12 bytes": "layout of an array"},
    "docs/representations/visibility_graph.md": {"20 bytes": "layout of an array"},
    "docs/solvers/grid_jps.md": {n: "layout of arrays" for n in ("4 bytes", "12 bytes", "16 bytes", "40 bytes")},
    "docs/solvers/clearance_triangulation.md": {"0.5 %": "limit"},
    "docs/statistics.md": {"95 %": "confidence level"},
    "docs/study.md": {n: "thresholds of the advice" for n in ("80 %", "99 %")},
    "docs/sweeps.md": {"1 s": "limit", "12 bytes": "layout of a table"},
    "docs/trust.md": {"10 %": "threshold of the self-test"},
    "docs/worker-protocol.md": {"64 MiB": "limit", "256 MiB": "limit", "8 bytes": "size of a double"},
}


def prose(page):
    """A page without its section of results, blocks of code and inline code."""
    text = page.read_text(encoding="utf-8")
    if page in WITH_RESULTS:
        text = re.sub(r"^## Results\n.*?(?=^## |\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(?: {4,}\S.*\n?)+", "", text, flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "", text)


def figures(text):
    return [re.sub(r"\s", " ", figure) for figure in FIGURE.findall(text)]


@pytest.mark.parametrize("page", SCANNED, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_has_no_measured_figure(page):
    allowed = ALLOWED.get(str(page.relative_to(ROOT)), {})
    assert [figure for figure in figures(prose(page)) if figure not in allowed] == []


def test_the_allow_list_is_short_and_in_use():
    assert sum(map(len, ALLOWED.values())) <= 40
    used = {name: set(figures(prose(ROOT / name))) for name in ALLOWED}
    assert {name: set(listed) - used[name] for name, listed in ALLOWED.items() if set(listed) - used[name]} == {}


def sections(text):
    """The sections of a page, split at every heading except the title."""
    return re.split(r"^##+ ", text, flags=re.MULTILINE)[1:]


def test_each_measured_table_states_command_commit_and_date():
    measured = [part for part in sections(MEASURED.read_text(encoding="utf-8")) if "```text" in part]
    assert len(measured) >= 6
    for part in measured:
        title = part.partition("\n")[0]
        assert re.search(r"\b[0-9a-f]{7}\b", part) and re.search(r"\d{4}-\d\d-\d\d", part), title
        assert re.search(r"(fairway|scripts/|valgrind)\b", re.sub(r"```text.*?```", "", part, flags=re.DOTALL)), title


def test_results_and_tutorial_state_commit_and_date():
    results = [page.read_text(encoding="utf-8").partition("## Results")[2] for page in WITH_RESULTS]
    tutorial = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
    for text in (*results, tutorial):
        assert re.search(r"[Cc]ommit [0-9a-f]{7}, \d{4}-\d\d-\d\d", text)


def test_the_reader_of_figures():
    assert figures("It takes 3.5 ms and 12 %, 1,000 instructions, 2 times; not 3 maps, x2s or 5 steps.") == [
        "3.5 ms", "12 %", "1,000 instructions", "2 times"]
