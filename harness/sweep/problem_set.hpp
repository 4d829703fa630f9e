#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// The edition of the problem sets, the first part of every identifier.
inline constexpr std::string_view kProblemEdition = "FW26";
/// The ending of a file of problems.
inline constexpr std::string_view kProblemsEnding = ".problems";

/// The meaning of the coordinates of problems.
enum class ProblemEndsKind : std::uint8_t {
  kCentre,  ///< cells of a grid; a query joins their centres
  kCorner,  ///< cells of a grid; a query joins their top left corners
  kExact,   ///< points of a world without cells
};
inline constexpr std::array<std::string_view, 3> kProblemEndsNames{"centre", "corner", "exact"};

/// The result of a problem: whether a path exists, and the optimum. A problem on a grid has one
/// certificate for ends at cell centres, and one for ends at cell corners.
struct Certificate {
  Truth truth = Truth::kReachable;
  double length = 0;  ///< optimum, if a path exists
  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// A problem with certified lengths.
struct CertifiedProblem {
  std::size_t row = 0;  ///< 0-based row of the scenario, or number of the sampled query
  ///@{ The ends of the query: cells of a grid, or points.
  Point start;
  Point goal;
  ///@}
  /// Octile length. It has a value only in a world of cells with radius 0, and only if a path
  /// exists.
  std::optional<double> octile;
  Certificate centre;  ///< result for ends at cell centres; without cells: for the points
  std::optional<Certificate> corner;  ///< result for ends at cell corners; no value without cells
  int line = 0;                       ///< line of the file
};

/// The problems of a map, for one agent radius. ProblemEndsKind states whether queries join centres
/// of cells, corners of cells or exact points. docs/problem-sets.md describes the file.
struct ProblemSet {
  std::filesystem::path file;
  std::string identifier;  ///< FW26/FAMILY/MAP/ENDS/rRADIUS
  std::string map;         ///< path of the map, relative to this file or to the folder of data sets
  std::string sha256;      ///< hash of the map file
  MapOptions read = {};    ///< options of the map reader
  ProblemEndsKind ends = ProblemEndsKind::kExact;
  double radius = 0;
  std::vector<CertifiedProblem> problems;

  /// The certificate that a query of this set must reproduce.
  const Certificate& certificate(const CertifiedProblem& problem) const {
    return ends == ProblemEndsKind::kCorner ? *problem.corner : problem.centre;
  }
  /// The query of a problem.
  Query query(const CertifiedProblem& problem) const;
  /// SHA-256 of all lines of the file except `map`, `hash` and the names of the columns.
  std::string hash() const;
};

/// Reads a file of problems. Throws InputError if the file is faulty or its hash does not fit its
/// content. Linear.
ProblemSet parse_problem_set(const TextFile& source);
ProblemSet read_problem_set(const std::filesystem::path& file);
/// The text of a file of problems.
std::string format_problem_set(const ProblemSet& set);

/// Settings of make_problem_set().
struct ProblemOptions {
  std::filesystem::path map;
  MapOptions read = {};
  int count = 200;  ///< number of problems: rows of the scenario beside the map, or sampled queries
  std::uint64_t seed = 1;  ///< seed of sampled queries
  double radius = 0;       ///< agent radius in map units
  bool corners = false;    ///< whether the ends in a grid are corners of cells
};

/// Chooses the problems of a map, and computes their lengths. Two exact solvers solve every
/// problem, and CGAL solves a sample. Throws std::logic_error if they disagree. Throws InputError
/// for a faulty map or scenario. Throws std::invalid_argument for a world that changes or has
/// costs, and for corners without cells.
ProblemSet make_problem_set(const ProblemOptions& options, const Registry& registry);

}  // namespace fairway
