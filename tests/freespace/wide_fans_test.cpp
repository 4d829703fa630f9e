#include "algorithms/freespace/wide_fans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/freespace/corner_visibility.hpp"

namespace fairway {
namespace {

/// A square with an obstacle in its middle. radius(k) is the distance of the obstacle's vertex k
/// from the middle.
template <class Radius>
Polygons lake(int vertices, Radius radius) {
  Ring shore;
  for (int k = 0; k < vertices; ++k) {
    const double angle = 2 * std::numbers::pi * k / vertices;
    const double r = radius(k);
    shore.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return {{{{{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}, true}, {std::move(shore), false}}};
}

Polygons regular_lake(int vertices) {
  return lake(vertices, [](int) { return 1.0; });
}

/// A corridor with teeth above it. Every tooth whose number is a multiple of `span` ends on the
/// line y = 2. The ends of the teeth between these teeth form an arch above the line.
Polygons comb(int teeth, int span, double rise) {
  Ring ring{{0, 0}, {2.0 * teeth, 0}};
  for (int i = teeth; i-- > 0;) {
    const double t = static_cast<double>(i % span) / span;
    const double y = 2 + 4 * rise * t * (1 - t);
    for (const Point p :
         {Point{2.0 * i + 2, 9}, Point{2.0 * i + 1, 9}, Point{2.0 * i + 1, y}, Point{2.0 * i, y}}) {
      ring.push_back(p);
    }
  }
  return {{{std::move(ring), true}}};
}

/// A floor with a row of dips, and a tooth that hangs over the middle of the last dip. The end of
/// the tooth and the ridges between the dips are on one line.
Polygons dips(int count, int span) {
  const int length = count * span;
  Ring ring;
  for (int i = 0; i <= length; ++i) {
    const double t = static_cast<double>(i % span) / span;
    ring.push_back({static_cast<double>(i), -4 * t * (1 - t)});
  }
  const double x = length - span / 2;
  for (const Point p : {Point{1.0 * length, 8}, Point{x, 8}, Point{x, 0}, Point{x - 1, 0},
                        Point{x - 1, 8}, Point{0, 8}}) {
    ring.push_back(p);
  }
  return {{{std::move(ring), true}}};
}

Polygons turned(Polygons world, double angle) {
  for (Polygons::Part& part : world.parts) {
    for (Point& p : part.ring) {
      p = {p.x * std::cos(angle) - p.y * std::sin(angle),
           p.x * std::sin(angle) + p.y * std::cos(angle)};
    }
  }
  return world;
}

std::vector<Polygons> worlds_of_wide_fans() {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> radius(2, 2.001);
  std::vector<Polygons> worlds{
      regular_lake(600),
      lake(600, [](int k) { return k % 2 == 0 ? 1.0 : 2.0; }),
      lake(900, [](int k) { return 2 + 0.05 * std::cos(k * std::numbers::pi / 90); }),
      lake(900, [&](int) { return radius(random); }),
      comb(200, 1, 0),
      comb(200, 3, 1),
      comb(600, 150, 0.01),
      dips(4, 300)};
  const std::size_t upright = worlds.size();
  for (std::size_t i = 0; i < upright; ++i) worlds.push_back(turned(worlds[i], 0.4));
  return worlds;
}

/// Lists the corners that CornerVisibility visits from each reflex corner, in order.
template <bool kTaut>
std::vector<CornerId> visits(const FreeSpace& space, CornerVisibilityScratch& scratch) {
  std::vector<CornerId> all;
  const auto visit = [&](CornerId c) { all.push_back(c); };
  for (CornerId c = 0; static_cast<std::size_t>(c) < space.corners().size(); ++c) {
    if (!space.corner(c).reflex) continue;
    CornerVisibility<kTaut, decltype(visit)>(space, scratch, visit).from_corner(c);
    all.push_back(kNoCorner);
  }
  return all;
}

TEST(WideFans, DoNotChangeTheVisitedCorners) {
  for (const Polygons& world : worlds_of_wide_fans()) {
    const FreeSpace space = FreeSpace::from_polygons(world);
    CornerVisibilityScratch without;
    CornerVisibilityScratch with;
    with.fans = WideFans(space);
    ASSERT_FALSE(with.fans.empty());
    EXPECT_EQ(visits<true>(space, with), visits<true>(space, without));
    EXPECT_EQ(visits<false>(space, with), visits<false>(space, without));
  }
}

TEST(WideFans, AreEmptyIfNoWedgeIsWide) {
  EXPECT_TRUE(WideFans(FreeSpace::from_polygons(regular_lake(40))).empty());
}

// Regression: a corner on the floor under a comb belongs to one triangle per tooth. A cone of sight
// along the corridor crossed all these triangles one by one.
TEST(WideFans, AreSkippedInFewSteps) {
  const FreeSpace space = FreeSpace::from_polygons(comb(5000, 1, 0));
  const Triangulation& mesh = space.triangulation();
  const WideFans fans(space);
  int wide = 0;
  for (const Corner& corner : space.corners()) {
    if (mesh.point(corner.vertex).y != 0) continue;
    std::vector<HalfEdge> wedge;
    for (HalfEdge h = corner.first; h != kNoHalfEdge; h = mesh.across(Triangulation::previous(h))) {
      wedge.push_back(h);
    }
    if (wedge.size() < WideFans::kWide) continue;
    ++wide;
    int asked = 0;
    const auto above = [&](const Box& box) {
      ++asked;
      return box.min.y >= 2;
    };
    // The cone of sight lies below y = 2. The functions must skip all edges from the corner to
    // teeth, except at most one edge.
    const HalfEdge right = fans.skip_clockwise(wedge.back(), above);
    EXPECT_LE(std::ranges::find(wedge, right) - wedge.begin(), 1);
    const HalfEdge into = mesh.twin(wedge[1]);
    const HalfEdge left = fans.skip_counter_clockwise(mesh, into, above);
    EXPECT_GE(std::ranges::find(wedge, Triangulation::next(left)) - wedge.begin(),
              static_cast<std::ptrdiff_t>(wedge.size()) - 2);
    EXPECT_LT(asked, 100);
  }
  EXPECT_GT(wide, 0);
}

TEST(WideFans, ALakeOf20000VerticesHasTwoTautLinksPerCorner) {
  const FreeSpace space = FreeSpace::from_polygons(regular_lake(20000));
  CornerVisibilityScratch scratch;
  scratch.fans = WideFans(space);
  EXPECT_EQ(visits<true>(space, scratch).size(), 3U * 20000U);
}

}  // namespace
}  // namespace fairway
