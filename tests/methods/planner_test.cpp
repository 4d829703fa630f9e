#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/methods/planner_for.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/search/build_limits.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "tests/methods/ask.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// Two rooms that are not connected.
FreeSpace two_rooms() {
  return FreeSpace::from_polygons({{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true},
                                    {{{1, 1}, {1, 3}, {3, 3}, {3, 1}}, false},
                                    {{{5, 0}, {9, 0}, {9, 4}, {5, 4}}, true},
                                    {{{6, 1}, {6, 3}, {8, 3}, {8, 1}}, false}}});
}

std::unique_ptr<Planner> build(const FreeSpace& space, std::string_view name,
                               const OptionValues& search = OptionValues::object()) {
  Method method = Registry::built_in().method(name);
  method.search = with_option_values(method.search, search);
  return Registry::built_in().build(space, method);
}

TEST(PlannerTest, LabelsRefuseTheQueriesThatASearchRefuses) {
  const FreeSpace space = two_rooms();
  for (const char* method : {"visibility-graph", "triangle-mesh", "triangle-mesh-vertex"}) {
    SCOPED_TRACE(method);
    std::vector<Answer> answers;
    for (const char* reject : {"search", "labels"}) {
      const auto planner = build(space, method, {{"reject", reject}});
      answers.push_back(ask(*planner, {0.5, 0.5}, {8.5, 3.5}));
      EXPECT_EQ(answers.back().status, PlanStatus::kNoPath);
      EXPECT_EQ(ask(*planner, {0.5, 0.5}, {3.5, 3.5}).status, PlanStatus::kFound);
    }
    EXPECT_GT(answers[0].expanded, 0U);
    EXPECT_EQ(answers[1].generated, 0U);
  }
}

TEST(PlannerTest, AnEndThatTouchesSeveralRoomsIsNeverRefused) {
  // Two rooms touch in (4, 4). A path that starts at this point can reach both rooms. A path that
  // starts inside a room can reach only this room.
  const FreeSpace pinch = FreeSpace::from_polygons(
      {{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true}, {{{4, 4}, {8, 4}, {8, 8}, {4, 8}}, true}}});
  // A wall of zero width separates two faces.
  Mesh mesh;
  mesh.points = {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}};
  mesh.faces = {{{0, 1, 4, 5}, {false, true, false, false}},
                {{1, 2, 3, 4}, {false, false, false, true}}};
  const FreeSpace wall = FreeSpace::from_mesh(mesh);
  struct Case {
    const FreeSpace& space;
    Point start;
    Point goal;
    PlanStatus status;
  };
  for (const char* method : {"visibility-graph", "triangle-mesh", "triangle-mesh-vertex"}) {
    for (const char* reject : {"search", "labels"}) {
      SCOPED_TRACE(std::string(method) + " " + reject);
      for (const Case& c : {Case{pinch, {4, 4}, {1, 1}, PlanStatus::kFound},
                            Case{pinch, {7, 7}, {4, 4}, PlanStatus::kFound},
                            Case{pinch, {1, 1}, {7, 7}, PlanStatus::kNoPath},
                            Case{wall, {2, 1}, {1, 3}, PlanStatus::kFound},
                            Case{wall, {3, 3}, {2, 1}, PlanStatus::kFound},
                            Case{wall, {2, 0}, {3, 2}, PlanStatus::kFound},
                            Case{wall, {1, 1}, {3, 1}, PlanStatus::kNoPath}}) {
        EXPECT_EQ(ask(*build(c.space, method, {{"reject", reject}}), c.start, c.goal).status,
                  c.status)
            << c.start.x << ' ' << c.start.y;
      }
    }
  }
}

TEST(PlannerTest, ATableIsBuiltOnceCountedAndLimited) {
  const FreeSpace space = two_rooms();
  const auto searched = build(space, "visibility-graph");
  const auto looked_up = build(space, "visibility-graph", {{"search", "all_pairs"}});
  const std::size_t n = searched->facts().vertices;
  const std::size_t table = looked_up->facts().memory_bytes - searched->facts().memory_bytes;
  EXPECT_GE(table, 12 * n * n);
  EXPECT_LE(table, 12 * n * n + 256);  // the objects that own the table
  ASSERT_FALSE(looked_up->facts().build_phases.empty());
  EXPECT_EQ(looked_up->facts().build_phases.back().first, "all_pairs");
  EXPECT_GE(looked_up->facts().build_nanoseconds, looked_up->facts().build_phases.back().second);
  const Answer answer = ask(*looked_up, {0.5, 0.5}, {3.5, 3.5});
  EXPECT_EQ(answer.path, ask(*searched, {0.5, 0.5}, {3.5, 3.5}).path);
  EXPECT_EQ(answer.expanded, 0U);

  EXPECT_THROW(build(space, "visibility-graph", {{"search", "all_pairs"}, {"table_mb", 1e-4}}),
               MemoryLimitExceeded);
}

TEST(PlannerTest, EveryHeuristicFindsAPathAndSearchesEqualsLookUps) {
  const FreeSpace space = two_rooms();
  for (const std::string_view heuristic : option_names(HeuristicKind{})) {
    for (const double weight : {0.0, 0.5, 1.0, 3.0}) {
      const auto planner = build(space, heuristic == "octile" ? "grid" : "triangle-mesh",
                                 {{"heuristic", heuristic}, {"weight", weight}});
      const Answer answer = ask(*planner, {0.5, 0.5}, {3.5, 3.5});
      EXPECT_EQ(answer.status, PlanStatus::kFound) << heuristic << weight;
      EXPECT_GE(length(answer.path), std::sqrt(18.0));
    }
  }
}

TEST(PlannerTest, EverySearchFindsPathsOfTheLeastCost) {
  const FreeSpace space = two_rooms();
  std::mt19937 random(5);
  std::vector<Point> points = probe_points(space, random, 40);
  // Many probe points lie on walls. Some adapters cannot link ends on walls, so the test adds two
  // points inside cells.
  points.insert(points.end(), {{0.5, 0.5}, {3.4, 3.5}});
  for (const RegisteredAdapter& adapter : Registry::built_in().adapters()) {
    if (adapter.searches_itself || !adapter.supports(space, adapter.methods.front())) continue;
    const OptionValues coarse = conformance::coarse_values(adapter.options, space);
    std::vector<std::unique_ptr<Planner>> planners;
    for (const std::string_view search :
         {"astar", "all_pairs", "dstar_lite", "alt", "contraction_hierarchy", "goal_bounding",
          "first_moves", "two_levels"}) {
      Method method = adapter.methods.front();
      method.options.update(coarse);
      method.search = with_option_values(method.search, {{"search", search}});
      planners.push_back(Registry::built_in().build(space, method));
    }
    int found = 0;
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      const Answer expected = ask(*planners.front(), points[i], points[i + 1]);
      found += expected.status == PlanStatus::kFound ? 1 : 0;
      for (std::size_t k = 1; k < planners.size(); ++k) {
        SCOPED_TRACE(testing::Message()
                     << adapter.name << ' ' << k << std::hexfloat << ' ' << points[i].x << ','
                     << points[i].y << ' ' << points[i + 1].x << ',' << points[i + 1].y);
        const Answer answer = ask(*planners[k], points[i], points[i + 1]);
        ASSERT_EQ(answer.status, expected.status);
        ASSERT_NEAR(length(answer.raw), length(expected.raw), 1e-9);
      }
    }
    EXPECT_GT(found, 0) << adapter.name;
  }
}

/// A representation with one vertex. It counts how often it was built.
struct Outpost {
  static constexpr std::string_view kName = "outpost";
  static constexpr Guarantees kGuarantees{.legal = false};
  using Graph = CsrGraph;
  struct Options {
    bool lenient = true;
    static void describe(Options& options, auto&& field) {
      field("lenient", options.lenient, "whether ends may be outside");
    }
  };
  struct Scratch {};
  static std::vector<NamedMethod<Options>> methods() {
    return {{"outpost", {}, {.heuristic = HeuristicKind::kZero}}};
  }
  static Outpost build(const FreeSpace&, const Options& options) {
    ++builds;
    return {CsrGraph::from_edges(1, {}), options.lenient, {}};
  }
  const Graph& graph() const { return csr; }
  Point position(Vertex) const { return {50, 50}; }
  AttachStatus attach(const Location& start, const Location& goal, Scratch&,
                      Attachment& attachment) const {
    attachment.clear();
    attachment.start.push_back({0, distance(start.point, position(0))});
    attachment.goal.push_back({0, distance(goal.point, position(0))});
    return AttachStatus::kAttached;
  }
  void realise(const FoundPath& found, Scratch&, Path& path) const {
    path = {found.start.point, position(0), found.goal.point};
  }
  std::size_t memory_bytes() const { return 0; }
  const BuildReport& report() const { return built; }
  bool accepts_blocked_ends() const { return lenient; }

  CsrGraph csr;
  bool lenient;
  BuildReport built;
  static inline int builds = 0;
};

TEST(PlannerTest, OnlySomeRepresentationsAreAskedForBlockedEnds) {
  const FreeSpace space = two_rooms();
  const Point outside{-1, -1};
  for (const Rejection reject : {Rejection::kSearch, Rejection::kLabels}) {
    SearchSettings settings;
    settings.reject = reject;
    PlannerFor<Outpost> lenient(space, {true}, settings);
    EXPECT_EQ(ask(lenient, outside, {0.5, 0.5}).path, (Path{outside, {50, 50}, {0.5, 0.5}}));
    EXPECT_EQ(ask(lenient, {0.5, 0.5}, outside).status, PlanStatus::kFound);
    PlannerFor<Outpost> strict(space, {false}, settings);
    EXPECT_EQ(ask(strict, outside, {0.5, 0.5}).status, PlanStatus::kStartBlocked);
    EXPECT_EQ(ask(strict, {0.5, 0.5}, outside).status, PlanStatus::kGoalBlocked);
  }
}

TEST(PlannerTest, NothingIsBuiltIfEveryQueryIsUnsupported) {
  Raster raster(3, 3);
  for (int i = 0; i < 9; ++i) raster.set(i % 3, i / 3, 1);
  const FreeSpace space = FreeSpace::from_raster(raster, Terrain(3, 3));
  const int before = Outpost::builds;
  PlannerFor<Outpost> on_terrain(space, {}, {});
  SearchSettings funnel;
  funnel.smoother = Smoother::kFunnel;
  const FreeSpace rooms = two_rooms();
  PlannerFor<Outpost> without_corridors(rooms, {}, funnel);
  EXPECT_EQ(Outpost::builds, before);
  for (Planner* planner : std::vector<Planner*>{&on_terrain, &without_corridors}) {
    EXPECT_FALSE(planner->facts().supported);
    EXPECT_EQ(ask(*planner, {0.5, 0.5}, {2.5, 2.5}).status, PlanStatus::kUnsupported);
    SearchTrace trace;
    Answer answer;
    planner->plan_traced({{0.5, 0.5}, {2.5, 2.5}}, answer, trace);
    EXPECT_TRUE(trace.empty());
    int drawn = 0;
    planner->draw([&](Point, Point) { ++drawn; });
    EXPECT_EQ(drawn, 0);
  }
}

/// Three vertices in a row. successors() returns no edges, so a search that uses successors()
/// misses the only path.
struct Forgetful {
  static constexpr std::string_view kName = "forgetful";
  static constexpr Guarantees kGuarantees{.legal = false};
  using Graph = CsrGraph;
  struct Options {
    static void describe(Options&, auto&&) {}
  };
  struct Scratch {};
  static std::vector<NamedMethod<Options>> methods() { return {{"forgetful", {}}}; }
  static Forgetful build(const FreeSpace&, const Options&) {
    const CsrGraph::CostedEdge edges[]{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}};
    return {CsrGraph::from_edges(3, edges), {}};
  }
  const Graph& graph() const { return csr; }
  Point position(Vertex v) const { return {static_cast<double>(v), 0.5}; }
  AttachStatus attach(const Location&, const Location&, Scratch&, Attachment& attachment) const {
    attachment.clear();
    attachment.start.push_back({0, 0});
    attachment.goal.push_back({2, 0});
    return AttachStatus::kAttached;
  }
  auto successors(Vertex, Vertex v, const Scratch&) const {
    const auto end = out_edges(v, csr).second;
    return std::pair(end, end);
  }
  void realise(const FoundPath& found, Scratch&, Path& path) const {
    path = {found.start.point, found.goal.point};
  }
  std::size_t memory_bytes() const { return 0; }
  const BuildReport& report() const { return built; }

  CsrGraph csr;
  BuildReport built;
};

// Regression: if a search found nothing and was repeated, the counts of the first search were lost.
TEST(PlannerTest, ASearchThatIsRepeatedCountsTwice) {
  const FreeSpace space = two_rooms();
  SearchSettings settings;
  PlannerFor<Forgetful> twice(space, {}, settings);
  PlannerFor<Forgetful> once(space, {}, settings.plain());
  const Answer all = ask(once, {0, 0.5}, {2, 0.5});
  EXPECT_EQ(all.expanded, 3U);
  EXPECT_EQ(all.generated, 5U);
  const Answer repeated = ask(twice, {0, 0.5}, {2, 0.5});
  EXPECT_EQ(repeated.status, PlanStatus::kFound);
  EXPECT_EQ(repeated.expanded, all.expanded + 1);
  EXPECT_EQ(repeated.generated, all.generated + 1);
}

}  // namespace
}  // namespace fairway::test
