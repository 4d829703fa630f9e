#include "algorithms/methods/method.hpp"

#include "algorithms/representations/guarantees.hpp"

namespace fairway {

bool finds_least_paths(const SearchSettings& settings, const Guarantees& guarantees) {
  if (settings.clearance_weight > 0) return false;
  if (is_preprocessed(settings.search)) return true;
  if (settings.search == SearchKind::kOwn) return guarantees.optimal;
  if (settings.weight == 0 || settings.heuristic == HeuristicKind::kZero) return true;
  return settings.weight <= 1 && guarantees.realised_cost &&
         (settings.heuristic == HeuristicKind::kEuclidean ||
          settings.heuristic == HeuristicKind::kChebyshev ||
          settings.heuristic == HeuristicKind::kOctile);
}

}  // namespace fairway
