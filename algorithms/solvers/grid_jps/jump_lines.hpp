#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"

namespace fairway {

/// Finds jump points by scanning. Bits along rows and columns mark the cells where a jump ends, 64
/// cells per word. These bits of a cell depend only on its eight neighbours. Four more bits of a
/// cell state in which straight directions a jump reaches a jump point. Searches scan only in these
/// directions. Source: D. Harabor, A. Grastien, "Improving Jump Point Search", ICAPS 2014, section
/// "Block-based symmetry breaking". In this source, there are no such bits: each scan derives
/// forced neighbours from three rows.
class JumpLines {
 public:
  /// Computes the bits of all cells. O(cells).
  JumpLines(const Grid& grid, const JumpRules& rules);

  /// Recomputes the bits that depend on cell (i, j), after the moves of the cell or the rules
  /// changed. O(length of the jumps that end at the cell).
  void update(const GridGraph& graph, const JumpRules& rules, int i, int j);

  /// Number of cells to the next jump point in straight direction D. If a blocked cell is nearer,
  /// returns minus the number of free cells before this cell. Precondition: the first move is legal
  /// or leads into a blocked cell. O(distance / 64).
  template <int D>
  std::int32_t straight(JumpCell c) const {
    const Stop stop = D % 2 == 0 ? scan<D>(rows_.line(c.j), beside<D>(c.i))
                                 : scan<D>(columns_.line(c.i), beside<D>(c.j));
    return stop.is_open ? stop.cells + 1 : -stop.cells;
  }

  /// Directions in which a jump from v may lead to a jump point: all diagonals, and the straight
  /// directions in which straight() is positive. The preconditions of straight() apply.
  std::uint32_t useful(Vertex v) const { return leads_[static_cast<std::size_t>(v)] | 0xf0U; }

  /// Follows diagonal D while moves are legal and lead to regular cells. At each cell, looks in the
  /// two straight directions between which the diagonal lies. If a straight jump reaches a jump
  /// point, calls found(a, d, b). Here a is the number of diagonal moves so far, d is the straight
  /// direction, and b is the length of the straight jump. Returns the number of diagonal moves.
  /// O(diagonal moves + scanned cells / 64).
  template <int D>
  std::int32_t diagonal(const GridGraph& graph, JumpCell c, auto&& found) const {
    constexpr GridMove kMove = kGridMoves[D];
    constexpr int kAlongX = along_x(kMove.dx);
    constexpr int kAlongY = along_y(kMove.dy);
    const std::ptrdiff_t offset = std::ptrdiff_t{kMove.dy} * graph.stride() + kMove.dx;
    const std::uint8_t* leads = leads_.data() + c.v;
    std::int32_t steps = 0;
    while ((*leads >> D & 1) != 0) {
      leads += offset;
      ++steps;
      if ((*leads & (1U << kAlongX | 1U << kAlongY)) == 0) continue;
      const JumpCell at{static_cast<Vertex>(c.v + steps * offset), c.i + steps * kMove.dx,
                        c.j + steps * kMove.dy};
      if ((*leads >> kAlongX & 1) != 0) found(steps, kAlongX, straight<kAlongX>(at));
      if ((*leads >> kAlongY & 1) != 0) found(steps, kAlongY, straight<kAlongY>(at));
    }
    return steps;
  }

  /// Whether at least `cells` moves from v along the diagonal are legal and lead to regular cells.
  /// O(cells).
  bool open(const GridGraph& graph, Vertex v, int direction, std::int32_t cells) const {
    const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
    const Vertex offset = move.dy * graph.stride() + move.dx;
    for (; cells > 0; --cells, v += offset) {
      if ((leads_[static_cast<std::size_t>(v)] >> direction & 1) == 0) return false;
    }
    return true;
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const {
    return (rows_.words.capacity() + columns_.words.capacity()) * sizeof(Word) + leads_.capacity();
  }

 private:
  /// Bits of 64 cells of a line. A cell that is not open ends all jumps.
  struct Word {
    std::uint64_t rising = 0;   ///< a jump towards larger indices ends at the cell
    std::uint64_t falling = 0;  ///< a jump towards smaller indices ends at the cell
    std::uint64_t open = 0;     ///< the cell is free and has legal moves
  };
  /// Parallel lines of cells. Cell k of a line is at bit k + 1. Bits before the first and after the
  /// last cell are not open.
  struct Lines {
    Lines(int count, int length)
        : stride((static_cast<std::size_t>(length) + 2 + 63) / 64),
          words(stride * static_cast<std::size_t>(count)) {}
    const Word* line(std::int32_t k) const {
      return words.data() + static_cast<std::size_t>(k) * stride;
    }
    void set(std::int32_t line, std::int32_t k, bool rising, bool falling, bool open);

    std::size_t stride;
    std::vector<Word> words;
  };
  struct Stop {
    std::int32_t cells;  ///< number of cells before the end of the jump
    bool is_open;        ///< whether the jump ends at an open cell
  };

  template <int D>
  static std::uint32_t beside(std::int32_t k) {
    return static_cast<std::uint32_t>(k) + (D < 2 ? 2 : 0);
  }

  template <int D>
  static Stop scan(const Word* line, std::uint32_t from) {
    constexpr bool kRising = D < 2;
    const Word* word = line + from / 64;
    std::uint64_t ends = kRising ? word->rising >> from % 64 : word->falling << (~from % 64);
    // A rising jump ends at the cell of the lowest set bit of `ends`, a falling jump at the cell of
    // the highest set bit.
    std::uint32_t bit = from;
    if (ends == 0) {
      bit = kRising ? bit & ~63U : bit | 63U;
      do {
        word += kRising ? 1 : -1;
        bit += kRising ? 64U : -64U;
        ends = kRising ? word->rising : word->falling;
      } while (ends == 0);
    }
    bit += kRising ? static_cast<std::uint32_t>(std::countr_zero(ends))
                   : static_cast<std::uint32_t>(std::bit_width(ends)) - 64;
    return {static_cast<std::int32_t>(kRising ? bit - from : from - bit),
            (word->open >> bit % 64 & 1) != 0};
  }

  /// Computes the bits of leads_ that belong to straight directions. Reads rows_ and `cells`. The
  /// latter has the bits of every cell.
  void find_leads(std::size_t columns, const std::vector<std::uint8_t>& cells);
  static std::uint8_t diagonals_of(const GridGraph& graph, const JumpRules& rules, Vertex v);

  Lines rows_;
  Lines columns_;
  /// For each cell: one bit per direction. A straight direction has bit 1 if a jump ends at an open
  /// cell. A diagonal direction has bit 1 if the move is legal and leads to a regular cell.
  std::vector<std::uint8_t> leads_;
};

}  // namespace fairway
