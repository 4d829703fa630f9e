#include "algorithms/solvers/polyanya/polyanya_view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway::test {
namespace {

// Regression: if an edge was nearly parallel to a ray, the code used the far end of the edge as the
// crossing of edge and ray. If the goal is nearer than this end, the estimate was greater than the
// length of a path.
TEST(PolyanyaView, NoPathThroughAnIntervalIsShorterThanItsEstimate) {
  using View = PolyanyaView<AnyPoints>;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 20'000; ++i) {
    const double flat = i % 2 == 0 ? 1 : 1e-4;
    // The root of the interval is the origin. It sees the whole edge.
    const Point a{0.5 + 20 * unit(random), flat * (1 + unit(random))};
    const Point b{a.x - 0.1 - 20 * unit(random), flat * (1 + unit(random))};
    if (orientation({0, 0}, a, b) <= 0) continue;
    const auto on_edge = [&](double t) {
      return Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    };
    const double t_right = unit(random);
    const double t_left = t_right + (1 - t_right) * unit(random);
    View view{{40 * unit(random) - 20, flat * (6 * unit(random) - 2)}, {0, 0}};
    view.straight = distance(view.from, view.goal);
    const auto bound = [&](Point through) {
      PolyanyaMesh::Side side{};
      side.origin = through;
      auto result = view.bound_through(side);
      result.at_vertex = false;
      return result;
    };
    const double least = view.least_through(a, b, bound(on_edge(t_right)), bound(on_edge(t_left)));
    for (int k = 0; k <= 50; ++k) {
      const Point by = on_edge(t_right + (t_left - t_right) * k / 50);
      const double way = distance(view.from, by) + distance(by, view.goal);
      ASSERT_LE(least, way * (1 + 1e-9)) << a.x << ' ' << a.y << "  " << b.x << ' ' << b.y << "  "
                                         << view.goal.x << ' ' << view.goal.y;
    }
  }
}

/// Length of the path of polyanya in a square world with holes.
double polyanya_length(const Ring& outline, std::vector<Ring> holes, Point start, Point goal) {
  Polygons polygons;
  polygons.parts.push_back({outline, true});
  for (Ring& hole : holes) polygons.parts.push_back({std::move(hole), false});
  const FreeSpace space = FreeSpace::from_polygons(polygons);
  const Polyanya solver = Polyanya::build(space, {});
  Polyanya::Scratch scratch;
  Path path;
  solver.solve(space.locate(start), space.locate(goal), scratch, path);
  return length(path);
}

// Regression: mirrored points were rounded to multiples of 0.25.
TEST(PolyanyaView, PathsFarFromTheOriginAreShortest) {
  const double x = 0x1p50;
  const double y = -0x1p45;
  const auto at = [&](double dx, double dy) { return Point{x + dx, y + dy}; };
  const double found = polyanya_length({at(0, 0), at(36, 0), at(36, 36), at(0, 36)},
                                       {{at(24, 20), at(36, 20), at(28, 8)},
                                        {at(16, 4), at(4, 16), at(16, 12)},
                                        {at(24, 28), at(16, 20), at(24, 24)}},
                                       at(31, 31), at(0, 0));
  EXPECT_NEAR(found, 47.41937113287426, 1e-12);
}

// Regression: far ends of edges hid the sign of a turn near the root.
TEST(PolyanyaView, PathsBetweenFarCornersAreShortest) {
  const double r = 1e16;
  const double found = polyanya_length({{-r, -r}, {r, -r}, {r, r}, {-r, r}},
                                       {{{-5413873054804300, 4437339129079943.5},
                                         {-5213873054804300, 5037339129079944},
                                         {-4913873054804300, 4437339129079943.5}},
                                        {{3.900412228045358, 0.8870087098299807},
                                         {20.38906985005677, 0.5346313211045457},
                                         {8.687833165920697, -2.1263948083853963}}},
                                       {3.9004122280453584, 0.8870087098299807},
                                       {6.2941226969830275, -0.61969304927770796});
  EXPECT_NEAR(found, 2.8284271247461907, 1e-12);
}

}  // namespace
}  // namespace fairway::test
