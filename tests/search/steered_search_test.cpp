#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/search/random_graph.hpp"

namespace fairway::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Holds what it is told against the rules of a search.
class Witness : public SearchObserver {
 public:
  explicit Witness(const RandomGraph& g, const Attachment& attachment)
      : graph_(g), attachment_(attachment) {}

  void vertex_reached(Vertex v, Vertex parent, double g, double) override {
    double least = kInfinity;
    if (parent == kNoVertex) {
      for (const Link& link : attachment_.start) {
        if (link.vertex == v) least = std::min(least, link.cost);
      }
    } else {
      ASSERT_EQ(state_.at(parent), State::kExpanded);
      least = cost_.at(parent) + graph_.cost_between(parent, v);
    }
    EXPECT_LE(least, g);
    if (state_.contains(v)) {
      EXPECT_EQ(state_.at(v), State::kReached);
      EXPECT_LT(g, cost_.at(v));
    }
    state_[v] = State::kReached;
    cost_[v] = g;
  }
  void vertex_expanded(Vertex v, Vertex, double g, double) override {
    ++expanded;
    last_expanded = v;
    EXPECT_EQ(state_.at(v), State::kReached);
    EXPECT_EQ(cost_.at(v), g);
    state_[v] = State::kExpanded;
  }
  void vertex_closed(Vertex v, Vertex, double, double) override {
    ++closed;
    EXPECT_EQ(state_.at(v), State::kExpanded);
    state_[v] = State::kClosed;
  }
  void goal_reached(Vertex last, double cost) override {
    EXPECT_LT(cost, goal_cost);
    EXPECT_TRUE(last == kNoVertex || state_.contains(last));
    goal_cost = cost;
    before_goal = last;
  }

  std::uint64_t expanded = 0;
  std::uint64_t closed = 0;
  Vertex last_expanded = kNoVertex;
  double goal_cost = kInfinity;
  Vertex before_goal = kNoVertex;

 private:
  enum class State { kReached, kExpanded, kClosed };
  const RandomGraph& graph_;
  const Attachment& attachment_;
  std::map<Vertex, State> state_;
  std::map<Vertex, double> cost_;
};

bool is_linked(const Attachment& attachment, Vertex v) {
  return std::any_of(attachment.goal.begin(), attachment.goal.end(),
                     [v](const Link& link) { return link.vertex == v; });
}

class SteeredSearchTest : public testing::Test {
 protected:
  /// Calls check(graph, attachment, heuristic) for many random graphs, with a consistent heuristic
  /// and without any.
  template <class Check>
  void for_many_graphs(Check check) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 2000; ++round) {
      const int count = 2 + static_cast<int>(random() % 60);
      const RandomGraph g(random, count, 1 + round % 4, round % 3 == 0 ? 1.0 : 3.0);
      const Attachment attachment = random_attachment(random, g, 1 + round % 4, round % 5 == 0);
      SCOPED_TRACE(round);
      check(g, attachment, lower_bound_to(g, attachment.goal));
      check(g, attachment, [](Vertex) { return 0.0; });
      if (HasFatalFailure()) return;
    }
  }

  SearchScratch scratch_;
  std::vector<Vertex> vertices_;
};

TEST_F(SteeredSearchTest, LookAheadFindsTheLeastCostWithFewerExpansions) {
  std::uint64_t plain_expanded = 0;
  std::uint64_t expanded = 0;
  for_many_graphs([&](const RandomGraph& g, const Attachment& attachment, const auto& heuristic) {
    const SearchResult plain = astar(g.graph, attachment, heuristic, scratch_, vertices_);
    const SearchResult result = astar(g.graph, attachment, heuristic, scratch_, vertices_,
                                      SteeredSearch(false, true, nullptr));
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

TEST_F(SteeredSearchTest, FirstClosedGoesToTheGoalFromTheFirstLinkedVertex) {
  int worse = 0;
  for_many_graphs([&](const RandomGraph& g, const Attachment& attachment, const auto& heuristic) {
    const double least = astar(g.graph, attachment, heuristic, scratch_, vertices_).cost;
    Witness witness(g, attachment);
    const SearchResult result = astar(g.graph, attachment, heuristic, scratch_, vertices_,
                                      SteeredSearch(true, false, &witness));
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

// The vertex that is closed first has the dear link: 1 + 10 instead of 2 + 1.
TEST_F(SteeredSearchTest, FirstClosedMissesACheaperLink) {
  const CsrGraph graph = CsrGraph::from_edges(2, std::vector<CsrGraph::CostedEdge>{{0, 1, 1}});
  Attachment attachment;
  attachment.start.push_back({0, 1});
  attachment.goal = {{0, 10}, {1, 1}};
  const ZeroHeuristic zero;
  EXPECT_EQ(astar(graph, attachment, zero, scratch_, vertices_).cost, 3);
  EXPECT_EQ(vertices_, (std::vector<Vertex>{0, 1}));
  const SteeredSearch first(true, false, nullptr);
  EXPECT_EQ(astar(graph, attachment, zero, scratch_, vertices_, first).cost, 11);
  EXPECT_EQ(vertices_, std::vector<Vertex>{0});
}

TEST_F(SteeredSearchTest, AnObserverSeesTheSearchAndDoesNotChangeIt) {
  for_many_graphs([&](const RandomGraph& g, const Attachment& attachment, const auto& heuristic) {
    for (const bool look_ahead : {false, true}) {
      std::vector<Vertex> expected;
      const SearchResult unseen = astar(g.graph, attachment, heuristic, scratch_, expected,
                                        SteeredSearch(false, look_ahead, nullptr));
      Witness witness(g, attachment);
      const SearchResult seen = astar(g.graph, attachment, heuristic, scratch_, vertices_,
                                      SteeredSearch(false, look_ahead, &witness));
      ASSERT_EQ(seen.cost, unseen.cost);
      ASSERT_EQ(seen.expanded, unseen.expanded);
      ASSERT_EQ(seen.generated, unseen.generated);
      ASSERT_EQ(vertices_, expected);
      ASSERT_EQ(witness.expanded, seen.expanded);
      ASSERT_EQ(witness.closed, seen.expanded);
      ASSERT_EQ(witness.goal_cost, seen.cost);
      ASSERT_EQ(witness.before_goal, vertices_.empty() ? kNoVertex : vertices_.back());
    }
  });
}

TEST_F(SteeredSearchTest, IndirectCostIsTheBestOverAtMostOneNeighbour) {
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

TEST(Distances, AreOrderedAndKnownOnATriangle) {
  const Place a{1, 2};
  const Place b{4, -2};
  EXPECT_EQ(chebyshev(a, b), 4);
  EXPECT_EQ(euclidean(a, b), 5);
  EXPECT_DOUBLE_EQ(octile(a, b), 4 + 3 * (std::sqrt(2.0) - 1));
  EXPECT_EQ(manhattan(a, b), 7);
  EXPECT_EQ(squared_euclidean(a, b), 25);
  EXPECT_EQ(euclidean(b, a), 5);
}

}  // namespace
}  // namespace fairway::test
