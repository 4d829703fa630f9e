#include "harness/worker/serve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/changing_space/border.hpp"
#include "algorithms/changing_space/world_moment.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/world_file.hpp"
#include "harness/records/path_hash.hpp"
#include "harness/worker/protocol.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/ring_world.hpp"

namespace fairway {
namespace {

using testing::HasSubstr;

class ServeTest : public testing::Test {
 protected:
  /// The replies of a worker to these lines.
  std::vector<std::string> replies(const std::string& requests) {
    std::istringstream in(requests);
    std::ostringstream out;
    serve(Registry::built_in(), in, out);
    std::vector<std::string> lines;
    std::istringstream read(out.str());
    for (std::string line; std::getline(read, line);) lines.push_back(line);
    return lines;
  }

  static PlanStatus status_of(const std::string& line) {
    AnswerReply reply;
    parse_answer_reply(line, reply);
    return reply.answer.status;
  }

  test::TemporaryFolder folder_;
  std::string load_ =
      to_line(LoadRequest{folder_.write("ring.world", format_world(test::ring_world()))});
  std::string build_ = to_line(BuildRequest{Registry::built_in().method("visibility-graph")});
  std::string ask_ = to_line(AnswerRequest{{test::query_past_the_hole().query}, false});
};

TEST_F(ServeTest, AnswersTheOptimumRoundTheHole) {
  const std::vector<std::string> lines = replies(to_line(HelloRequest{}) + load_ + build_ + ask_);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(parse_hello_reply(lines[0]).protocol, kProtocolVersion);
  EXPECT_EQ(parse_build_reply(lines[2]).status, Status::kBuilt);
  EXPECT_GT(parse_build_reply(lines[2]).usage.cpu_ns, 0);
  AnswerReply reply;
  parse_answer_reply(lines[3], reply);
  EXPECT_GT(reply.usage.cpu_ns, 0);
  EXPECT_TRUE(reply.usage.switches && reply.usage.faults);
  EXPECT_NEAR(length(reply.answer.path), *test::query_past_the_hole().optimum, 1e-12);
}

TEST_F(ServeTest, ReportsScratchSpaceWithTheLastAnswerOfARequest) {
  const Query query = test::query_past_the_hole().query;
  const std::vector<std::string> lines =
      replies(load_ + build_ + to_line(AnswerRequest{{query, query}, false}));
  ASSERT_EQ(lines.size(), 4u);
  AnswerReply reply;
  parse_answer_reply(lines[2], reply);
  EXPECT_FALSE(reply.scratch_bytes);
  parse_answer_reply(lines[3], reply);
  EXPECT_GT(reply.scratch_bytes, 0);
}

// Regression: a query of `grid` used 6.2 MB of scratch space, but 0.5 MB were counted.
TEST_F(ServeTest, CountsTheMemoryThatItTakes) {
  constexpr int kSide = 384;
  constexpr int kRoom = 32;
  std::string map = "type octile\nheight 384\nwidth 384\nmap\n";
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const bool wall = (x % kRoom == 0 && y % kRoom != 7) || (y % kRoom == 0 && x % kRoom != 9);
      map += wall ? '@' : '.';
    }
    map += '\n';
  }
  const std::string load = to_line(LoadRequest{folder_.write("rooms.map", map)});
  const AnswerRequest ask{
      {{{1.5, 1.5}, {380.5, 380.5}}, {{380.5, 1.5}, {1.5, 380.5}}, {{5.5, 200.5}, {370.5, 40.5}}},
      false};
  for (const char* method : {"grid", "grid-jps", "theta-star", "anya", "quadtree", "triangle-mesh",
                             "polyanya", "visibility-graph"}) {
    SCOPED_TRACE(method);
    const std::vector<std::string> lines =
        replies(load + to_line(BuildRequest{Registry::built_in().method(method)}) + to_line(ask) +
                to_line(InspectRequest{}));
    ASSERT_EQ(lines.size(), 6u);
    AnswerReply reply;
    parse_answer_reply(lines[4], reply);
    EXPECT_EQ(reply.answer.status, PlanStatus::kFound);
    const Findings findings = parse_inspect_reply(lines[5]);
    EXPECT_GT(findings.checked(Promise::kReport), 0u);
    for (const Breach& breach : findings.breaches()) ADD_FAILURE() << breach.message;
  }
}

TEST_F(ServeTest, RepetitionsReturnTheHashOfThePath) {
  AnswerRequest again{{test::query_past_the_hole().query}, false, true};
  const std::vector<std::string> lines = replies(load_ + build_ + ask_ + to_line(again));
  AnswerReply first;
  parse_answer_reply(lines[2], first);
  AnswerReply reply;
  parse_answer_reply(lines[3], reply, true);
  EXPECT_EQ(reply.path_hash, path_hash(first.answer.path));
}

TEST_F(ServeTest, SpeaksTheNewestVersionThatBothKnow) {
  const auto version = [&](const std::string& hello) {
    return parse_hello_reply(replies(hello + "\n")[0]).protocol;
  };
  EXPECT_EQ(version(R"({"request":"hello","protocol":1})"), 1);
  EXPECT_EQ(version(R"({"request":"hello","protocol":2})"), 2);
  EXPECT_EQ(version(R"({"request":"hello","protocol":1,"newest":2})"), 2);
  EXPECT_EQ(version(R"({"request":"hello","protocol":1,"newest":7})"), 4);
}

TEST_F(ServeTest, FollowsChangesOfTheWorld) {
  const std::string load =
      to_line(LoadRequest{folder_.write("ring.world", format_world(test::ring_world())), true});
  // The two added obstacles reach from the hole to the lower border and from the hole to the upper
  // border. Together with the hole, they divide the world.
  const auto wall = [](int id, double low, double high) {
    return Obstacle{id, {{4.5, low}, {5.5, low}, {5.5, high}, {4.5, high}}};
  };
  const std::string part = to_line(ChangeRequest{{.added = {wall(1, 0, 4), wall(2, 6, 10)}}, true});
  for (const char* method : {"visibility-graph", "polyanya", "grid"}) {
    SCOPED_TRACE(method);
    const std::vector<std::string> lines =
        replies(load + to_line(BuildRequest{Registry::built_in().method(method)}) + ask_ + part +
                ask_ + to_line(ChangeRequest{{.removed = {7}}}) +
                to_line(ChangeRequest{{.removed = {1, 2}}}) + ask_);
    ASSERT_EQ(lines.size(), 8U);
    EXPECT_EQ(status_of(lines[2]), PlanStatus::kFound);
    const FollowCosts parted = parse_change_reply(lines[3]);
    EXPECT_GT(parted.ns, 0);
    EXPECT_GT(parted.bytes, 0);
    EXPECT_EQ(status_of(lines[4]), PlanStatus::kNoPath);
    EXPECT_THAT(lines[5], HasSubstr("obstacle 7 does not exist, so the burst cannot remove it"));
    EXPECT_FALSE(parse_change_reply(lines[6]).bytes);
    EXPECT_EQ(status_of(lines[7]), PlanStatus::kFound);
  }
}

TEST_F(ServeTest, AnswersAsBeforeAfterABurstThatItRefuses) {
  const std::string load =
      to_line(LoadRequest{folder_.write("ring.world", format_world(test::ring_world())), true});
  const Obstacle low{1, {{4.5, 0}, {5.5, 0}, {5.5, 4}, {4.5, 4}}};
  const Obstacle crossing{2, {{3.5, 1}, {5, 1}, {5, 2}, {3.5, 2}}};
  const Obstacle everything{3, {{0, 0}, {10, 0}, {10, 10}, {0, 10}}};
  for (const char* method : {"visibility-graph", "polyanya", "triangle-mesh", "polyanya-rebuilt"}) {
    SCOPED_TRACE(method);
    const std::vector<std::string> lines =
        replies(load + to_line(BuildRequest{Registry::built_in().method(method)}) +
                to_line(ChangeRequest{{.added = {low}}}) + ask_ +
                to_line(ChangeRequest{{.added = {crossing}}}) + ask_ +
                to_line(ChangeRequest{{.removed = {1}, .added = {everything}}}) + ask_);
    ASSERT_EQ(lines.size(), 8U);
    EXPECT_THAT(lines[4], HasSubstr("crosses"));
    EXPECT_THAT(lines[6], HasSubstr("no free space"));
    const auto path_of = [](const std::string& line) {
      AnswerReply reply;
      parse_answer_reply(line, reply);
      return reply.answer.path;
    };
    const Path path = path_of(lines[3]);
    EXPECT_FALSE(path.empty());
    for (const std::size_t i : {5U, 7U}) {
      EXPECT_EQ(path_of(lines[i]), path);
    }
  }
}

TEST_F(ServeTest, FollowsTheBorderOfAnErodedWorld) {
  const FreeSpace first = test::ring_world();
  const Obstacle low{1, {{4.5, 0}, {5.5, 0}, {5.5, 4}, {4.5, 4}}};
  const Obstacle high{2, {{4.5, 6}, {5.5, 6}, {5.5, 10}, {4.5, 10}}};
  const FreeSpace open = eroded(first, 0.5);
  const FreeSpace parted = eroded(at_moment(first, std::vector{low, high}), 0.5);
  LoadRequest load{folder_.write("open.world", format_world(open)), true};
  load.frame = first.box();
  const Burst part = Border(open).burst_to(Border(parted));
  Burst join;
  join.border_gone = part.border_come;
  join.border_come = part.border_gone;
  for (const char* method : {"visibility-graph", "polyanya", "grid", "hub-labels"}) {
    SCOPED_TRACE(method);
    const std::vector<std::string> lines =
        replies(to_line(load) + to_line(BuildRequest{Registry::built_in().method(method)}) + ask_ +
                to_line(ChangeRequest{part}) + ask_ + to_line(ChangeRequest{part}) +
                to_line(ChangeRequest{{.removed = {1}}}) + to_line(ChangeRequest{join}) + ask_);
    ASSERT_EQ(lines.size(), 9U);
    EXPECT_EQ(status_of(lines[2]), PlanStatus::kFound);
    EXPECT_EQ(parse_change_reply(lines[3]).repaired, std::string(method) != "hub-labels");
    EXPECT_EQ(status_of(lines[4]), PlanStatus::kNoPath);
    EXPECT_THAT(lines[5], HasSubstr("does not exist, so the burst cannot remove it"));
    EXPECT_THAT(
        lines[6],
        HasSubstr("the world is eroded; expected a burst that changes only the world's border"));
    parse_change_reply(lines[7]);
    EXPECT_EQ(status_of(lines[8]), PlanStatus::kFound);
  }
}

TEST_F(ServeTest, TableThatIsTooLargeIsOutOfMemory) {
  Method greedy = Registry::built_in().method("visibility-graph");
  greedy.search.search = SearchKind::kAllPairs;
  greedy.search.table_mb = 1e-4;
  const BuildReply reply = parse_build_reply(replies(load_ + to_line(BuildRequest{greedy}))[1]);
  EXPECT_EQ(reply.status, Status::kOutOfMemory);
  EXPECT_THAT(reply.message, HasSubstr("vertices needs 1 MiB; the limit is 0.0001"));
}

TEST_F(ServeTest, PreprocessingThatTakesTooLongIsATimeout) {
  Method slow = Registry::built_in().method("grid-ch");
  slow.search.build_s = 1e-9;
  const BuildReply reply = parse_build_reply(replies(load_ + to_line(BuildRequest{slow}))[1]);
  EXPECT_EQ(reply.status, Status::kTimeout);
  EXPECT_THAT(reply.message, HasSubstr("longer than its limit of 1e-09 s (build_s)"));
}

TEST_F(ServeTest, WhatItCannotDoIsRefusedAndItGoesOn) {
  const auto refusal = [&](const std::string& requests) {
    const std::vector<std::string> lines = replies(requests + load_);
    EXPECT_EQ(lines.back(), R"({"reply":"load"})");
    return lines[lines.size() - 2];
  };
  EXPECT_THAT(refusal(build_), HasSubstr("no world is loaded"));
  EXPECT_THAT(refusal(load_ + ask_), HasSubstr("no method is built"));
  EXPECT_THAT(refusal(to_line(HelloRequest{5, 5})), HasSubstr("speaks protocols 1 to 4, not 5"));
  EXPECT_THAT(refusal(load_ + build_ + to_line(ChangeRequest{})),
              HasSubstr("loaded without changes"));
  EXPECT_THAT(refusal(load_ + to_line(ForkRequest{Registry::built_in().method("grid"),
                                                  {"/dev/null", "/dev/null", "/dev/null"}})),
              HasSubstr("this worker cannot fork"));
  EXPECT_THAT(refusal(R"({"request":"load","file":"x","frame":[0,0,9,9]})"
                      "\n"),
              HasSubstr("wrong 'changes', expected true together with 'frame'"));
  LoadRequest framed = std::get<LoadRequest>(parse_request(load_));
  framed.changes = true;
  framed.frame = Box{{0, 0}, {9, 12}};
  EXPECT_THAT(refusal(to_line(framed)),
              HasSubstr("'frame': (0, 0) to (9, 12) does not contain the world, "
                        "expected a box round (0, 0) to (10, 10)"));
  framed.file = folder_.write("cells.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
  framed.frame = Box{{0, 0}, {2, 1}};
  EXPECT_THAT(refusal(to_line(framed)), HasSubstr("'frame': the world is made of cells"));
  EXPECT_THAT(refusal(to_line(LoadRequest{"/nowhere/at.all"})), HasSubstr("/nowhere/at.all"));
  EXPECT_THAT(refusal("{\"request\":\"dance\"}\n"), HasSubstr("expected hello, load, build"));
  EXPECT_THAT(refusal("\x80\xff\n"), HasSubstr("expected JSON"));
  Method odd = Registry::built_in().method("grid");
  odd.adapter = "gird";
  EXPECT_THAT(refusal(load_ + to_line(BuildRequest{odd})), HasSubstr("unknown representation"));
  odd = Registry::built_in().method("grid");
  odd.options["neighbors"] = 8;
  EXPECT_THAT(refusal(load_ + to_line(BuildRequest{odd})), HasSubstr("unknown option 'neighbors'"));
}

}  // namespace
}  // namespace fairway
