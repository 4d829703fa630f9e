#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/preprocessing/build_budget.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"

namespace fairway {

/// The costs between landmarks and all vertices. By the triangle inequality, they bound the cost
/// between any two vertices. The first landmark is far from some vertex of the largest component.
/// Each further landmark is as far as possible from the earlier landmarks. Immutable.
/// Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
/// Theory", SODA 2005, sections 4 to 6.
class Landmarks {
 public:
  /// A landmark that bounds the costs to one end of a query.
  struct Active {
    std::size_t landmark;  ///< index of the landmark
    double to_end;         ///< least cost from the landmark to the end
    /// For each link of the end, take the cost from the link's vertex to the landmark, minus the
    /// cost of the link. from_end is the greatest of these differences.
    double from_end;
    /// Lower bound of the cost to this end from the first vertex linked to the other end.
    double bound;
  };

  Landmarks() = default;
  /// Finds `count` landmarks; fewer if the largest component of the graph has fewer vertices.
  /// O(count * m log n) for n vertices and m edges. Throws MemoryLimitExceeded and
  /// TimeLimitExceeded.
  Landmarks(const GraphCopy& graph, int count, const BuildBudget& budget);

  /// Renumbers the vertices: vertex `order[i]` becomes i. Linear.
  void renumber(std::span<const Vertex> order);

  /// Chooses the landmarks that bound the costs to one end of a query, and writes them to `active`.
  /// `links` are the links of this end, `others` the links of the other end. Chooses at most `most`
  /// landmarks: the landmarks with the greatest bound for the first vertex of `others`. If
  /// `backward` is true, uses the graph with all edges reversed. `vertex_of` maps a link to its
  /// vertex after renumber(). O(landmarks * links).
  template <class VertexOf>
  void activate(std::span<const Link> links, std::span<const Link> others, bool backward,
                std::size_t most, const VertexOf& vertex_of, std::vector<Active>& active) const {
    active.clear();
    if (others.empty()) return;
    const std::vector<double>& from = backward && !to_.empty() ? to_ : from_;
    const std::vector<double>& to = backward || to_.empty() ? from_ : to_;
    constexpr std::size_t kBlock = 8;  // the compiler uses vector instructions for a whole block
    for (std::size_t first = 0; first < count_; first += kBlock) {
      std::array<double, kBlock> to_end;
      std::array<double, kBlock> from_end;
      to_end.fill(kUnreached);
      from_end.fill(-kUnreached);
      const std::size_t size = std::min(kBlock, count_ - first);
      const auto take = [&](std::size_t n, const Link& link) {
        const std::size_t at = static_cast<std::size_t>(vertex_of(link)) * count_ + first;
        for (std::size_t k = 0; k < n; ++k) {
          to_end[k] = std::min(to_end[k], from[at + k] + link.cost);
          from_end[k] = std::max(from_end[k], to[at + k] - link.cost);
        }
      };
      for (const Link& link : links) size == kBlock ? take(kBlock, link) : take(size, link);
      for (std::size_t k = 0; k < size; ++k) {
        if (to_end[k] == kUnreached) continue;
        Active landmark{first + k, to_end[k], from_end[k], 0};
        landmark.bound = bound(landmark, vertex_of(others.front()), backward);
        active.push_back(landmark);
      }
    }
    keep_best(active, most);
  }

  /// Returns a lower bound of the cost from a vertex to the end of the query for which activate()
  /// chose `landmark`. The bound is consistent up to rounding. If both costs of a difference are
  /// infinite, the difference is NaN. Comparisons with NaN are false, so the result ignores it.
  double bound(const Active& landmark, Vertex v, bool backward) const {
    const Costs costs = costs_of(v, landmark.landmark, backward);
    const double there = landmark.to_end - costs.from;
    const double back = costs.to - landmark.from_end;
    const double least = there > 0 ? there : 0;
    return back > least ? back : least;
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(from_, to_); }

 private:
  static constexpr double kUnreached = std::numeric_limits<double>::infinity();
  struct Costs {
    double from;  ///< cost from the landmark to the vertex
    double to;    ///< cost from the vertex to the landmark
  };
  Costs costs_of(Vertex v, std::size_t landmark, bool backward) const {
    const std::size_t at = static_cast<std::size_t>(v) * count_ + landmark;
    if (to_.empty()) return {from_[at], from_[at]};
    return backward ? Costs{to_[at], from_[at]} : Costs{from_[at], to_[at]};
  }
  static void keep_best(std::vector<Active>& active, std::size_t most);

  std::size_t count_ = 0;
  std::vector<double> from_;  ///< costs from all landmarks to vertex 0, then to vertex 1, and so on
  /// Costs from the vertices to the landmarks, in the order of from_. Empty if the graph is
  /// symmetric.
  std::vector<double> to_;
};

}  // namespace fairway
