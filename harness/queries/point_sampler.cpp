#include "harness/queries/point_sampler.hpp"

#include <algorithm>
#include <cmath>

namespace fairway {
namespace {

constexpr int kTries = 64;

double fused_twice_area(Point a, Point b, Point c) {
  const double left = (b.x - a.x) * (c.y - a.y);
  return std::fma(a.y - b.y, c.x - a.x, left);
}

}  // namespace

PointSampler::PointSampler(const FreeSpace& space) : space_(space) {
  const Triangulation& mesh = space.triangulation();
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (mesh.is_free(t)) triangles_.push_back(t);
  }
  std::stable_sort(triangles_.begin(), triangles_.end(), [&](TriangleId a, TriangleId b) {
    return mesh.component(a) < mesh.component(b);
  });

  std::vector<double> areas;
  double sum = 0;
  for (const TriangleId t : triangles_) {
    const auto& v = mesh.triangle(t).vertex;
    areas.push_back(fused_twice_area(mesh.point(v[0]), mesh.point(v[1]), mesh.point(v[2])));
    sum += areas.back();
  }
  weights_before_.push_back(0);
  component_begin_.push_back(0);
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    if (i > 0 && mesh.component(triangles_[i]) != mesh.component(triangles_[i - 1])) {
      component_begin_.push_back(total());
    }
    const auto weight = static_cast<std::uint64_t>(std::max(1.0, 0x1p40 * (areas[i] / sum)));
    weights_before_.push_back(total() + weight);
  }
  component_begin_.push_back(total());
}

std::optional<Location> PointSampler::anywhere(Random& random) const {
  return try_often([&] { return settle(point_in(random, triangle_at(random.below(total())))); });
}

std::optional<Location> PointSampler::in_component(Random& random, std::int32_t component) const {
  const std::uint64_t begin = component_begin_[static_cast<std::size_t>(component)];
  const std::uint64_t end = component_begin_[static_cast<std::size_t>(component) + 1];
  return try_often([&]() -> std::optional<Location> {
    const auto found = settle(point_in(random, triangle_at(begin + random.below(end - begin))));
    return found && space_.component(*found) == component ? found : std::nullopt;
  });
}

std::optional<Location> PointSampler::outside_component(Random& random,
                                                        std::int32_t component) const {
  const std::uint64_t begin = component_begin_[static_cast<std::size_t>(component)];
  const std::uint64_t end = component_begin_[static_cast<std::size_t>(component) + 1];
  const std::uint64_t outside = total() - (end - begin);
  if (outside == 0) return std::nullopt;
  return try_often([&]() -> std::optional<Location> {
    const std::uint64_t weight = random.below(outside);
    const TriangleId t = triangle_at(weight < begin ? weight : weight + (end - begin));
    const auto found = settle(point_in(random, t));
    return found && space_.component(*found) != component ? found : std::nullopt;
  });
}

std::optional<Location> PointSampler::near(Random& random, const Location& from,
                                           double radius) const {
  const std::int32_t component = space_.component(from);
  return try_often([&]() -> std::optional<Location> {
    const double right = 2 * random.unit() - 1;
    const double up = 2 * random.unit() - 1;
    const auto found =
        settle({std::fma(right, radius, from.point.x), std::fma(up, radius, from.point.y)});
    return found && space_.component(*found) == component ? found : std::nullopt;
  });
}

template <class Sample>
std::optional<Location> PointSampler::try_often(Sample sample) const {
  for (int i = 0; i < kTries; ++i) {
    if (const std::optional<Location> found = sample()) return found;
  }
  return std::nullopt;
}

Point PointSampler::point_in(Random& random, TriangleId t) const {
  const Triangulation& mesh = space_.triangulation();
  const auto& vertex = mesh.triangle(t).vertex;
  const Point a = mesh.point(vertex[0]);
  const Point b = mesh.point(vertex[1]);
  const Point c = mesh.point(vertex[2]);
  double u = random.unit();
  double v = random.unit();
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  return {std::fma(v, c.x - a.x, std::fma(u, b.x - a.x, a.x)),
          std::fma(v, c.y - a.y, std::fma(u, b.y - a.y, a.y))};
}

TriangleId PointSampler::triangle_at(std::uint64_t weight) const {
  const auto after = std::upper_bound(weights_before_.begin(), weights_before_.end(), weight);
  return triangles_[static_cast<std::size_t>(after - weights_before_.begin()) - 1];
}

std::optional<Location> PointSampler::settle(Point p) const {
  if (space_.made_of_cells()) p = {std::floor(p.x) + 0.5, std::floor(p.y) + 0.5};
  const Location at = space_.locate(p);
  const bool inside = at.place == Place::kTriangle ||
                      (at.place == Place::kEdge && !space_.triangulation().blocked(at.half_edge));
  return inside ? std::optional(at) : std::nullopt;
}

}  // namespace fairway
