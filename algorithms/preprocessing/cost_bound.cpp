#include "algorithms/preprocessing/cost_bound.hpp"

#include "algorithms/geometry/infinity.hpp"

namespace fairway {

CostBound::CostBound(std::vector<Point> positions, std::span<const CsrGraph::CostedEdge> edges,
                     HeuristicKind heuristic)
    : positions_(std::move(positions)), heuristic_(heuristic) {
  if (heuristic == HeuristicKind::kZero) return;
  factor_ = kInfinity;
  with_metric(heuristic, [&]<HeuristicKind kind>() {
    for (const CsrGraph::CostedEdge& e : edges) {
      const double least = metric<kind>(position(e.source), position(e.target));
      if (least * factor_ > e.cost) factor_ = e.cost / least;
    }
  });
  if (factor_ == kInfinity) factor_ = 0;
}

}  // namespace fairway
