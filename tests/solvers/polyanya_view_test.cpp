#include "algorithms/solvers/polyanya/polyanya_view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

}  // namespace
}  // namespace fairway::test
