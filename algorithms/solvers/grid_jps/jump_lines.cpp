#include "algorithms/solvers/grid_jps/jump_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace fairway {
namespace {

// Bits of a cell for jumps along its row and its column. Bit d is 1 if a jump in straight direction
// d ends at the cell. Bit 4 is 1 if the cell is open, that is, free with legal moves.
constexpr std::uint8_t kOpen = 1 << 4;
constexpr std::uint8_t kClosed = 0x0f;

/// Bits of a regular cell (see JumpRules), indexed by the mask of its legal moves. A cell without
/// moves is closed, because no jump can reach it.
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

static_assert(std::endian::native == std::endian::little);

/// Collects bit b of eight bytes. Bit k of the result is from byte k, counted from the lowest byte.
std::uint64_t bit_of_each(std::uint64_t bytes, int b) {
  return (bytes >> b & 0x0101010101010101U) * 0x0102040810204080U >> 56;
}

/// Table that expands eight bits to eight bytes: bit 0 of byte k is bit k of the index. This is the
/// inverse of bit_of_each() with b = 0.
constexpr std::array<std::uint64_t, 256> kByteOfEach = [] {
  std::array<std::uint64_t, 256> bytes{};
  for (std::uint64_t bits = 0; bits < 256; ++bits) {
    for (int k = 0; k < 8; ++k) bytes[bits] |= (bits >> k & 1) << 8 * k;
  }
  return bytes;
}();

/// Returns the eight bits of an array that begin at bit `first`. Precondition: the last word of the
/// array is a spare word.
std::size_t eight_bits(const std::vector<std::uint64_t>& words, std::size_t first) {
  std::uint16_t two;
  std::memcpy(&two, reinterpret_cast<const char*>(words.data()) + first / 8, sizeof(two));
  return static_cast<std::size_t>(two) >> first % 8 & 0xff;
}

/// Each bit stands for a cell of a line. Bits of `ends` mark the cells where jumps end, and bits of
/// `open` mark open cells. Bit k of the result is 1 if the nearest end is open. The nearest end is
/// the first end at or above bit k if kRising is true, otherwise at or below bit k. `beyond` is the
/// result for bits without an end in this word. Each round doubles the distance over which results
/// spread from the ends.
template <bool kRising>
std::uint64_t reaches_open(std::uint64_t ends, std::uint64_t open, bool beyond) {
  constexpr std::uint64_t kFarthest = std::uint64_t{1} << (kRising ? 63 : 0);
  std::uint64_t reaches = ends & open;
  std::uint64_t spreads = ~ends;
  if (beyond) reaches |= spreads & kFarthest;
  for (int step = 1; step < 64; step *= 2) {
    reaches |= spreads & (kRising ? reaches >> step : reaches << step);
    spreads &= kRising ? spreads >> step : spreads << step;
  }
  return reaches;
}

}  // namespace

JumpLines::JumpLines(const Grid& grid, const JumpRules& rules)
    : rows_(grid.graph().grid().rows, grid.graph().grid().columns),
      columns_(grid.graph().grid().columns, grid.graph().grid().rows),
      leads_(grid.graph().near_masks()) {
  const GridGraph& graph = grid.graph();
  const auto columns = static_cast<std::size_t>(graph.grid().columns);
  const auto rows = static_cast<std::size_t>(graph.grid().rows);
  // The bits of each cell; cell i of a row is at index i + 1. An extra last row has closed cells.
  const std::size_t padded = rows_.stride * 64;
  std::vector<std::uint8_t> cells((rows + 1) * padded, kClosed);
  // For each column, three bytes with one bit for each of eight rows: ends of jumps towards larger
  // rows, ends of jumps towards smaller rows, and open cells.
  std::vector<std::uint8_t> rising(columns);
  std::vector<std::uint8_t> falling(columns);
  std::vector<std::uint8_t> open(columns);

  const auto fill_row = [&](std::size_t j) {
    const std::uint8_t* const legal = graph.near_masks().data() + j * columns;
    std::uint8_t* const row = cells.data() + j * padded + 1;
    for (std::size_t i = 0; i < columns; ++i) row[i] = kRegular[legal[i]];
    if (!rules.any_irregular()) return;
    for (std::size_t i = 0; i < columns; ++i) {
      const auto v = static_cast<Vertex>(j * columns + i);
      row[i] = bits_of(graph, rules, v);
      leads_[static_cast<std::size_t>(v)] = diagonals_of(graph, rules, v);
    }
  };
  const auto store_row = [&](std::size_t j) {
    for (std::size_t k = 0; k < padded; k += 8) {
      std::uint64_t bytes;
      std::memcpy(&bytes, cells.data() + j * padded + k, sizeof(bytes));
      Word& word = rows_.words[j * rows_.stride + k / 64];
      word.rising |= bit_of_each(bytes, 0) << k % 64;
      word.falling |= bit_of_each(bytes, 2) << k % 64;
      word.open |= bit_of_each(bytes, 4) << k % 64;
    }
  };
  // Each call shifts the bytes of each column and adds the bit of row j at the top. Eight calls
  // fill a byte.
  const auto add_to_columns = [&](std::size_t j) {
    const std::uint8_t* const row = cells.data() + j * padded + 1;
    for (std::size_t i = 0; i < columns; ++i) {
      rising[i] = static_cast<std::uint8_t>(rising[i] >> 1 | (row[i] << 6 & 0x80));
      falling[i] = static_cast<std::uint8_t>(falling[i] >> 1 | (row[i] << 4 & 0x80));
      open[i] = static_cast<std::uint8_t>(open[i] >> 1 | (row[i] << 3 & 0x80));
    }
  };
  const auto store_columns = [&](std::size_t first) {
    Word* word = columns_.words.data() + first / 64;
    for (std::size_t i = 0; i < columns; ++i, word += columns_.stride) {
      word->rising |= std::uint64_t{rising[i]} << first % 64;
      word->falling |= std::uint64_t{falling[i]} << first % 64;
      word->open |= std::uint64_t{open[i]} << first % 64;
    }
  };

  for (std::size_t k = 0; k < columns_.stride * 64; ++k) {  // bit j + 1 belongs to row j
    const std::size_t j = k >= 1 && k <= rows ? k - 1 : rows;
    if (j < rows) {
      fill_row(j);
      store_row(j);
    }
    add_to_columns(j);
    if (k % 8 == 7) store_columns(k - 7);
  }
  find_leads(columns, cells);
}

void JumpLines::find_leads(std::size_t columns, const std::vector<std::uint8_t>& cells) {
  const std::size_t padded = rows_.stride * 64;
  const std::size_t rows = cells.size() / padded - 1;
  // Results for a row: whether a jump east or west leads to an open cell. `east` and `west` have
  // one bit per cell. `both` has one byte per cell, with the two results.
  std::vector<std::uint64_t> east(rows_.stride + 1);
  std::vector<std::uint64_t> west(rows_.stride + 1);
  std::vector<std::uint8_t> both(padded);
  const auto lead_along_row = [&](std::size_t j) {
    const Word* const words = rows_.words.data() + j * rows_.stride;
    bool beyond = false;
    for (std::size_t w = rows_.stride; w-- > 0; beyond = (east[w] & 1) != 0) {
      east[w] = reaches_open<true>(words[w].rising, words[w].open, beyond);
    }
    beyond = false;
    for (std::size_t w = 0; w < rows_.stride; beyond = west[w++] >> 63 != 0) {
      west[w] = reaches_open<false>(words[w].falling, words[w].open, beyond);
    }
    // Cell i is at bit i + 1. A jump from this cell begins at its neighbour: at bit i + 2 (east) or
    // i (west).
    for (std::size_t i = 0; i < columns; i += 8) {
      const std::uint64_t bytes =
          kByteOfEach[eight_bits(east, i + 2)] | kByteOfEach[eight_bits(west, i)] << 2;
      std::memcpy(both.data() + i, &bytes, sizeof(bytes));
    }
    std::uint8_t* const leads = leads_.data() + j * columns;
    for (std::size_t i = 0; i < columns; ++i) {
      leads[i] = static_cast<std::uint8_t>((leads[i] & 0xf0) | both[i]);
    }
  };
  // An entry for each column. It has the bit of the direction if a jump from the current row along
  // the column ends at an open cell. Otherwise it is 0.
  std::vector<std::uint8_t> reaches(columns);
  const auto lead_along_columns = [&](std::size_t j, std::uint8_t direction) {
    const std::uint8_t* const row = cells.data() + j * padded + 1;
    std::uint8_t* const leads = leads_.data() + j * columns;
    for (std::size_t i = 0; i < columns; ++i) {
      leads[i] |= reaches[i];
      const std::uint8_t at_end = (row[i] & kOpen) != 0 ? direction : std::uint8_t{0};
      reaches[i] = (row[i] & direction) != 0 ? at_end : reaches[i];
    }
  };
  for (std::size_t j = 0; j < rows; ++j) {
    lead_along_row(j);
    lead_along_columns(j, 1 << 3);
  }
  std::ranges::fill(reaches, std::uint8_t{0});
  for (std::size_t j = rows; j-- > 0;) lead_along_columns(j, 1 << 1);
}

/// Returns the mask of the legal diagonal moves that lead from cell v to a regular cell.
std::uint8_t JumpLines::diagonals_of(const GridGraph& graph, const JumpRules& rules, Vertex v) {
  std::uint32_t legal = graph.mask(v) & 0xf0U;
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
  std::uint8_t& own = leads_[static_cast<std::size_t>(v)];
  own = static_cast<std::uint8_t>(diagonals_of(graph, rules, v) | (own & 0x0f));
  for (unsigned d = 0; d < 4; ++d) {
    const unsigned direction = 1U << d;
    const bool leads = (bits & direction) != 0 ? open : (own & direction) != 0;
    const GridMove move = kGridMoves[d];
    // Update the cells behind this cell, back to the nearest end of a jump. Their jumps pass this
    // cell or end at it.
    for (int x = i - move.dx, y = j - move.dy;
         x >= 0 && y >= 0 && x < graph.grid().columns && y < graph.grid().rows;
         x -= move.dx, y -= move.dy) {
      const Vertex behind = graph.vertex(x, y);
      std::uint8_t& of = leads_[static_cast<std::size_t>(behind)];
      of = static_cast<std::uint8_t>(leads ? of | direction : of & ~direction);
      if ((bits_of(graph, rules, behind) & direction) != 0) break;
    }
  }
}

}  // namespace fairway
