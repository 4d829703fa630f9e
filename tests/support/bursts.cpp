#include "tests/support/bursts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fairway::test {
namespace {

int below(std::mt19937& random, int end) {
  return static_cast<int>(random() % static_cast<unsigned>(end));
}

}  // namespace

Ring random_ring(std::mt19937& random, int size) {
  std::uniform_int_distribution<int> at(0, size);
  std::uniform_int_distribution<int> extent(1, size / 3);
  const auto x = static_cast<double>(at(random));
  const auto y = static_cast<double>(at(random));
  const double right = std::min<double>(size, x + extent(random));
  const double top = std::min<double>(size, y + extent(random));
  switch (random() % 4) {
    case 0:
      return {{x, y}, {right, y}, {right, top}};
    case 1:
      return {{x, y}, {x, top}, {right, top}, {right, y}};
    case 2:
      return {{x, y}, {right, y}, {right, top}, {(x + right) / 2, (y + top) / 2}, {x, top}};
    default:
      return {{x, top}, {right, y}, {right, top}};
  }
}

ChangingWorld::ChangingWorld(std::mt19937& random, int number)
    : size_(number % 4 == 0 ? 6 : 14 + below(random, 20)) {
  if (number % 3 == 2) {
    Raster cells(3 + below(random, size_), 3 + below(random, size_), 1);
    const int classes = number % 2 == 0 ? 3 : 2;
    for (int i = cells.width() * cells.height() / 3; i > 0; --i) {
      cells.set(below(random, cells.width()), below(random, cells.height()),
                static_cast<Raster::Class>(below(random, classes)));
    }
    cells.set(0, 0, 1);
    base_ = FreeSpace::from_raster(cells);
  } else {
    const auto s = static_cast<double>(size_);
    Polygons polygons{{{{{0, 0}, {s, 0}, {s, s}, {0, s}}, true}}, {}};
    if (number % 3 != 0) polygons.parts.push_back({{{2, 2}, {2, 4}, {4, 4}, {4, 2}}, false});
    if (number % 2 == 1) polygons.walls.push_back({{4, 4}, {5, 5}});
    base_ = FreeSpace::from_polygons(polygons);
  }
  changing_.emplace(*base_);
}

ChangingWorld::ChangingWorld(const Raster& cells)
    : size_(std::max(cells.width(), cells.height())), base_(FreeSpace::from_raster(cells)) {
  changing_.emplace(*base_);
}

Burst ChangingWorld::next_polygons(std::mt19937& random) {
  Burst burst;
  std::vector<Obstacle> there = changing_->obstacles();
  std::ranges::shuffle(there, random);
  const std::size_t goes =
      there.empty() ? 0 : random() % std::min<std::size_t>(there.size() + 1, 4);
  for (std::size_t i = 0; i < goes; ++i) {
    burst.removed.push_back(there[i].id);
  }
  for (std::size_t comes = random() % 3; comes > 0; --comes) {
    burst.added.push_back({next_id_++, random_ring(random, size_)});
  }
  return burst;
}

Burst ChangingWorld::next_cells(std::mt19937& random) const {
  const Raster& cells = *space().raster();
  Burst burst;
  for (int patches = below(random, 3); patches > 0; --patches) {
    CellPatch patch{below(random, cells.width()), below(random, cells.height()), {}};
    patch.cells = Raster(1 + below(random, std::min(7, cells.width() - patch.x)),
                         1 + below(random, std::min(7, cells.height() - patch.y)));
    const int kind = below(random, 4);
    for (int y = 0; y < patch.cells.height(); ++y) {
      for (int x = 0; x < patch.cells.width(); ++x) {
        const int value = kind == 3 ? below(random, 3) : kind == 2 ? 1 : kind;
        patch.cells.set(x, y, static_cast<Raster::Class>(value));
      }
    }
    burst.patches.push_back(std::move(patch));
  }
  return burst;
}

std::optional<SpaceChange> ChangingWorld::next_burst(std::mt19937& random) {
  burst_ = has_cells() ? next_cells(random) : next_polygons(random);
  try {
    return changing_->change(burst_);
  } catch (const InvalidBurst&) {
    return std::nullopt;
  }
}

Burst ChangingWorld::undo() const {
  Burst burst;
  if (has_cells()) {
    burst.patches.push_back({0, 0, *base_->raster()});
  } else {
    for (const Obstacle& obstacle : changing_->obstacles()) burst.removed.push_back(obstacle.id);
  }
  return burst;
}

FreeSpace ChangingWorld::rebuilt() const {
  if (has_cells()) return FreeSpace::from_raster(*space().raster());
  return at_moment(*base_, changing_->obstacles());
}

}  // namespace fairway::test
