#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "algorithms/settings/option_range.hpp"

namespace fairway {

/// The estimate of the remaining cost.
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
  kAllPairs,   ///< looked up in a table of least paths between all vertices, made at build time
  kOwn,        ///< the adapter's own search, which ignores heuristic and weight
  kDStarLite,  ///< keeps what it found from query to query, while the goal stays
  // The following search an index of the graph, made at build time: algorithms/preprocessing.
  kAlt,                   ///< A* with costs to landmarks
  kContractionHierarchy,  ///< upwards from both ends, over shortcuts
  kGoalBounding,          ///< A* along edges behind which the goal may lie
  kFirstMoves,            ///< the first move to every goal is stored
};
inline std::span<const std::string_view> option_names(SearchKind) {
  static constexpr std::array<std::string_view, 8> kNames{
      "astar",         "all_pairs",  "own", "dstar_lite", "alt", "contraction_hierarchy",
      "goal_bounding", "first_moves"};
  return kNames;
}

/// Whether a search uses an index of the whole graph, made at build time. It finds least paths with
/// every heuristic, and is rebuilt when the graph changes.
constexpr bool is_preprocessed(SearchKind kind) {
  return kind == SearchKind::kAllPairs || kind >= SearchKind::kAlt;
}

/// How a query without a path is detected.
enum class Rejection : std::uint8_t {
  kSearch,  ///< the search exhausts its open list
  kLabels,  ///< the ends' links are in different components, if the representation labels them
};
inline std::span<const std::string_view> option_names(Rejection) {
  static constexpr std::array<std::string_view, 2> kNames{"search", "labels"};
  return kNames;
}

/// Whether a search leaves out what it knows to lead nowhere.
enum class Pruning : std::uint8_t {
  kAll,   ///< all that the adapter knows: see its page
  kNone,  ///< textbook A* on the bare graph
};
inline std::span<const std::string_view> option_names(Pruning) {
  static constexpr std::array<std::string_view, 2> kNames{"all", "none"};
  return kNames;
}

/// What a method does when its world changes.
enum class ChangeKind : std::uint8_t {
  kRepair,   ///< it repairs what it built, if its adapter can
  kRebuild,  ///< it builds all anew
};
inline std::span<const std::string_view> option_names(ChangeKind) {
  static constexpr std::array<std::string_view, 2> kNames{"repair", "rebuild"};
  return kNames;
}

/// How the path that a representation realises is smoothed.
enum class Smoother : std::uint8_t {
  kNone,
  kShortcut,   ///< see shortcut()
  kFunnel,     ///< see pull_string(); needs the corridor of the representation
  kHomotopic,  ///< see homotopic_shortest()
  kCells,      ///< see drop_points(); needs a representation with covers()
};
inline constexpr std::array<std::string_view, 5> kSmootherNames{"none", "shortcut", "funnel",
                                                                "homotopic", "cells"};
inline std::span<const std::string_view> option_names(Smoother) { return kSmootherNames; }

/// Whether a smoother needs the representation's corridor, not only its path.
constexpr bool needs_corridor(Smoother smoother) { return smoother == Smoother::kFunnel; }

/// Whether a smoother asks the representation which segments it covers. Such a smoother runs by
/// drop_points() instead of smooth().
constexpr bool needs_cells(Smoother smoother) { return smoother == Smoother::kCells; }

/// The name of a choice, as sweep files and results spell it.
template <class Choice>
requires requires(Choice choice) { option_names(choice); }
std::string_view name_of(Choice choice) {
  return option_names(choice)[static_cast<std::size_t>(choice)];
}

/// The settings of a method's search and smoothing: everything but its adapter and options.
struct SearchSettings {
  HeuristicKind heuristic = HeuristicKind::kEuclidean;
  double weight = 1;  ///< of the heuristic; above 1 the path may be longer than the graph's best
  Smoother smoother = Smoother::kNone;
  SearchKind search = SearchKind::kAstar;
  Rejection reject = Rejection::kLabels;
  Pruning pruning = Pruning::kAll;
  ChangeKind changes = ChangeKind::kRepair;
  double table_mb = 1024;  ///< limit of an all-pairs table's memory, in MiB
  int landmarks = 8;       ///< of the searches `alt` and `contraction_hierarchy`
  double index_mb = 1024;  ///< limit of the memory of a preprocessed index, in MiB
  double build_s = 600;    ///< limit of the time of preprocessing, in seconds

  /// The same without what makes a search faster than textbook A*.
  SearchSettings plain() const {
    SearchSettings settings = *this;
    settings.pruning = Pruning::kNone;
    settings.reject = Rejection::kSearch;
    return settings;
  }

  static void describe(auto& settings, auto&& field) {
    field("heuristic", settings.heuristic, "estimate of the cost that is left");
    field("weight", settings.weight, "of the heuristic; above 1 paths may be longer",
          {.least = 0, .most = 1e6});
    field("smoother", settings.smoother, "what is done to the path that is found");
    field("search", settings.search,
          "A*, the adapter's own, D* Lite, or a search over an index made at build time");
    field("reject", settings.reject, "how a query without a path is refused");
    field("pruning", settings.pruning, "whether A* leaves out edges that lead nowhere");
    field("changes", settings.changes,
          "what follows a change of the world: what was built is repaired where that can be, or "
          "built anew");
    field("landmarks", settings.landmarks,
          "vertices with stored costs that bound others, for alt and contraction_hierarchy",
          {.least = 0, .most = 256});
    field("index_mb", settings.index_mb,
          "memory limit of alt, contraction_hierarchy, goal_bounding and first_moves, in MiB",
          {.least = 0, .most = 0x1p30, .open = true});
    field("build_s", settings.build_s, "time limit of their preprocessing, in seconds",
          {.least = 0, .most = 1e9, .open = true});
    field("table_mb", settings.table_mb, "most that a table of all pairs may take, in MiB",
          {.least = 0, .most = 0x1p30, .open = true});
  }
};

}  // namespace fairway
