#include "algorithms/methods/clearance_search.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/preprocessing/preprocessing.hpp"

namespace fairway {
namespace {

constexpr double kWeight = 2;

Method weighed(const std::string& name) {
  Method method = Registry::built_in().method(name);
  method.search.clearance_weight = kWeight;
  method.search.smoother = Smoother::kNone;
  return method;
}

FreeSpace random_world(std::mt19937& random) {
  std::uniform_int_distribution<int> kind(0, 4);
  Raster cells(12, 9);
  for (int y = 0; y < cells.height(); ++y) {
    for (int x = 0; x < cells.width(); ++x) cells.set(x, y, kind(random) == 0 ? 0 : 1);
  }
  cells.set(1, 1, 1);
  cells.set(10, 7, 1);
  return FreeSpace::from_raster(cells);
}

double point_to_segment(Point p, Point a, Point b) {
  const double square = dot(b - a, b - a);
  const double share = square == 0 ? 0 : std::clamp(dot(p - a, b - a) / square, 0.0, 1.0);
  return distance(p, a + share * (b - a));
}

/// The cost of a straight segment that crosses no wall. The cost is higher if the segment passes
/// near a wall, so the function computes the distance to each wall.
double cost_of(const FreeSpace& space, Point a, Point b) {
  double least = std::numeric_limits<double>::infinity();
  for (const Wall& wall : space.walls()) {
    least =
        std::min({least, point_to_segment(a, wall.a, wall.b), point_to_segment(b, wall.a, wall.b),
                  point_to_segment(wall.a, a, b), point_to_segment(wall.b, a, b)});
  }
  const double clearance =
      std::max(least, kLeastClearance * std::max(space.box().width(), space.box().height()));
  return distance(a, b) * (1 + kWeight / clearance);
}

/// The least cost of a path over the graph, found by relaxing all edges until no cost changes.
double least_cost(const FreeSpace& space, const RepresentationView& view, Point start, Point goal,
                  const Attachment& ends) {
  std::vector<double> cost(view.vertex_count(), kInfinity);
  const auto at = [&](Vertex v) -> double& { return cost[static_cast<std::size_t>(v)]; };
  for (const Link& link : ends.start) {
    at(link.vertex) = cost_of(space, start, view.position(link.vertex));
  }
  std::vector<RepresentationView::Edge> edges;
  for (bool changed = true; changed;) {
    changed = false;
    for (Vertex v = 0; v < static_cast<Vertex>(view.vertex_count()); ++v) {
      if (at(v) == kInfinity) continue;
      view.edges_of(v, edges);
      for (const RepresentationView::Edge& e : edges) {
        const double over = at(v) + cost_of(space, view.position(v), view.position(e.target));
        if (over >= at(e.target)) continue;
        at(e.target) = over;
        changed = true;
      }
    }
  }
  double least = ends.direct < kInfinity ? cost_of(space, start, goal) : kInfinity;
  for (const Link& link : ends.goal) {
    least = std::min(least, at(link.vertex) + cost_of(space, view.position(link.vertex), goal));
  }
  return least;
}

TEST(ClearanceSearch, FindsTheCheapestPathOfTheWeighedGraph) {
  int found = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const FreeSpace space = random_world(random);
    for (const char* name : {"grid", "rectangles-raw"}) {
      const auto index = Registry::built_in().build_index(space, weighed(name));
      const auto view = index->view();
      const bool in_cells = !index->facts.parts.contains(SpacePart::kLocation);
      const auto locate = [&](Point p) {
        return in_cells ? space.locate_in_cells(p) : space.locate(p);
      };
      const Point start{1.5, 1.25};
      const Point goal{10.25, 7.5};
      Attachment ends;
      view->attach(locate(start), locate(goal), ends);
      std::vector<Vertex> vertices;
      const SearchResult result = index->prepared->search()->find({start, goal, ends}, vertices);
      const double least = least_cost(space, *view, start, goal, ends);
      EXPECT_EQ(result.found, least < std::numeric_limits<double>::infinity()) << name << seed;
      if (!result.found) continue;
      EXPECT_NEAR(result.cost, least, 1e-9 * least) << name << seed;
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

TEST(ClearanceSearch, PathsKeepOffTheWalls) {
  // A pillar stands in a wide hall. The shortest path touches the pillar. A path of the search with
  // clearance keeps away from it.
  Raster cells(21, 21, 1);
  for (int y = 0; y < 10; ++y) cells.set(10, y, Raster::kBlocked);
  const FreeSpace space = FreeSpace::from_raster(cells);
  const auto lowest = [&](const Method& method) {
    Answer answer;
    Registry::built_in().build(space, method)->plan({{5.5, 8.5}, {15.5, 8.5}}, answer);
    double most = 0;
    for (const Point p : answer.path) most = std::max(most, p.y);
    return most;
  };
  EXPECT_LT(lowest(Registry::built_in().method("grid")), 11);
  EXPECT_GT(lowest(weighed("grid")), 12);
}

TEST(ClearanceSearch, SolversAndOtherSearchesAreRefused) {
  const FreeSpace space = FreeSpace::from_raster(Raster(3, 3, 1));
  EXPECT_THROW(Registry::built_in().build_index(space, weighed("polyanya")), OptionError);
  Method alt = weighed("grid");
  alt.search.search = SearchKind::kAlt;
  EXPECT_THROW(Registry::built_in().build_index(space, alt), OptionError);
}

}  // namespace
}  // namespace fairway
