#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace fairway {

/// The estimate of the cost that is left.
enum class HeuristicKind : std::uint8_t {
  kEuclidean,
  kOctile,
  kZero,
  kManhattan,
  kChebyshev,
};
inline std::span<const std::string_view> option_names(HeuristicKind) {
  static constexpr std::array<std::string_view, 5> kNames{"euclidean", "octile", "zero",
                                                          "manhattan", "chebyshev"};
  return kNames;
}

/// How the least path between two attached ends is found.
enum class SearchKind : std::uint8_t {
  kAstar,
  kAllPairs,  ///< looked up in a table of the least paths between all vertices, made at build time
  kOwn,       ///< the adapter's own way, which heeds neither heuristic nor weight
};
inline std::span<const std::string_view> option_names(SearchKind) {
  static constexpr std::array<std::string_view, 3> kNames{"astar", "all_pairs", "own"};
  return kNames;
}

/// How a query without a path is refused.
enum class Rejection : std::uint8_t {
  kSearch,  ///< the search runs dry
  kLabels,  ///< the ends' links are in different components, where the representation knows
};
inline std::span<const std::string_view> option_names(Rejection) {
  static constexpr std::array<std::string_view, 2> kNames{"search", "labels"};
  return kNames;
}

/// What is done to the path that a representation realises.
enum class Smoother : std::uint8_t {
  kNone,
  kShortcut,   ///< see shortcut()
  kFunnel,     ///< see pull_string(); needs the corridor of the representation
  kHomotopic,  ///< see homotopic_shortest()
  kCells,      ///< see drop_points(); needs a representation that knows which segments it covers
};
inline constexpr std::array<std::string_view, 5> kSmootherNames{"none", "shortcut", "funnel",
                                                                "homotopic", "cells"};
inline std::span<const std::string_view> option_names(Smoother) { return kSmootherNames; }

/// Whether a smoother works on the representation's corridor instead of its path.
constexpr bool needs_corridor(Smoother smoother) { return smoother == Smoother::kFunnel; }

/// Whether a smoother asks the representation which segments it covers: drop_points() instead of
/// smooth().
constexpr bool needs_cells(Smoother smoother) { return smoother == Smoother::kCells; }

/// The name of a choice, as sweep files and results spell it.
template <class Choice>
requires requires(Choice choice) { option_names(choice); }
std::string_view name_of(Choice choice) {
  return option_names(choice)[static_cast<std::size_t>(choice)];
}

/// How a method searches and what it does with the path: everything but its adapter and options.
struct SearchSettings {
  HeuristicKind heuristic = HeuristicKind::kEuclidean;
  double weight = 1;  ///< of the heuristic; above 1 the path may be longer than the graph's best
  Smoother smoother = Smoother::kNone;
  SearchKind search = SearchKind::kAstar;
  Rejection reject = Rejection::kLabels;
  double table_mb = 1024;  ///< most that an all-pairs table may take, in MiB

  static void describe(auto& settings, auto&& field) {
    field("heuristic", settings.heuristic, "estimate of the cost that is left");
    field("weight", settings.weight, "of the heuristic; above 1 paths may be longer");
    field("smoother", settings.smoother, "what is done to the path that is found");
    field("search", settings.search,
          "A*, a table of all pairs made at build time, or the adapter's own");
    field("reject", settings.reject, "how a query without a path is refused");
    field("table_mb", settings.table_mb, "most that a table of all pairs may take, in MiB");
  }
};

}  // namespace fairway
