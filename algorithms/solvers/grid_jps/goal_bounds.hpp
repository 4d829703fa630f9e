#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"
#include "algorithms/representations/grid/jump_states.hpp"

namespace fairway {

/// All jumps between the states of a grid, each with a box (a rectangle of cells). Every shortest
/// path that begins with a jump ends in the jump's box. A search may skip a jump if the goal is
/// outside the jump's box. The search stays exact, because the rest of a shortest path is a
/// shortest path. Immutable.
/// Source: S. Rabin, N. Sturtevant, "Combining Bounding Boxes and JPS to Prune Grid Pathfinding",
/// AAAI 2016. In this source, a box belongs to a direction of a cell; here, it belongs to a jump.
class GoalBounds {
 public:
  using State = JumpStates::State;  ///< Index of a state, see JumpStates.

  /// Limits of the build.
  struct Budget {
    double seconds;    ///< CPU time of the calling thread
    double mebibytes;  ///< memory of the bounds, in MiB
  };

  /// A block of cells, encoded by targets() for a fast comparison with boxes in meets().
  using Targets = std::uint64_t;
  /// A box as four numbers of 15 bits, each with a guard bit above it. meets() subtracts the
  /// numbers of the targets from the numbers of a box. If a difference is negative, its guard bit
  /// is cleared. The box meets the targets if all guard bits stay set.
  using Box = std::uint64_t;

  /// The boxes and jumps of a state.
  struct Node {
    Box reach;            ///< smallest box with the ends of all shortest paths from the state
    Box direct;           ///< smallest box with all cells that the state's jumps pass
    std::uint32_t jumps;  ///< index of the state's first jump; `jumps` of the next node is the end
  };

  /// Runs a JumpFlood from each cell that has states. Throws MemoryLimitExceeded or
  /// TimeLimitExceeded if the budget is exceeded. O(states * (cells + states log states)).
  GoalBounds(const Grid& grid, const JumpRules& rules, Budget budget);

  const JumpStates& states() const { return states_; }   ///< The states.
  const Node& node(State s) const { return nodes_[s]; }  ///< The node of a state.
  /// For each jump of state s with a box that meets `targets`, calls visit() with the state at the
  /// end of the jump. O(jumps of the state).
  void visit_jumps(State s, Targets targets, auto&& visit) const {
    const std::uint32_t end = nodes_[s + 1].jumps;
    for (std::uint32_t k = nodes_[s].jumps; k < end; ++k) {
      if (meets(boxes_[k], targets)) visit(ends_[k]);
    }
  }

  /// Converts a block to the form that meets() takes. Precondition: the block lies in the grid.
  Targets targets(const CellBlock& block) const {
    return fields(block.x, block.y, block.x + block.width - 1, block.y + block.height - 1);
  }
  /// Whether a box and a block of cells share a cell.
  static bool meets(Box box, Targets targets) { return ((box - targets) & kGuards) == kGuards; }

  /// Bytes on the heap.
  std::size_t memory_bytes() const;

 private:
  static constexpr int kMost = 0x7fff;
  static constexpr std::uint64_t kGuards = 0x8000800080008000U;

  std::uint64_t fields(int a, int b, int c, int d) const {
    const auto field = [this](int value) { return static_cast<std::uint64_t>(value >> shift_); };
    return field(a) | field(b) << 16 | (kMost - field(c)) << 32 | (kMost - field(d)) << 48;
  }
  Box box(int west, int south, int east, int north) const {
    return kGuards | fields(east, north, west, south);
  }

  JumpStates states_;
  std::vector<Node> nodes_;
  std::vector<Box> boxes_;   // box of each jump
  std::vector<State> ends_;  // end of each jump
  int shift_ = 0;            ///< coordinates are divided by 2^shift_ to fit into a Box
};

}  // namespace fairway
