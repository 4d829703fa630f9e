#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/changing/changing_world.hpp"
#include "datasets/generators/generator.hpp"

namespace fairway {

/// A kind of changes that a map of the user undergoes.
struct MapChangesKind {
  std::string_view name;
  std::string_view description;
  GeneratorParameter size;
  std::vector<GeneratorParameter> parameters;
};
/// Changes of any world: obstacles come to free places with one burst and go with the next one.
const MapChangesKind& obstacles_kind();

/// Generates bursts, with queries after each between two free points of one component, which no
/// obstacle covers. In a world of cells an obstacle is a block of cells, else a regular polygon,
/// with corners at multiples of 2^-20 of the power of two below the world's longer side. Blocks and
/// circles lie in free space and apart from each other. Throws std::invalid_argument as generate()
/// does, for a world with costs or with coordinates too large for such corners, and if no place is
/// found. Expected O(n log n) in the walls, then O(log n + changes) for each place tried where
/// walls are spread evenly.
std::vector<Step> generate_obstacles(const FreeSpace& world, std::uint64_t seed, int size,
                                     const GeneratorSettings& settings = {});

}  // namespace fairway
