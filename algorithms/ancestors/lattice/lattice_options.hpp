#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "algorithms/representations/length_range.hpp"

namespace fairway {

/// How the cost of a move of (dx, dy) cells is measured, in sides of a cell.
enum class LatticeMetric : std::uint8_t {
  kOctile,     ///< the sum of the lengths of diagonal and straight steps of one cell
  kEuclidean,  ///< the same as kOctile, because each move is straight or diagonal
  kManhattan,  ///< |dx| + |dy|
  kChebyshev,  ///< max(|dx|, |dy|): a diagonal move costs as much as a straight move
};
/// Names of the values.
inline std::span<const std::string_view> option_names(LatticeMetric) {
  static constexpr std::array<std::string_view, 4> kNames{"octile", "euclidean", "manhattan",
                                                          "chebyshev"};
  return kNames;
}

/// Which cells must be free for a move.
enum class LatticeCheck : std::uint8_t {
  /// All cells that the move enters must be free, and the borders between them open. If the move
  /// passes a corner of cells, all four cells around this corner must be free.
  kMove,
  kLanding,  ///< only the last cell must be free; moves jump over walls and cut corners
};
/// Names of the values.
inline std::span<const std::string_view> option_names(LatticeCheck) {
  static constexpr std::array<std::string_view, 2> kNames{"move", "landing"};
  return kNames;
}

/// The answer to a goal in a cell that is not free.
enum class BlockedGoal : std::uint8_t {
  /// No path, with one exception. If `check` is `move` and `tolerance` is 0, a goal in free space
  /// is linked to nearby free cells that it sees.
  kRefuse,
  kStay,  ///< a path that consists of the start only
};
/// Names of the values.
inline std::span<const std::string_view> option_names(BlockedGoal) {
  static constexpr std::array<std::string_view, 2> kNames{"refuse", "stay"};
  return kNames;
}

/// The factor by which terrain multiplies the cost of a move.
enum class LatticeTerrain : std::uint8_t {
  kNone,     ///< no factor; the method does not run in worlds with terrain
  kEntered,  ///< the cost of the cell where the move ends
  kMean,     ///< the mean cost along the move, weighted by the length in each cell
};
/// Names of the values.
inline std::span<const std::string_view> option_names(LatticeTerrain) {
  static constexpr std::array<std::string_view, 3> kNames{"none", "entered", "mean"};
  return kNames;
}

/// Options of Lattice; describe() explains each.
struct LatticeOptions {
  static constexpr std::array kNeighbours{4, 8};  ///< permitted values of `neighbours`

  ///@{ The options; describe() calls field(name, value, help[, range]) for each.
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
          "number of cells by which a move changes x, y or both. If the step is more than 1, a "
          "path may miss the goal's cell",
          {.least = 1, .most = 1024});
    field("neighbours", options.neighbours,
          "number of directions in which a path can move from a cell", {.only = kNeighbours});
    field("metric", options.metric, "how the cost of a move is measured");
    field("check", options.check,
          "which cells must be free: move (all cells that the move enters) or landing (only the "
          "cell where it ends)");
    field("leave_world", options.leave_world,
          "whether paths may leave the world by up to two moves; true requires terrain = none");
    field("tolerance", options.tolerance,
          "maximum distance from the goal to the centre of the last cell of a path, as a multiple "
          "of the cell side; 0: the path ends exactly at the goal",
          {.least = 0});
    field("blocked_goal", options.blocked_goal,
          "answer if the goal is in a blocked cell: refuse (no path) or stay (a path that consists "
          "only of the start)");
    field("terrain", options.terrain,
          "factor by which terrain multiplies the cost of a move: none (no factor), entered (cost "
          "of the cell where the move ends) or mean (mean cost along the move)");
  }
  ///@}
  /// Calls refuse(option, expected values) for options that exclude each other.
  static void check_together(const LatticeOptions& options, auto&& refuse) {
    if (options.leave_world && options.terrain != LatticeTerrain::kNone) {
      refuse("leave_world",
             "false, or terrain = none, because there is no terrain outside the world");
    }
  }

  /// Compares all options.
  friend bool operator==(const LatticeOptions&, const LatticeOptions&) = default;
};

}  // namespace fairway
