#include "algorithms/representations/grid/grid_graph.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace fairway {
namespace {

constexpr int kCostBits = 38;

using Bytes = std::vector<std::uint8_t>;

/// Which moves are legal from each cell of a row upwards: bytes of 0 or 1, with a 0 before the
/// first cell and one after the last.
struct RowMoves {
  explicit RowMoves(std::size_t columns)
      : right(columns + 2), up(columns + 2), square(columns + 2) {}
  Bytes right;   // to the next cell
  Bytes up;      // to the cell of the next row
  Bytes square;  // all four borders round the cell's upper right corner are open
};

/// Masks of the 8 short moves, row by row: a byte operation per cell and move, without branches. A
/// diagonal needs both cells beside it and all four borders at the corner it passes.
Bytes near_masks(const RasterisedSpace& raster) {
  const auto columns = static_cast<std::size_t>(raster.grid.columns);
  const auto rows = static_cast<std::size_t>(raster.grid.rows);
  constexpr std::uint8_t kWest = RasterisedSpace::kFree | RasterisedSpace::kWestWall;
  constexpr std::uint8_t kSouth = RasterisedSpace::kFree | RasterisedSpace::kSouthWall;
  Bytes masks(columns * rows);
  const Bytes outside(columns);
  RowMoves before(columns);
  RowMoves here(columns);
  Bytes next_right(columns + 2);

  const auto fill_right = [&](const std::uint8_t* row, std::uint8_t* right) {
    for (std::size_t i = 0; i + 1 < columns; ++i) {
      right[i + 1] = static_cast<std::uint8_t>(
          row[i] & static_cast<std::uint8_t>((row[i + 1] & kWest) == RasterisedSpace::kFree));
    }
  };
  fill_right(raster.cells.data(), next_right.data());
  for (std::size_t j = 0; j < rows; ++j) {
    const std::uint8_t* row = raster.cells.data() + j * columns;
    const std::uint8_t* next = j + 1 < rows ? row + columns : outside.data();
    std::swap(before, here);
    std::swap(here.right, next_right);
    fill_right(next, next_right.data());
    std::uint8_t* up = here.up.data();
    for (std::size_t i = 0; i < columns; ++i) {
      up[i + 1] = static_cast<std::uint8_t>(
          row[i] & static_cast<std::uint8_t>((next[i] & kSouth) == RasterisedSpace::kFree));
    }
    std::uint8_t* square = here.square.data();
    const std::uint8_t* right = here.right.data();
    const std::uint8_t* right_above = next_right.data();
    for (std::size_t i = 1; i <= columns; ++i) {
      square[i] = static_cast<std::uint8_t>(right[i] & right_above[i] & up[i] & up[i + 1]);
    }
    const std::uint8_t* up_below = before.up.data();
    const std::uint8_t* square_below = before.square.data();
    std::uint8_t* out = masks.data() + j * columns;
    for (std::size_t i = 1; i <= columns; ++i) {
      out[i - 1] = static_cast<std::uint8_t>(
          right[i] | up[i] << 1 | right[i - 1] << 2 | up_below[i] << 3 | square[i] << 4 |
          square[i - 1] << 5 | square_below[i - 1] << 6 | square_below[i] << 7);
    }
  }
  return masks;
}

/// Adds the long moves: each is the conjunction of its steps, for a row of cells at a time. Zeros
/// before the first and after the last cell stand for cells outside; what a step reads beyond the
/// end of a row does not matter, as the step that led there is not legal.
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
  near_ = near_masks(raster);
  if (neighbours == 4) {
    for (std::uint8_t& mask : near_) mask &= 0x0f;
  } else if (neighbours > 8) {
    wide_ = wide_masks(near_, neighbours, offset_);
    near_ = {};
  }
  plain_ = wide_.empty() && raster.terrain == nullptr;
  if (raster.terrain == nullptr) return;
  const std::vector<std::uint32_t> masks =
      wide_.empty() ? std::vector<std::uint32_t>(near_.begin(), near_.end()) : wide_;
  terrain_ = move_costs(raster, masks, static_cast<std::size_t>(neighbours), length_);
}

std::size_t GridGraph::edge_count() const {
  std::size_t directed = 0;
  for (const std::uint8_t mask : near_) directed += static_cast<std::size_t>(std::popcount(mask));
  for (const std::uint32_t mask : wide_) directed += static_cast<std::size_t>(std::popcount(mask));
  return directed / 2;
}

std::size_t GridGraph::memory_bytes() const {
  return near_.capacity() * sizeof(near_[0]) + wide_.capacity() * sizeof(wide_[0]) +
         terrain_.memory_bytes();
}

}  // namespace fairway
