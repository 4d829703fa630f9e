#include "datasets/repair.hpp"

#include <gtest/gtest.h>

#include <random>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway::test {
namespace {

Ring rectangle(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

FreeSpace repaired(const Polygons& polygons) {
  RepairReport report;
  const FreeSpace space = FreeSpace::from_polygons(repair(polygons, report));
  EXPECT_TRUE(report.changed);
  return space;
}

/// Whether a point is inside a ring by the even-odd rule.
bool encloses(const Ring& ring, Point p) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    if ((ring[i].y > p.y) == (ring[j].y > p.y)) continue;
    const int side = orientation(ring[j], ring[i], p);
    if ((side > 0) == (ring[i].y > ring[j].y)) inside = !inside;
  }
  return inside;
}

TEST(Repair, LeavesAValidWorldAsItIs) {
  const Polygons valid{{{rectangle(0, 0, 4, 4), true}, {rectangle(1, 1, 2, 2), false}}};
  RepairReport report;
  const Polygons same = repair(valid, report);
  EXPECT_FALSE(report.changed);
  ASSERT_EQ(same.parts.size(), 2U);
  EXPECT_EQ(same.parts[1].ring, valid.parts[1].ring);
}

TEST(Repair, ResolvesAFigureOfEight) {
  const FreeSpace space = repaired({{{Ring{{0, 0}, {4, 4}, {4, 0}, {0, 4}}, true}}});
  EXPECT_DOUBLE_EQ(space.area(), 8);
  EXPECT_EQ(space.component_count(), 2);
}

TEST(Repair, KeepsWallsAndRefusesThoseThatItCannotKeep) {
  Polygons eight{{{Ring{{0, 0}, {4, 4}, {4, 0}, {0, 4}}, true}},
                 {{{0, 0}, {1, 2}}, {{1, 2}, {2, 2}}}};
  EXPECT_EQ(repaired(eight).component_count(), 3);
  eight.walls.push_back({{1, 1}, {3, 1}});
  RepairReport report;
  EXPECT_THROW(repair(eight, report), InvalidWorld);
}

TEST(Repair, DropsSpikesAndRepeatedPoints) {
  RepairReport report;
  const Polygons spiked{
      {{Ring{{0, 0}, {4, 0}, {4, 0}, {4, 4}, {6, 6}, {4, 4}, {0, 4}, {0, 0}}, true},
       {Ring{{1, 1}, {2, 2}}, false}}};
  const FreeSpace space = FreeSpace::from_polygons(repair(spiked, report));
  EXPECT_DOUBLE_EQ(space.area(), 16);
  EXPECT_EQ(space.triangulation().vertex_count(), 4U);
  EXPECT_EQ(report.overlay.repeated_points, 2U);
  EXPECT_EQ(report.overlay.dropped_rings, 1U);
  EXPECT_EQ(report.overlay.dissolved_edges, 2U);
}

TEST(Repair, JoinsOverlappingHolesAndCutsThemAtTheOutline) {
  const FreeSpace space = repaired({{{rectangle(0, 0, 10, 10), true},
                                     {rectangle(1, 1, 4, 4), false},
                                     {rectangle(3, 3, 6, 6), false},
                                     {rectangle(8, 8, 12, 12), false},
                                     {rectangle(20, 20, 21, 21), false}}});
  EXPECT_DOUBLE_EQ(space.area(), 100 - 17 - 4);
  EXPECT_EQ(space.hole_count(), 1);
}

TEST(Repair, JoinsOverlappingOutlines) {
  const FreeSpace space =
      repaired({{{rectangle(0, 0, 4, 4), true}, {rectangle(2, 2, 6, 6), true}}});
  EXPECT_DOUBLE_EQ(space.area(), 28);
  EXPECT_EQ(space.component_count(), 1);
}

TEST(Repair, RefusesWhatHasNoFreeSpace) {
  RepairReport report;
  EXPECT_THROW(repair({}, report), InvalidWorld);
  EXPECT_THROW(repair({{{Ring{{0, 0}, {1, 1}}, true}}}, report), InvalidWorld);
  EXPECT_THROW(repair({{{rectangle(0, 0, 4, 4), true}, {rectangle(0, 0, 4, 4), false}}}, report),
               InvalidWorld);
}

/// The definition of free: a point off the border is free if it is inside an outline and inside no
/// hole. The even-odd rule decides what is inside.
TEST(Repair, OfRandomScribblesIsFreeWhereTheRulesSay) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    const bool lattice = round % 2 == 0;
    const auto coordinate = [&] {
      return lattice ? static_cast<double>(random() % 8) : static_cast<double>(random()) / 5e8;
    };
    Polygons scribble;
    for (int r = 0; r < 4; ++r) {
      Ring ring;
      for (int i = 0; i < 7; ++i) ring.push_back({coordinate(), coordinate()});
      scribble.parts.push_back({ring, r < 2});
    }
    RepairReport report;
    Polygons result;
    try {
      result = repair(scribble, report);
    } catch (const InvalidWorld& nothing) {
      ASSERT_NE(std::string(nothing.what()).find("no free space"), std::string::npos)
          << nothing.what();
    }
    for (int k = 0; k < 200; ++k) {
      const Point p{static_cast<double>(random()) / 5e8 + 1e-4,
                    static_cast<double>(random()) / 5e8 + 1e-4};
      bool expected = false;
      bool blocked = false;
      for (const Polygons::Part& part : scribble.parts) {
        (part.outline ? expected : blocked) |= encloses(part.ring, p);
      }
      int outlines = 0;
      for (const Polygons::Part& part : result.parts) {
        if (encloses(part.ring, p)) outlines += part.outline ? 1 : -1;
      }
      EXPECT_EQ(outlines, expected && !blocked ? 1 : 0) << p.x << ' ' << p.y;
    }
  }
}

}  // namespace
}  // namespace fairway::test
