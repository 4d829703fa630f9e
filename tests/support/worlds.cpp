#include "tests/support/worlds.hpp"

#include <cmath>

#include "algorithms/geometry/predicates.hpp"

namespace fairway::test {
namespace {

Region region(const Polygons& polygons, Point p) {
  bool odd = false;
  for (const Polygons::Part& part : polygons.parts) {
    for (std::size_t i = 0; i < part.ring.size(); ++i) {
      const Point a = part.ring[i];
      const Point b = part.ring[(i + 1) % part.ring.size()];
      if (on_segment(p, a, b)) return Region::kBorder;
      const Point low = a.y < b.y ? a : b;
      const Point high = a.y < b.y ? b : a;
      if (low.y <= p.y && p.y < high.y && orientation(low, high, p) > 0) odd = !odd;
    }
  }
  return odd ? Region::kFree : Region::kBlocked;
}

Region region(const Raster& raster, Point p) {
  const double x = std::floor(p.x);
  const double y = std::floor(p.y);
  if (p.x < 0 || p.y < 0 || p.x > raster.width() || p.y > raster.height()) return Region::kBlocked;
  if (x == p.x || y == p.y) return Region::kBorder;
  return raster.at(static_cast<int>(x), static_cast<int>(y)) == Raster::kBlocked ? Region::kBlocked
                                                                                 : Region::kFree;
}

Region region(const Mesh& mesh, Point p) {
  for (const Mesh::Face& face : mesh.faces) {
    bool inside = true;
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const Point a = mesh.points[static_cast<std::size_t>(face.vertices[i])];
      const Point b =
          mesh.points[static_cast<std::size_t>(face.vertices[(i + 1) % face.vertices.size()])];
      if (on_segment(p, a, b)) return Region::kBorder;
      inside = inside && orientation(a, b, p) > 0;
    }
    if (inside) return Region::kFree;
  }
  return Region::kBlocked;
}

}  // namespace

Region region(const World& world, Point p) {
  return std::visit([&](const auto& input) { return region(input, p); }, world.input);
}

FreeSpace build(const World& world) {
  if (const auto* polygons = std::get_if<Polygons>(&world.input)) {
    return FreeSpace::from_polygons(*polygons);
  }
  if (const auto* raster = std::get_if<Raster>(&world.input)) {
    return FreeSpace::from_raster(*raster);
  }
  return FreeSpace::from_mesh(std::get<Mesh>(world.input));
}

FreeSpace from_rows(const std::vector<std::string>& rows) {
  const int width = static_cast<int>(rows.front().size());
  const int height = static_cast<int>(rows.size());
  Raster raster(width, height);
  Terrain terrain(width, height);
  bool costs = false;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const char c = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
      const bool digit = c >= '0' && c <= '9';
      if (digit || c == '.' || c == 'W') raster.set(x, y, c == 'W' ? 2 : 1);
      if (digit) terrain.set_cost(x, y, c - '0');
      costs = costs || digit;
    }
  }
  return costs ? FreeSpace::from_raster(std::move(raster), std::move(terrain))
               : FreeSpace::from_raster(std::move(raster));
}

FreeSpace room_round_pillar() {
  return FreeSpace::from_polygons(
      {{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true}, {{{1, 1}, {1, 3}, {3, 3}, {3, 1}}, false}}});
}

Path random_path(const std::vector<Point>& points, std::mt19937& random) {
  std::uniform_int_distribution<std::size_t> pick(0, points.size() - 1);
  std::uniform_int_distribution<std::size_t> size(2, 5);
  Path path{points[pick(random)]};
  const std::size_t n = size(random);
  while (path.size() < n) {
    Point best = points[pick(random)];
    for (int i = 0; i < 6; ++i) {
      const Point p = points[pick(random)];
      if (distance(p, path.back()) < distance(best, path.back())) best = p;
    }
    path.push_back(best);
  }
  return path;
}

}  // namespace fairway::test
