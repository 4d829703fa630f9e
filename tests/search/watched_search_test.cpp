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
  for_many_graphs([&](const RandomGraph& g, const Attachment& attachment, const auto& heuristic) {
    std::vector<Vertex> expected;
    const SearchResult unseen = astar(g.graph, attachment, heuristic, scratch_, expected);
    Witness witness(g, attachment);
    const SearchResult seen =
        astar(g.graph, attachment, heuristic, scratch_, vertices_, WatchedSearch(&witness));
    ASSERT_EQ(seen.cost, unseen.cost);
    ASSERT_EQ(seen.expanded, unseen.expanded);
    ASSERT_EQ(seen.generated, unseen.generated);
    ASSERT_EQ(vertices_, expected);
    ASSERT_EQ(witness.expanded, seen.expanded);
    ASSERT_EQ(witness.closed, seen.expanded);
    ASSERT_EQ(witness.goal_cost, seen.cost);
    ASSERT_EQ(witness.before_goal, vertices_.empty() ? kNoVertex : vertices_.back());
  });
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
