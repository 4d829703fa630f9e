#include "algorithms/methods/method.hpp"

#include "algorithms/representations/guarantees.hpp"

namespace fairway {

SearchSettings with_search_values(const SearchSettings& base, const OptionValues& given) {
  const SearchSettings settings = with_option_values(base, given);
  if (settings.weight < 0) {
    throw OptionError("weight",
                      "option 'weight': expected 0 or more, found " + given.at("weight").dump());
  }
  if (settings.table_mb <= 0) {
    throw OptionError("table_mb", "option 'table_mb': expected more than 0, found " +
                                      given.at("table_mb").dump());
  }
  return settings;
}

bool finds_least_paths(const SearchSettings& settings, const Guarantees& guarantees) {
  if (settings.search == SearchKind::kAllPairs) return true;
  if (settings.search == SearchKind::kOwn) return guarantees.optimal;
  if (settings.weight == 0 || settings.heuristic == HeuristicKind::kZero) return true;
  return settings.weight <= 1 && guarantees.realised_cost &&
         (settings.heuristic == HeuristicKind::kEuclidean ||
          settings.heuristic == HeuristicKind::kChebyshev ||
          settings.heuristic == HeuristicKind::kOctile);
}

}  // namespace fairway
