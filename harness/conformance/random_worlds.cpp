#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "harness/conformance/lattice_mesh.hpp"
#include "harness/conformance/worlds.hpp"

namespace fairway::conformance {
namespace {

bool chance(std::mt19937& random, double probability) {
  return std::uniform_real_distribution<double>(0, 1)(random) < probability;
}

int between(std::mt19937& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

std::string named(const char* kind, std::uint32_t seed) {
  return std::string(kind) + " " + std::to_string(seed);
}

/// Makes the mesh of random_lattice(). Draws random numbers in a fixed order, so equal seeds give
/// equal worlds.
Mesh lattice(std::mt19937& random, int width, int height, double blocked, double wall) {
  std::vector<bool> rising;
  std::vector<bool> is_free;
  for (int i = 0; i < width * height; ++i) {
    rising.push_back(chance(random, 0.5));
    is_free.push_back(!chance(random, blocked));
    is_free.push_back(!chance(random, blocked));
  }
  Mesh mesh = lattice_mesh(width, height, rising);
  std::size_t face = 0;
  std::erase_if(mesh.faces, [&](const Mesh::Face&) { return !is_free[face++]; });
  if (mesh.faces.empty()) mesh.faces.push_back({{0, 1, width + 1}, {false, false, false}});
  std::map<std::pair<std::int32_t, std::int32_t>, bool> is_wall;
  for (Mesh::Face& each : mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto ends = std::minmax({each.vertices[i], each.vertices[(i + 1) % 3]});
      const auto [entry, is_new] = is_wall.try_emplace(ends, false);
      if (is_new) entry->second = chance(random, wall);
      each.wall[i] = entry->second;
    }
  }
  return mesh;
}

}  // namespace

World random_raster(std::uint32_t seed, int width, int height, double blocked, int classes) {
  std::mt19937 random(seed);
  Raster raster(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int kind = between(random, 1, classes);
      if (!chance(random, blocked)) raster.set(x, y, static_cast<Raster::Class>(kind));
    }
  }
  raster.set(width / 2, height / 2, 1);
  return {named("random raster", seed), std::move(raster)};
}

World random_blocks(std::uint32_t seed, int size, int attempts) {
  std::mt19937 random(seed);
  std::set<std::pair<int, int>> taken;
  std::vector<Box> blocks;
  const double side = size;
  Polygons world{{{{{0, 0}, {side, 0}, {side, side}, {0, side}}, true}}};
  for (int i = 0; i < attempts; ++i) {
    const int x = between(random, 1, size - 2);
    const int y = between(random, 1, size - 2);
    const int w = between(random, 1, std::min(3, size - 1 - x));
    const int h = between(random, 1, std::min(3, size - 1 - y));
    const Box block{{double(x), double(y)}, {double(x + w), double(y + h)}};
    // Blocks may touch at corners but not along sides. random_rings() makes worlds with shared
    // sides.
    const bool apart = std::ranges::all_of(blocks, [&](const Box& b) {
      const double dx = std::max(b.min.x - block.max.x, block.min.x - b.max.x);
      const double dy = std::max(b.min.y - block.max.y, block.min.y - b.max.y);
      return dx > 0 || dy > 0 || (dx == 0 && dy == 0);
    });
    if (!apart) continue;
    blocks.push_back(block);
    world.parts.push_back(
        {{block.min, {block.max.x, block.min.y}, block.max, {block.min.x, block.max.y}}, false});
  }
  return {named("random blocks", seed), std::move(world)};
}

World random_stars(std::uint32_t seed, int columns, int points) {
  std::mt19937 random(seed);
  const double side = columns;
  Polygons world{{{{{0, 0}, {side, 0}, {side, side}, {0, side}}, true}}};
  std::uniform_real_distribution<double> radius(0.08, 0.49);
  std::uniform_real_distribution<double> turn(0, 2 * std::numbers::pi / points);
  for (int y = 0; y < columns; ++y) {
    for (int x = 0; x < columns; ++x) {
      if (chance(random, 0.15)) continue;
      Ring ring;
      const double first = turn(random);
      for (int i = 0; i < points; ++i) {
        const double angle = first + 2 * std::numbers::pi * i / points;
        const double r = radius(random);
        ring.push_back({x + 0.5 + r * std::cos(angle), y + 0.5 + r * std::sin(angle)});
      }
      world.parts.push_back({std::move(ring), false});
    }
  }
  return {named("random stars", seed), std::move(world)};
}

World random_lattice(std::uint32_t seed, int width, int height, double blocked, double wall) {
  std::mt19937 random(seed);
  return {named("random lattice", seed), lattice(random, width, height, blocked, wall)};
}

World random_rings(std::uint32_t seed, int width, int height, double blocked) {
  std::mt19937 random(seed);
  const Mesh mesh = lattice(random, width, height, blocked, 0);
  // `follow_free` decides for each vertex where several rings meet: all rings follow free space, or
  // all follow the blocked side. The choice joins or separates the free regions that touch there.
  // Rings never cross.
  std::vector<bool> follow_free(mesh.points.size());
  for (std::size_t v = 0; v < follow_free.size(); ++v) follow_free[v] = chance(random, 0.5);
  Polygons world;
  for (const std::vector<std::int32_t>& vertices : border_rings(mesh, follow_free)) {
    Ring ring;
    for (const std::int32_t v : vertices) ring.push_back(mesh.points[static_cast<std::size_t>(v)]);
    const bool outline = twice_area(ring) > 0;
    world.parts.push_back({std::move(ring), outline});
  }
  return {named("random rings", seed), std::move(world)};
}

std::vector<World> random_worlds(std::uint32_t seed, int of_each) {
  std::vector<World> worlds;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(of_each); ++i) {
    const std::uint32_t s = seed + i;
    const double density = 0.1 + 0.15 * (i % 4);
    worlds.push_back(random_raster(s, 9, 7, density, 1));
    worlds.push_back(random_raster(s, 6, 6, 0.2, 3));
    worlds.push_back(random_blocks(s, 10, 20));
    worlds.push_back(random_stars(s, 3, 5));
    worlds.push_back(random_lattice(s, 5, 5, density, 0.15));
    worlds.push_back(random_rings(s, 6, 5, density + 0.1));
  }
  return worlds;
}

}  // namespace fairway::conformance
