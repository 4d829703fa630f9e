#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "algorithms/representations/length_range.hpp"

namespace fairway {

/// The cost of a move of (dx, dy) cells, in sides of a cell.
enum class LatticeMetric : std::uint8_t {
  kOctile,     ///< diagonally as far as possible, then straight: the realised length
  kEuclidean,  ///< the same: a move is straight or diagonal
  kManhattan,  ///< |dx| + |dy|
  kChebyshev,  ///< max(|dx|, |dy|): a diagonal costs as much as a straight move
};
inline std::span<const std::string_view> option_names(LatticeMetric) {
  static constexpr std::array<std::string_view, 4> kNames{"octile", "euclidean", "manhattan",
                                                          "chebyshev"};
  return kNames;
}

/// Which cells must be free for a move.
enum class LatticeCheck : std::uint8_t {
  kMove,     ///< all that it enters, with open borders; all four round a lattice point it passes
  kLanding,  ///< the one where it ends: moves jump over walls and cut corners
};
inline std::span<const std::string_view> option_names(LatticeCheck) {
  static constexpr std::array<std::string_view, 2> kNames{"move", "landing"};
  return kNames;
}

/// The answer to a goal in a cell that is not free.
enum class BlockedGoal : std::uint8_t {
  kRefuse,  ///< no path; but an exact goal in free space is linked to cells it sees where moves are
            ///< checked along their length
  kStay,    ///< the path is the start alone
};
inline std::span<const std::string_view> option_names(BlockedGoal) {
  static constexpr std::array<std::string_view, 2> kNames{"refuse", "stay"};
  return kNames;
}

/// The factor of the metric on a world with terrain.
enum class LatticeTerrain : std::uint8_t {
  kNone,     ///< nothing: not offered on such worlds
  kEntered,  ///< the cost of the cell where the move ends
  kMean,     ///< the mean cost along the move: each cell counts by the length it is crossed on
};
inline std::span<const std::string_view> option_names(LatticeTerrain) {
  static constexpr std::array<std::string_view, 3> kNames{"none", "entered", "mean"};
  return kNames;
}

struct LatticeOptions {
  static constexpr std::array kNeighbours{4, 8};

  double cell_size = 0;
  int step = 1;
  int neighbours = 8;
  LatticeMetric metric = LatticeMetric::kOctile;
  LatticeCheck check = LatticeCheck::kMove;
  bool leave_world = false;
  double tolerance = 0;
  BlockedGoal blocked_goal = BlockedGoal::kRefuse;
  LatticeTerrain terrain = LatticeTerrain::kMean;

  static void describe(LatticeOptions& options, auto&& field) {
    describe_cell_size(options.cell_size, field);
    field("step", options.step,
          "cells that a move spans along x, y or both; above 1 the goal's cell may be out of step "
          "with the start's",
          {.least = 1, .most = 1024});
    field("neighbours", options.neighbours, "moves from a cell", {.only = kNeighbours});
    field("metric", options.metric, "what a move costs");
    field("check", options.check,
          "which cells must be free: all that the move enters, or the one where it lands");
    field("leave_world", options.leave_world,
          "cells outside the world are free, as far as two steps around it; not with terrain");
    field("tolerance", options.tolerance,
          "a path may end in a cell whose centre is at most so far from the goal, in sides of "
          "cells, and does not go on to the goal; 0: the exact goal",
          {.least = 0});
    field("blocked_goal", options.blocked_goal,
          "a goal in a blocked cell: no path, or the start alone");
    field("terrain", options.terrain,
          "by which cells' costs the metric is multiplied on a world with terrain");
  }
  /// Calls refuse(option, what was expected) for options that exclude each other.
  static void check_together(const LatticeOptions& options, auto&& refuse) {
    if (options.leave_world && options.terrain != LatticeTerrain::kNone) {
      refuse("leave_world", "false, or terrain = none, as there is no terrain outside the world");
    }
  }

  friend bool operator==(const LatticeOptions&, const LatticeOptions&) = default;
};

}  // namespace fairway
