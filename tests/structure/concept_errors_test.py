"""What a compiler says of an adapter that lacks a member, or has it with another signature."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Each member of a representation, how an adapter may have it wrong, and what it is told.
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
    "realise": ("void realise(Point, Point, std::span<const Vertex>, Path&) const;",
                "Path realise(Point, Point, std::span<const Vertex>) const;",
                "void realise(Point start, Point goal, std::span<const Vertex>, Path&) const"),
    "memory_bytes": ("std::size_t memory_bytes() const;", "void memory_bytes() const;",
                     "std::size_t memory_bytes() const"),
    "report": ("const BuildReport& report() const;", "BuildReport report() const;",
               "const BuildReport& report() const"),
}


def adapter(name, lacking=None, wrong=None):
    """The source of an adapter without one member, or with one that is wrong."""
    members = {m: wrong_form if m == wrong else right
               for m, (right, wrong_form, _) in MEMBERS.items() if m != lacking}
    body = "".join(f"  {text}\n" for text in members.values()).replace("Sample", name)
    if lacking in ("Options", "Scratch"):  # others speak of it: they have one from elsewhere
        body = re.sub(rf"\b{lacking}\b", f"Elsewhere::{lacking}", body)
    return f"struct {name} {{\n{body}}};\nstatic_assert(check_representation<{name}>());\n"


SOURCE = """#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/representation.hpp"
namespace fairway {
struct Elsewhere {
  struct Options {};
  struct Scratch {};
};
""" + "".join([adapter("Complete")]
              + [adapter(f"Without_{m}", lacking=m) for m in MEMBERS]
              + [adapter(f"Wrong_{m}", wrong=m) for m in MEMBERS]) + "}\n"


@pytest.fixture(scope="module", params=["g++", "clang++-14"])
def complaints(request, tmp_path_factory):
    """What a compiler tells each adapter that it needs."""
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param}")
    file = tmp_path_factory.mktemp("adapters") / "adapters.cpp"
    file.write_text(SOURCE, encoding="utf-8")
    unlimited = ["-ferror-limit=0"] if request.param.startswith("clang") else []
    result = subprocess.run([request.param, "-std=c++20", "-fsyntax-only", f"-I{ROOT}", *unlimited, file],
                            capture_output=True, text=True, timeout=280,
                            env={**os.environ, "LC_ALL": "C"})
    assert result.returncode != 0
    # g++ names the adapter before the message, clang in a note after it.
    told, adapter_named, waiting = {}, None, []
    for line in result.stderr.splitlines():
        if named := re.search(r"check_representation(?:\(\) \[with R = |<)(?:fairway::)?(\w+)", line):
            adapter_named = named[1]
            for message in waiting:
                told.setdefault(adapter_named, []).append(message)
            waiting = []
        if message := re.search(r"error: static.assert.*(a representation needs: [^\"]*)", line):
            if request.param == "g++":
                told.setdefault(adapter_named, []).append(message[1])
            else:
                waiting.append(message[1])
    return told


def test_a_complete_adapter_is_told_nothing(complaints):
    assert "Complete" not in complaints


@pytest.mark.parametrize("fault", ["Without", "Wrong"])
@pytest.mark.parametrize("member", MEMBERS)
def test_one_message_names_the_member_and_its_signature(complaints, member, fault):
    told = complaints.get(f"{fault}_{member}", [])
    assert len(told) == 1, told
    assert MEMBERS[member][2] in told[0]
