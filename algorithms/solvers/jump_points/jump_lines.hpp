#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/solvers/jump_points/jump_rules.hpp"

namespace fairway {

/// Finds jump points by looking: bits along each row and each column tell where a jump ends, 64
/// cells a word. What a bit says depends on the cell's own eight neighbours only.
/// Source: D. Harabor, A. Grastien, "Improving Jump Point Search", ICAPS 2014, section "Block-based
/// symmetry breaking"; there forced neighbours are found from three rows at every scan.
class JumpLines {
 public:
  /// O(cells).
  JumpLines(const Grid& grid, const JumpRules& rules);

  /// Cells to the next jump point in a straight direction; where a blocked cell is nearer, minus
  /// the number of free cells before it. Precondition: the first move is legal, or leads into a
  /// blocked cell. O(distance / 64).
  template <int D>
  std::int32_t straight(JumpCell c) const {
    const Lines& lines = D % 2 == 0 ? rows_ : columns_;
    const auto line = static_cast<std::size_t>(D % 2 == 0 ? c.j : c.i);
    const auto at = static_cast<std::size_t>(D % 2 == 0 ? c.i : c.j) + 1;
    const Word* const words = lines.words.data() + line * lines.stride;
    return D < 2 ? forward(words, at) : backward(words, at);
  }

  /// Runs along a diagonal and calls found(cells along the diagonal, cell there, straight
  /// direction, cells along that) for each jump point that is seen from it; for an irregular cell
  /// on it, where it ends, found(cells, cell, kAnyhow, 0). Precondition: the first move is legal.
  template <int D>
  void diagonal(const GridGraph& graph, const JumpRules& rules, JumpCell c, auto&& found) const {
    constexpr GridMove kMove = kGridMoves[D];
    constexpr int kAlongX = kMove.dx > 0 ? 0 : 2;
    constexpr int kAlongY = kMove.dy > 0 ? 1 : 3;
    const Vertex offset = kMove.dy * graph.stride() + kMove.dx;
    std::int32_t steps = 0;
    do {
      c = {c.v + offset, c.i + kMove.dx, c.j + kMove.dy};
      ++steps;
      if (rules.irregular(c.v)) return found(steps, c, kAnyhow, 0);
      const std::int32_t x = straight<kAlongX>(c);
      if (x > 0) found(steps, c, kAlongX, x);
      const std::int32_t y = straight<kAlongY>(c);
      if (y > 0) found(steps, c, kAlongY, y);
    } while ((graph.mask(c.v) >> D & 1) != 0);
  }

  /// Whether so many moves along a diagonal are legal. O(cells).
  bool open(const GridGraph& graph, Vertex v, int diagonal, std::int32_t cells) const {
    const GridMove move = kGridMoves[static_cast<std::size_t>(diagonal)];
    const Vertex offset = move.dy * graph.stride() + move.dx;
    for (; cells > 0; --cells, v += offset) {
      if ((graph.mask(v) >> diagonal & 1) == 0) return false;
    }
    return true;
  }

  std::size_t memory_bytes() const {
    return (rows_.words.capacity() + columns_.words.capacity()) * sizeof(Word);
  }

 private:
  /// Of 64 cells in a line. What is not open ends all jumps.
  struct Word {
    std::uint64_t forward = ~std::uint64_t{0};   ///< jumps in rising direction end here
    std::uint64_t backward = ~std::uint64_t{0};  ///< jumps in falling direction end here
    std::uint64_t open = 0;                      ///< free cells
  };
  /// Cell k of a line is bit k + 1; bits before and after the cells are not open.
  struct Lines {
    Lines(int count, int length)
        : stride((static_cast<std::size_t>(length) + 2 + 63) / 64),
          words(stride * static_cast<std::size_t>(count)) {}
    void set(int line, int at, bool ends_forward, bool ends_backward);
    std::size_t stride;
    std::vector<Word> words;
  };

  static std::int32_t forward(const Word* words, std::size_t at) {
    std::size_t bit = at + 1;
    const Word* word = words + bit / 64;
    std::uint64_t ends = word->forward >> bit % 64;
    if (ends == 0) {
      bit &= ~std::size_t{63};
      do {
        ++word;
        bit += 64;
        ends = word->forward;
      } while (ends == 0);
    }
    bit += static_cast<std::size_t>(std::countr_zero(ends));
    const auto cells = static_cast<std::int32_t>(bit - at);
    return (word->open >> bit % 64 & 1) != 0 ? cells : 1 - cells;
  }

  static std::int32_t backward(const Word* words, std::size_t at) {
    std::size_t bit = at - 1;
    const Word* word = words + bit / 64;
    std::uint64_t ends = word->backward << (63 - bit % 64);
    if (ends == 0) {
      bit |= 63;
      do {
        --word;
        bit -= 64;
        ends = word->backward;
      } while (ends == 0);
    }
    bit -= static_cast<std::size_t>(std::countl_zero(ends));
    const auto cells = static_cast<std::int32_t>(at - bit);
    return (word->open >> bit % 64 & 1) != 0 ? cells : 1 - cells;
  }

  Lines rows_;
  Lines columns_;
};

}  // namespace fairway
