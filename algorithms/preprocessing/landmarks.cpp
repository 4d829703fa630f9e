#include "algorithms/preprocessing/landmarks.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "algorithms/preprocessing/least_tree.hpp"
#include "algorithms/search/astar.hpp"

namespace fairway {
namespace {

/// Landmarks that bound the costs of one query: more improve the bounds less than they cost.
constexpr std::size_t kActiveLandmarks = 4;
constexpr double kUnreached = std::numeric_limits<double>::infinity();

}  // namespace

Landmarks Landmarks::build(GraphCopy graph, int count, const BuildBudget& budget) {
  Landmarks result(std::move(graph));
  const GraphCopy& g = result.graph_;
  const std::vector<Vertex> part = g.largest_part();
  result.count_ = std::min(static_cast<std::size_t>(count), part.size());
  const std::size_t entries = g.vertex_count() * result.count_;
  budget.check_bytes(g.memory_bytes() + (g.symmetric() ? 1 : 2) * entries * sizeof(double));
  result.from_.resize(entries);
  if (!g.symmetric()) result.to_.resize(entries);
  if (result.count_ == 0) return result;

  LeastTree forward(g.forward());
  LeastTree backward(g.backward());
  const auto store = [&](const LeastTree& tree, std::size_t landmark, std::vector<double>& costs) {
    for (std::size_t v = 0; v < g.vertex_count(); ++v) {
      costs[v * result.count_ + landmark] = tree.cost(static_cast<Vertex>(v));
    }
  };
  forward.grow(part.front());
  Vertex next = forward.reached().back();
  std::vector<double> nearest(g.vertex_count(), kUnreached);
  for (std::size_t landmark = 0; landmark < result.count_; ++landmark) {
    forward.grow(next);
    store(forward, landmark, result.from_);
    if (!g.symmetric()) {
      backward.grow(next);
      store(backward, landmark, result.to_);
    }
    budget.check_time();
    for (const Vertex v : forward.reached()) {
      double& cost = nearest[static_cast<std::size_t>(v)];
      cost = std::min(cost, forward.cost(v));
    }
    const auto farness = [&](Vertex v) {
      const double cost = nearest[static_cast<std::size_t>(v)];
      return cost == kUnreached ? -1 : cost;
    };
    next = *std::ranges::max_element(part, {}, farness);
  }
  result.graph_.forget_backward();
  return result;
}

/// A lower bound of the cost from a vertex to the goal. A comparison with an unknown difference of
/// two infinite costs is false.
double Landmarks::bound(const Active& landmark, Vertex v) const {
  const double there = landmark.to_goal - from(v)[landmark.landmark];
  const double back = to(v)[landmark.landmark] - landmark.from_goal;
  const double least = there > 0 ? there : 0;
  return back > least ? back : least;
}

void Landmarks::activate(const LinkedQuery& query, Scratch& scratch) const {
  scratch.active.clear();
  if (query.links.start.empty()) return;
  const Vertex start = query.links.start.front().vertex;
  for (std::size_t i = 0; i < count_; ++i) {
    Active landmark{i, kUnreached, -kUnreached, 0};
    for (const Link& link : query.links.goal) {
      landmark.to_goal = std::min(landmark.to_goal, from(link.vertex)[i] + link.cost);
      landmark.from_goal = std::max(landmark.from_goal, to(link.vertex)[i] - link.cost);
    }
    if (landmark.to_goal == kUnreached) continue;
    landmark.bound = bound(landmark, start);
    scratch.active.push_back(landmark);
  }
  const std::size_t kept = std::min(kActiveLandmarks, scratch.active.size());
  std::partial_sort(
      scratch.active.begin(), scratch.active.begin() + static_cast<std::ptrdiff_t>(kept),
      scratch.active.end(), [](const Active& a, const Active& b) { return a.bound > b.bound; });
  scratch.active.resize(kept);
}

SearchResult Landmarks::find(const LinkedQuery& query, Scratch& scratch,
                             std::vector<Vertex>& vertices) const {
  activate(query, scratch);
  const CostBound& costs = graph_.bound();
  return with_metric(costs.heuristic(), [&]<HeuristicKind kind>() {
    const double factor = costs.factor_with<kind>(query.goal, query.links.goal);
    const auto heuristic = [&](Vertex v) {
      double least = factor * metric<kind>(costs.position(v), query.goal);
      for (const Active& landmark : scratch.active) least = std::max(least, bound(landmark, v));
      return least;
    };
    return astar(graph_.forward(), query.links, heuristic, scratch.search, vertices);
  });
}

}  // namespace fairway
