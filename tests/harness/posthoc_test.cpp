#include "harness/pictures/posthoc.hpp"
#include "harness/conformance/coarse_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "tests/harness/program.hpp"
#include "tests/support/project.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

using nlohmann::json;

/// Checks the rules of a search trace, which is a list of events of nodes:
/// - Each node is generated exactly once, in its first event.
/// - The parent of a node is a node of the trace.
/// - The cost of a node never increases.
class Follower {
 public:
  explicit Follower(const json& trace) {
    for (const json& event : trace.at("events")) follow(event);
  }

  std::uint64_t expanded = 0;
  std::uint64_t closed = 0;
  int ends = 0;
  /// The nodes of the path from start to goal. Follows the last parent of each node, from the goal
  /// back. Empty if the goal was not reached.
  std::vector<json> path() const {
    std::vector<json> nodes;
    for (json at = "goal"; parent_.contains(at.dump()); at = parent_.at(at.dump())) {
      nodes.insert(nodes.begin(), at);
    }
    return nodes;
  }

 private:
  void follow(const json& event) {
    const std::string type = event.at("type");
    const std::string id = event.at("id").dump();
    ASSERT_TRUE(event.at("x").is_number() && event.at("y").is_number());
    if (type == "source" || type == "destination") {
      ASSERT_EQ(event.at("id"), type == "source" ? "start" : "goal");
      return;
    }
    ASSERT_DOUBLE_EQ(event.at("f").get<double>(),
                     event.at("g").get<double>() + event.at("h").get<double>());
    const json& parent = event.at("pId");
    ASSERT_TRUE(parent == "start" || last_.contains(parent.dump())) << event;
    const std::string before = last_.contains(id) ? last_.at(id) : "";
    if (type == "generating") {
      ASSERT_EQ(before, "") << event;
    } else if (type == "updating") {
      ASSERT_TRUE(before == "generating" || before == "updating") << event;
      ASSERT_LT(event.at("g").get<double>(), cost_.at(id));
    } else if (type == "expanding") {
      ASSERT_TRUE(before == "generating" || before == "updating") << event;
      ++expanded;
    } else if (type == "closing") {
      ASSERT_EQ(before, "expanding") << event;
      ++closed;
    } else {
      ASSERT_EQ(type, "end");
      ASSERT_EQ(event.at("id"), "goal");
      ++ends;
    }
    if (parent != "start") {
      ASSERT_GE(event.at("g").get<double>(), cost_.at(parent.dump())) << event;
    }
    last_[id] = type;
    parent_[id] = parent;
    cost_[id] = event.at("g");
  }

  std::map<std::string, std::string> last_;  ///< type of the last event, by node
  std::map<std::string, json> parent_;
  std::map<std::string, double> cost_;
};

TEST(PosthocTest, EveryMethodsTraceTellsTheSearchThatAnswers) {
  const std::vector<World> worlds{random_raster(3, 12, 12, 0.35, 1), random_blocks(4, 20, 20),
                                  random_lattice(5, 6, 6, 0.3, 0.2)};
  for (const World& world : worlds) {
    const FreeSpace space = build(world);
    std::mt19937 random(1);
    std::vector<Point> points = probe_points(space, random, 16);
    // On a lattice, all probe points lie on walls. Some methods cannot link ends on walls, so the
    // test adds points off the lattice.
    for (std::size_t i = 0; i < 36; ++i) {
      const Point p = space.box().min +
                      Point{0.3 + static_cast<double>(i % 6), 0.2 + static_cast<double>(i / 6)};
      if (space.locate(p).place == Place::kTriangle) points.push_back(p);
    }
    const Registry& registry = Registry::built_in();
    for (Method method : registry.methods()) {
      method.options.update(
          conformance::coarse_values(registry.adapter(method.adapter).options, space));
      const auto planner = registry.build(space, method);
      if (planner->facts().vertices > 2000) continue;
      int found = 0;
      for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        SCOPED_TRACE(method.name + " on " + world.name);
        const Query query{points[i], points[i + 1]};
        Answer plain;
        planner->plan(query, plain);
        Answer answer;
        SearchTrace trace;
        planner->plan_traced(query, answer, trace);
        ASSERT_EQ(answer.status, plain.status);
        ASSERT_EQ(answer.raw, plain.raw);
        ASSERT_EQ(answer.path, plain.path);
        ASSERT_EQ(answer.expanded, plain.expanded);
        ASSERT_EQ(answer.generated, plain.generated);

        const json parsed = json::parse(posthoc_trace(query, answer, trace, true, 0.5));
        ASSERT_EQ(parsed.at("version"), "1.4.0");
        ASSERT_TRUE(parsed.at("views").at("main").is_array());
        const Follower follower(parsed);
        if (HasFatalFailure()) return;
        const bool traced = method.search.search != SearchKind::kOwn;
        // The trace of a preprocessed search contains only the path and no expansions.
        const bool preprocessed = is_preprocessed(method.search.search);
        if (!preprocessed && (!trace.empty() || (traced && answer.expanded > 0))) {
          ASSERT_EQ(follower.expanded, answer.expanded);
          ASSERT_EQ(follower.closed, answer.expanded);
        }
        const bool shown = answer.status == PlanStatus::kFound && !trace.empty();
        ASSERT_EQ(follower.ends, shown ? 1 : 0);
        ASSERT_EQ(follower.path().empty(), !shown);
        found += shown ? 1 : 0;
      }
      EXPECT_TRUE(found > 0 || method.search.search == SearchKind::kOwn ||
                  !planner->facts().supported)
          << method.name << world.name;
    }
  }
}

TEST(PosthocTest, ViewsTurnAWorldOverWhoseYRunsUp) {
  const SearchTrace trace{{TraceStep::Kind::kReached, 7, kStartNode, 1, 2, {3, 4}},
                          {TraceStep::Kind::kReached, kGoalNode, 7, 3, 0, {5, 6}}};
  Answer answer;
  answer.status = PlanStatus::kFound;
  const Query query{{1, 2}, {5, 6}};
  const json down = json::parse(posthoc_trace(query, answer, trace, true, 0.5));
  const json up = json::parse(posthoc_trace(query, answer, trace, false, 0.5));
  EXPECT_EQ(down.at("pivot").at("y"), "${{ $.y }}");
  EXPECT_EQ(up.at("pivot").at("y"), "${{ -$.y }}");
  EXPECT_EQ(up.at("views").at("main").at(1).at("y"), "${{ -$.y }}");
  EXPECT_EQ(up.at("views").at("main").at(0).at("points").at(0).at("y"), "${{ -parent.y }}");
  EXPECT_EQ(up.at("events"), down.at("events"));
  EXPECT_EQ(down.at("events"), json::parse(R"([{"type":"source","id":"start","x":1,"y":2},
              {"type":"destination","id":"goal","x":5,"y":6},
              {"type":"generating","id":7,"pId":"start","f":3,"g":1,"h":2,"x":3,"y":4},
              {"type":"generating","id":"goal","pId":7,"f":3,"g":3,"h":0,"x":5,"y":6},
              {"type":"end","id":"goal","pId":7,"f":3,"g":3,"h":0,"x":5,"y":6}])"));
}

TEST(PosthocTest, PathCommandWritesATraceAndAPicture) {
  const TemporaryFolder folder;
  const std::string map = folder.write(
      "open.txt", "[BORDER]\n0 0\n20 0\n20 20\n0 20\n[OBSTACLE]\n5 5\n5 15\n15 15\n15 5\n");
  const std::string trace = folder.path() / "trace.json";
  const std::string svg = folder.path() / "path.svg";
  const Outcome outcome =
      run({"path", map, "--method", "visibility-graph", "--from", "1,1", "--to", "19,19",
           "--radius", "0.5", "--trace", trace, "--svg", svg, "--search", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const json answer = json::parse(outcome.out);
  const Follower follower(json::parse(content_of(trace)));
  EXPECT_EQ(follower.closed, answer.at("expanded"));
  EXPECT_EQ(follower.ends, 1);
  EXPECT_GE(answer.at("clearance").get<double>(), 0.5 - 1e-9);
  EXPECT_LT(answer.at("clearance").get<double>(), 0.51);
  const auto& bytes = answer.at("bytes");
  EXPECT_GT(bytes.at("index"), 0);
  EXPECT_GT(bytes.at("scratch"), 0);
  EXPECT_EQ(
      bytes.at("total").get<int>(),
      bytes.at("parts").get<int>() + bytes.at("index").get<int>() + bytes.at("scratch").get<int>());
  const std::string picture = content_of(svg);
  EXPECT_THAT(picture, testing::HasSubstr(">closed</text>"));
  EXPECT_THAT(picture, testing::HasSubstr(">visibility-graph</text>"));
  EXPECT_THAT(picture, testing::EndsWith("</svg>\n"));
  for (const char* radius : {"-1", "nan", "12"}) {
    const Outcome refused = run({"path", map, "--method", "visibility-graph", "--from", "1,1",
                                 "--to", "19,19", "--radius", radius});
    EXPECT_EQ(refused.code, 2) << radius;
    EXPECT_NE(refused.error, "") << radius;
  }
}

// The picture shades tiles by their costs. A blocked tile has infinite cost, so a shade computed
// from its cost would be NaN.
TEST(PathCommandTest, WorldsWithTerrainAreShadedAndHeldAgainstTheGridOptimum) {
  const TemporaryFolder folder;
  const std::string map = project_file("datasets/maps/valley.tiles");
  const std::string svg = folder.path() / "path.svg";
  const auto ask = [&](const char* method) {
    return run({"path", map, "--method", method, "--from", "2.5,2.5", "--to", "40.5,30.5", "--svg",
                svg, "--json"});
  };
  const Outcome outcome = ask("grid");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const json answer = json::parse(outcome.out);
  EXPECT_EQ(answer.at("optimum_by"), "grid");
  EXPECT_NEAR(answer.at("cost").get<double>(), answer.at("optimum").get<double>(), 1e-9);
  EXPECT_GT(answer.at("cost").get<double>(), answer.at("length").get<double>());
  const std::string picture = content_of(svg);
  EXPECT_THAT(picture, testing::HasSubstr("clip-path=\"url(#free)\""));
  EXPECT_THAT(picture, testing::Not(testing::HasSubstr("nan")));
  const Outcome unsupported = ask("triangle-mesh");
  EXPECT_EQ(unsupported.code, 2);
  EXPECT_EQ(json::parse(unsupported.out).at("status"), "unsupported");
  EXPECT_THAT(unsupported.error, testing::HasSubstr("--method triangle-mesh"));
}

}  // namespace
}  // namespace fairway::test
