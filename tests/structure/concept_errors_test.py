"""Checks the compiler's messages about an adapter or a solver that lacks a member or declares it with a wrong signature."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# For each member of a representation: a correct declaration, a faulty declaration, and the message that the faulty
# declaration must cause.
MEMBERS = {
    "kName": ('static constexpr std::string_view kName = "sample";',
              "static constexpr int kName = 1;",
              "static constexpr std::string_view kName"),
    "kGuarantees": ("static constexpr Guarantees kGuarantees{};",
                    "static constexpr bool kGuarantees = true;",
                    "static constexpr Guarantees kGuarantees"),
    "Graph": ("using Graph = CsrGraph;",
              "struct Graph : CsrGraph { using vertex_descriptor = long; };",
              "using Graph = ..., a model of SearchGraph"),
    "Options": ("struct Options { static void describe(Options&, auto&&) {} };",
                "struct Options {};",
                "static void describe(Options&, auto&& field)"),
    "Scratch": ("struct Scratch {};", "struct Scratch { explicit Scratch(int); };",
                "struct Scratch"),
    "methods": ("static std::vector<NamedMethod<Options>> methods();",
                "static std::vector<Options> methods();",
                "static std::vector<NamedMethod<Options>> methods()"),
    "build": ("static Sample build(const FreeSpace&, const Options&);",
              "static Sample build(FreeSpace&, const Options&);",
              "static R build(const FreeSpace&, const Options&)"),
    "graph": ("const CsrGraph& graph() const;", "const CsrGraph& graph();",
              "const Graph& graph() const"),
    "position": ("Point position(Vertex) const;", "const Point* position(Vertex) const;",
                 "Point position(Vertex) const"),
    "attach": ("AttachStatus attach(const Location&, const Location&, Scratch&, Attachment&) const;",
               "bool attach(const Location&, const Location&, Scratch&, Attachment&) const;",
               "AttachStatus attach(const Location& start, const Location& goal, Scratch&, "
               "Attachment&) const"),
    "realise": ("void realise(const FoundPath&, Scratch&, Path&) const;",
                "Path realise(const FoundPath&, Scratch&) const;",
                "void realise(const FoundPath&, Scratch&, Path&) const"),
    "memory_bytes": ("std::size_t memory_bytes() const;", "void memory_bytes() const;",
                     "std::size_t memory_bytes() const"),
    "report": ("const BuildReport& report() const;", "BuildReport report() const;",
               "const BuildReport& report() const"),
}
UNCOUNTED = "struct Scratch { std::vector<int> owns; };"


SOLVER_MEMBERS = {
    **{m: MEMBERS[m] for m in ("kName", "kGuarantees", "Options", "Scratch")},
    "methods": ("static std::vector<NamedSolver<Options>> methods();",
                "static std::vector<NamedMethod<Options>> methods();",
                "static std::vector<NamedSolver<Options>> methods()"),
    "build": ("static Sample build(const FreeSpace&, const Options&);",
              "static Sample build(FreeSpace&, const Options&);",
              "static S build(const FreeSpace&, const Options&)"),
    "solve": ("SolverResult solve(const Location&, const Location&, Scratch&, Path&) const;",
              "bool solve(const Location&, const Location&, Scratch&, Path&) const;",
              "SolverResult solve(const Location& start, const Location& goal, Scratch&, Path&) const"),
    **{m: MEMBERS[m] for m in ("memory_bytes", "report")},
}
KINDS = {"representation": ("Adapter", MEMBERS), "solver": ("Solver", SOLVER_MEMBERS)}
CASES = [(kind, fault, member) for kind, (_, members) in KINDS.items()
         for fault in ("Without", "Wrong") for member in members]


def model(kind, name, lacking=None, wrong=None):
    """The source of a model without the member `lacking`, or with a wrong declaration of the member `wrong`."""
    prefix, members = KINDS[kind]
    body = "".join(f"  {wrong_form if m == wrong else right}\n"
                   for m, (right, wrong_form, _) in members.items() if m != lacking)
    body = body.replace("Sample", prefix + name)
    if lacking in ("Options", "Scratch"):  # other members need this type, so the model uses the type in Elsewhere
        body = re.sub(rf"\b{lacking}\b", f"Elsewhere::{lacking}", body)
    return f"struct {prefix}{name} {{\n{body}}};\nstatic_assert(check_{kind}<{prefix}{name}>());\n"


SOURCE = """#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/representation.hpp"
#include "algorithms/solvers/solver.hpp"
namespace fairway {
struct Elsewhere {
  struct Options {};
  struct Scratch {};
};
""" + "".join([model(kind, "Complete") for kind in KINDS]
              + [model(kind, f"Without_{m}", lacking=m) for kind, f, m in CASES if f == "Without"]
              + [model(kind, f"Wrong_{m}", wrong=m) for kind, f, m in CASES if f == "Wrong"]
              + [model(kind, "Uncounted").replace(MEMBERS["Scratch"][0], UNCOUNTED) for kind in KINDS]) + "}\n"


@pytest.fixture(scope="module", params=["g++", "clang++-14"])
def complaints(request, tmp_path_factory):
    """The messages of a compiler about missing members, for each model."""
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param}")
    file = tmp_path_factory.mktemp("models") / "models.cpp"
    file.write_text(SOURCE, encoding="utf-8")
    unlimited = ["-ferror-limit=0"] if request.param.startswith("clang") else []
    result = subprocess.run([request.param, "-std=c++20", "-fsyntax-only", f"-I{ROOT}", *unlimited, file],
                            capture_output=True, text=True, timeout=280,
                            env={**os.environ, "LC_ALL": "C"})
    assert result.returncode != 0
    # g++ names the faulty type before the message. clang names it in a note after the message.
    told, model_named, waiting = {}, None, []
    for line in result.stderr.splitlines():
        if named := re.search(r"check_(?:representation|solver)(?:\(\) \[with \w = |<)(?:fairway::)?(\w+)",
                              line):
            model_named = named[1]
            for message in waiting:
                told.setdefault(model_named, []).append(message)
            waiting = []
        if message := re.search(r"error: static.assert.*(a (?:representation|solver) needs: [^\"]*)", line):
            if request.param == "g++":
                told.setdefault(model_named, []).append(message[1])
            else:
                waiting.append(message[1])
    return told


def test_a_complete_model_is_told_nothing(complaints):
    assert {prefix + "Complete" for prefix, _ in KINDS.values()} & set(complaints) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_a_scratch_that_owns_memory_must_count_it(complaints, kind):
    told = complaints.get(f"{KINDS[kind][0]}Uncounted", [])
    assert told == [f"a {kind} needs: std::size_t memory_bytes() const of a Scratch that owns memory"]


@pytest.mark.parametrize("kind, fault, member", CASES)
def test_one_message_names_the_member_and_its_signature(complaints, kind, fault, member):
    prefix, members = KINDS[kind]
    told = complaints.get(f"{prefix}{fault}_{member}", [])
    assert len(told) == 1, told
    assert told[0].startswith(f"a {kind} needs: ")
    assert members[member][2] in told[0]
