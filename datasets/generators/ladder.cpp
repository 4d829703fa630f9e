#include "datasets/generators/ladder.hpp"

#include <stdexcept>
#include <string>

#include "algorithms/freespace/rasterise.hpp"
#include "datasets/generators/clutter.hpp"
#include "datasets/moving_ai_map.hpp"

namespace fairway {

Polygons ladder_world(std::uint64_t seed, int blocked_percent) {
  return clutter_in_square(seed, kLadderSide, blocked_percent, {});
}

Raster ladder_rung(const Polygons& world, int cells) {
  if (cells <= 0 || (cells & (cells - 1)) != 0) {
    throw std::invalid_argument("the size of a rung is " + std::to_string(cells) +
                                "; expected a power of two");
  }
  const FreeSpace space = FreeSpace::from_polygons(world);
  const RasterisedSpace seen = rasterise(space, space.box().width() / cells);
  Raster raster(cells, cells);
  for (int y = 0; y < cells; ++y) {
    for (int x = 0; x < cells; ++x) {
      if (seen.is_free(x, y)) raster.set(x, y, kGround);
    }
  }
  return raster;
}

}  // namespace fairway
