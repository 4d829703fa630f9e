#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"
#include "algorithms/representations/grid/jump_states.hpp"

namespace fairway {

/// A distance for each cell and direction, in cells. In a straight direction, it is the distance to
/// the end of the jump. In a diagonal direction, it is the distance to the next cell with states
/// (see JumpStates). Takes 16 bytes per cell. Immutable.
class SightTable {
 public:
  /// Fills the table. O(cells).
  SightTable(const GridGraph& graph, const JumpRules& rules, const JumpStates& states);

  /// Number of cells to the end of the straight jump from v in this direction; 0 if the jump meets
  /// a blocked cell first. O(1) if the number is less than 2^16 - 1.
  std::int32_t jump(Vertex v, int direction) const { return distance(v, direction); }
  /// Number of cells along a diagonal to the next cell with states; 0 if a blocked cell comes
  /// first. O(1) if the number is less than 2^16 - 1.
  std::int32_t diagonal(Vertex v, int direction) const { return distance(v, direction); }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return entries_.capacity() * sizeof(entries_[0]); }

 private:
  /// The distances of one cell, by direction. kFar stands for all distances of kFar or more.
  using Entry = std::array<std::uint16_t, 8>;
  static constexpr std::uint16_t kFar = 0xffff;

  std::int32_t distance(Vertex v, int direction) const {
    std::int32_t before = 0;
    for (;;) {
      const std::uint16_t next =
          entries_[static_cast<std::size_t>(v)][static_cast<std::size_t>(direction)];
      if (next != kFar) return next == 0 ? 0 : before + next;
      v += (kFar - 1) * offset_[static_cast<std::size_t>(direction)];
      before += kFar - 1;
    }
  }

  std::array<std::int32_t, 8> offset_;
  std::vector<Entry> entries_;
};

}  // namespace fairway
