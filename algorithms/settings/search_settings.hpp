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
  kSquaredEuclidean,  ///< overestimates: fast and far from optimal
  kIndirect,  ///< Euclidean, but exact over a neighbour that the vertex shares with the goal:
              ///< overestimates where the way over that neighbour is a detour
};
inline std::span<const std::string_view> option_names(HeuristicKind) {
  static constexpr std::array<std::string_view, 7> kNames{
      "euclidean", "octile", "zero", "manhattan", "chebyshev", "squared_euclidean", "indirect"};
  return kNames;
}

/// How the least path between two attached ends is found.
enum class SearchKind : std::uint8_t {
  kAstar,
  kAllPairs,  ///< looked up in a table of the least paths between all vertices, made at build time
  kOwn,       ///< a solver's own way
};
inline std::span<const std::string_view> option_names(SearchKind) {
  static constexpr std::array<std::string_view, 3> kNames{"astar", "all_pairs", "own"};
  return kNames;
}

/// When A* ends.
enum class StopRule : std::uint8_t {
  kProven,       ///< when no open vertex can lead to a cheaper path
  kFirstClosed,  ///< when a vertex linked to the goal is closed: goes to the goal from there
};
inline std::span<const std::string_view> option_names(StopRule) {
  static constexpr std::array<std::string_view, 2> kNames{"proven", "first_closed"};
  return kNames;
}

/// How a query without a path is refused.
enum class Rejection : std::uint8_t {
  kSearch,       ///< the search runs dry
  kLabels,       ///< the ends' links are in different components, where the representation knows
  kContainment,  ///< one end is inside a closed boundary that the other is outside of
};
inline std::span<const std::string_view> option_names(Rejection) {
  static constexpr std::array<std::string_view, 3> kNames{"search", "labels", "containment"};
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
  StopRule stop = StopRule::kProven;
  Rejection reject = Rejection::kLabels;
  /// A vertex that sees the goal bounds the path's cost when it is opened.
  bool look_ahead = false;
  double table_mb = 1024;  ///< most that an all-pairs table may take, in MiB

  static void describe(auto& settings, auto&& field) {
    field("heuristic", settings.heuristic, "estimate of the cost that is left");
    field("weight", settings.weight, "of the heuristic; above 1 paths may be longer");
    field("smoother", settings.smoother, "what is done to the path that is found");
    field("search", settings.search,
          "A*, a table of all pairs made at build time, or a solver's own");
    field("stop", settings.stop, "when A* ends");
    field("reject", settings.reject, "how a query without a path is refused");
    field("look_ahead", settings.look_ahead,
          "a vertex linked to the goal bounds the path's cost when it is opened, not when closed");
    field("table_mb", settings.table_mb, "most that a table of all pairs may take, in MiB");
  }
};

}  // namespace fairway
