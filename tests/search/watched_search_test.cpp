#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/search/witness.hpp"

namespace fairway::test {
namespace {

using WatchedSearchTest = ManyGraphs;

TEST_F(WatchedSearchTest, ObserverSeesTheSearchAndDoesNotChangeIt) {
  expect_observer_sees<WatchedSearch>(PlainSearch());
}

TEST(Distances, AreOrderedAndKnownOnATriangle) {
  const Point a{1, 2};
  const Point b{4, -2};
  EXPECT_EQ(chebyshev(a, b), 4);
  EXPECT_EQ(euclidean(a, b), 5);
  EXPECT_EQ(manhattan(a, b), 7);
  EXPECT_EQ(euclidean(b, a), 5);
}

}  // namespace
}  // namespace fairway::test
