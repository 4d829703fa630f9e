#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/moves.hpp"

namespace fairway {

struct JumpCell {
  Vertex v;
  std::int32_t i;
  std::int32_t j;
};

/// How a search came to a cell: by one of the four straight directions, or kAnyhow, which prunes
/// nothing.
inline constexpr int kAnyhow = 4;

/// The directions that remain at a cell with these legal moves: straight on, and those to which no
/// path of the same length leads that turns earlier. After a diagonal move at most three remain: it
/// and the two straight ones beside it.
constexpr std::uint8_t pruned_moves(int arrival, std::uint32_t legal) {
  if (arrival == kAnyhow) return static_cast<std::uint8_t>(legal);
  std::uint32_t kept = 1U << arrival;
  for (const int turn : {1, 3}) {
    const int aside = (arrival + turn) % 4;
    const int ahead = 4 + (turn == 1 ? arrival : aside);
    const int behind = 4 + (turn == 1 ? aside : (aside + 3) % 4);
    if ((legal >> aside & 1) != 0 && (legal >> behind & 1) == 0) kept |= 1U << aside | 1U << ahead;
  }
  return static_cast<std::uint8_t>(kept & legal);
}

/// Where jumps over a grid of 8 neighbours stop. Pruning assumes that free cells alone determine
/// the legal moves, which fails at walls of zero width between free cells. Jumps stop at irregular
/// cells, whose legal moves differ from what their neighbours' freedom implies; all moves are
/// considered there. This suffices, since each argument for pruning concerns only the four squares
/// of cells round a cell.
/// Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011,
/// with diagonals between free cells only, as in "Improving Jump Point Search", ICAPS 2014.
class JumpRules {
 public:
  /// O(cells).
  explicit JumpRules(const Grid& grid);

  /// Edits the rules: finds whether a cell is irregular. O(1), but for the first that is.
  void update(const Grid& grid, int i, int j);

  bool any_irregular() const { return !irregular_.empty(); }
  bool irregular(Vertex v) const {
    return any_irregular() &&
           (irregular_[static_cast<std::size_t>(v) / 64] >> (static_cast<std::size_t>(v) % 64) &
            1) != 0;
  }
  /// The mask of directions to consider. Precondition: v is free.
  std::uint8_t moves(Vertex v, int arrival, std::uint32_t legal) const {
    return irregular(v) ? static_cast<std::uint8_t>(legal)
                        : kPruned[static_cast<std::size_t>(arrival)][legal];
  }
  /// Whether a straight jump that reaches this free cell ends there.
  bool stops(Vertex v, int arrival, std::uint32_t legal) const {
    return irregular(v) || forces_turns(arrival, legal);
  }
  /// Whether a straight arrival at a regular cell leaves other directions than straight on.
  static bool forces_turns(int arrival, std::uint32_t legal) {
    return (kPruned[static_cast<std::size_t>(arrival)][legal] & ~(1U << arrival)) != 0;
  }

  std::size_t memory_bytes() const { return irregular_.capacity() * sizeof(irregular_[0]); }

 private:
  static constexpr auto kPruned = [] {
    std::array<std::array<std::uint8_t, 256>, 5> table{};
    for (int arrival = 0; arrival < 5; ++arrival) {
      for (std::uint32_t legal = 0; legal < 256; ++legal) {
        table[static_cast<std::size_t>(arrival)][legal] = pruned_moves(arrival, legal);
      }
    }
    return table;
  }();

  std::vector<std::uint64_t> irregular_;  // a bit per cell; empty if none is
};

}  // namespace fairway
