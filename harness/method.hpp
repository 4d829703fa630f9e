#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/smoothing/smoother.hpp"
#include "harness/option_values.hpp"

namespace fairway {

/// The heuristics that a method can name.
enum class HeuristicKind : std::uint8_t { kEuclidean, kOctile, kZero };
inline constexpr std::array<std::string_view, 3> kHeuristicNames{"euclidean", "octile", "zero"};

inline std::string_view name_of(HeuristicKind kind) {
  return kHeuristicNames[static_cast<std::size_t>(kind)];
}

/// The names of all smoothers, in the order of the enum.
inline std::span<const std::string_view> smoother_names() { return option_names(Smoother{}); }

inline std::string_view name_of(Smoother smoother) {
  return smoother_names()[static_cast<std::size_t>(smoother)];
}

/// How a planner searches and what it does with the path: everything but the representation.
struct SearchSettings {
  HeuristicKind heuristic = HeuristicKind::kEuclidean;
  double weight = 1;  ///< of the heuristic; above 1 the path may be longer than the graph's best
  Smoother smoother = Smoother::kNone;
};

/// A method: all that decides how it plans. Data only, so that a worker process can be told it.
struct Method {
  std::string name;
  std::string representation;
  OptionValues options;  ///< all of them
  SearchSettings search;
};

}  // namespace fairway
