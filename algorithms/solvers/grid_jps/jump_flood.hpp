#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"
#include "algorithms/representations/grid/jump_states.hpp"
#include "algorithms/search/open_heap.hpp"

namespace fairway {

/// Finds shortest paths of jumps from one cell to all other cells, and the first jumps of these
/// paths. A flood reuses the memory of earlier floods. Costs are whole numbers, so that equal
/// lengths compare as equal.
/// Source: N. Sturtevant, S. Rabin, "Canonical Orderings on Grids", IJCAI 2016, section "Canonical
/// Dijkstra".
class JumpFlood {
 public:
  /// Number of different labels. A cell can have several labels. A first jump is a jump out of the
  /// flooded cell. Label d from 0 to 7 marks the cells that a first jump in direction d passes. A
  /// label from kFirstJump on belongs to one first jump, and marks the cells with a shortest path
  /// that begins with this jump. Only the last label belongs to several jumps if there are too few
  /// labels.
  static constexpr std::size_t kLabels = 32;
  static constexpr std::size_t kFirstJump = 8;  ///< The first label of a jump.

  /// A jump out of the flooded cell.
  struct Jump {
    JumpStates::State to;   ///< state at the end of the jump
    std::size_t direction;  ///< direction of the jump's first move
    std::size_t label;      ///< label of the cells with a shortest path that begins with this jump
  };

  /// Keeps references to the arguments.
  JumpFlood(const GridGraph& graph, const JumpRules& rules, const JumpStates& states);

  /// Floods the grid from a cell. Labels only the cells on shortest paths that begin in a direction
  /// of the mask `directions`. O(states log states + m), where m is the number of moves by which
  /// the flood extends paths.
  void run(Vertex from, std::uint32_t directions);

  /// The jumps of the last run.
  std::span<const Jump> jumps() const { return jumps_; }
  /// The labels of each cell, one bit per label. 0 if no shortest path to the cell begins in a
  /// direction given to run().
  std::span<const std::uint32_t> labels() const { return labels_; }

 private:
  using Cost = std::int64_t;
  struct Node {
    Cost cost;
    std::uint32_t labels;
  };
  struct Entry {
    Cost cost;
    JumpStates::State state;
    bool before(const Entry& other) const { return cost < other.cost; }
  };
  /// The end of a path that the flood still extends.
  struct Front {
    Vertex at;
    Cost cost;
    std::uint32_t labels;
  };

  void leave(Front front, std::size_t direction);
  void go_straight(Front front, std::size_t direction);
  bool step(Front& front, std::size_t direction);
  void reach(const Front& front, int arrival);

  const GridGraph& graph_;
  const JumpRules& rules_;
  const JumpStates& states_;
  std::array<std::int32_t, 8> offset_;
  std::array<Cost, 8> length_;
  std::vector<Cost> costs_;
  std::vector<std::uint32_t> labels_;
  std::vector<Node> nodes_;
  OpenHeap<Entry> open_;
  std::vector<Jump> jumps_;
  std::size_t first_direction_ = 0;
  bool at_source_ = false;
};

}  // namespace fairway
