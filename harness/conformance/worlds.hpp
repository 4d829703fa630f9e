#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/terrain.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway::conformance {

/// The input from which a world is built. Tests compare the free space of the world with this
/// input.
struct World {
  std::string name;
  std::variant<Polygons, Raster, Mesh> input;
};

/// The input of a world of cells with costs.
struct TerrainWorld {
  std::string name;
  Raster raster;
  Terrain terrain;
};

/// Small hand-made worlds, one for each special case.
std::vector<World> fixture_worlds();

/// Random worlds of all kinds below, small enough for brute force.
std::vector<World> random_worlds(std::uint32_t seed, int of_each);

/// Each cell is blocked with probability `blocked`. A free cell has a random terrain class from 1
/// to `classes`.
World random_raster(std::uint32_t seed, int width, int height, double blocked, int classes);
/// Rectangular holes on a lattice in a square. They do not overlap, but may touch and be aligned.
World random_blocks(std::uint32_t seed, int size, int attempts);
/// Star-shaped holes with random coordinates, far enough apart not to cross.
World random_stars(std::uint32_t seed, int columns, int points);
/// A mesh of lattice cells, each divided into two triangles. Each triangle is blocked with
/// probability `blocked`. Each inner edge is a wall with probability `wall`. The mesh has many
/// shared vertices and collinear points.
World random_lattice(std::uint32_t seed, int width, int height, double blocked, double wall);
/// The borders of the mesh of random_lattice() as rings, which touch each other and themselves.
World random_rings(std::uint32_t seed, int width, int height, double blocked);

/// Random worlds of up to 30 x 30 cells with terrain classes. Successive worlds use four patterns
/// of costs in turn: random reals, random whole numbers from 1 to 3, blocks of three values, equal
/// costs.
std::vector<TerrainWorld> random_terrain_worlds(int count);

/// Calls visit(point) for each point of the input. A raster has no points.
template <class W, class Visit>
void for_each_point(W& world, Visit visit) {
  if (auto* polygons = std::get_if<Polygons>(&world.input)) {
    for (auto& part : polygons->parts) std::ranges::for_each(part.ring, visit);
    for (auto& wall : polygons->walls) {
      visit(wall.a);
      visit(wall.b);
    }
  } else if (auto* mesh = std::get_if<Mesh>(&world.input)) {
    std::ranges::for_each(mesh->points, visit);
  }
}

/// The world with all coordinates scaled, then shifted. Precondition: the world is not a raster.
World transformed(const World& world, double scale, double shift);
/// Worlds far from the origin, very small worlds and very large worlds.
std::vector<World> extreme_worlds();

/// Points that often expose errors: random points in and around the world, its vertices, and
/// midpoints of walls and of pairs of vertices. Midpoints of walls are left out if they are not
/// exact.
std::vector<Point> probe_points(const FreeSpace& space, std::mt19937& random, std::size_t count);

}  // namespace fairway::conformance
