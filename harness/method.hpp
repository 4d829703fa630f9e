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

struct Guarantees;

/// The heuristics that a method can name.
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
inline constexpr std::array<std::string_view, 7> kHeuristicNames{
    "euclidean", "octile", "zero", "manhattan", "chebyshev", "squared_euclidean", "indirect"};
inline std::span<const std::string_view> option_names(HeuristicKind) { return kHeuristicNames; }

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

inline std::string_view name_of(HeuristicKind kind) {
  return kHeuristicNames[static_cast<std::size_t>(kind)];
}
inline std::string_view name_of(SearchKind kind) {
  return option_names(kind)[static_cast<std::size_t>(kind)];
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
  SearchKind search = SearchKind::kAstar;
  StopRule stop = StopRule::kProven;
  Rejection reject = Rejection::kLabels;
  bool look_ahead =
      false;               ///< a vertex that sees the goal bounds the path's cost when it is opened
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

/// `base` with the settings given by name. Throws OptionError for a name that is not described, a
/// value of the wrong type, and one that is out of range.
SearchSettings with_search_values(const SearchSettings& base, const OptionValues& given);

/// Whether the search finds least paths: its estimate is consistent, and it ends with a proof.
/// Representations name the octile one only where moves are limited to eight directions.
bool finds_least_paths(const SearchSettings& settings, const Guarantees& guarantees);

/// A method: all that decides how it plans. Data only, so that a worker process can be told it.
struct Method {
  std::string name;
  std::string representation;
  OptionValues options;  ///< all of them
  SearchSettings search;
  std::string command =
      {};  ///< the shell command that starts its worker; empty for those of this build
};

}  // namespace fairway
