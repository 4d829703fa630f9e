#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

/// The distance that a heuristic measures. Each kind obeys the triangle inequality.
template <HeuristicKind kind>
double metric(Point a, Point b) {
  if constexpr (kind == HeuristicKind::kEuclidean) return euclidean(a, b);
  if constexpr (kind == HeuristicKind::kManhattan) return manhattan(a, b);
  if constexpr (kind == HeuristicKind::kChebyshev) return chebyshev(a, b);
  if constexpr (kind == HeuristicKind::kOctile) {
    const double dx = std::abs(a.x - b.x);
    const double dy = std::abs(a.y - b.y);
    return std::max(dx, dy) + (std::numbers::sqrt2 - 1) * std::min(dx, dy);
  }
  return 0;
}

/// Calls use.operator()<kind>() with the kind as a constant, and returns its result.
template <class Use>
decltype(auto) with_metric(HeuristicKind kind, Use&& use) {
  switch (kind) {
    case HeuristicKind::kEuclidean:
      return use.template operator()<HeuristicKind::kEuclidean>();
    case HeuristicKind::kOctile:
      return use.template operator()<HeuristicKind::kOctile>();
    case HeuristicKind::kManhattan:
      return use.template operator()<HeuristicKind::kManhattan>();
    case HeuristicKind::kChebyshev:
      return use.template operator()<HeuristicKind::kChebyshev>();
    case HeuristicKind::kZero:
      break;
  }
  return use.template operator()<HeuristicKind::kZero>();
}

/// A lower bound of the costs of a graph: a factor times a metric of its vertices' positions. The
/// factor is the greatest factor for which no edge costs less than its bound. The bound is
/// therefore consistent for every representation. The factor is 0 for the heuristic `zero`.
class CostBound {
 public:
  CostBound() = default;
  /// Computes the factor. Linear in the edges.
  CostBound(std::vector<Point> positions, std::span<const CsrGraph::CostedEdge> edges,
            HeuristicKind heuristic);

  ///@{ The metric, the position of each vertex, and the factor.
  HeuristicKind heuristic() const { return heuristic_; }
  const std::vector<Point>& positions() const { return positions_; }
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }
  double factor() const { return factor_; }
  ///@}
  /// Returns the factor for a query: the greatest factor, up to factor(), for which no link costs
  /// less than its bound. `end` is the start or the goal, and `links` are the links of this end.
  template <HeuristicKind kind>
  double factor_with(Point end, std::span<const Link> links) const {
    double factor = factor_;
    for (const Link& link : links) {
      const double least = metric<kind>(end, position(link.vertex));
      if (least * factor > link.cost) factor = link.cost / least;
    }
    return factor;
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(positions_); }

 private:
  std::vector<Point> positions_;
  HeuristicKind heuristic_ = HeuristicKind::kZero;
  double factor_ = 0;
};

}  // namespace fairway
