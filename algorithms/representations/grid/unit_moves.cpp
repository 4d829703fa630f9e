#include "algorithms/representations/grid/unit_moves.hpp"

#include <cstddef>
#include <utility>

namespace fairway {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The legal moves to the right and upwards from the cells of a row. In each vector, byte i + 1
/// belongs to column i and is 0 or 1. The first and the last byte are 0.
struct RowMoves {
  explicit RowMoves(std::size_t columns)
      : right(columns + 2), up(columns + 2), square(columns + 2) {}
  Bytes right;   // whether the move to the next cell is legal
  Bytes up;      // whether the move to the next row is legal
  Bytes square;  // whether all four borders around the cell's upper right corner are open
};

}  // namespace

Bytes unit_moves(const RasterisedSpace& raster) {
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

}  // namespace fairway
