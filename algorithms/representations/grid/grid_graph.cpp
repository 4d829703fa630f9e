#include "algorithms/representations/grid/grid_graph.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "algorithms/representations/grid/unit_moves.hpp"

namespace fairway {
namespace {

constexpr int kCostBits = 38;

using Bytes = std::vector<std::uint8_t>;

/// Returns the mask of legal moves of each cell. `near` has the legal short moves, which lead to
/// one of the 8 neighbours. A long move is a sequence of short moves (see MoveSteps) and is legal
/// if all of them are legal. Zeros around the cells stand for cells outside the lattice. At the end
/// of a row, the code reads cells of the next row. This is harmless, because no legal short move
/// crosses the end of a row.
std::vector<std::uint32_t> wide_masks(const Bytes& near, int neighbours,
                                      const std::array<std::int32_t, 32>& offset) {
  const std::size_t count = near.size();
  const auto margin = static_cast<std::size_t>(
      std::max(std::abs(offset[16]), std::abs(offset[19])) + std::abs(offset[4]));
  Bytes padded(count + 2 * margin);
  std::copy(near.begin(), near.end(), padded.begin() + static_cast<std::ptrdiff_t>(margin));
  std::vector<std::uint32_t> wide(near.begin(), near.end());
  Bytes legal(count);
  for (int move = 8; move < neighbours; ++move) {
    const MoveSteps steps = steps_of(move);
    std::fill(legal.begin(), legal.end(), std::uint8_t{1});
    auto at = static_cast<std::ptrdiff_t>(margin);
    for (const int step : steps.direction) {
      if (step < 0) break;
      const std::uint8_t* from = padded.data() + at;
      for (std::size_t v = 0; v < count; ++v) {
        legal[v] = static_cast<std::uint8_t>(legal[v] & (from[v] >> step));
      }
      at += offset[static_cast<std::size_t>(step)];
    }
    for (std::size_t v = 0; v < count; ++v) wide[v] |= static_cast<std::uint32_t>(legal[v]) << move;
  }
  return wide;
}

/// Counts the bits set in bytes. Handles eight bytes at a time, without a popcount instruction.
std::size_t bit_count(const Bytes& bytes) {
  constexpr std::uint64_t kPairs = 0x3333333333333333U;
  constexpr std::uint64_t kNibbles = 0x0f0f0f0f0f0f0f0fU;
  // Number of words that are added to `sums` before `sums` is reset. Each word adds at most 8 to
  // each byte of `sums`. So no byte exceeds 31 * 8 = 248.
  constexpr std::size_t kWords = 31;
  std::size_t count = 0;
  std::size_t at = 0;
  while (at + 8 <= bytes.size()) {
    const std::size_t end = std::min(at + 8 * kWords, bytes.size() / 8 * 8);
    std::uint64_t sums = 0;
    for (; at < end; at += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes.data() + at, sizeof(word));
      word -= word >> 1 & 0x5555555555555555U;
      word = (word & kPairs) + (word >> 2 & kPairs);
      sums += (word + (word >> 4)) & kNibbles;
    }
    // Adds pairs of bytes to four sums of 16 bits, then adds the four sums.
    sums = (sums & 0x00ff00ff00ff00ffU) + (sums >> 8 & 0x00ff00ff00ff00ffU);
    count += sums * 0x0001000100010001U >> 48;
  }
  for (; at < bytes.size(); ++at) count += static_cast<std::size_t>(std::popcount(bytes[at]));
  return count;
}

}  // namespace

GridGraph::GridGraph(const RasterisedSpace& raster, int neighbours)
    : grid_(raster.grid),
      division_(raster.grid.columns),
      quantum_(std::ldexp(1.0, std::ilogb(raster.grid.size) - kCostBits)) {
  for (std::size_t d = 0; d < kGridMoves.size(); ++d) {
    offset_[d] = kGridMoves[d].dy * stride() + kGridMoves[d].dx;
    const int square = kGridMoves[d].dx * kGridMoves[d].dx + kGridMoves[d].dy * kGridMoves[d].dy;
    length_[d] = round_up(grid_.size * std::sqrt(static_cast<double>(square)));
  }
  near_ = unit_moves(raster);
  if (neighbours == 4) {
    for (std::uint8_t& mask : near_) mask &= 0x0f;
  } else if (neighbours > 8) {
    wide_ = wide_masks(near_, neighbours, offset_);
    near_ = {};
  }
  plain_ = wide_.empty() && raster.terrain == nullptr;
  prunes_ = plain_ && stride() >= 3;
  if (raster.terrain == nullptr) return;
  const std::vector<std::uint32_t> masks =
      wide_.empty() ? std::vector<std::uint32_t>(near_.begin(), near_.end()) : wide_;
  terrain_ = move_costs(raster, masks, static_cast<std::size_t>(neighbours), length_);
}

void GridGraph::take_moves(const GridGraph& part, int i, int j, const CellBlock& of_part) {
  for (int y = of_part.y; y < of_part.y + of_part.height; ++y) {
    for (int x = of_part.x; x < of_part.x + of_part.width; ++x) {
      const auto to = static_cast<std::size_t>(vertex(i + x, j + y));
      const auto from = static_cast<std::size_t>(part.vertex(x, y));
      if (wide_.empty()) {
        near_[to] = part.near_[from];
      } else {
        wide_[to] = part.wide_[from];
      }
    }
  }
}

std::size_t GridGraph::edge_count() const {
  std::size_t directed = bit_count(near_);
  for (const std::uint32_t mask : wide_) directed += static_cast<std::size_t>(std::popcount(mask));
  return directed / 2;
}

std::size_t GridGraph::memory_bytes() const {
  return near_.capacity() * sizeof(near_[0]) + wide_.capacity() * sizeof(wide_[0]) +
         terrain_.memory_bytes();
}

}  // namespace fairway
