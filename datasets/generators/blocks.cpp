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

void fill(Raster& raster, int left, int top, int right, int bottom, Raster::Class value) {
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) raster.set(x, y, value);
  }
}

}  // namespace fairway
