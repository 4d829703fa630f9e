#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/map_options.hpp"
#include "datasets/scenario.hpp"

namespace fairway {

struct VerifyOptions {
  std::filesystem::path map;
  MapOptions read;  ///< options of the map reader
  /// Without a scenario, queries are sampled between points of free space; one end in four is a
  /// corner.
  std::optional<std::filesystem::path> scenario;
  std::optional<std::filesystem::path> lengths;  ///< CSV file of published Euclidean lengths
  /// With a scenario: number of evenly spaced problems to check (default: all). Without a scenario:
  /// number of sampled queries (default: 1000).
  std::optional<std::size_t> limit;
  Endpoints endpoints = Endpoints::kCentre;
  /// Number of checked problems, evenly spaced, that CgalWitness solves too. No value means none.
  std::optional<std::size_t> witnessed;
};

/// A published length that differs from the computed length.
struct Disagreement {
  int line = 0;           ///< line of the scenario or of the table of lengths
  std::size_t row = 0;    ///< 0-based index of the problem
  std::string_view kind;  ///< "octile", "euclidean", "solvers" or "witness"
  /// The length to compare with. If `kind` is "octile" or "euclidean", this is the published
  /// length. If `kind` is "solvers" or "witness", it is the length that the first exact solver
  /// found. No value means that there is no path.
  std::optional<double> published;
  std::optional<double> computed;
  std::string_view note;  ///< "start_blocked", "goal_blocked" or empty
};

struct VerifyReport {
  std::size_t problems = 0;  ///< number of problems in the scenario
  std::size_t octile_checked = 0;
  std::size_t octile_agree = 0;
  std::size_t euclidean_checked = 0;
  std::size_t euclidean_agree = 0;
  std::size_t blocked_endpoints = 0;  ///< octile problems with an end in a blocked cell
  std::size_t solvers_checked = 0;    ///< problems solved by both exact solvers
  std::size_t solvers_agree = 0;
  std::size_t witness_checked = 0;  ///< problems solved by the witness
  std::size_t witness_agree = 0;
  /// Problems left out because an end lies on a pinch. There, the length of the shortest path
  /// depends on the corner of free space to which the end belongs.
  std::size_t pinch_endpoints = 0;
  double max_relative_difference = 0;  ///< between published and computed Euclidean lengths
  double max_solver_difference = 0;    ///< relative, between the exact solvers
  double max_witness_difference = 0;   ///< relative, between the first exact solver and the witness
  std::vector<Disagreement> disagreements;  ///< the first kMaxDisagreements
  std::size_t disagreement_count = 0;
};

inline constexpr std::size_t kMaxDisagreements = 20;

/// Compares published lengths with computed lengths.
/// - Octile lengths are published in the scenario of a grid, between cell centres. The method
///   `grid` must reproduce them.
/// - Euclidean lengths are published in the table of lengths. Without a table, they are published
///   in the scenario of a world that is not made of cells. The exact solvers must reproduce them.
/// - On every problem, the exact solvers must agree with each other and with the witness.
/// Throws InputError and UnknownName.
VerifyReport verify(const VerifyOptions& options, const Registry& registry);

}  // namespace fairway
