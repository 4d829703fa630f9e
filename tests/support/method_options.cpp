#include "tests/support/method_options.hpp"

#include <algorithm>

namespace fairway::test {

OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space) {
  OptionValues values = OptionValues::object();
  if (space.raster() != nullptr) return values;
  const double side = std::max(space.box().width(), space.box().height());
  for (const OptionInfo& option : options) {
    const bool is_length = option.help.find("in the world's units") != std::string::npos;
    if (is_length && option.type == "number" && option.standard == 0) {
      values[option.name] = side / 23.7;
    }
  }
  return values;
}

bool is_exact(const SearchSettings& settings, const Guarantees& guarantees) {
  if (settings.search == SearchKind::kAllPairs) return true;
  if (settings.stop != StopRule::kProven) return false;
  if (settings.weight == 0 || settings.heuristic == HeuristicKind::kZero) return true;
  return settings.weight <= 1 && guarantees.drawn_cost &&
         (settings.heuristic == HeuristicKind::kEuclidean ||
          settings.heuristic == HeuristicKind::kChebyshev ||
          settings.heuristic == HeuristicKind::kOctile);
}

}  // namespace fairway::test
