#include "algorithms/ancestors/steering.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/ancestors/northstar/indirect_cost.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/search/witness.hpp"

namespace fairway::test {
namespace {

using SteeringTest = ManyGraphs;

bool is_linked(const Attachment& attachment, Vertex v) {
  return std::any_of(attachment.goal.begin(), attachment.goal.end(),
                     [v](const Link& link) { return link.vertex == v; });
}

TEST_F(SteeringTest, LookAheadFindsTheLeastCostWithFewerExpansions) {
  std::uint64_t plain_expanded = 0;
  std::uint64_t expanded = 0;
  for_many_graphs([&](const RandomGraph& g, const Attachment& attachment, const auto& heuristic) {
    const SearchResult plain = astar(g.graph, attachment, heuristic, scratch_, vertices_);
    const SearchResult result =
        astar(g.graph, attachment, heuristic, scratch_, vertices_, LookAheadSearch(nullptr));
    ASSERT_EQ(result.cost, plain.cost);
    ASSERT_EQ(result.found, plain.found);
    ASSERT_LE(result.expanded, plain.expanded);
    if (result.found) {
      ASSERT_NEAR(cost_of(g, attachment, vertices_), result.cost, 1e-12 * (1 + result.cost));
    }
    plain_expanded += plain.expanded;
    expanded += result.expanded;
  });
  EXPECT_LT(expanded, plain_expanded - plain_expanded / 20);
}

TEST_F(SteeringTest, FirstClosedGoesToTheGoalFromTheFirstLinkedVertex) {
  int worse = 0;
  for_many_graphs([&](const RandomGraph& g, const Attachment& attachment, const auto& heuristic) {
    const double least = astar(g.graph, attachment, heuristic, scratch_, vertices_).cost;
    Witness witness(g, attachment);
    const SearchResult result =
        astar(g.graph, attachment, heuristic, scratch_, vertices_, FirstClosedSearch(&witness));
    ASSERT_EQ(result.found, std::isfinite(least));
    ASSERT_GE(result.cost, least);
    ASSERT_EQ(witness.closed, result.expanded);
    if (!result.found) return;
    ASSERT_NEAR(cost_of(g, attachment, vertices_), result.cost, 1e-12 * (1 + result.cost));
    worse += result.cost > least * (1 + 1e-9) ? 1 : 0;
    if (vertices_.empty()) return;
    ASSERT_EQ(vertices_.back(), witness.last_expanded);
    for (std::size_t i = 0; i + 1 < vertices_.size(); ++i) {
      ASSERT_FALSE(is_linked(attachment, vertices_[i]));
    }
  });
  EXPECT_GT(worse, 100);
}

// The first closed vertex has an expensive link to the goal: the path over this link costs 1 + 10.
// The path over the second vertex costs 2 + 1.
TEST_F(SteeringTest, FirstClosedMissesACheaperLink) {
  const CsrGraph graph = CsrGraph::from_edges(2, std::vector<CsrGraph::CostedEdge>{{0, 1, 1}});
  Attachment attachment;
  attachment.start.push_back({0, 1});
  attachment.goal = {{0, 10}, {1, 1}};
  const ZeroHeuristic zero;
  EXPECT_EQ(astar(graph, attachment, zero, scratch_, vertices_).cost, 3);
  EXPECT_EQ(vertices_, (std::vector<Vertex>{0, 1}));
  const FirstClosedSearch first(nullptr);
  EXPECT_EQ(astar(graph, attachment, zero, scratch_, vertices_, first).cost, 11);
  EXPECT_EQ(vertices_, std::vector<Vertex>{0});
}

TEST_F(SteeringTest, AnObserverSeesTheLookAheadAndDoesNotChangeIt) {
  expect_observer_sees<LookAheadSearch>(LookAheadSearch(nullptr));
}

TEST_F(SteeringTest, IndirectCostIsTheBestOverAtMostOneNeighbour) {
  int direct = 0;
  int indirect = 0;
  for_many_graphs([&](const RandomGraph& g, const Attachment& attachment, const auto&) {
    const auto linked = [&](Vertex v) {
      double least = kInfinity;
      for (const Link& link : attachment.goal) {
        if (link.vertex == v) least = std::min(least, link.cost);
      }
      return least;
    };
    const auto checked = [&](Vertex v) {
      double expected = linked(v);
      direct += std::isfinite(expected) ? 1 : 0;
      for (Vertex w = 0; expected == kInfinity && w < static_cast<Vertex>(g.places.size()); ++w) {
        expected = std::min(expected, g.cost_between(v, w) + linked(w));
        if (std::isfinite(expected)) {
          for (Vertex u = w + 1; u < static_cast<Vertex>(g.places.size()); ++u) {
            expected = std::min(expected, g.cost_between(v, u) + linked(u));
          }
          ++indirect;
        }
      }
      EXPECT_EQ(indirect_cost(g.graph, attachment, scratch_, v), expected);
      return 0.0;
    };
    astar(g.graph, attachment, checked, scratch_, vertices_);
  });
  EXPECT_GT(direct, 100);
  EXPECT_GT(indirect, 100);
}

}  // namespace
}  // namespace fairway::test
