#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "algorithms/settings/option_range.hpp"

namespace fairway {

/// How a search estimates the remaining cost; see heuristics.hpp.
enum class HeuristicKind : std::uint8_t {
  ///@{ The estimates, in this order: the distance in the plane, the octile distance, 0, the sum of
  /// the coordinate differences, the maximum of the coordinate differences.
  kEuclidean,
  kOctile,
  kZero,
  kManhattan,
  kChebyshev,
  ///@}
};
/// For each enum of settings, option_names() returns the names of its values, in the order of the
/// values. Sweep files and results use these names.
inline std::span<const std::string_view> option_names(HeuristicKind) {
  static constexpr std::array<std::string_view, 5> kNames{"euclidean", "octile", "zero",
                                                          "manhattan", "chebyshev"};
  return kNames;
}

/// How a search finds the cheapest path between two attached ends.
enum class SearchKind : std::uint8_t {
  kAstar,      ///< A*, see astar()
  kAllPairs,   ///< a table of cheapest paths between all vertices, made at build time
  kOwn,        ///< the adapter's own search, which ignores heuristic and weight
  kDStarLite,  ///< D* Lite, which keeps its results for later queries with the same goal
  // The following searches use an index that algorithms/preprocessing makes at build time.
  kAlt,                   ///< A* whose heuristic uses the costs from and to landmarks
  kContractionHierarchy,  ///< searches from both ends over shortcuts; see ContractionHierarchy
  kGoalBounding,          ///< A* that skips an edge if its box misses the goal; see GoalBounding
  kFirstMoves,            ///< a table of the first edge of a cheapest path between any two vertices
  kTwoLevels,             ///< a contraction hierarchy with a large core; see Contraction::Depth
};
inline std::span<const std::string_view> option_names(SearchKind) {
  static constexpr std::array<std::string_view, 9> kNames{
      "astar",         "all_pairs",   "own",       "dstar_lite", "alt", "contraction_hierarchy",
      "goal_bounding", "first_moves", "two_levels"};
  return kNames;
}

/// Whether a search uses an index of the whole graph, made at build time. Such a search finds
/// cheapest paths with every heuristic. Its index is rebuilt when the graph changes.
constexpr bool is_preprocessed(SearchKind kind) {
  return kind == SearchKind::kAllPairs || kind >= SearchKind::kAlt;
}

/// How a method detects that a query has no path.
enum class Rejection : std::uint8_t {
  kSearch,  ///< the search empties its open list
  /// The method compares component labels: a query has no path if the links of its two ends lead to
  /// different components. Without component labels, the method works as with kSearch.
  kLabels,
};
inline std::span<const std::string_view> option_names(Rejection) {
  static constexpr std::array<std::string_view, 2> kNames{"search", "labels"};
  return kNames;
}

/// Whether a search leaves out edges that cannot lead to a cheaper path.
enum class Pruning : std::uint8_t {
  kAll,   ///< skips edges that the adapter knows to be useless; see docs/representations
  kNone,  ///< textbook A* on all edges
};
inline std::span<const std::string_view> option_names(Pruning) {
  static constexpr std::array<std::string_view, 2> kNames{"all", "none"};
  return kNames;
}

/// The reaction of a method to a change of the world.
enum class ChangeKind : std::uint8_t {
  kRepair,   ///< repairs its index if its adapter can, otherwise rebuilds it
  kRebuild,  ///< rebuilds its index
};
inline std::span<const std::string_view> option_names(ChangeKind) {
  static constexpr std::array<std::string_view, 2> kNames{"repair", "rebuild"};
  return kNames;
}

/// How a method smooths the path of its search.
enum class Smoother : std::uint8_t {
  kNone,       ///< no smoothing
  kShortcut,   ///< see shortcut()
  kFunnel,     ///< see pull_string(); needs the representation's corridor
  kHomotopic,  ///< see homotopic_shortest()
  kCells,      ///< see drop_points(); needs a representation with covers()
};
/// Names of the smoothers, in the order of the values.
inline constexpr std::array<std::string_view, 5> kSmootherNames{"none", "shortcut", "funnel",
                                                                "homotopic", "cells"};
inline std::span<const std::string_view> option_names(Smoother) { return kSmootherNames; }

/// Whether a smoother needs the representation's corridor in addition to the path.
constexpr bool needs_corridor(Smoother smoother) { return smoother == Smoother::kFunnel; }

/// Whether a smoother needs the representation's covers(). If so, drop_points() runs instead of
/// smooth().
constexpr bool needs_cells(Smoother smoother) { return smoother == Smoother::kCells; }

/// Returns the name of a choice as sweep files and results spell it.
template <class Choice>
requires requires(Choice choice) { option_names(choice); }
std::string_view name_of(Choice choice) {
  return option_names(choice)[static_cast<std::size_t>(choice)];
}

/// The settings of a method apart from its adapter and the adapter's options.
struct SearchSettings {
  HeuristicKind heuristic = HeuristicKind::kEuclidean;  ///< estimate of the remaining cost
  double weight = 1;  ///< factor of the heuristic; above 1, the path may cost up to this factor
                      ///< times the least cost
  Smoother smoother = Smoother::kNone;       ///< smoother of the path
  SearchKind search = SearchKind::kAstar;    ///< search algorithm
  Rejection reject = Rejection::kLabels;     ///< how queries without a path are detected
  Pruning pruning = Pruning::kAll;           ///< whether useless edges are skipped
  ChangeKind changes = ChangeKind::kRepair;  ///< what a method does when the world changes
  double table_mb = 1024;                    ///< memory limit of an all-pairs table, in MiB
  /// Number of landmarks of `alt`, `contraction_hierarchy` and `two_levels`.
  int landmarks = 8;
  double index_mb = 1024;  ///< memory limit of a preprocessed index, in MiB
  double build_s = 60;     ///< time limit of preprocessing, in seconds
  /// The weight w of clearance, in map units. If the least distance between an edge and a wall is
  /// c, the cost of the edge is multiplied by 1 + w / c. See weigh_clearance().
  double clearance_weight = 0;

  /// Returns these settings with textbook A*: without pruning and component labels.
  SearchSettings plain() const {
    SearchSettings settings = *this;
    settings.pruning = Pruning::kNone;
    settings.reject = Rejection::kSearch;
    return settings;
  }

  /// Calls field(name, value, help text[, range]) for each setting.
  static void describe(auto& settings, auto&& field) {
    field("heuristic", settings.heuristic, "estimate of the remaining cost");
    field("weight", settings.weight, "factor of the heuristic; above 1, paths may be longer",
          {.least = 0, .most = 1e6});
    field("smoother", settings.smoother, "how the path of the search is smoothed");
    field("search", settings.search,
          "search algorithm: A*, D* Lite, the method's own search, or a search with a preprocessed "
          "index");
    field("reject", settings.reject, "how a query without a path is detected");
    field("pruning", settings.pruning, "whether A* skips edges that cannot shorten a path");
    field("changes", settings.changes,
          "what a method does with its index when the world changes: rebuild it, or repair it (if "
          "the method can; otherwise, it rebuilds the index)");
    field("landmarks", settings.landmarks,
          "number of landmarks for alt, contraction_hierarchy and two_levels",
          {.least = 0, .most = 256});
    field("index_mb", settings.index_mb,
          "memory limit of the preprocessed index of alt, contraction_hierarchy, two_levels, "
          "goal_bounding or first_moves, in MiB",
          {.least = 0, .most = 0x1p30, .open = true});
    field("build_s", settings.build_s, "time limit for building a preprocessed index, in seconds",
          {.least = 0, .most = 1e9, .open = true});
    field("clearance_weight", settings.clearance_weight,
          "weight w of clearance, in map units: an edge of length l at distance c from the nearest "
          "wall costs l * (1 + w / c)",
          {.least = 0, .most = 0x1p30});
    field("table_mb", settings.table_mb, "memory limit of the table of all_pairs, in MiB",
          {.least = 0, .most = 0x1p30, .open = true});
  }
};

/// Whether a method searches a copy of the graph, made at build time.
constexpr bool searches_copy(const SearchSettings& settings) {
  return is_preprocessed(settings.search) || settings.clearance_weight > 0;
}

/// An adapter that promises any_radius answers queries for all radii with one index. Returns
/// whether it keeps the promise with these settings. Smoothers and searches over a copy of the
/// graph use the world before erosion by the query's radius. A method that uses one of them is
/// therefore built once per radius.
constexpr bool serves_any_radius(const SearchSettings& settings) {
  return settings.smoother == Smoother::kNone && !searches_copy(settings) &&
         (settings.search == SearchKind::kAstar || settings.search == SearchKind::kOwn);
}

}  // namespace fairway
