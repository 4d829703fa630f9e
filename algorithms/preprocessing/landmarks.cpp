#include "algorithms/preprocessing/landmarks.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/preprocessing/least_tree.hpp"

namespace fairway {

Landmarks::Landmarks(const GraphCopy& graph, int count, const BuildBudget& budget) {
  const std::vector<Vertex> part = graph.largest_part();
  count_ = std::min(static_cast<std::size_t>(count), part.size());
  const std::size_t entries = graph.vertex_count() * count_;
  budget.check_bytes((graph.symmetric() ? 1 : 2) * entries * sizeof(double));
  if (count_ == 0) return;
  from_.resize(entries);
  if (!graph.symmetric()) to_.resize(entries);

  LeastTree forward(graph.forward());
  LeastTree backward(graph.backward());
  const auto store = [&](const LeastTree& tree, std::size_t landmark, std::vector<double>& costs) {
    for (std::size_t v = 0; v < graph.vertex_count(); ++v) {
      costs[v * count_ + landmark] = tree.cost(static_cast<Vertex>(v));
    }
  };
  forward.grow(part.front());
  Vertex next = forward.reached().back();
  std::vector<double> nearest(graph.vertex_count(), kUnreached);
  for (std::size_t landmark = 0; landmark < count_; ++landmark) {
    forward.grow(next);
    store(forward, landmark, from_);
    if (!graph.symmetric()) {
      backward.grow(next);
      store(backward, landmark, to_);
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
}

void Landmarks::renumber(std::span<const Vertex> order) {
  for (std::vector<double>* costs : {&from_, &to_}) {
    if (costs->empty()) continue;
    std::vector<double> moved;
    moved.reserve(costs->size());
    for (const Vertex v : order) {
      const auto row =
          costs->begin() + static_cast<std::ptrdiff_t>(v) * static_cast<std::ptrdiff_t>(count_);
      moved.insert(moved.end(), row, row + static_cast<std::ptrdiff_t>(count_));
    }
    costs->swap(moved);
  }
}

void Landmarks::keep_best(std::vector<Active>& active, std::size_t most) {
  const std::size_t kept = std::min(most, active.size());
  std::partial_sort(active.begin(), active.begin() + static_cast<std::ptrdiff_t>(kept),
                    active.end(), [](const Active& a, const Active& b) {
                      return a.bound > b.bound || (a.bound == b.bound && a.landmark < b.landmark);
                    });
  active.resize(kept);
}

}  // namespace fairway
