#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"

namespace fairway {

/// Finds jump points by scanning: bits along rows and columns tell where a jump ends, 64 cells per
/// word. A cell's bits depend only on its eight neighbours.
/// Source: D. Harabor, A. Grastien, "Improving Jump Point Search", ICAPS 2014, section "Block-based
/// symmetry breaking", where every scan derives forced neighbours from three rows.
class JumpLines {
 public:
  /// O(cells).
  JumpLines(const Grid& grid, const JumpRules& rules);

  /// Edits the lines: sets a cell's bits by its moves and the rules. O(1).
  void update(const GridGraph& graph, const JumpRules& rules, int i, int j);

  /// Cells to the next jump point in a straight direction or, if a blocked cell is nearer, minus
  /// the free cells before it. Precondition: the first move is legal, or leads into a blocked cell.
  /// O(distance / 64).
  template <int D>
  std::int32_t straight(JumpCell c) const {
    const Stop stop = D % 2 == 0 ? scan<D>(rows_.line(c.j), beside<D>(c.i))
                                 : scan<D>(columns_.line(c.i), beside<D>(c.j));
    return stop.is_open ? stop.cells + 1 : -stop.cells;
  }

  /// Runs along a diagonal while moves are legal, up to the first irregular cell. Calls found(cells
  /// along the diagonal, straight direction, cells along that) for each jump point seen from it.
  /// Returns the cells up to the last one. O(cells + cells scanned / 64).
  template <int D>
  std::int32_t diagonal(const GridGraph& graph, JumpCell c, auto&& found) const {
    constexpr GridMove kMove = kGridMoves[D];
    constexpr int kAlongX = along_x(kMove.dx);
    constexpr int kAlongY = along_y(kMove.dy);
    const std::ptrdiff_t offset = std::ptrdiff_t{kMove.dy} * graph.stride() + kMove.dx;
    const std::ptrdiff_t row_step = kMove.dy * static_cast<std::ptrdiff_t>(rows_.stride);
    const std::ptrdiff_t column_step = kMove.dx * static_cast<std::ptrdiff_t>(columns_.stride);
    const Word* row = rows_.line(c.j);
    const Word* column = columns_.line(c.i);
    const std::uint8_t* open = diagonals_.data() + c.v;
    std::uint32_t x = beside<kAlongX>(c.i);
    std::uint32_t y = beside<kAlongY>(c.j);
    std::int32_t steps = 0;
    while ((*open >> D & 1) != 0) {
      open += offset;
      row += row_step;
      column += column_step;
      x += static_cast<std::uint32_t>(kMove.dx);
      y += static_cast<std::uint32_t>(kMove.dy);
      ++steps;
      const Stop along_x = scan<kAlongX>(row, x);
      if (along_x.is_open) found(steps, kAlongX, along_x.cells + 1);
      const Stop along_y = scan<kAlongY>(column, y);
      if (along_y.is_open) found(steps, kAlongY, along_y.cells + 1);
    }
    return steps;
  }

  /// Whether a diagonal is open over at least so many cells. O(cells).
  bool open(const GridGraph& graph, Vertex v, int direction, std::int32_t cells) const {
    const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
    const Vertex offset = move.dy * graph.stride() + move.dx;
    for (; cells > 0; --cells, v += offset) {
      if ((diagonals_[static_cast<std::size_t>(v)] >> direction & 1) == 0) return false;
    }
    return true;
  }

  std::size_t memory_bytes() const {
    return (rows_.words.capacity() + columns_.words.capacity()) * sizeof(Word) +
           diagonals_.capacity();
  }

 private:
  /// 64 cells of a line. A cell that is not open ends all jumps.
  struct Word {
    std::uint64_t rising = 0;   ///< jumps in rising direction end here
    std::uint64_t falling = 0;  ///< jumps in falling direction end here
    std::uint64_t open = 0;     ///< free cells that have moves
  };
  /// Parallel lines of cells. Cell k of a line is bit k + 1; the bits beside the cells are not
  /// open.
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
    std::int32_t cells;  ///< before it
    bool is_open;
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
    std::uint32_t bit = from;  // the cell of the lowest bit of `ends`; of the highest if falling
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

  static std::uint8_t diagonals_of(const GridGraph& graph, const JumpRules& rules, Vertex v);

  Lines rows_;
  Lines columns_;
  /// Each cell's legal moves, without those into irregular cells.
  std::vector<std::uint8_t> diagonals_;
};

}  // namespace fairway
