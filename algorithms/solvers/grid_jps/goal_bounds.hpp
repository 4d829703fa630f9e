#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/solvers/grid_jps/jump_rules.hpp"

namespace fairway {

/// Cells where straight jumps end, numbered in the order of cells. Four bytes for eight cells.
class JumpStops {
 public:
  /// Throws UnsupportedWorld for 2^24 stops or more. O(cells).
  JumpStops(const GridGraph& graph, const JumpRules& rules);

  bool contains(Vertex v) const { return (block(v) >> bit(v) & 1) != 0; }
  /// The number of a stop. Precondition: contains(v). O(1).
  std::size_t number(Vertex v) const {
    const std::uint32_t word = block(v);
    return (word >> 8) + kBits[word & ((1U << bit(v)) - 1)];
  }
  std::size_t count() const { return count_; }
  std::size_t memory_bytes() const { return blocks_.capacity() * sizeof(blocks_[0]); }

 private:
  static constexpr auto kBits = [] {
    std::array<std::uint8_t, 256> bits{};
    for (unsigned i = 0; i < 256; ++i) bits[i] = static_cast<std::uint8_t>(std::popcount(i));
    return bits;
  }();

  std::uint32_t block(Vertex v) const { return blocks_[static_cast<std::size_t>(v) / 8]; }
  static unsigned bit(Vertex v) { return static_cast<unsigned>(v) % 8; }

  std::vector<std::uint32_t> blocks_;  // eight cells: a bit each, above them the stops before
  std::size_t count_ = 0;
};

/// Tells which jumps can lie on a least path to a goal. For each stop and straight arrival, a box
/// holds all cells at which least paths of jumps end that start at the stop and whose first jump
/// the arrival allows. A search that skips a jump to a stop whose box misses the goal stays exact
/// if it considers all arrivals of least cost: each later part of a least path is such a path
/// itself. Boxes of irregular cells hold everything. Source: S. Rabin, N. Sturtevant, "Combining
/// Bounding Boxes and JPS to Prune Grid Pathfinding", AAAI 2016. There a box belongs to a first
/// move; here it belongs to an arrival, so that it is tested before a node is opened.
class GoalBounds {
 public:
  struct Budget {
    double seconds;  ///< CPU time of the calling thread
    double mebibytes;
  };

  /// A box of cells to test against; see targets().
  using Targets = std::uint64_t;

  /// Throws UnsupportedWorld if a budget is exceeded. Searches from each regular stop:
  /// O(stops * (cells + stops log stops)).
  GoalBounds(const Grid& grid, const JumpRules& rules, Budget budget);

  /// Precondition: the block lies in the grid.
  Targets targets(const CellBlock& block) const {
    const int x = block.x >> shift_;
    const int y = block.y >> shift_;
    return fields(x, y, (block.x + block.width - 1) >> shift_,
                  (block.y + block.height - 1) >> shift_);
  }
  /// Whether a least path that arrives at v by a straight jump may lead to one of the targets.
  /// O(1).
  bool may_lead(Vertex v, int arrival, Targets targets) const {
    if (!stops_.contains(v)) return true;  // a jump too long for the table ends early
    const Reach reach = reach_[stops_.number(v)][static_cast<std::size_t>(arrival)];
    return ((reach - targets) & kGuards) == kGuards;
  }

  std::size_t memory_bytes() const {
    return stops_.memory_bytes() + reach_.capacity() * sizeof(reach_[0]);
  }

 private:
  /// A box as four numbers of 15 bits, each below a guard bit that a greater subtrahend clears: the
  /// box meets another if all four guards stay.
  using Reach = std::uint64_t;
  static constexpr int kMost = 0x7fff;
  static constexpr std::uint64_t kGuards = 0x8000800080008000U;

  static constexpr std::uint64_t fields(int a, int b, int c, int d) {
    return static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b) << 16 |
           static_cast<std::uint64_t>(kMost - c) << 32 |
           static_cast<std::uint64_t>(kMost - d) << 48;
  }

  JumpStops stops_;
  std::vector<std::array<Reach, 4>> reach_;
  int shift_ = 0;  ///< coordinates of large grids are divided by a power of two
};

}  // namespace fairway
