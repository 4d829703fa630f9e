#include "algorithms/representations/probabilistic_roadmap/probabilistic_roadmap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <random>

#include "algorithms/geometry/box_tree.hpp"

namespace fairway {
namespace {

/// Returns a uniform number in [0, 1). It is equal on every machine, unlike
/// std::uniform_real_distribution.
double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11U) * 0x1p-53; }

/// Calls visit(Point) for `samples` points, uniform over free space. Draws points of the world's
/// box and skips blocked points. Visits fewer points if free space is less than a thousandth of the
/// box. Does not depend on the triangulation, so a repaired world gives the same points as a
/// rebuilt one.
template <class Visit>
void draw_points(const FreeSpace& space, int samples, std::mt19937_64& random, const Visit& visit) {
  const Box& box = space.box();
  constexpr std::int64_t kMostTries = 2000;
  for (std::int64_t tries = kMostTries * samples; samples > 0 && tries > 0; --tries) {
    const double x = box.min.x + box.width() * uniform(random);
    const double y = box.min.y + box.height() * uniform(random);
    if (space.locate({x, y}).place == Place::kBlocked) continue;
    visit({x, y});
    --samples;
  }
}

Point nearest_on(const Wall& wall, Point p) {
  const Point along = wall.b - wall.a;
  const double share = dot(p - wall.a, along) / dot(along, along);
  return wall.a + std::clamp(share, 0.0, 1.0) * along;
}

/// Moves points to the medial axis of free space.
class MedialAxis {
 public:
  explicit MedialAxis(const FreeSpace& space)
      : walls_(space.walls()), tree_(boxes_of(walls_)), box_(space.box()) {}

  /// Returns the point at which the ray from the nearest wall point through p is equally near to
  /// another wall, with a relative error of 2^-20. Returns p if it is on a wall. Expected
  /// O(log walls).
  Point retract(Point p) const {
    const Point wall = nearest(p);
    const double start = distance(wall, p);
    if (start == 0) return p;
    const Point direction = (1 / start) * (p - wall);
    const auto at = [&](double from_wall) { return wall + from_wall * direction; };
    const auto nearest_is_wall = [&](double from_wall) {
      constexpr double kRounding = 1 - 1e-9;
      const Point q = at(from_wall);
      return distance(nearest(q), q) >= kRounding * from_wall;
    };
    double inside = start;
    double outside = 2 * start;
    const double most = box_.width() + box_.height();
    while (outside < most && nearest_is_wall(outside)) {
      inside = outside;
      outside *= 2;
    }
    constexpr int kHalvings = 20;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = (inside + outside) / 2;
      (nearest_is_wall(middle) ? inside : outside) = middle;
    }
    return at(inside);
  }

 private:
  Point nearest(Point p) const {
    const auto square = [&](std::size_t i) {
      return squared_distance(p, nearest_on(walls_[i], p));
    };
    const auto found = tree_.nearest(Box{p, p}, std::numeric_limits<double>::infinity(), square);
    return found ? nearest_on(walls_[found->item], p) : p;
  }

  std::span<const Wall> walls_;
  BoxTree tree_;
  Box box_;
};

}  // namespace

PartSet ProbabilisticRoadmap::parts(const FreeSpace&, const Options& options) {
  return options.sampling == Sampling::kMedialAxis ? kSightParts | SpacePart::kWalls : kSightParts;
}

ProbabilisticRoadmap ProbabilisticRoadmap::build(const FreeSpace& space, const Options& options) {
  check_ranges(options);
  std::mt19937_64 random(static_cast<std::uint64_t>(options.seed));
  std::optional<MedialAxis> axis;
  if (options.sampling == Sampling::kMedialAxis) axis.emplace(space);
  std::vector<Point> points;
  draw_points(space, options.samples, random,
              [&](Point p) { points.push_back(axis ? axis->retract(p) : p); });
  // The radius of PRM* in the plane has the factor 2 sqrt(1 + 1/2) sqrt(area / pi).
  const double samples = std::max(2, options.samples);
  const double reach =
      2 * std::sqrt(1.5 * space.area() / std::numbers::pi) * std::sqrt(std::log(samples) / samples);
  return {space, points, reach};
}

}  // namespace fairway
