#include "datasets/overlay.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/outlines.hpp"

namespace fairway::test {
namespace {

Ring box(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

TEST(Overlay, ObstaclesMayOverlapAndHaveCourtyards) {
  const std::array areas{Area{{box(0, 0, 10, 10)}, true}, Area{{box(1, 1, 5, 5), box(2, 2, 3, 3)}},
                         Area{{box(4, 4, 7, 7)}}};
  OverlayReport report;
  const FreeSpace space = FreeSpace::from_polygons(overlay(areas, {}, report));
  EXPECT_DOUBLE_EQ(space.area(), 100 - 15 - 9 + 1);
  EXPECT_EQ(space.component_count(), 2);
  EXPECT_EQ(report.crossings, 2U);
}

TEST(Overlay, WallsMayCrossAllAndAreKeptInFreeSpace) {
  const std::array areas{Area{{box(0, 0, 10, 10)}, true}, Area{{box(4, 4, 6, 6)}}};
  const std::vector<Polygons::Segment> walls{{{-1, 5}, {11, 5}},
                                             {{11, 5}, {-1, 5}},  // the first wall again, reversed
                                             {{5, -1}, {5, 11}},
                                             {{0, 0}, {10, 0}},  // on the border
                                             {{3, 3}, {3, 3}}};
  OverlayReport report;
  const Polygons polygons = overlay(areas, walls, report);
  EXPECT_EQ(polygons.walls.size(), 4U);
  EXPECT_EQ(FreeSpace::from_polygons(polygons).component_count(), 4);
}

TEST(Overlay, WithoutAFreeAreaNothingIsFree) {
  OverlayReport report;
  const std::array areas{Area{{box(0, 0, 1, 1)}}};
  EXPECT_TRUE(overlay(areas, {}, report).parts.empty());
}

Ring random_ring(std::mt19937& random) {
  std::uniform_int_distribution<int> place(0, 12);
  std::uniform_int_distribution<int> size(3, 6);
  Ring ring(static_cast<std::size_t>(size(random)));
  for (Point& p : ring) p = {double(place(random)), double(place(random))};
  return ring;
}

/// All rings have integer vertices. The tested points have random real coordinates, so that they
/// lie on no ring.
TEST(Overlay, EachPointIsFreeByTheRuleOfItsAreas) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> count(1, 6);
  std::uniform_real_distribution<double> place(0, 12);
  int free_points = 0;
  for (int world = 0; world < 400; ++world) {
    std::vector<Area> areas{{{random_ring(random)}, true}};
    for (int n = count(random); n > 0; --n) {
      Area& area = areas.emplace_back();
      area.free = random() % 3 == 0;
      for (int k = 1 + static_cast<int>(random() % 2); k > 0; --k) {
        area.rings.push_back(random_ring(random));
      }
    }
    OverlayReport report;
    const Polygons polygons = overlay(areas, {}, report);
    for (int i = 0; i < 40; ++i) {
      const Point p{place(random), place(random)};
      const auto inside = [&](const Area& area) {
        return std::ranges::count_if(
                   area.rings,
                   [&](const Ring& ring) { return side_of(ring, p) == RingSide::kInside; }) %
                   2 ==
               1;
      };
      const bool expected =
          std::ranges::any_of(areas, [&](const Area& a) { return a.free && inside(a); }) &&
          std::ranges::none_of(areas, [&](const Area& a) { return !a.free && inside(a); });
      const bool found = std::ranges::count_if(polygons.parts,
                                               [&](const Polygons::Part& part) {
                                                 return side_of(part.ring, p) == RingSide::kInside;
                                               }) %
                             2 ==
                         1;
      ASSERT_EQ(found, expected) << "world " << world << " at " << p.x << ", " << p.y;
      free_points += expected;
    }
    if (!polygons.parts.empty()) {
      ASSERT_NO_THROW(FreeSpace::from_polygons(polygons)) << "world " << world;
    }
  }
  EXPECT_GT(free_points, 1000);
}

}  // namespace
}  // namespace fairway::test
