#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"

namespace fairway {

/// The nodes of jump point search, called states, numbered in the order of their cells. A state is
/// a cell where straight jumps end, with a direction of arrival. A cell that is irregular (see
/// JumpRules) has a single state for all arrivals, with the arrival kAnyhow. Immutable.
class JumpStates {
 public:
  using State = std::uint32_t;               ///< Index of a state.
  static constexpr State kNone = ~State{0};  ///< No state.

  /// A cell with a direction of arrival.
  struct Place {
    JumpCell cell;         ///< the cell
    std::int32_t arrival;  ///< direction of arrival, or kAnyhow
  };

  /// Finds all states. Throws std::length_error for 2^24 or more cells with states. O(cells).
  JumpStates(const Grid& grid, const JumpRules& rules);

  std::size_t count() const { return places_.size(); }  ///< Number of states.
  /// The cell and the arrival of each state. States of the same cell have successive indices.
  std::span<const Place> places() const { return places_; }
  const Place& place(State s) const { return places_[s]; }  ///< See places().

  /// Returns the state with cell v and this direction of arrival. Returns kNone if no straight jump
  /// in this direction ends at v. O(1).
  State find(Vertex v, int arrival) const {
    if (!any(v)) return kNone;
    const std::uint32_t stop = stops_[cell_number(v)];
    const std::uint32_t arrivals = stop & kArrivals;
    if (arrivals == 0) return stop >> 4;
    if ((arrivals >> arrival & 1) == 0) return kNone;
    return (stop >> 4) + kBits[arrivals & ((1U << arrival) - 1)];
  }

  /// Whether v has a state.
  bool any(Vertex v) const {
    return (blocks_[static_cast<std::size_t>(v) / 8] >> static_cast<unsigned>(v) % 8 & 1) != 0;
  }
  /// Number of cells with states.
  std::size_t cell_count() const { return stops_.size(); }
  /// Index of v among the cells with states, which are sorted by vertex. Precondition: any(v).
  std::size_t cell_number(Vertex v) const {
    const std::uint32_t block = blocks_[static_cast<std::size_t>(v) / 8];
    return (block >> 8) + kBits[block & ((1U << static_cast<unsigned>(v) % 8) - 1)];
  }
  /// Calls visit(state, place) for each state of v.
  void visit_states(Vertex v, auto&& visit) const {
    if (!any(v)) return;
    const std::uint32_t stop = stops_[cell_number(v)];
    const State end = (stop >> 4) + std::max<State>(1, kBits[stop & kArrivals]);
    for (State s = stop >> 4; s < end; ++s) visit(s, places_[s]);
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const {
    return blocks_.capacity() * sizeof(blocks_[0]) + stops_.capacity() * sizeof(stops_[0]) +
           places_.capacity() * sizeof(places_[0]);
  }

 private:
  static constexpr std::uint32_t kArrivals = 15;
  static constexpr auto kBits = [] {
    std::array<std::uint8_t, 256> bits{};
    for (unsigned i = 0; i < 256; ++i) bits[i] = static_cast<std::uint8_t>(std::popcount(i));
    return bits;
  }();

  // One entry for eight cells. The lowest 8 bits mark the cells that have states. The other bits
  // hold the number of cells with states in earlier entries.
  std::vector<std::uint32_t> blocks_;
  // One entry for each cell with states: 16 times the index of its first state, plus one bit for
  // each direction of arrival. An irregular cell has none of these bits.
  std::vector<std::uint32_t> stops_;
  std::vector<Place> places_;
};

}  // namespace fairway
