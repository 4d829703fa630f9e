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
  MapOptions read;  ///< what the map's reader is told
  /// If absent, queries are sampled between points of free space, with one end in four at a corner.
  std::optional<std::filesystem::path> scenario;
  std::optional<std::filesystem::path> lengths;  ///< table of Euclidean lengths by row
  std::optional<std::size_t> limit;  ///< number of evenly spaced problems to check, or of queries
                                     ///< to sample (standard: 1000)
  Endpoints endpoints = Endpoints::kCentre;
  /// How many of the checked problems CgalWitness is asked, evenly spaced; nothing: none.
  std::optional<std::size_t> witnessed;
};

/// A published length that the computed one does not match.
struct Disagreement {
  int line = 0;           ///< in the scenario, or in the table of lengths
  std::size_t row = 0;    ///< 0-based number of the problem
  std::string_view kind;  ///< "octile", "euclidean", "solvers" or "witness"
  std::optional<double>
      published;  ///< nothing: no path; for "solvers" and "witness" the first solver's length
  std::optional<double> computed;
  std::string_view note;  ///< "start_blocked", "goal_blocked" or empty
};

struct VerifyReport {
  std::size_t problems = 0;  ///< in the scenario
  std::size_t octile_checked = 0;
  std::size_t octile_agree = 0;
  std::size_t euclidean_checked = 0;
  std::size_t euclidean_agree = 0;
  std::size_t blocked_endpoints = 0;  ///< octile problems with an end on a blocked cell
  std::size_t solvers_checked = 0;    ///< problems given to both exact solvers
  std::size_t solvers_agree = 0;
  std::size_t witness_checked = 0;  ///< problems that the witness was asked
  std::size_t witness_agree = 0;
  /// Problems left out because an end lies on a pinch. Its side of the pinch, and so its length, is
  /// a matter of choice.
  std::size_t pinch_endpoints = 0;
  double max_relative_difference = 0;       ///< of the Euclidean lengths
  double max_solver_difference = 0;         ///< relative, between the exact solvers
  double max_witness_difference = 0;        ///< relative, between the first of them and the witness
  std::vector<Disagreement> disagreements;  ///< the first kMaxDisagreements
  std::size_t disagreement_count = 0;
};

inline constexpr std::size_t kMaxDisagreements = 20;

/// Compares published lengths with computed ones. Octile lengths come from a grid's scenario,
/// between cell centres; the standard method `grid` must reproduce them. Euclidean lengths come
/// from the table of lengths, or else from the scenario of a world that is not made of cells. The
/// exact solvers must reproduce them, and must agree with each other on every problem, and with the
/// witness. Throws InputError and UnknownName.
VerifyReport verify(const VerifyOptions& options, const Registry& registry);

}  // namespace fairway
