#include <array>
#include <cstdint>
#include <vector>

#include "datasets/generators/random.hpp"
#include "datasets/generators/raster_worlds.hpp"

namespace fairway {
namespace {

/// A maze as a square grid of places, which are the crossings of corridors. Each place has two
/// walls, on its right and below it. An open wall joins two places.
class Places {
 public:
  explicit Places(int side)
      : side_(side), open_(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 2) {}

  int side() const { return side_; }
  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < side_ && y < side_; }
  bool is_open(int x, int y, bool below) const { return open_[index(x, y, below)]; }
  void open(int x, int y, bool below) { open_[index(x, y, below)] = true; }

 private:
  std::size_t index(int x, int y, bool below) const {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(side_) +
            static_cast<std::size_t>(x)) *
               2 +
           (below ? 1 : 0);
  }
  int side_;
  std::vector<bool> open_;
};

struct Place {
  int x;
  int y;
};

void carve(Random& random, Places& places) {
  constexpr std::array<Place, 4> kSteps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  const int side = places.side();
  Raster seen(side, side, 0);
  std::vector<Place> trail{{static_cast<int>(random.between(0, side - 1)),
                            static_cast<int>(random.between(0, side - 1))}};
  seen.set(trail.back().x, trail.back().y, 1);
  while (!trail.empty()) {
    const Place at = trail.back();
    std::array<Place, 4> fresh;
    std::size_t count = 0;
    for (const Place step : kSteps) {
      const Place to{at.x + step.x, at.y + step.y};
      if (places.inside(to.x, to.y) && seen.at(to.x, to.y) == 0) fresh[count++] = to;
    }
    if (count == 0) {
      trail.pop_back();
      continue;
    }
    const Place to = fresh[random.below(count)];
    seen.set(to.x, to.y, 1);
    places.open(to.x < at.x ? to.x : at.x, to.y < at.y ? to.y : at.y, to.y != at.y);
    trail.push_back(to);
  }
}

void open_more(Random& random, Places& places, int percent) {
  for (int y = 0; y < places.side(); ++y) {
    for (int x = 0; x < places.side(); ++x) {
      for (const bool below : {false, true}) {
        const bool between = below ? y + 1 < places.side() : x + 1 < places.side();
        if (between && !places.is_open(x, y, below) && random.percent(percent)) {
          places.open(x, y, below);
        }
      }
    }
  }
}

}  // namespace

Raster maze(std::uint64_t seed, int size, int corridor, int wall, int openings_percent) {
  Random random(seed);
  const int pitch = corridor + wall;
  Raster raster(size, size);
  if (size < pitch + wall) return raster;
  Places places((size - wall) / pitch);
  carve(random, places);
  open_more(random, places, openings_percent);
  for (int y = 0; y < places.side(); ++y) {
    for (int x = 0; x < places.side(); ++x) {
      const int left = wall + x * pitch;
      const int top = wall + y * pitch;
      const int right = left + corridor + (places.is_open(x, y, false) ? wall : 0);
      const int bottom = top + corridor + (places.is_open(x, y, true) ? wall : 0);
      fill(raster, left, top, right, top + corridor, kGround);
      fill(raster, left, top, left + corridor, bottom, kGround);
    }
  }
  return raster;
}

}  // namespace fairway
