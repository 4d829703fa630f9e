#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/exact_solvers.hpp"
#include "algorithms/reference/terrain_optimum.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// What queries are held against: the exact optimum, or on a world with terrain the best path on
/// its grid. Immutable; keeps a reference to the free space.
class Reference {
 public:
  struct Scratch {
    ExactSolvers::Scratch exact;
    TerrainOptimum::Scratch terrain;
  };

  explicit Reference(const FreeSpace& space);

  /// "exact" or "grid".
  std::string_view name() const { return terrain_ ? "grid" : "exact"; }
  const ExactSolver& exact() const { return solvers_.visibility_graph(); }

  /// Fills in a query's truth and optimum, and the optimal path: empty where there is none. Both
  /// exact solvers are asked. Throws std::logic_error where they do not agree.
  void solve(QueryRecord& query, Scratch& scratch, Path& optimal) const;

 private:
  const FreeSpace& space_;
  ExactSolvers solvers_;
  std::optional<TerrainOptimum> terrain_;
};

}  // namespace fairway
