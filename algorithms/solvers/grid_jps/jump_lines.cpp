#include "algorithms/solvers/grid_jps/jump_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace fairway {
namespace {

// Bits of a cell for jumps along its row and its column. Bit d: a jump in straight direction d ends
// at the cell. Bit 4: the cell is open.
constexpr std::uint8_t kOpen = 1 << 4;
constexpr std::uint8_t kClosed = 0x0f;

/// Bits of a regular cell, indexed by the mask of its legal moves. A cell without moves is closed,
/// because no jump can reach it.
const std::array<std::uint8_t, 256> kRegular = [] {
  std::array<std::uint8_t, 256> bits{};
  for (std::uint32_t legal = 1; legal < 256; ++legal) {
    std::uint8_t ends = kOpen;
    for (int d = 0; d < 4; ++d) {
      if (JumpRules::forces_turns(d, legal)) ends = static_cast<std::uint8_t>(ends | 1U << d);
    }
    bits[legal] = ends;
  }
  bits[0] = kClosed;
  return bits;
}();

std::uint8_t bits_of(const GridGraph& graph, const JumpRules& rules, Vertex v) {
  return rules.irregular(v) ? std::uint8_t{kOpen | kClosed} : kRegular[graph.mask(v)];
}

/// Collects bit b of eight bytes. Bit k of the result is from byte k, counted from the lowest byte.
std::uint64_t bit_of_each(std::uint64_t bytes, int b) {
  static_assert(std::endian::native == std::endian::little);
  return (bytes >> b & 0x0101010101010101U) * 0x0102040810204080U >> 56;
}

}  // namespace

JumpLines::JumpLines(const Grid& grid, const JumpRules& rules)
    : rows_(grid.graph().grid().rows, grid.graph().grid().columns),
      columns_(grid.graph().grid().columns, grid.graph().grid().rows),
      diagonals_(grid.graph().near_masks()) {
  const GridGraph& graph = grid.graph();
  const auto columns = static_cast<std::size_t>(graph.grid().columns);
  const auto rows = static_cast<std::size_t>(graph.grid().rows);
  std::vector<std::uint8_t> row(rows_.stride * 64, kClosed);  // bits of cell i are at index i + 1
  // For each column, three bytes with one bit for each of eight rows: ends of jumps towards larger
  // rows, ends of jumps towards smaller rows, and open cells.
  std::vector<std::uint8_t> rising(columns);
  std::vector<std::uint8_t> falling(columns);
  std::vector<std::uint8_t> open(columns);

  const auto fill_row = [&](std::size_t j) {
    const std::uint8_t* const legal = graph.near_masks().data() + j * columns;
    for (std::size_t i = 0; i < columns; ++i) row[i + 1] = kRegular[legal[i]];
    if (!rules.any_irregular()) return;
    for (std::size_t i = 0; i < columns; ++i) {
      const auto v = static_cast<Vertex>(j * columns + i);
      row[i + 1] = bits_of(graph, rules, v);
      diagonals_[static_cast<std::size_t>(v)] = diagonals_of(graph, rules, v);
    }
  };
  const auto store_row = [&](Word* words) {
    for (std::size_t k = 0; k < row.size(); k += 8) {
      std::uint64_t bytes;
      std::memcpy(&bytes, row.data() + k, sizeof(bytes));
      Word& word = words[k / 64];
      word.rising |= bit_of_each(bytes, 0) << k % 64;
      word.falling |= bit_of_each(bytes, 2) << k % 64;
      word.open |= bit_of_each(bytes, 4) << k % 64;
    }
  };
  const auto add_to_columns = [&](std::size_t k) {
    const std::uint8_t* const cells = row.data() + 1;
    for (std::size_t i = 0; i < columns; ++i) {
      rising[i] = static_cast<std::uint8_t>(rising[i] | (cells[i] >> 1 & 1) << k);
      falling[i] = static_cast<std::uint8_t>(falling[i] | (cells[i] >> 3 & 1) << k);
      open[i] = static_cast<std::uint8_t>(open[i] | (cells[i] >> 4 & 1) << k);
    }
  };
  const auto store_columns = [&](std::size_t first) {
    Word* word = columns_.words.data() + first / 64;
    for (std::size_t i = 0; i < columns; ++i, word += columns_.stride) {
      word->rising |= std::uint64_t{rising[i]} << first % 64;
      word->falling |= std::uint64_t{falling[i]} << first % 64;
      word->open |= std::uint64_t{open[i]} << first % 64;
    }
    std::ranges::fill(rising, std::uint8_t{0});
    std::ranges::fill(falling, std::uint8_t{0});
    std::ranges::fill(open, std::uint8_t{0});
  };

  for (std::size_t k = 0; k < columns_.stride * 64; ++k) {  // bit j + 1 belongs to row j
    if (k >= 1 && k <= rows) {
      fill_row(k - 1);
      store_row(rows_.words.data() + (k - 1) * rows_.stride);
    } else if (k == rows + 1) {
      std::ranges::fill(row, kClosed);
    }
    add_to_columns(k % 8);
    if (k % 8 == 7) store_columns(k - 7);
  }
}

/// Legal moves of a cell, without diagonal moves into irregular cells.
std::uint8_t JumpLines::diagonals_of(const GridGraph& graph, const JumpRules& rules, Vertex v) {
  std::uint32_t legal = graph.mask(v);
  for (int d = 4; d < 8; ++d) {
    const GridMove move = kGridMoves[static_cast<std::size_t>(d)];
    const Vertex next = v + move.dy * graph.stride() + move.dx;
    if ((legal >> d & 1) != 0 && rules.irregular(next)) legal &= ~(1U << d);
  }
  return static_cast<std::uint8_t>(legal);
}

void JumpLines::Lines::set(std::int32_t line, std::int32_t k, bool rising, bool falling,
                           bool open) {
  const std::size_t bit = static_cast<std::size_t>(k) + 1;
  Word& word = words[static_cast<std::size_t>(line) * stride + bit / 64];
  const auto put = [&](std::uint64_t& bits, bool is) {
    bits = (bits & ~(std::uint64_t{1} << bit % 64)) | std::uint64_t{is} << bit % 64;
  };
  put(word.rising, rising);
  put(word.falling, falling);
  put(word.open, open);
}

void JumpLines::update(const GridGraph& graph, const JumpRules& rules, int i, int j) {
  const Vertex v = graph.vertex(i, j);
  const unsigned bits = bits_of(graph, rules, v);
  const bool open = (bits & kOpen) != 0;
  rows_.set(j, i, (bits & 1) != 0, (bits & 4) != 0, open);
  columns_.set(i, j, (bits & 2) != 0, (bits & 8) != 0, open);
  diagonals_[static_cast<std::size_t>(v)] = diagonals_of(graph, rules, v);
}

}  // namespace fairway
