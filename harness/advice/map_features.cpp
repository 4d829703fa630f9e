#include "harness/advice/map_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/freespace/clearance.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"
#include "datasets/generators/random.hpp"
#include "harness/queries/point_sampler.hpp"

namespace fairway {

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kPoints = 1000;  ///< number of random points for MapFeatures::corridor_width
constexpr int kPaths = 50;     ///< number of random queries for MapFeatures::detour

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double corridor_width(const FreeSpace& space, const PointSampler& sampler, Random& random) {
  const Clearance clearance(space.walls());
  std::vector<double> distances;
  for (int i = 0; i < kPoints; ++i) {
    const std::optional<Location> at = sampler.anywhere(random);
    if (at) distances.push_back(clearance.of(std::array{at->point}));
  }
  if (distances.empty()) {
    throw std::invalid_argument("no point inside free space was found, expected a larger world");
  }
  return 4 * median(std::move(distances));
}

/// Divides the plane into squares of side `size`. Returns the number of squares that walls touch.
/// Samples each wall at points at most size / 4 apart.
std::size_t touched_boxes(const FreeSpace& space, double size) {
  const Point origin = space.box().min;
  std::vector<std::pair<std::int64_t, std::int64_t>> boxes;
  for (const Wall& wall : space.walls()) {
    const double dx = wall.b.x - wall.a.x;
    const double dy = wall.b.y - wall.a.y;
    const int steps = std::max(1, static_cast<int>(std::ceil(4 * std::hypot(dx, dy) / size)));
    for (int i = 0; i <= steps; ++i) {
      const double share = static_cast<double>(i) / steps;
      boxes.emplace_back(
          static_cast<std::int64_t>(std::floor((wall.a.x + share * dx - origin.x) / size)),
          static_cast<std::int64_t>(std::floor((wall.a.y + share * dy - origin.y) / size)));
    }
  }
  std::sort(boxes.begin(), boxes.end());
  return static_cast<std::size_t>(std::unique(boxes.begin(), boxes.end()) - boxes.begin());
}

double wall_dimension(const FreeSpace& space) {
  const double side = std::max(space.box().width(), space.box().height());
  double n = 0;
  double sum_x = 0;
  double sum_y = 0;
  double sum_xx = 0;
  double sum_xy = 0;
  for (int boxes = 8; boxes <= 128; boxes *= 2) {
    const double x = std::log(boxes);
    const double y = std::log(static_cast<double>(touched_boxes(space, side / boxes)));
    ++n;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  return (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
}

double detour(const FreeSpace& space, const PointSampler& sampler, Random& random) {
  const Polyanya polyanya(space);
  Polyanya::Scratch scratch;
  std::vector<double> ratios;
  for (int i = 0; i < kPaths; ++i) {
    const std::optional<Location> start = sampler.anywhere(random);
    const std::optional<Location> goal =
        start ? sampler.in_component(random, space.component(*start)) : std::nullopt;
    if (!goal || start->point == goal->point) continue;
    const double length = polyanya.shortest(*start, *goal, scratch);
    if (std::isfinite(length)) {
      ratios.push_back(length /
                       std::hypot(goal->point.x - start->point.x, goal->point.y - start->point.y));
    }
  }
  return ratios.empty() ? 1 : median(std::move(ratios));
}

}  // namespace

MapFeatures map_features(const FreeSpace& space) {
  const PointSampler sampler(space);
  Random random(kSeed);
  MapFeatures features;
  features.cells = space.made_of_cells();
  features.area = space.area();
  const double cell = natural_cell_size(space);
  features.cell_count = features.area / (cell * cell);
  features.corners = static_cast<std::size_t>(
      std::ranges::count_if(space.corners(), [](const Corner& corner) { return corner.reflex; }));
  features.corridor_width = corridor_width(space, sampler, random);
  features.corners_per_area = static_cast<double>(features.corners) * features.corridor_width *
                              features.corridor_width / features.area;
  features.wall_dimension = wall_dimension(space);
  features.detour = detour(space, sampler, random);
  return features;
}

Predictors predictors(const MapFeatures& f) {
  return {f.cells ? 1.0 : 0.0,
          std::log(f.cell_count),
          std::log(1 + static_cast<double>(f.corners)),
          std::log(f.corridor_width / std::sqrt(f.area)),
          f.wall_dimension,
          std::log(f.detour)};
}

}  // namespace fairway
