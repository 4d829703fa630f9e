"""The pages of docs/concepts must agree with the code about concepts, members and files."""

import pathlib
import re

import pytest

from documents import missing_files, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "concepts"
REPRESENTATION = ROOT / "algorithms" / "representations" / "representation.hpp"
OPTIONAL_MEMBERS = ROOT / "algorithms" / "representations" / "optional_members.hpp"
SOLVER = ROOT / "algorithms" / "solvers" / "solver.hpp"
METHODS = ROOT / "algorithms" / "methods"
# For each kind of model: the file of its concept, and the files that use optional members.
CONCEPTS = {"representation": (REPRESENTATION, OPTIONAL_MEMBERS),
            "solver": (SOLVER, METHODS / "solver_planner.hpp", METHODS / "method_index.hpp")}
INNER_NAMESPACE = re.compile(r"^namespace (?:requirement|solver_requirement|detail) \{.*?^\}  // namespace \w+$",
                             re.MULTILINE | re.DOTALL)


def public_concepts(text):
    return re.findall(r"^concept (\w+)", INNER_NAMESPACE.sub("", text), re.MULTILINE)


def required_members(text):
    """Yields for each required member the declaration at the beginning of the compiler's message."""
    messages = re.findall(r'static_assert\((?:solver_)?requirement::\w+<[RS]>,\s*((?:"[^"]*"\s*)+)\)', text)
    for message in messages:
        said = "".join(re.findall(r'"([^"]*)"', message))
        declaration = re.sub(r"^a \w+ needs: ", "", said)
        yield re.split(r", (?=a model|default-)", declaration)[0]


def asked_members(text):
    """Yields the members of a representation that a file tests in its requires-expressions."""
    for start in re.finditer(r"\brequires\b(?:\s*\([^{;]*?\))?\s*\{", text):
        depth, end = 1, start.end()
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield from re.findall(r"(?:\br\.|\b[ARS]::|\b(?:representation_?|adapter)->|\bsolver(?:_?->|\.))(\w+)\(",
                              text[start.end():end])


def name_in(declaration):
    """The name of the member that a cell of a page declares in backticks."""
    assert re.fullmatch(r"`[^`]+`", declaration), declaration
    return re.search(r"(\w+)\(", declaration)[1]


def member_table(kind, column):
    page = (PAGES / f"{kind}.md").read_text(encoding="utf-8")
    required, optional = page.split("## Optional members")
    return table({"required": required, "optional": optional}[column], "member")


def test_every_public_concept_has_a_page():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES.glob("*.md"))
    told = set(re.findall(r"`(\w+)`", text))
    concepts = [c for folder in ("algorithms", "datasets", "harness")
                for header in (ROOT / folder).rglob("*.hpp")
                for c in public_concepts(header.read_text(encoding="utf-8"))]
    assert "Representation" in concepts
    assert set(concepts) - told == set()


def test_the_index_lists_every_page_once():
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    listed = [re.match(r"\[[^\]]+\]\((\w+)\.md\)$", row[0])[1] for row in table(index, "concept")]
    assert sorted(listed) == sorted(p.stem for p in PAGES.glob("*.md") if p.stem != "README")


@pytest.mark.parametrize("page", sorted(p.name for p in PAGES.glob("*.md")))
def test_what_a_page_names_exists(page):
    assert list(missing_files(PAGES / page, ROOT)) == []


@pytest.mark.parametrize("kind", CONCEPTS)
def test_required_members_are_told_as_the_compiler_tells_them(kind):
    expected = [f"`{m}`" for m in required_members(CONCEPTS[kind][0].read_text(encoding="utf-8"))]
    assert expected
    assert [row[0] for row in member_table(kind, "required")] == expected


def test_every_promise_is_explained():
    header = REPRESENTATION.with_name("guarantees.hpp")
    struct = re.search(r"^struct Guarantees \{(.*?)^\};", header.read_text(encoding="utf-8"),
                       re.MULTILINE | re.DOTALL)[1]
    page = (PAGES / "representation.md").read_text(encoding="utf-8")
    assert [row[0] for row in table(page, "promise")] == \
        [f"`{name}`" for name in re.findall(r"^  bool (\w+)", struct, re.MULTILINE)]


def test_every_smoother_is_in_its_table():
    header = (ROOT / "algorithms/settings/search_settings.hpp").read_text(encoding="utf-8")
    names = re.search(r"kSmootherNames\{([^}]*)\}", header)[1]
    page = (PAGES / "smoother.md").read_text(encoding="utf-8")
    assert [row[0] for row in table(page, "name")] == [f"`{n}`" for n in re.findall(r'"(\w+)"', names)]


@pytest.mark.parametrize("kind", CONCEPTS)
def test_optional_members_are_those_that_the_code_asks_for(kind):
    texts = (INNER_NAMESPACE.sub("", file.read_text(encoding="utf-8")) for file in CONCEPTS[kind])
    asked = {member for text in texts for member in asked_members(text)}
    rows = member_table(kind, "optional")
    assert sorted(name_in(row[0]) for row in rows) == sorted(asked)
    for row in rows:
        instance = (PAGES / re.search(r"\]\(([^)]+)\)", row[2])[1]).read_text(encoding="utf-8")
        assert re.search(rf"^ .*\b{name_in(row[0])}\(", instance, re.MULTILINE), row


def stripped_headers():
    """The project's headers by file. Comments and string literals are removed."""
    noise = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
    return {header: noise.sub(" ", header.read_text(encoding="utf-8"))
            for folder in ("algorithms", "datasets", "harness", "programs")
            for header in (ROOT / folder).rglob("*.hpp")}


def named_members(page):
    """Yields the members, types and constants in the code of a page, each as (type or None, name)."""
    for code in re.findall(r"`([^`\n]+)`", page):
        code = re.sub(r"\b(?:std|boost)::[\w:]+", " ", code)
        for owner, name in re.findall(r"\b([A-Z]\w+)::(\w+)", code):
            yield owner, name
        for name in re.findall(r"(?:\b[\w>]+\.|^|[ (])(\w+)\(", code):
            yield None, name
        for name in re.findall(r"\b(k[A-Z]\w+|[A-Z][a-z]\w+[A-Z]\w*)\b", code):
            yield None, name


def missing_members(page, headers):
    for owner, name in sorted(set(named_members(page)), key=str):
        owners = [text for text in headers.values()
                  if owner is None or re.search(rf"\b(?:struct|class|enum class) {owner}\b|\b(?:using) {owner} =", text)]
        if not any(re.search(rf"\b{name}\b", text) for text in owners):
            yield f"{owner}::{name}" if owner else name


@pytest.mark.parametrize("page", sorted(p.name for p in PAGES.glob("*.md")))
def test_each_member_that_a_page_names_exists(page):
    elsewhere = {"malloc_trim", "fairway_solver", "fairway_representation"}  # names of the C library and of CMake functions
    text = (PAGES / page).read_text(encoding="utf-8")
    assert set(missing_members(text, stripped_headers())) - elsewhere == set()


def test_a_member_that_is_gone_is_found():
    headers = {"a.hpp": "struct Planner { void plan(int); };", "b.hpp": "struct Query {}; inline constexpr int kMost = 1;"}
    assert list(missing_members("`Planner::plan(q)` `planner.plan(q)` `kMost` `std::move(x)`", headers)) == []
    assert list(missing_members("`Planner::change` `planner.follow(q)` `kLeast` `GridGraph` `Query::plan`", headers)) == \
        ["Planner::change", "Query::plan", "GridGraph", "follow", "kLeast"]


def test_the_readers_of_code():
    text = ("template <class T>\nconcept Outer = true;\nnamespace detail {\ntemplate <class T>\n"
            "concept Inner = true;\n}  // namespace detail\n")
    assert public_concepts(text) == ["Outer"]
    assert list(required_members('static_assert(requirement::Size<R>,\n  "a representation needs: '
                                 'int size() "\n  "const, default-made");')) == ["int size() const"]
    assert list(asked_members("requires(const R& r) {\n  { r.one(v)(w) } -> same<T>;\n};\n r.no();"
                              " if constexpr (requires { R::two(o); }) { r.none(); }")) == \
        ["one", "two"]
