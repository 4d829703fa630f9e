#include "tests/support/same_space.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <map>

#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// A triangle described without numbers: its points (the least first), whether it is free, and
/// whether each side is blocked.
using PlainTriangle = std::tuple<std::array<Point, 3>, bool, std::array<bool, 3>>;

std::set<PlainTriangle> plain_triangles(const FreeSpace& space) {
  const Triangulation& mesh = space.triangulation();
  std::set<PlainTriangle> all;
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    const auto& v = mesh.triangle(t).vertex;
    if (v[0] == v[1]) continue;
    int first = 0;
    for (int i = 1; i < 3; ++i) {
      if (mesh.point(v[i]) < mesh.point(v[first])) first = i;
    }
    PlainTriangle plain;
    std::get<1>(plain) = mesh.is_free(t);
    for (int i = 0; i < 3; ++i) {
      const int from = (first + i) % 3;
      const HalfEdge h = Triangulation::half_edge(t, from);
      std::get<0>(plain)[static_cast<std::size_t>(i)] = mesh.point(v[from]);
      std::get<2>(plain)[static_cast<std::size_t>(i)] = mesh.blocked(h);
      const HalfEdge other = mesh.twin(h);
      EXPECT_TRUE(other == kNoHalfEdge || mesh.twin(other) == h);
    }
    EXPECT_TRUE(all.insert(plain).second);
  }
  return all;
}

}  // namespace

std::multiset<PlainCorner> plain_corners(const FreeSpace& space) {
  const Triangulation& mesh = space.triangulation();
  std::multiset<PlainCorner> all;
  for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
    const Corner& corner = space.corner(c);
    if (corner.vertex < 0) continue;
    all.insert({mesh.point(corner.vertex), mesh.point(corner.right), mesh.point(corner.left),
                corner.reflex});
    EXPECT_EQ(space.corner_at(corner.first), c);
    EXPECT_EQ(space.corner_at(corner.last), c);
    EXPECT_EQ(mesh.destination(corner.first), corner.right);
    EXPECT_EQ(mesh.apex(corner.last), corner.left);
    const CornerRange of = space.corners_of(corner.vertex);
    EXPECT_TRUE(*of.begin() <= c && c < *of.end());
  }
  return all;
}

void expect_same(const FreeSpace& repaired, const FreeSpace& rebuilt, std::mt19937& random) {
  ASSERT_EQ(plain_triangles(repaired), plain_triangles(rebuilt));
  ASSERT_EQ(plain_corners(repaired), plain_corners(rebuilt));
  ASSERT_EQ(repaired.component_count(), rebuilt.component_count());
  ASSERT_EQ(repaired.content_hash(), rebuilt.content_hash());
  ASSERT_EQ(repaired.hole_count(), rebuilt.hole_count());
  ASSERT_NEAR(repaired.area(), rebuilt.area(), 1e-9 * rebuilt.area());
  std::map<std::int32_t, std::int32_t> label;
  for (const Point p : probe_points(rebuilt, random, 40)) {
    const Location a = repaired.locate(p);
    const Location b = rebuilt.locate(p);
    ASSERT_EQ(a.place, b.place);
    if (a.place != Place::kTriangle) continue;
    const auto [known, added] = label.emplace(rebuilt.component(b), repaired.component(a));
    ASSERT_EQ(known->second, repaired.component(a));
  }
}

}  // namespace fairway::test
