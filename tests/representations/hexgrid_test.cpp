#include "algorithms/representations/hexgrid/hexgrid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace fairway {
namespace {

FreeSpace shifted_square(double side) {
  return FreeSpace::from_polygons(
      {{{{{1, 2}, {1 + side, 2}, {1 + side, 2 + side}, {1, 2 + side}}, true}}});
}

TEST(Hexgrid, InnerCellsHaveSixNeighboursAtOneDistanceOrTwelveAtTwo) {
  const FreeSpace space = shifted_square(20);
  for (const bool twelve : {false, true}) {
    const Hexgrid grid = Hexgrid::build(space, {.cell_size = 0.5, .twelve = twelve});
    const auto count = static_cast<Vertex>(grid.graph().vertex_count());
    EXPECT_NEAR(count, 400 / (std::sqrt(0.75) * 0.25), 60);
    int inner = 0;
    for (Vertex v = 0; v < count; ++v) {
      const Point p = grid.position(v);
      if (std::min({p.x - 1, p.y - 2, 21 - p.x, 22 - p.y}) < 1) continue;
      ++inner;
      std::vector<double> lengths;
      for (const Vertex w : grid.graph().neighbours(v)) {
        lengths.push_back(distance(p, grid.position(w)));
      }
      std::sort(lengths.begin(), lengths.end());
      ASSERT_EQ(lengths.size(), twelve ? 12U : 6U);
      for (std::size_t k = 0; k < lengths.size(); ++k) {
        EXPECT_NEAR(lengths[k], k < 6 ? 0.5 : 0.5 * std::sqrt(3), 1e-12);
      }
    }
    EXPECT_GT(inner, 1000);
  }
}

TEST(Hexgrid, DrawsEachSideFromBothOfItsCells) {
  const FreeSpace space = shifted_square(10);
  const Hexgrid grid = Hexgrid::build(space, {.cell_size = 1});
  const auto rounded = [](Point p) { return Point{std::round(1e6 * p.x), std::round(1e6 * p.y)}; };
  std::map<std::pair<Point, Point>, int> drawn;
  grid.draw([&](Point a, Point b) {
    EXPECT_NEAR(distance(a, b), 1 / std::sqrt(3), 1e-12);
    ++drawn[std::minmax(rounded(a), rounded(b))];
  });
  const auto shared =
      std::count_if(drawn.begin(), drawn.end(), [](const auto& d) { return d.second == 2; });
  EXPECT_EQ(static_cast<std::size_t>(shared), grid.graph().edge_count() / 2);
  EXPECT_EQ(static_cast<std::size_t>(shared) + drawn.size(), 6 * grid.graph().vertex_count());
}

TEST(Hexgrid, ImpossibleSizesAreRefused) {
  const FreeSpace space = shifted_square(10);
  for (const double size : {-1.0, 1e-15, HUGE_VAL, std::nan("")}) {
    EXPECT_THROW(Hexgrid::build(space, {.cell_size = size}), std::invalid_argument) << size;
  }
}

}  // namespace
}  // namespace fairway
