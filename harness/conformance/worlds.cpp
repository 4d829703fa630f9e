#include "harness/conformance/worlds.hpp"

#include <cmath>
#include <utility>

#include "algorithms/geometry/predicates.hpp"

namespace fairway::conformance {

World transformed(const World& world, double scale, double shift) {
  World result = world;
  for_each_point(result, [&](Point& p) { p = {p.x * scale + shift, p.y * scale + shift}; });
  return result;
}

std::vector<World> extreme_worlds() {
  std::vector<World> worlds;
  const auto add = [&](const World& world, double scale, double shift, const char* how) {
    worlds.push_back(transformed(world, scale, shift));
    worlds.back().name += how;
  };
  for (const World& world : {random_rings(31, 6, 5, 0.35), random_lattice(32, 5, 5, 0.3, 0.15),
                             random_blocks(33, 10, 20), random_stars(34, 3, 5)}) {
    add(world, 1e-60, 0, " times 1e-60");
    add(world, 1e60, 0, " times 1e60");
    add(world, 1, 1e6, " moved by 1e6");
  }
  add(random_lattice(35, 5, 5, 0.3, 0.15), 0.1, 1e6, " times 0.1, moved by 1e6");
  return worlds;
}

std::vector<TerrainWorld> random_terrain_worlds(int count) {
  std::vector<TerrainWorld> worlds;
  std::mt19937 random(31);
  for (int k = 0; k < count; ++k) {
    const int width = 1 + static_cast<int>(random() % 30);
    const int height = 2 + static_cast<int>(random() % 29);
    World world = random_raster(random(), width, height, 0.05 * (k % 6), 1 + k % 3);
    Terrain terrain(width, height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const double noise = std::ldexp(static_cast<double>(random()), -32);
        terrain.set_cost(x, y,
                         k % 4 == 0   ? 0.3 + 10 * noise
                         : k % 4 == 1 ? 1 + std::floor(3 * noise)
                         : k % 4 == 2 ? (x / 5 + y / 4) % 3 * 2.5 + 0.5
                                      : 7);
      }
    }
    worlds.push_back({world.name + " with terrain " + std::to_string(k),
                      std::get<Raster>(std::move(world.input)), std::move(terrain)});
  }
  return worlds;
}

std::vector<Point> probe_points(const FreeSpace& space, std::mt19937& random, std::size_t count) {
  const Box& box = space.box();
  const std::vector<Point>& vertices = space.triangulation().points();
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const auto middle = [](Point a, Point b) { return Point{(a.x + b.x) / 2, (a.y + b.y) / 2}; };
  std::uniform_real_distribution<double> unit(-0.02, 1.02);
  std::vector<Point> points;
  while (points.size() < count) {
    switch (pick(8)) {
      case 0:
      case 1:
        points.push_back(vertices[pick(vertices.size())]);
        break;
      case 2:
      case 3: {
        const Wall& wall = space.walls()[pick(space.walls().size())];
        const Point p = middle(wall.a, wall.b);
        if (on_segment(p, wall.a, wall.b)) points.push_back(p);
        break;
      }
      case 4:
      case 5:
        points.push_back(middle(vertices[pick(vertices.size())], vertices[pick(vertices.size())]));
        break;
      default:
        points.push_back(
            {box.min.x + unit(random) * box.width(), box.min.y + unit(random) * box.height()});
    }
  }
  return points;
}

}  // namespace fairway::conformance
