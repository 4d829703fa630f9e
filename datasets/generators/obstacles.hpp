#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/changing/changing_world.hpp"
#include "datasets/generators/generator.hpp"

namespace fairway {

/// A kind of changes for a given map.
struct MapChangesKind {
  std::string_view name;
  std::string_view description;
  GeneratorParameter size;
  std::vector<GeneratorParameter> parameters;
};
/// The kind of changes in which obstacles appear at free places in one burst and disappear in the
/// next.
const MapChangesKind& obstacles_kind();

/// Generates bursts, each followed by queries. The ends of a query are free, in one component, and
/// never inside an obstacle. In a world of cells, an obstacle is a block of cells. In other worlds,
/// it is a regular polygon. The coordinates of its corners are multiples of p / 2^20. Here p is the
/// largest power of two that is at most the longer side of the world. Blocks and the circumscribed
/// circles of polygons lie in free space and do not touch each other. Throws std::invalid_argument
/// for an invalid size, parameter or value, and for a world with costs. Also throws it if doubles
/// cannot represent the corners, or if no free place or pair of ends is found. Expected O(n log n)
/// in the walls, then O(log n + changes) per tried point if walls are evenly spread.
std::vector<Step> generate_obstacles(const FreeSpace& world, std::uint64_t seed, int size,
                                     const GeneratorSettings& settings = {});

}  // namespace fairway
