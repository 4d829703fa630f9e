#include <cstdint>

#include "datasets/generators/random.hpp"
#include "datasets/generators/raster_worlds.hpp"

namespace fairway {

Raster random_blocks(std::uint64_t seed, int size, int blocked_percent, int block) {
  Random random(seed);
  Raster raster(size, size, kGround);
  const int side = block < size ? block : size;
  const std::int64_t wanted = std::int64_t{size} * size * blocked_percent / 100;
  for (std::int64_t blocked = 0; blocked < wanted;) {
    const int left = static_cast<int>(random.between(0, size - side));
    const int top = static_cast<int>(random.between(0, size - side));
    for (int y = top; y < top + side; ++y) {
      for (int x = left; x < left + side; ++x) {
        blocked += raster.at(x, y) != Raster::kBlocked;
        raster.set(x, y, Raster::kBlocked);
      }
    }
  }
  return raster;
}

Raster upscale(const Raster& raster, int factor) {
  Raster result(raster.width() * factor, raster.height() * factor);
  for (int y = 0; y < result.height(); ++y) {
    for (int x = 0; x < result.width(); ++x) result.set(x, y, raster.at(x / factor, y / factor));
  }
  return result;
}

}  // namespace fairway
