#include "algorithms/geometry/box_tree.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "algorithms/geometry/infinity.hpp"

namespace fairway {
namespace {

struct Segment {
  Point a;
  Point b;
};

/// Returns random segments. Some have length 0, and many share ends.
std::vector<Segment> random_segments(std::mt19937& random, int count) {
  const auto point = [&] { return Point{double(random() % 40), double(random() % 40)}; };
  std::vector<Segment> segments;
  for (int i = 0; i < count; ++i) {
    const Point a = point();
    segments.push_back({a, a + Point{double(random() % 5), double(random() % 5)}});
  }
  return segments;
}

double square(Point p, const Segment& s) {
  return squared_distance(p, s.a == s.b ? s.a : nearest_on_segment(s.a, s.b, p));
}

TEST(BoxTree, FindsTheItemsThatBruteForceFinds) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const std::vector<Segment> segments = random_segments(random, static_cast<int>(random() % 80));
    const BoxTree tree(boxes_of(segments));
    const Segment near = random_segments(random, 1).front();
    std::multiset<std::size_t> along;
    tree.visit(near.a, near.b, [&](std::size_t i) {
      along.insert(i);
      return true;
    });
    std::multiset<std::size_t> in_box;
    tree.visit(box_of(near.a, near.b), [&](std::size_t i) {
      in_box.insert(i);
      return true;
    });
    double least = kInfinity;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const Segment& s = segments[i];
      if (segments_touch(near.a, near.b, s.a, s.b)) {
        EXPECT_EQ(along.count(i), 1U);
      }
      if (overlap(box_of(near.a, near.b), box_of(s.a, s.b))) {
        EXPECT_EQ(in_box.count(i), 1U);
      }
      least = std::min(least, square(near.a, s));
    }
    const auto of = [&](std::size_t i) { return square(near.a, segments[i]); };
    const Box at{near.a, near.a};
    const auto nearest = tree.nearest(at, kInfinity, of);
    ASSERT_EQ(nearest.has_value(), !segments.empty());
    if (!nearest) continue;
    EXPECT_EQ(nearest->square, least);
    EXPECT_EQ(of(nearest->item), least);
    EXPECT_FALSE(tree.nearest(at, least, of).has_value());
  }
}

TEST(BoxTree, StopsWhenVisitReturnsFalse) {
  const std::vector<Segment> segments(20, Segment{{0, 0}, {1, 1}});
  int visits = 0;
  BoxTree(boxes_of(segments)).visit({0, 0}, {1, 1}, [&](std::size_t) { return ++visits < 3; });
  EXPECT_EQ(visits, 3);
}

}  // namespace
}  // namespace fairway
