#include "algorithms/smoothing/funnel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

Path pull(Point start, Point goal, const std::vector<Portal>& portals) {
  FunnelScratch scratch;
  Path path;
  pull_string(start, goal, portals, scratch, path);
  return path;
}

Portal gate(Point left, Point right) { return {left, right}; }

TEST(Funnel, NoPortalsGiveTheSegment) {
  EXPECT_EQ(pull({0, 0}, {3, 4}, {}), (Path{{0, 0}, {3, 4}}));
  EXPECT_EQ(pull({1, 1}, {1, 1}, {}), (Path{{1, 1}}));
}

TEST(Funnel, StraightThroughOpenGates) {
  EXPECT_EQ(pull({0, 0}, {0, 9}, {gate({-1, 2}, {1, 2}), gate({-1, 5}, {1, 5})}),
            (Path{{0, 0}, {0, 9}}));
}

TEST(Funnel, BendsAtTheEndsOfGates) {
  EXPECT_EQ(pull({0, 0}, {0, 9}, {gate({2, 2}, {3, 2}), gate({-3, 5}, {-2, 5})}),
            (Path{{0, 0}, {2, 2}, {-2, 5}, {0, 9}}));
}

TEST(Funnel, WindsRoundAPointByMoreThanAHalfTurn) {
  // All gates share the right end (0, 0), so the path turns clockwise around it.
  const std::vector<Portal> gates{gate({-2, 0}, {0, 0}), gate({-2, 2}, {0, 0}),
                                  gate({2, 2}, {0, 0}), gate({2, -2}, {0, 0}),
                                  gate({-1, -2}, {0, 0})};
  EXPECT_EQ(pull({-1, -1}, {-3, -2}, gates), (Path{{-1, -1}, {0, 0}, {-3, -2}}));
}

TEST(Funnel, GatesOfNoWidthForceTheirPoint) {
  EXPECT_EQ(pull({0, 0}, {4, 0}, {gate({2, 2}, {2, 2})}), (Path{{0, 0}, {2, 2}, {4, 0}}));
  EXPECT_EQ(pull({0, 0}, {4, 4}, {gate({2, 2}, {2, 2}), gate({2, 2}, {2, 2})}),
            (Path{{0, 0}, {4, 4}}));
  EXPECT_EQ(pull({0, 0}, {0, 0}, {gate({2, 2}, {2, 2})}), (Path{{0, 0}, {2, 2}, {0, 0}}));
}

TEST(Funnel, EndsOnGatesAreNotRepeated) {
  const Portal g = gate({-1, 0}, {1, 0});
  EXPECT_EQ(pull({-1, 0}, {0, 3}, {g}), (Path{{-1, 0}, {0, 3}}));
  EXPECT_EQ(pull({1, 0}, {0, 3}, {g, g}), (Path{{1, 0}, {0, 3}}));
  EXPECT_EQ(pull({0, -3}, {1, 0}, {g}), (Path{{0, -3}, {1, 0}}));
  EXPECT_EQ(pull({0, -3}, {0, 0}, {g}), (Path{{0, -3}, {0, 0}}));
  EXPECT_EQ(pull({0, 0}, {0, 0}, {g}), (Path{{0, 0}}));
  EXPECT_EQ(pull({-1, 0}, {1, 0}, {g}), (Path{{-1, 0}, {1, 0}}));
}

TEST(Funnel, AStartOnTheLineOfAGateGoesToItsNearEnd) {
  EXPECT_EQ(pull({0, 3}, {1, 3}, {gate({0, 2}, {0, 0})}), (Path{{0, 3}, {0, 2}, {1, 3}}));
  EXPECT_EQ(pull({0, -3}, {1, -3}, {gate({0, 2}, {0, 0})}), (Path{{0, -3}, {0, 0}, {1, -3}}));
}

TEST(Funnel, PointsPassedWithoutATurnAreLeftOut) {
  // The left ends of both gates are on the line x = 0.
  EXPECT_EQ(pull({0, 0}, {0, 9}, {gate({0, 2}, {1, 2}), gate({0, 5}, {1, 5})}),
            (Path{{0, 0}, {0, 9}}));
  EXPECT_EQ(pull({0, 0}, {-1, 9}, {gate({0, 2}, {1, 2}), gate({0, 5}, {1, 5})}),
            (Path{{0, 0}, {0, 5}, {-1, 9}}));
}

/// The fraction a / b with b > 0. Comparisons are exact for small integers.
struct Fraction {
  std::int64_t a;
  std::int64_t b;
  friend bool operator<(Fraction p, Fraction q) { return p.a * q.b < q.a * p.b; }
};

Fraction fraction(std::int64_t a, std::int64_t b) {
  return b < 0 ? Fraction{-a, -b} : Fraction{a, b};
}

std::int64_t cross(Point o, Point p, Point q) {
  return static_cast<std::int64_t>((p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x));
}

/// Whether the segment pq passes the gates in order.
bool passes(Point p, Point q, std::span<const Portal> gates) {
  Fraction reached{0, 1};
  for (const Portal& g : gates) {
    Fraction low{0, 1};
    Fraction high{1, 1};
    const std::int64_t at_left = cross(p, q, g.left);
    const std::int64_t at_right = cross(p, q, g.right);
    if (p == q) {
      if (!on_segment(p, g.left, g.right)) return false;
      continue;
    }
    if ((at_left > 0 && at_right > 0) || (at_left < 0 && at_right < 0)) return false;
    if (at_left == 0 && at_right == 0) {
      const auto along = [&](Point r) {
        return fraction(
            static_cast<std::int64_t>((r.x - p.x) * (q.x - p.x) + (r.y - p.y) * (q.y - p.y)),
            static_cast<std::int64_t>((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y)));
      };
      low = std::min(along(g.left), along(g.right));
      high = std::max(along(g.left), along(g.right));
    } else {
      const std::int64_t side = cross(g.right, g.left, p);
      low = high = fraction(side, side - cross(g.right, g.left, q));
    }
    if (Fraction{1, 1} < low || high < Fraction{0, 1} || high < reached) return false;
    if (reached < low) reached = low;
  }
  return true;
}

/// Length of the shortest path through the gates. Tries all paths that bend at ends of gates.
double brute_force(Point start, Point goal, std::span<const Portal> gates) {
  struct Node {
    Point point;
    std::size_t passed;  // number of gates that end before or at the point
  };
  std::vector<Node> nodes{{start, 0}};
  for (std::size_t i = 0; i < gates.size(); ++i) {
    nodes.push_back({gates[i].left, i + 1});
    nodes.push_back({gates[i].right, i + 1});
  }
  nodes.push_back({goal, gates.size()});
  std::vector<double> best(nodes.size(), std::numeric_limits<double>::infinity());
  best[0] = 0;
  for (std::size_t to = 1; to < nodes.size(); ++to) {
    for (std::size_t from = 0; from < to; ++from) {
      const std::size_t first = nodes[from].passed;
      const std::size_t last = to + 1 == nodes.size() ? gates.size() : nodes[to].passed - 1;
      if (first > last) {  // both points are ends of the same gate
        best[to] = std::min(best[to], best[from] + distance(nodes[from].point, nodes[to].point));
      } else if (passes(nodes[from].point, nodes[to].point, gates.subspan(first, last - first))) {
        best[to] = std::min(best[to], best[from] + distance(nodes[from].point, nodes[to].point));
      }
    }
  }
  return best.back();
}

/// Whether two gates on one line have opposite directions.
bool flipped(Portal p, Portal q) {
  return orientation(p.left, p.right, q.left) == 0 && orientation(p.left, p.right, q.right) == 0 &&
         (p.right.x - p.left.x) * (q.right.x - q.left.x) +
                 (p.right.y - p.left.y) * (q.right.y - q.left.y) <
             0;
}

/// A random sleeve of triangles and convex quadrilaterals with small integer coordinates. It may
/// overlap itself. Collinear points, repeated gates, and starts or goals on gates are frequent.
struct Sleeve {
  Point start;
  Point goal;
  std::vector<Portal> gates;
};

class SleeveMaker {
 public:
  SleeveMaker(std::uint32_t seed, int range) : random_(seed), range_(range) {}

  Sleeve make(int length) {
    Sleeve sleeve;
    Point left = point();
    Point right = point();
    while (right == left) right = point();
    sleeve.start = end_point(right, left, -1);
    sleeve.gates.push_back({left, right});
    for (int tries = 0; tries < 1000 && static_cast<int>(sleeve.gates.size()) < length; ++tries) {
      const unsigned kind = random_() % 16;
      if (kind == 0) {
        sleeve.gates.push_back({left, right});
      } else if (kind == 1) {
        const Point p = random_() % 2 == 0 ? left : right;
        sleeve.gates.push_back({p, p});
        sleeve.gates.push_back({left, right});
      } else if (kind < 5) {
        const Point l = point();
        const Point r = point();
        if (l == r || orientation(right, left, l) > 0 || orientation(right, left, r) > 0 ||
            orientation(right, r, l) < 0 || orientation(right, l, left) < 0 ||
            orientation(right, r, left) < 0 || orientation(r, l, left) < 0 ||
            flipped({left, right}, {l, r})) {
          continue;
        }
        left = l;
        right = r;
        sleeve.gates.push_back({left, right});
      } else {
        const Point p = point();
        if (orientation(right, left, p) >= 0) continue;
        (random_() % 2 == 0 ? left : right) = p;
        sleeve.gates.push_back({left, right});
      }
    }
    sleeve.goal = end_point(right, left, +1);
    return sleeve;
  }

 private:
  Point point() {
    const auto range = static_cast<unsigned>(range_);
    const double x = random_() % range;
    return {x, static_cast<double>(random_() % range)};
  }
  /// A random point on one side of a gate: before the gate if `side` is -1, after the gate if
  /// `side` is +1. The point may lie on the line of the gate.
  Point end_point(Point right, Point left, int side) {
    for (;;) {
      const Point p = point();
      if (side * orientation(right, left, p) <= 0) return p;
    }
  }

  std::mt19937 random_;
  int range_;
};

void expect_shortest(const Sleeve& sleeve, FunnelScratch& scratch) {
  Path path;
  pull_string(sleeve.start, sleeve.goal, sleeve.gates, scratch, path);
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(path.front(), sleeve.start);
  EXPECT_EQ(path.back(), sleeve.goal);
  for (std::size_t i = 1; i < path.size(); ++i) EXPECT_NE(path[i - 1], path[i]);
  for (std::size_t i = 2; i < path.size(); ++i) {
    EXPECT_FALSE(orientation(path[i - 2], path[i - 1], path[i]) == 0 &&
                 strictly_between(path[i - 2], path[i - 1], path[i]));
  }
  const double expected = brute_force(sleeve.start, sleeve.goal, sleeve.gates);
  EXPECT_NEAR(length(path), expected, 1e-9 * (1 + expected));
}

class RandomSleeves : public testing::TestWithParam<int> {};

TEST_P(RandomSleeves, StringIsTheShortestPathOverAllGateEnds) {
  FunnelScratch scratch;
  for (std::uint32_t seed = 0; seed < 4000; ++seed) {
    SleeveMaker maker(seed, GetParam());
    const Sleeve sleeve = maker.make(1 + static_cast<int>(seed % 14));
    expect_shortest(sleeve, scratch);
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Ranges, RandomSleeves, testing::Values(3, 4, 6, 12, 100));

}  // namespace
}  // namespace fairway
