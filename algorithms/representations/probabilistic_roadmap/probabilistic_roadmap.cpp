#include "algorithms/representations/probabilistic_roadmap/probabilistic_roadmap.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "algorithms/representations/random_points.hpp"

namespace fairway {

PartSet ProbabilisticRoadmap::parts(const FreeSpace&, const Options& options) {
  return options.sampling == Sampling::kMedialAxis ? kSightParts | SpacePart::kWalls : kSightParts;
}

ProbabilisticRoadmap ProbabilisticRoadmap::build(const FreeSpace& space, const Options& options) {
  check_ranges(options);
  std::mt19937_64 random(static_cast<std::uint64_t>(options.seed));
  std::optional<WallDistance> axis;
  if (options.sampling == Sampling::kMedialAxis) axis.emplace(space);
  std::vector<Point> points;
  draw_points(space, options.samples, random,
              [&](Point p) { points.push_back(axis ? axis->retract(p) : p); });
  // For n samples, the radius of PRM* is 2 sqrt(1 + 1/2) sqrt(area / pi) sqrt(log(n) / n).
  const double samples = std::max(2, options.samples);
  const double reach =
      2 * std::sqrt(1.5 * space.area() / std::numbers::pi) * std::sqrt(std::log(samples) / samples);
  return {space, points, reach};
}

}  // namespace fairway
