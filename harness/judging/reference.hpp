#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/exact_solvers.hpp"
#include "algorithms/reference/terrain_optimum.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// The reference for queries: the exact optimum or, on a world with terrain, the best path on its
/// grid. Immutable; keeps a reference to the free space.
class Reference {
 public:
  struct Scratch {
    ExactSolvers::Scratch exact;
    TerrainOptimum::Scratch terrain;
  };

  explicit Reference(const FreeSpace& space);

  /// "exact" or "grid".
  std::string_view name() const { return terrain_ ? "grid" : "exact"; }
  /// Nanoseconds to build the solvers.
  std::int64_t build_ns() const { return build_ns_; }
  const ExactSolver& exact() const { return solvers_.visibility_graph(); }

  /// Computes a query's truth and optimum with both exact solvers, and the optimal path, empty if
  /// there is none. Throws std::logic_error if the solvers disagree. `known`, if given, is what
  /// exact() has found, and `optimal` its path.
  void solve(QueryRecord& query, Scratch& scratch, Path& optimal,
             std::optional<double> known = {}) const;

  /// Asks CgalWitness up to kWitnessed of the queries whose ends are free, evenly spaced, but none
  /// after kWitnessTime, and none in a world of more than kWitnessTriangles, where one query takes
  /// more than that. Returns how many it asked. Throws std::logic_error if it disagrees.
  int confirm(std::span<const QueryRecord> queries, Scratch& scratch) const;
  static constexpr std::size_t kWitnessed = 5;
  static constexpr std::chrono::milliseconds kWitnessTime{1000};
  static constexpr TriangleId kWitnessTriangles = 50'000;

 private:
  LapClock clock_;
  const FreeSpace& space_;
  ExactSolvers solvers_;
  std::optional<TerrainOptimum> terrain_;
  std::int64_t build_ns_;
};

}  // namespace fairway
