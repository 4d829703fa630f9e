#include "algorithms/representations/grid/inner_walls.hpp"

#include <cstddef>
#include <cstdint>

namespace fairway {

bool has_inner_walls(const RasterisedSpace& raster) {
  static_assert(RasterisedSpace::kFree == 1 && RasterisedSpace::kWestWall == 2 &&
                RasterisedSpace::kSouthWall == 4);
  // Returns whether, for some i < count, a wall separates the free cells i and i + step. Bit
  // `shift` of the second cell marks the wall.
  const auto walls = [](const std::uint8_t* cells, std::size_t count, std::size_t step, int shift) {
    std::uint8_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t cell = cells[i + step];
      found = static_cast<std::uint8_t>(found | (cell & cells[i] & cell >> shift));
    }
    return (found & 1) != 0;
  };
  const auto columns = static_cast<std::size_t>(raster.grid.columns);
  const std::uint8_t* const cells = raster.cells.data();
  if (walls(cells, raster.cells.size() - columns, columns, 2)) return true;
  for (std::size_t row = 0; row < raster.cells.size(); row += columns) {
    if (walls(cells + row, columns - 1, 1, 1)) return true;
  }
  return false;
}

}  // namespace fairway
