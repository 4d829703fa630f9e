#include <array>
#include <cstdint>
#include <vector>

#include "datasets/generators/random.hpp"
#include "datasets/generators/raster_worlds.hpp"

namespace fairway {
namespace {

Raster smoothed(const Raster& raster) {
  Raster result(raster.width(), raster.height());
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      int blocked = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          blocked += raster.at_or_blocked(x + dx, y + dy) == Raster::kBlocked;
        }
      }
      if (blocked < 5) result.set(x, y, kGround);
    }
  }
  return result;
}

struct Cell {
  int x;
  int y;
};

/// Returns the cells of the component of `from`, and blocks them in the raster.
std::vector<Cell> take_component(Raster& raster, Cell from) {
  constexpr std::array<Cell, 4> kSteps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  std::vector<Cell> cells{from};
  raster.set(from.x, from.y, Raster::kBlocked);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (const Cell step : kSteps) {
      const Cell to{cells[i].x + step.x, cells[i].y + step.y};
      if (raster.at_or_blocked(to.x, to.y) == Raster::kBlocked) continue;
      raster.set(to.x, to.y, Raster::kBlocked);
      cells.push_back(to);
    }
  }
  return cells;
}

Raster largest_component(Raster raster) {
  std::vector<Cell> largest;
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (raster.at(x, y) == Raster::kBlocked) continue;
      std::vector<Cell> cells = take_component(raster, {x, y});
      if (cells.size() > largest.size()) largest = std::move(cells);
    }
  }
  for (const Cell cell : largest) raster.set(cell.x, cell.y, kGround);
  return raster;
}

}  // namespace

Raster caves(std::uint64_t seed, int size, int blocked_percent, int steps, bool keep_largest) {
  Random random(seed);
  Raster raster(size, size);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      if (!random.percent(blocked_percent)) raster.set(x, y, kGround);
    }
  }
  for (int step = 0; step < steps; ++step) raster = smoothed(raster);
  return keep_largest ? largest_component(std::move(raster)) : raster;
}

}  // namespace fairway
