#include "harness/worker/protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/tile_table.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/records/path_hash.hpp"
#include "tests/harness/ring_world.hpp"

namespace fairway {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(ProtocolTest, RequestsReadBackAsTheyWere) {
  for (const Method& method : Registry::built_in().methods()) {
    const auto build = std::get<BuildRequest>(parse_request(to_line(BuildRequest{method})));
    EXPECT_EQ(build.method.name, method.name);
    EXPECT_EQ(build.method.options, method.options);
    EXPECT_EQ(option_values(build.method.search), option_values(method.search));
  }
  const AnswerRequest asked{{{{0.1, -2e-300}, {3e300, 1.0 / 3}}}, true};
  const auto answer = std::get<AnswerRequest>(parse_request(to_line(asked)));
  EXPECT_EQ(answer.queries[0].start, asked.queries[0].start);
  EXPECT_EQ(answer.queries[0].goal, asked.queries[0].goal);
  EXPECT_TRUE(answer.raw);
  EXPECT_EQ(std::get<LoadRequest>(parse_request(to_line(LoadRequest{"a \"b\""}))).file, "a \"b\"");
  const auto draw =
      std::get<DrawRequest>(parse_request(to_line(DrawRequest{{{0, 1}, {2, 3}}, {1, 2}, 7, true})));
  EXPECT_EQ(draw.box.max.y, 3);
  EXPECT_EQ(draw.limit, 7u);
  EXPECT_TRUE(draw.packed);
}

TEST(ProtocolTest, AQueryHasARadiusOnlyAboveZero) {
  const AnswerRequest asked{{{{1, 2}, {3, 4}}, {{1, 2}, {3, 4}, 0.1}}};
  const std::string line = to_line(asked);
  EXPECT_THAT(line, HasSubstr("[[1.0,2.0,3.0,4.0],[1.0,2.0,3.0,4.0,0.1]]"));
  const auto answer = std::get<AnswerRequest>(parse_request(line));
  EXPECT_EQ(answer.queries[0].radius, 0);
  EXPECT_EQ(answer.queries[1].radius, 0.1);
  for (const char* wrong : {"[1,2,3,4,-1]", "[1,2,3,4,5,6]", "[1,2,3]", "[1,2,3,4,\"5\"]"}) {
    EXPECT_THROW(parse_request(R"({"request":"answer","queries":[)" + std::string(wrong) + "]}"),
                 ProtocolError)
        << wrong;
  }
}

TEST(ProtocolTest, DrawingsReadBackAsTheyWere) {
  DrawingRecord drawing;
  drawing.kind = "edges";
  drawing.total = 9;
  drawing.window = {{-1, 0}, {2, 3}};
  drawing.segments = {{{0.1, -2e-300}, {3e300, 1.0 / 3}}, {{1, 2}, {3, 4}}};
  for (const bool packed : {false, true}) {
    DrawingRecord back = parse_draw_reply(to_line(drawing, packed));
    if (packed) back.segments = unpacked_segments(back.packed);
    EXPECT_EQ(back.kind, "edges");
    EXPECT_EQ(back.total, 9u);
    ASSERT_EQ(back.segments.size(), 2u);
    EXPECT_EQ(back.segments[0].a, drawing.segments[0].a);
    EXPECT_EQ(back.segments[0].b, drawing.segments[0].b);
  }
  const auto fault = [](const std::string& segments) -> std::string {
    try {
      parse_draw_reply(
          R"({"reply":"draw","kind":"cells","total":1,"window":[0,0,1,1],"segments":)" + segments +
          "}");
    } catch (const ProtocolError& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_THAT(fault("\"no base64\""), HasSubstr("'segments': invalid base64"));
  EXPECT_THAT(fault("\"AAAA\""), HasSubstr("expected zlib's format"));
  EXPECT_THAT(fault("7"), HasSubstr("wrong 'segments'"));
  drawing.segments[1].b.y = std::numeric_limits<double>::infinity();
  EXPECT_THROW(parse_draw_reply(to_line(drawing, true)), ProtocolError);
}

TEST(ProtocolTest, HashTakesThePlaceOfAPathIfItWasAskedFor) {
  AnswerReply reply;
  reply.answer.status = PlanStatus::kFound;
  reply.answer.path = reply.answer.raw = {{0.1, 2}, {3, 4}};
  std::string line;
  append_line(line, reply, false, true);
  AnswerReply read;
  parse_answer_reply(line, read, true);
  EXPECT_EQ(read.path_hash, path_hash(reply.answer.path));
  EXPECT_TRUE(read.answer.path.empty());
  EXPECT_THROW(parse_answer_reply(line, read), ProtocolError);
  for (const char* wrong : {"0123456789abcde", "0123456789abcdeg", "-123456789abcdef"}) {
    EXPECT_THROW(parse_answer_reply(R"({"reply":"answer","status":"found","ns":{},"path_hash":")" +
                                        std::string(wrong) + "\"}",
                                    read, true),
                 ProtocolError);
  }
  // A worker that sends no hash sends the path itself.
  line.clear();
  append_line(line, reply, false);
  parse_answer_reply(line, read, true);
  EXPECT_FALSE(read.path_hash);
  EXPECT_EQ(read.answer.path, reply.answer.path);
}

// The raw path is omitted from a reply if it equals the returned path to the last bit. Regression:
// the code treated 0 and -0 as equal.
TEST(ProtocolTest, RawPathIsLeftOutWhereItIsTheReturnedOne) {
  AnswerReply reply;
  reply.answer.status = PlanStatus::kFound;
  reply.answer.path = reply.answer.raw = {{0, 2}, {3, 4}};
  std::string line;
  append_line(line, reply, true);
  EXPECT_EQ(line.find("raw"), std::string::npos);
  reply.answer.raw[0].x = -0.0;
  append_line(line, reply, true);
  EXPECT_NE(line.find("raw"), std::string::npos);
}

TEST(ProtocolTest, AnswersReadBackAsTheyWere) {
  AnswerReply reply;
  reply.answer.status = PlanStatus::kFound;
  reply.answer.path = {{0.1, -0.0}, {5e-324, std::numeric_limits<double>::max()}};
  reply.answer.raw = {{0.1, 0}, {1, 1}, {2, 2}};
  reply.answer.expanded = 1'000'000'000'000'000;
  reply.answer.generated = 3;
  reply.answer.times = {1, 2, 3, 4, 5};
  std::string line;
  append_line(line, reply, true);
  AnswerReply read;
  parse_answer_reply(line, read);
  EXPECT_EQ(read.answer.path, reply.answer.path);
  // Regression: "-0" is a whole number in JSON. It must be read as negative zero, as by
  // std::from_chars.
  EXPECT_TRUE(std::signbit(read.answer.path[0].y));
  EXPECT_EQ(read.answer.raw, reply.answer.raw);
  EXPECT_EQ(read.answer.expanded, reply.answer.expanded);
  EXPECT_EQ(read.answer.times.realise, 4);
  EXPECT_EQ(read.answer.times.total(), 15);

  reply.failure = Status::kOutOfMemory;
  reply.message = "bytes \xff that are no text";
  line.clear();
  append_line(line, reply, true);
  parse_answer_reply(line, read);
  EXPECT_EQ(read.failure, Status::kOutOfMemory);
}

AnswerReply improving_reply() {
  AnswerReply reply;
  reply.answer.status = PlanStatus::kFound;
  reply.answer.raw = reply.answer.path = {{0, 0}, {3, 4}};
  reply.answer.times = {10, 0, 90, 0, 0};
  return reply;
}

TEST(ProtocolTest, ImprovementsReadBackAsTheyWere) {
  AnswerReply reply = improving_reply();
  reply.answer.improvements = {{20, 7.1}, {50, 5.0 + 1.0 / 3}, {100, 5 * (1 + 1e-10)}};
  std::string line;
  append_line(line, reply, true);
  AnswerReply read;
  parse_answer_reply(line, read);
  ASSERT_EQ(read.answer.improvements.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.answer.improvements[i].ns, reply.answer.improvements[i].ns);
    EXPECT_EQ(read.answer.improvements[i].length, reply.answer.improvements[i].length);
  }
  line.clear();
  append_line(line, improving_reply(), true);
  EXPECT_THAT(line, Not(HasSubstr("improved")));
  parse_answer_reply(line, read);
  EXPECT_TRUE(read.answer.improvements.empty()) << "left from the reply before";
}

TEST(ProtocolTest, FaultyImprovementsAreNamed) {
  const auto fault = [](const std::string& improved) -> std::string {
    std::string line;
    append_line(line, improving_reply(), false);
    line.erase(line.rfind('}'));
    try {
      AnswerReply reply;
      parse_answer_reply(line + ",\"improved\":" + improved + "}", reply);
    } catch (const ProtocolError& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_EQ(fault("[]"), "none");
  EXPECT_EQ(fault("[[0, 6], [100, 5]]"), "none");
  EXPECT_THAT(fault("7"), HasSubstr("'improved', expected an array of [ns, length]"));
  EXPECT_THAT(fault("[[1, 5, 2]]"), HasSubstr("'improved', expected an array of [ns, length]"));
  EXPECT_THAT(fault("[[0.5, 5]]"), HasSubstr("'improved', expected a whole number"));
  EXPECT_THAT(fault("[[1, \"5\"]]"), HasSubstr("'improved', expected a finite number"));
  EXPECT_THAT(fault("[[2, 6], [2, 5]]"), HasSubstr("expected ascending nanoseconds"));
  EXPECT_THAT(fault("[[2, 5], [3, 5]]"), HasSubstr("expected descending lengths"));
  EXPECT_THAT(fault("[[2, 6], [101, 5]]"), HasSubstr("expected at most the sum of 'ns'"));
  EXPECT_THAT(fault("[[2, 6]]"), HasSubstr("expected a last length of 5"));
  EXPECT_THAT(fault("[[2, 4.9]]"), HasSubstr("expected a last length of 5"));
  std::string many = "[[0, 6]";
  for (std::size_t i = 0; i < kMostImprovements; ++i) many += ", [0, 6]";
  EXPECT_THAT(fault(many + "]"), HasSubstr("'improved', expected at most 10000 pairs"));
}

/// note() must keep the list of improvements in the form that the protocol requires: times ascend
/// and lengths descend.
TEST(ProtocolTest, NotedImprovementsAscendAndDescend) {
  std::vector<Improvement> noted;
  note(noted, {5, 10});
  note(noted, {6, 10 * (1 - 1e-12)});
  note(noted, {7, 12});
  ASSERT_EQ(noted.size(), 1u);
  note(noted, {4, 9});
  ASSERT_EQ(noted.size(), 1u);
  EXPECT_EQ(noted[0].ns, 5);
  EXPECT_EQ(noted[0].length, 9);
  for (std::size_t i = 1; i <= kMostImprovements; ++i) {
    note(noted, {static_cast<std::int64_t>(10 + i), 9 - 1e-4 * static_cast<double>(i)});
  }
  EXPECT_EQ(noted.size(), kMostImprovements);
  EXPECT_EQ(noted.back().ns, 10 + static_cast<std::int64_t>(kMostImprovements));
}

TEST(ProtocolTest, UseOfTheMachineIsOptional) {
  AnswerReply reply;
  reply.usage = {7, std::nullopt, 3};
  std::string line;
  append_line(line, reply, false);
  AnswerReply read;
  read.usage.switches = 9;  // left over from the last reply
  parse_answer_reply(line, read);
  EXPECT_EQ(read.usage.cpu_ns, 7);
  EXPECT_FALSE(read.usage.switches);
  EXPECT_EQ(read.usage.faults, 3);

  BuildReply build;
  build.usage = {1, 0, 1'000'000'000'000'000};
  build.parts = {{"walls", 5, 8}, {"triangulation", 0, 16}};
  const BuildReply built = parse_build_reply(to_line(build));
  EXPECT_EQ(built.usage.cpu_ns, 1);
  EXPECT_EQ(built.usage.switches, 0);
  EXPECT_EQ(built.usage.faults, 1'000'000'000'000'000);
  ASSERT_EQ(built.parts.size(), 2u);
  EXPECT_EQ(built.parts[1].name, "triangulation");
  EXPECT_EQ(built.parts[1].bytes, 16);
  EXPECT_FALSE(built.varies);
  build.varies = true;
  EXPECT_TRUE(parse_build_reply(to_line(build)).varies);
  const auto fault = [](const std::string& rest) {
    try {
      parse_build_reply(R"({"reply":"build","status":"built","ns":1,)" + rest + "}");
      return std::string("none");
    } catch (const ProtocolError& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(fault(R"("parts":[],"switches":null)"), "none");
  EXPECT_THAT(fault(R"("switches":-1)"), HasSubstr("'switches', expected a whole number"));
  EXPECT_THAT(fault(R"("faults":1000000000000001)"),
              HasSubstr("'faults', expected a whole number from 0 to 10^15"));
  for (const char* parts : {R"({})", R"([["a b",1,2]])", R"([["a",1]])", R"([[1,1,1]])"}) {
    EXPECT_THAT(fault(std::string(R"("parts":)") + parts),
                HasSubstr("name without spaces, ns, bytes"));
  }
  EXPECT_THAT(fault(R"("parts":[["",1,2]])"), HasSubstr("a name of one character or more"));
}

// Regression: absent sizes were stored as 0, as if the method needed no memory.
TEST(ProtocolTest, SizesThatAreNotToldAreAbsent) {
  const BuildFacts silent = parse_build_reply(R"({"reply":"build","status":"built","ns":1})").facts;
  EXPECT_FALSE(silent.bytes || silent.vertices || silent.edges || silent.components);
  EXPECT_FALSE(silent.coverage);
  const BuildFacts told = parse_build_reply(R"({"reply":"build","status":"built","ns":1,)"
                                            R"("bytes":0,"components":3,"coverage":0.5})")
                              .facts;
  EXPECT_EQ(told.bytes, 0);
  EXPECT_EQ(told.components, 3);
  EXPECT_EQ(told.coverage, 0.5);
}

// Regression: impossible values were stored, such as a time of 10^291 s, or phases longer than the
// build.
TEST(ProtocolTest, FiguresThatCannotBeAreRefused) {
  const auto fault = [](const auto& parse, const std::string& line) {
    try {
      parse(line);
      return std::string("none");
    } catch (const ProtocolError& e) {
      return std::string(e.what());
    }
  };
  const auto clock = [&](const std::string& ns) {
    return fault(parse_hello_reply, R"({"reply":"hello","protocol":1,"clock_ns":)" + ns + "}");
  };
  EXPECT_EQ(clock("25.5"), "none");
  EXPECT_THAT(clock("1e300"), HasSubstr("'clock_ns', expected 0 to 10^9"));
  EXPECT_THAT(clock("-1"), HasSubstr("'clock_ns', expected 0 to 10^9"));
  const auto build = [&](const std::string& rest) {
    return fault(parse_build_reply, R"({"reply":"build","status":"built","ns":10,)" + rest + "}");
  };
  EXPECT_EQ(build(R"("phases":[["a",4],["b",6]])"), "none");
  EXPECT_THAT(build(R"("phases":[["a",4],["b",7]])"),
              HasSubstr("'phases', expected a sum of at most 'ns'"));
  EXPECT_THAT(build(R"("phases":[["a\u001b[2J",4]])"),
              HasSubstr("'phases', expected a name of one character or more, without control"));
  EXPECT_THAT(build(R"("parts":[["a\u0007",4,1]])"), HasSubstr("without control characters"));
  EXPECT_THAT(build(R"("bytes":9223372036854775807)"),
              HasSubstr("'bytes', expected a whole number from 0 to 10^15"));
}

std::string fault_of_answer(const std::string& line) {
  try {
    AnswerReply reply;
    parse_answer_reply(line, reply);
    return "none";
  } catch (const ProtocolError& e) {
    return e.what();
  }
}

TEST(ProtocolTest, FaultyRepliesAreNamed) {
  const std::string found = R"("reply":"answer","status":"found")";
  EXPECT_THAT(fault_of_answer("hello?"), AllOf(HasSubstr("expected JSON"), HasSubstr("hello?")));
  EXPECT_THAT(fault_of_answer("[]"), HasSubstr("expected a JSON object"));
  EXPECT_THAT(fault_of_answer("{}"), HasSubstr("expected 'reply'"));
  EXPECT_THAT(fault_of_answer(R"({"reply":"load"})"), HasSubstr("'load', expected 'answer'"));
  EXPECT_THAT(fault_of_answer(R"({"reply":"answer","status":"lost"})"),
              HasSubstr("'status', expected one of found, no_path"));
  EXPECT_THAT(fault_of_answer("{" + found + "}"), HasSubstr("expected 'ns'"));
  EXPECT_THAT(fault_of_answer("{" + found + R"(,"ns":{}})"), HasSubstr("expected 'path'"));
  EXPECT_THAT(fault_of_answer("{" + found + R"(,"ns":{"sleep":1},"path":[]})"),
              HasSubstr("'ns', expected of locate, attach"));
  EXPECT_THAT(fault_of_answer("{" + found + R"(,"ns":{"search":-1},"path":[]})"),
              HasSubstr("'ns', expected a whole number from 0 to 10^15"));
  EXPECT_THAT(fault_of_answer("{" + found + R"(,"ns":{"search":4611686018427387904},"path":[]})"),
              HasSubstr("a whole number from 0 to 10^15"));
  EXPECT_THAT(fault_of_answer("{" + found + R"(,"ns":{},"path":[[1]]})"),
              HasSubstr("'path', expected points [x, y]"));
  EXPECT_THAT(fault_of_answer("{" + found + R"(,"ns":{},"path":[[1,"2"]]})"),
              HasSubstr("'path', expected a finite number"));
  EXPECT_EQ(fault_of_answer("{" + found + R"(,"ns":{},"path":[[1,2]]})"), "none");
}

// Regression: the code caught only parse_error. A number above all doubles throws out_of_range,
// which counted as an exception of the harness.
TEST(ProtocolTest, NumbersBeyondAllDoublesAreNamed) {
  EXPECT_THAT(fault_of_answer(R"({"reply":"answer","status":"no_path","expanded":1e999})"),
              HasSubstr("numbers in the range of doubles"));
  EXPECT_THROW(parse_request(R"({"request":"hello","protocol":1e999})"), ProtocolError);
}

// Regression: the code copied nested JSON recursively, which needs too much stack.
TEST(ProtocolTest, LinesThatAreNestedTooDeepAreNamed) {
  const auto build = [](std::size_t depth) {
    return R"({"request":"build","method":{"name":"[\"{","representation":"grid","options":{"a":)" +
           std::string(depth, '[') + std::string(depth, ']') + "}}}";
  };
  EXPECT_NO_THROW(parse_request(build(500)));
  EXPECT_THROW(parse_request(build(1'000'000)), ProtocolError);
}

// Messages must quote a short and printable part of a line, because an external program wrote it.
TEST(ProtocolTest, ComplaintsQuoteTheBeginningOfALineOnly) {
  const std::string end(10'000, 'x');
  for (const std::string& line : {"{\"reply\":\"\x7f" + end + "\"}", "\x1b[2J" + end}) {
    const std::string fault = fault_of_answer(line);
    EXPECT_LT(fault.size(), 400u);
    EXPECT_EQ(fault.find_first_of("\x1b\x7f\n"), std::string::npos) << fault;
  }
  const std::string build =
      R"({"request":"build","method":{"name":"a","representation":"grid","search":{")";
  for (const std::string& search : {end + "\":1}}}", "weight\":\"" + end + "\"}}}"}) {
    try {
      parse_request(build + search);
      ADD_FAILURE() << "was read";
    } catch (const ProtocolError& e) {
      EXPECT_LT(std::string(e.what()).size(), 400u);
    }
  }
}

// Regression: JSON integers above the range of int64 were read as negative numbers.
TEST(ProtocolTest, ChangesReadBackAsTheyWere) {
  CellPatch patch{3, 1, Raster(2, 3)};
  patch.cells.set(1, 2, kGround);
  const Burst burst{{patch},
                    {4, 5},
                    {{6, {{0, 0.1}, {1, 0}, {0, 1e-300}}}},
                    {{{0.1, 2}, {3, 1e-9}}},
                    {{{1, 2}, {3, 4}}, {{3, 4}, {5, 0.7}}}};
  const Request read = parse_request(to_line(ChangeRequest{burst, true}));
  const auto& change = std::get<ChangeRequest>(read);
  EXPECT_TRUE(change.facts);
  ASSERT_EQ(change.burst.patches.size(), 1U);
  EXPECT_EQ(change.burst.patches[0].x, 3);
  EXPECT_EQ(change.burst.patches[0].y, 1);
  ASSERT_EQ(change.burst.patches[0].cells.height(), 3);
  EXPECT_EQ(change.burst.patches[0].cells.at(1, 2), kGround);
  EXPECT_EQ(change.burst.patches[0].cells.at(0, 2), Raster::kBlocked);
  EXPECT_EQ(change.burst.removed, burst.removed);
  ASSERT_EQ(change.burst.added.size(), 1U);
  EXPECT_EQ(change.burst.added[0].id, 6);
  EXPECT_EQ(change.burst.added[0].ring, burst.added[0].ring);
  EXPECT_EQ(change.burst.border_gone, burst.border_gone);
  EXPECT_EQ(change.burst.border_come, burst.border_come);

  const FollowCosts reply{true, 900, 300, {1, 2, 3}, 10, 20, std::nullopt};
  const FollowCosts back = parse_change_reply(to_line(reply));
  EXPECT_TRUE(back.repaired);
  EXPECT_EQ(back.ns, 900);
  EXPECT_EQ(back.space_ns, 300);
  EXPECT_EQ(back.usage.faults, 3);
  EXPECT_EQ(back.bytes, 10);
  EXPECT_EQ(back.vertices, 20);
  EXPECT_EQ(back.edges, std::nullopt);
}

TEST(ProtocolTest, FaultyChangesAreNamed) {
  const auto fault = [](const std::string& changes) {
    try {
      parse_request(R"({"request":"change",)" + changes + "}");
    } catch (const ProtocolError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  EXPECT_THAT(fault(R"("patch":3)"), HasSubstr("expected an array of {\"x\""));
  EXPECT_THAT(fault(R"("patch":[{"x":1,"y":1}])"), HasSubstr("strings of equal length"));
  EXPECT_THAT(fault(R"("patch":[{"x":1,"y":1,"rows":["..","."]}])"), HasSubstr("equal length"));
  EXPECT_THAT(fault(R"("patch":[{"x":1,"y":1,"rows":["!"]}])"), HasSubstr("expected cells from"));
  EXPECT_THAT(fault(R"("patch":[{"x":-1,"y":1,"rows":["."]}])"), HasSubstr("'patch'"));
  EXPECT_THAT(fault(R"("remove":[3000000000])"), HasSubstr("up to 2147483647"));
  EXPECT_THAT(fault(R"("add":[{"id":1}])"), HasSubstr("three points or more"));
  EXPECT_THAT(fault(R"("add":[{"id":1,"ring":[[0,0],[1,1]]}])"), HasSubstr("three points"));
  EXPECT_THAT(fault(R"("add":[{"id":1,"ring":[[0,0],[1,1],[1e999,2]]}])"), HasSubstr("JSON"));
  EXPECT_EQ(fault(R"("add":[])"), "none");
  EXPECT_THAT(fault(R"("border_gone":[[0,0,1]])"), HasSubstr("border_gone"));
  EXPECT_THAT(fault(R"("border_come":{})"), HasSubstr("an array of edges [x1, y1, x2, y2]"));
  EXPECT_THROW(parse_change_reply(R"({"reply":"change","ns":1,"space_ns":2})"), ProtocolError);
}

TEST(ProtocolTest, OptionsBeyondInt64AreRefused) {
  const auto& grid = Registry::built_in().adapter("grid");
  EXPECT_THROW(grid.complete({{"neighbours", std::numeric_limits<std::uint64_t>::max() - 3}}),
               OptionError);
}

}  // namespace
}  // namespace fairway
