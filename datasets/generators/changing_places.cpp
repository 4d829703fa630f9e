#include "datasets/generators/changing_places.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "datasets/generators/changes.hpp"
#include "datasets/generators/raster_worlds.hpp"

namespace fairway {
namespace {

/// Lattice steps per unit, and per side of a place.
constexpr int kStepsAUnit = 256;
constexpr int kPlaceSteps = kUnitsAPlace * kStepsAUnit;

using LatticePoint = PlaceShape::LatticePoint;

/// The point on the border of a place that is `along` lattice steps from its corner (0, 0). The
/// steps are counted along the border, counter-clockwise if y points up.
LatticePoint border_point(int along) {
  const int side = along / kPlaceSteps;
  const int rest = along % kPlaceSteps;
  switch (side) {
    case 0:
      return {rest, 0};
    case 1:
      return {kPlaceSteps, rest};
    case 2:
      return {kPlaceSteps - rest, kPlaceSteps};
    default:
      return {0, kPlaceSteps - rest};
  }
}

Ring ring_at(const PlaceShape& shape, PlaceAt place) {
  Ring ring;
  ring.reserve(shape.ring.size());
  for (const LatticePoint p : shape.ring) {
    ring.push_back({static_cast<double>(place.x * kPlaceSteps + p.x) / kStepsAUnit,
                    static_cast<double>(place.y * kPlaceSteps + p.y) / kStepsAUnit});
  }
  return ring;
}

CellPatch patch_at(Raster cells, PlaceAt place) {
  return {place.x * kCellsAPlace, place.y * kCellsAPlace, std::move(cells)};
}

}  // namespace

PlaceShape whole_place(int vertices) {
  PlaceShape shape{{}, Raster(kCellsAPlace, kCellsAPlace)};
  for (int side = 0; side < 4; ++side) {
    const int count = (vertices + side) / 4;  // the counts of the four sides sum to `vertices`
    for (int i = 0; i < count; ++i) {
      shape.ring.push_back(border_point(side * kPlaceSteps + i * kPlaceSteps / count));
    }
  }
  return shape;
}

/// The ring is star-shaped: each vertex lies on a ray from the centre of the place to a point on
/// the border. Neighbouring points on the border are at least half their mean distance apart.
/// Rounding moves the vertices by much less, so the ring is valid.
PlaceShape part_of_place(Random& random, int vertices) {
  constexpr int kCentre = kPlaceSteps / 2;
  PlaceShape shape{{}, Raster(kCellsAPlace, kCellsAPlace, kGround)};
  const int step = 4 * kPlaceSteps / vertices;
  for (int i = 0; i < vertices; ++i) {
    const int jitter = static_cast<int>(random.between(0, step / 2));
    const LatticePoint far = border_point(i * step + jitter);
    const int percent = static_cast<int>(random.between(40, 100));
    shape.ring.push_back(
        {kCentre + (far.x - kCentre) * percent / 100, kCentre + (far.y - kCentre) * percent / 100});
  }
  const auto interval = [&] {
    const auto begin = static_cast<int>(random.between(0, kCellsAPlace - 1));
    return std::pair(begin, static_cast<int>(random.between(begin + 1, kCellsAPlace)));
  };
  const auto [left, right] = interval();
  const auto [top, bottom] = interval();
  fill(shape.cells, left, top, right, bottom, Raster::kBlocked);
  return shape;
}

void ChangingPlaces::add_wall(int left, int top, int right, int bottom) {
  if (left >= right || top >= bottom) return;
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) at({x, y}).wall = true;
  }
  walls_.push_back({{left, top}, {right, bottom}});
}

void ChangingPlaces::begin_with(PlaceAt p, PlaceShape shape) {
  at(p).obstacle = static_cast<std::int32_t>(obstacles_.size());
  obstacles_.push_back({std::move(shape), p, false});
  begun_ = obstacles_.size();
}

PlaceAt ChangingPlaces::random_near(PlaceAt p, int radius) {
  const auto coordinate = [&](int c) {
    return static_cast<int>(
        random_.between(std::max(0, c - radius), std::min(side_ - 1, c + radius)));
  };
  const int x = coordinate(p.x);
  return {x, coordinate(p.y)};
}

void ChangingPlaces::remove(PlaceAt p) {
  const std::int32_t id = std::exchange(at(p).obstacle, kNone);
  at(p).changed_in = burst_number_;
  PlacedObstacle& obstacle = obstacles_[static_cast<std::size_t>(id)];
  obstacle.goes = true;
  if (options_.cells) {
    burst_.patches.push_back(patch_at(Raster(kCellsAPlace, kCellsAPlace, kGround), p));
  } else {
    burst_.removed.push_back(id);
  }
}

void ChangingPlaces::choose_queries() {
  for (const auto& [start, goal] : ends_) {
    --at(start.place).ends;
    --at(goal.place).ends;
  }
  ends_.clear();
  starts_ = random_place();
  goals_ = random_place();
  for (int i = 0; i < kTries && 2 * distance(starts_, goals_) < side_; ++i) {
    goals_ = random_place();
  }
  for (int i = 0; i < options_.queries; ++i) {
    const End start = choose_end(starts_);
    ends_.emplace_back(start, choose_end(goals_));
  }
}

void ChangingPlaces::end_burst(std::vector<Step>& steps) {
  const Burst burst = std::exchange(burst_, {});
  if (!burst.patches.empty() || !burst.removed.empty() || !burst.added.empty()) {
    steps.emplace_back(BurstStep{burst});
  }
  for (const auto& [start, goal] : ends_) {
    steps.emplace_back(QueryStep{burst_number_, start.point, goal.point});
  }
  ++burst_number_;
}

WorldFile ChangingPlaces::world(std::vector<Step>& steps) const {
  if (options_.cells) {
    Raster raster(side_ * kCellsAPlace, side_ * kCellsAPlace, kGround);
    for (const auto& [from, to] : walls_) {
      fill(raster, from.x * kCellsAPlace, from.y * kCellsAPlace, to.x * kCellsAPlace,
           to.y * kCellsAPlace, Raster::kBlocked);
    }
    for (std::size_t i = 0; i < begun_; ++i) {
      const CellPatch patch = patch_at(obstacles_[i].shape.cells, obstacles_[i].place);
      for (int y = 0; y < patch.cells.height(); ++y) {
        std::ranges::copy(patch.cells.row(y), raster.row(patch.y + y).begin() + patch.x);
      }
    }
    return WorldFile{{}, std::move(raster), {}};
  }
  Polygons polygons;
  polygons.parts.push_back({rectangle({0, 0}, {side_, side_}), true});
  for (const auto& [from, to] : walls_) polygons.parts.push_back({rectangle(from, to), false});
  Burst first;
  for (std::size_t i = 0; i < begun_; ++i) {
    Ring ring = ring_at(obstacles_[i].shape, obstacles_[i].place);
    if (obstacles_[i].goes) {
      first.added.push_back({static_cast<std::int32_t>(i), std::move(ring)});
    } else {
      polygons.parts.push_back({std::move(ring), false});
    }
  }
  if (!first.added.empty()) steps.insert(steps.begin(), BurstStep{std::move(first)});
  return WorldFile{{}, std::move(polygons), {}};
}

Ring ChangingPlaces::rectangle(PlaceAt from, PlaceAt to) {
  const double left = from.x * kUnitsAPlace;
  const double top = from.y * kUnitsAPlace;
  const double right = to.x * kUnitsAPlace;
  const double bottom = to.y * kUnitsAPlace;
  return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
}

void ChangingPlaces::put(PlaceAt p, std::int32_t id) {
  at(p).obstacle = id;
  at(p).changed_in = burst_number_;
  const PlaceShape& shape = obstacles_[static_cast<std::size_t>(id)].shape;
  if (options_.cells) {
    burst_.patches.push_back(patch_at(shape.cells, p));
  } else {
    burst_.added.push_back({id, ring_at(shape, p)});
  }
}

ChangingPlaces::End ChangingPlaces::choose_end(PlaceAt near) {
  const int radius = std::max(1, side_ / 16);
  for (int i = 0; i < 10 * kTries; ++i) {
    const PlaceAt p = i < kTries ? random_near(near, radius) : random_place();
    if (!is_free(p)) continue;
    ++at(p).ends;
    if (options_.cells) {
      const auto cell = [&](int c) {
        return c * kCellsAPlace + static_cast<double>(random_.between(0, kCellsAPlace - 1)) + 0.5;
      };
      const double x = cell(p.x);
      return {p, {x, cell(p.y)}};
    }
    const auto coordinate = [&](int c) {
      return static_cast<double>(std::int64_t{c} * kPlaceSteps +
                                 random_.between(1, kPlaceSteps - 1)) /
             kStepsAUnit;
    };
    const double x = coordinate(p.x);
    return {p, {x, coordinate(p.y)}};
  }
  throw std::invalid_argument(
      "too few free places for queries; expected a larger size or fewer obstacles");
}

}  // namespace fairway
