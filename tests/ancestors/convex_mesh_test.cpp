#include "algorithms/ancestors/convex_mesh/convex_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/methods/planner_for.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "datasets/navigation_mesh.hpp"
#include "datasets/read_world.hpp"
#include "tests/support/judgements.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Faces = ConvexMesh::Faces;
using Vertices = ConvexMesh::Vertices;
using Outside = ConvexMesh::Outside;

FreeSpace from_text(const std::string& text) {
  return make_free_space(parse_navigation_mesh(TextFile("a.mesh", text)));
}

Answer answer_of(const FreeSpace& space, const ConvexMesh::Options& options,
                 const SearchSettings& settings, const Query& query) {
  PlannerFor<ConvexMesh> planner(space, options, settings);
  Answer answer;
  planner.plan(query, answer);
  return answer;
}

Answer answer_of(const FreeSpace& space, std::string_view method, const Query& query) {
  const Registry& registry = Registry::built_in();
  Answer answer;
  registry.build(space, registry.method(method))->plan(query, answer);
  return answer;
}

// A blocked square in a field of four faces, and a fifth face to the left:
//   (-4,8)----D(0,8)-----------------C(12,8)
//     |        |    d(4,6)---c(8,6)    |
//     |        |      | blocked |      |
//     |        |    a(4,2)---b(8,2)    |
//   (-4,0)----A(0,0)-----------------B(12,0)
class BlockedSquare : public testing::Test {
 protected:
  const FreeSpace space_ = from_text(
      "mesh\n3\n10 5\n"
      "0 0\n12 0\n12 8\n0 8\n"      // A B C D
      "4 2\n8 2\n8 6\n4 6\n"        // a b c d
      "-4 0\n-4 8\n"                //
      "1 4  1 2 6 5   4 0 2 0\n"    // below the square
      "1 4  2 3 7 6   1 0 3 0\n"    // to its right
      "1 4  3 4 8 7   2 0 4 0\n"    // above it
      "1 4  4 1 5 8   3 5 1 0\n"    // to its left
      "1 4  9 1 4 10  0 0 4 0\n");  // and beyond
  const Point A_{0, 0};
  const Point C_{12, 8};
  const Point b_{8, 2};
  const Point c_{8, 6};
  const Point d_{4, 6};
  const Query query_{{-1, 2}, {9, 6}};
};

TEST_F(BlockedSquare, HasTheCornersAndLinksOfItsFaces) {
  for (const Vertices vertices : {Vertices::kCorners, Vertices::kPoints}) {
    const ConvexMesh mesh = ConvexMesh::build(space_, {.vertices = vertices});
    EXPECT_EQ(mesh.face_count(), 5u);
    EXPECT_EQ(mesh.vertex_count(), 10u);
    // Each of the five faces links six pairs of corners. Five of these links are sides of two
    // faces.
    EXPECT_EQ(mesh.edge_count(), 5u * 6u - 5u);
    EXPECT_EQ(mesh.report().components, 1);
  }
}

// The two shortest candidates both go from the start to A. The path over A and b has length 2.236 +
// 8.246 + 4.123 = 14.605. The path over A, d and c has length 2.236 + 7.211 + 4 + 1 = 14.447 and is
// chosen. The smoother removes A, because the start sees d. It also removes c, because d sees the
// goal along the side of the blocked square.
TEST_F(BlockedSquare, BothMethodsGoTheShorterWay) {
  for (const char* method : {"blitz-navmesh-faithful", "blitz-navmesh-sound", "convex-mesh"}) {
    SCOPED_TRACE(method);
    const Answer answer = answer_of(space_, method, query_);
    EXPECT_EQ(answer.raw, (Path{query_.start, A_, d_, c_, query_.goal}));
    EXPECT_EQ(answer.path, (Path{query_.start, d_, query_.goal}));
    EXPECT_TRUE(test::legal(space_, answer.path));
  }
}

// The goal (15, 6) is outside the mesh. Its nearest point in the mesh is (12, 6), so each path
// passes this point. The path over C costs 4.123 + 2 + 3, and the path over c costs 1 + 4 + 3. The
// search estimates 4.123 + 3.606 = 7.729 at C and 1 + 7 = 8 at c, so it closes C first.
TEST_F(BlockedSquare, TheFirstClosedCornerIsTheWrongOneForAGoalOutside) {
  const Query query{{8, 7}, {15, 6}};
  const ConvexMesh::Options options{.outside = Outside::kNearest};
  SearchSettings settings{.smoother = Smoother::kShortcut};
  const Answer proven = answer_of(space_, options, settings, query);
  EXPECT_EQ(proven.raw, (Path{query.start, c_, {12, 6}, query.goal}));
  settings.search = SearchKind::kOwn;
  const Answer first = answer_of(space_, options, settings, query);
  EXPECT_EQ(first.raw, (Path{query.start, C_, {12, 6}, query.goal}));
  for (const Answer& answer : {proven, first}) {
    EXPECT_EQ(answer.path, (Path{query.start, {12, 6}, query.goal}));
  }
}

TEST_F(BlockedSquare, EndsOutsideAreRefusedOrEnterAtTheNearestPoint) {
  for (const char* method : {"blitz-navmesh-faithful", "blitz-navmesh-sound"}) {
    EXPECT_EQ(answer_of(space_, method, {{-5, 2}, {9, 6}}).status, PlanStatus::kStartBlocked);
    EXPECT_EQ(answer_of(space_, method, {{9, 6}, {6, 3}}).status, PlanStatus::kGoalBlocked);
  }
  const ConvexMesh::Options options{.outside = Outside::kNearest};
  const Answer across = answer_of(space_, options, {}, {{-6, 2}, {-1, 9}});
  EXPECT_EQ(across.raw, (Path{{-6, 2}, {-4, 2}, {-1, 8}, {-1, 9}}));
  const Answer inwards = answer_of(space_, options, {}, {{-7, -4}, {4.5, 4}});
  EXPECT_EQ(inwards.raw, (Path{{-7, -4}, {-4, 0}, A_, {4, 4}, {4.5, 4}}));
  EXPECT_EQ(answer_of(space_, options, {}, {{13, 1}, {13, 1}}).raw,
            (Path{{13, 1}, {12, 1}, {13, 1}}));
}

TEST_F(BlockedSquare, EndsInOneFaceAreJoinedByAStraightLine) {
  const ConvexMesh mesh = ConvexMesh::build(space_, {});
  ConvexMesh::Scratch scratch;
  Attachment attachment;
  for (const auto& [p, q] :
       {std::pair<Point, Point>{{10, 1}, {1, 0}},  // the second point is on a side
        {{8, 2}, {11, 7}},                         // the first point is on a corner
        {{0, 4}, {-3, 7}},                         // the first point is on an inner side
        {{9, 6}, {9, 6}}}) {
    ASSERT_EQ(mesh.attach(space_.locate(p), space_.locate(q), scratch, attachment),
              AttachStatus::kAttached);
    EXPECT_EQ(attachment.direct, distance(p, q));
    EXPECT_TRUE(attachment.start.empty() && attachment.goal.empty());
  }
}

// A lattice of 3 x 3 unit squares. The middle square is blocked and the square at (2, 2) is
// missing, so that the squares at (1, 2) and (2, 1) touch only in the point (2, 2).
FreeSpace seven_squares() {
  Mesh mesh;
  for (int y = 0; y <= 3; ++y) {
    for (int x = 0; x <= 3; ++x) {
      mesh.points.push_back({static_cast<double>(x), static_cast<double>(y)});
    }
  }
  for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}}) {
    const int a = 4 * y + x;
    mesh.faces.push_back({{a, a + 1, a + 5, a + 4}, std::vector<bool>(4, false)});
  }
  return FreeSpace::from_mesh(std::move(mesh));
}

TEST(ConvexMesh, PointsSqueezeThroughAPinchAndCornersDoNot) {
  const FreeSpace space = seven_squares();
  EXPECT_EQ(ConvexMesh::build(space, {.vertices = Vertices::kPoints}).vertex_count(), 15u);
  EXPECT_EQ(ConvexMesh::build(space, {.vertices = Vertices::kCorners}).vertex_count(), 16u);
  const Query query{{1.5, 2.5}, {2.5, 1.5}};
  const Answer faithful = answer_of(space, "blitz-navmesh-faithful", query);
  EXPECT_EQ(faithful.raw, (Path{query.start, {2, 2}, query.goal}));
  EXPECT_EQ(faithful.path, faithful.raw);
  EXPECT_FALSE(test::legal(space, faithful.path));
  const Answer sound = answer_of(space, "blitz-navmesh-sound", query);
  EXPECT_EQ(sound.raw, (Path{query.start, {1, 2}, {1, 1}, {2, 1}, query.goal}));
  EXPECT_EQ(sound.path, sound.raw);
  EXPECT_TRUE(test::legal(space, sound.path));
  // Two squares touch only at the point (2, 2). A path that starts at this point may lead into
  // either square.
  for (const Point goal : {Point{1.25, 2.5}, Point{2.5, 1.25}}) {
    EXPECT_EQ(answer_of(space, "blitz-navmesh-sound", {{2, 2}, goal}).path, (Path{{2, 2}, goal}));
  }
}

TEST(ConvexMesh, PointsSlipPastTheEndsOfAWallAndCornersDoNot) {
  const FreeSpace space = from_text(
      "mesh\n3\n6 2\n0 0\n1 0\n2 0\n2 1\n1 1\n0 1\n"
      "1 4  1 2 5 6  0 0 -2 0\n"
      "1 4  2 3 4 5  -1 0 0 0\n");
  const Query query{{0.5, 0.75}, {1.5, 0.75}};
  const Answer faithful = answer_of(space, "blitz-navmesh-faithful", query);
  EXPECT_EQ(faithful.path, (Path{query.start, {1, 1}, query.goal}));
  EXPECT_FALSE(test::legal(space, faithful.path));
  const Answer sound = answer_of(space, "blitz-navmesh-sound", query);
  EXPECT_EQ(sound.status, PlanStatus::kNoPath);
  EXPECT_EQ(sound.expanded, 0u);
}

TEST(ConvexMesh, WorldsWithoutAMeshUseTheirTriangles) {
  Polygons square;
  square.parts.push_back({{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, true});
  const FreeSpace space = FreeSpace::from_polygons(square);
  for (const Faces faces : {Faces::kWorld, Faces::kTriangles}) {
    const ConvexMesh mesh = ConvexMesh::build(space, {.faces = faces});
    EXPECT_EQ(mesh.face_count(), 2u);
    EXPECT_EQ(mesh.vertex_count(), 4u);
    EXPECT_EQ(mesh.edge_count(), 5u);
  }
  const FreeSpace squares = seven_squares();
  EXPECT_EQ(ConvexMesh::build(squares, {.faces = Faces::kWorld}).face_count(), 7u);
  EXPECT_EQ(ConvexMesh::build(squares, {.faces = Faces::kTriangles}).face_count(),
            static_cast<std::size_t>(std::ranges::count_if(
                squares.triangulation().triangles(),
                [](const Triangulation::Triangle& t) { return t.component >= 0; })));
}

/// The least cost of a path from start to goal. Boost computes it on a copy of the graph that has
/// start and goal as vertices.
double least_cost(const CsrGraph& graph, const Attachment& attachment) {
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                            boost::property<boost::edge_weight_t, double>>;
  const std::size_t start = graph.vertex_count();
  const std::size_t goal = start + 1;
  Graph copy(goal + 1);
  for (auto [e, end] = edges(graph); e != end; ++e) {
    add_edge(static_cast<std::size_t>(source(*e, graph)),
             static_cast<std::size_t>(target(*e, graph)), graph.cost((*e).index), copy);
  }
  for (const Link& link : attachment.start) {
    add_edge(start, static_cast<std::size_t>(link.vertex), link.cost, copy);
  }
  for (const Link& link : attachment.goal) {
    add_edge(static_cast<std::size_t>(link.vertex), goal, link.cost, copy);
  }
  if (attachment.direct < kInfinity) add_edge(start, goal, attachment.direct, copy);
  std::vector<double> costs(goal + 1);
  boost::dijkstra_shortest_paths(copy, start,
                                 boost::distance_map(costs.data()).distance_inf(kInfinity));
  return costs[goal];
}

/// Answers queries with the given options. Compares the cost of each path with the cost that Boost
/// finds, and checks the promises of the method. If the goal is not blocked, the search must find
/// the least cost with either of its two stopping rules.
void expect_answers(const test::World& world, const ConvexMesh::Options& options, int& illegal,
                    int& outside) {
  const FreeSpace space = test::build(world);
  const Guarantees guarantees = ConvexMesh::guarantees(options);
  const ConvexMesh mesh = ConvexMesh::build(space, options);
  const PathChecker checker(space);
  const ExactSolver solver(space);
  ExactSolver::Scratch solver_scratch;
  PlannerFor<ConvexMesh> proven(space, options, {});
  PlannerFor<ConvexMesh> first(space, options, {.search = SearchKind::kOwn});
  ConvexMesh::Scratch scratch;
  Attachment attachment;
  Answer answer;
  Answer stopped;
  std::mt19937 random(3);
  const std::vector<Point> points = test::probe_points(space, random, 60);
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    const Query query{points[i], points[i + 1]};
    SCOPED_TRACE(testing::Message()
                 << world.name << std::hexfloat << ": " << query.start.x << ' ' << query.start.y
                 << "  " << query.goal.x << ' ' << query.goal.y);
    const Location start = space.locate(query.start);
    const Location goal = space.locate(query.goal);
    const bool blocked = start.place == Place::kBlocked || goal.place == Place::kBlocked;
    proven.plan(query, answer);
    first.plan(query, stopped);
    if (blocked && !mesh.accepts_blocked_ends()) {
      ASSERT_NE(answer.status, PlanStatus::kFound);
      continue;
    }
    ASSERT_EQ(mesh.attach(start, goal, scratch, attachment), AttachStatus::kAttached);
    const double least = least_cost(mesh.graph(), attachment);
    ASSERT_EQ(answer.status, least < kInfinity ? PlanStatus::kFound : PlanStatus::kNoPath);
    ASSERT_EQ(stopped.status, answer.status);
    if (least == kInfinity) continue;
    ASSERT_EQ(answer.raw.front(), query.start);
    ASSERT_EQ(answer.raw.back(), query.goal);
    ASSERT_NEAR(length(answer.raw), least, 1e-12 * least);
    ASSERT_GE(length(stopped.raw), least * (1 - 1e-12));
    if (goal.place != Place::kBlocked) {
      ASSERT_NEAR(length(stopped.raw), least, 1e-12 * least);
    }
    const bool is_legal = checker.check(answer.raw).legal;
    illegal += !is_legal && !blocked;
    outside += blocked;
    if (guarantees.legal) {
      ASSERT_TRUE(is_legal);
    }
    if (is_legal) {
      ASSERT_GE(least, solver.solve(query.start, query.goal, solver_scratch) * (1 - 1e-12));
    }
  }
}

TEST(ConvexMesh, AnswersAreTheGraphsBestWithAllOptions) {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(41, 3)) worlds.push_back(std::move(world));
  for (test::World& world : test::extreme_worlds()) worlds.push_back(std::move(world));
  int illegal = 0;
  int outside = 0;
  for (const test::World& world : worlds) {
    for (const Faces faces : {Faces::kWorld, Faces::kTriangles}) {
      for (const Vertices vertices : {Vertices::kCorners, Vertices::kPoints}) {
        for (const Outside accepted : {Outside::kRefuse, Outside::kNearest}) {
          const auto finding = ConvexMesh::Finding::kIndexed;
          expect_answers(world, {faces, vertices, finding, accepted}, illegal, outside);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(illegal, 100);
  EXPECT_GT(outside, 100);
}

}  // namespace
}  // namespace fairway
