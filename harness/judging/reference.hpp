#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/eight_connected_optimum.hpp"
#include "algorithms/reference/exact_solvers.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// The reference for queries: the exact optimum or, in a world with terrain, the 8-connected
/// optimum on the cells. Immutable. Keeps a reference to the free space.
class Reference {
 public:
  struct Scratch {
    ExactSolvers::Scratch exact;
    EightConnectedOptimum::Scratch terrain;
  };

  explicit Reference(const FreeSpace& space);

  /// Returns "exact" for the exact optimum, "grid" for the 8-connected optimum.
  std::string_view name() const { return terrain_ ? "grid" : "exact"; }
  /// Nanoseconds to build the solvers.
  std::int64_t build_ns() const { return build_ns_; }
  const ExactSolver& exact() const { return solvers_.visibility_graph(); }

  /// Solves a query with both exact solvers, and sets its truth and optimum. Sets `optimal` to the
  /// optimal path, or to an empty path if none exists. A caller that already has the result of
  /// exact() passes this result as `known` and its path as `optimal`. Throws std::logic_error if
  /// the solvers disagree.
  void solve(QueryRecord& query, Scratch& scratch, Path& optimal,
             std::optional<double> known = {}) const;

  /// Checks the optima of up to kWitnessed evenly spaced queries by CgalWitness. Chooses only
  /// queries with both ends in free space. Stops after kWitnessTime. Checks no query in a world of
  /// more than kWitnessTriangles, where one query takes longer. Returns the number of solved
  /// queries. Throws std::logic_error if the witness disagrees.
  int confirm(std::span<const QueryRecord> queries, Scratch& scratch) const;
  static constexpr std::size_t kWitnessed = 5;
  static constexpr std::chrono::milliseconds kWitnessTime{1000};
  static constexpr TriangleId kWitnessTriangles = 50'000;

 private:
  LapClock clock_;
  const FreeSpace& space_;
  ExactSolvers solvers_;
  std::optional<EightConnectedOptimum> terrain_;
  std::int64_t build_ns_;
};

}  // namespace fairway
