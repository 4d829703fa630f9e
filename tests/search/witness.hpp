#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "algorithms/search/astar.hpp"
#include "tests/search/random_graph.hpp"

namespace fairway::test {

/// Observes a search and checks each step: costs only decrease, and a vertex is first reached, then
/// expanded, then closed.
class Witness : public SearchObserver {
 public:
  explicit Witness(const RandomGraph& g, const Attachment& attachment)
      : graph_(g), attachment_(attachment) {}

  void vertex_reached(Vertex v, Vertex parent, double g, double) override {
    double least = std::numeric_limits<double>::infinity();
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
  double goal_cost = std::numeric_limits<double>::infinity();
  Vertex before_goal = kNoVertex;

 private:
  enum class State { kReached, kExpanded, kClosed };
  const RandomGraph& graph_;
  const Attachment& attachment_;
  std::map<Vertex, State> state_;
  std::map<Vertex, double> cost_;
};

/// A test that searches many random graphs.
class ManyGraphs : public testing::Test {
 protected:
  /// Calls check(graph, attachment, heuristic) for many random graphs, with a consistent heuristic
  /// and with the zero heuristic.
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

  /// Expects that a search with an observer gives the same answers as the search `unobserved`, and
  /// that the observer sees all steps. `Steering` is made from the observer.
  template <class Steering>
  void expect_observer_sees(const auto& unobserved) {
    for_many_graphs([&](const RandomGraph& g, const Attachment& attachment, const auto& heuristic) {
      std::vector<Vertex> expected;
      const SearchResult unseen =
          astar(g.graph, attachment, heuristic, scratch_, expected, unobserved);
      Witness witness(g, attachment);
      const SearchResult seen =
          astar(g.graph, attachment, heuristic, scratch_, vertices_, Steering(&witness));
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

  SearchScratch scratch_;
  std::vector<Vertex> vertices_;
};

}  // namespace fairway::test
