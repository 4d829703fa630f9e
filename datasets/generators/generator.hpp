#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// A whole number that shapes what a generator makes.
struct GeneratorParameter {
  std::string_view name;
  std::string_view description;  ///< what it is, and its unit
  int standard;
  int least;
  int most;
};

using GeneratedWorld = std::variant<Raster, Polygons>;

/// Values by name; a parameter that is not named keeps its standard value.
using GeneratorSettings = std::vector<std::pair<std::string, int>>;

/// A kind of world that can be made from a seed.
struct GeneratorKind {
  std::string_view name;
  std::string_view description;
  GeneratorParameter size;  ///< what `size` counts for this kind, and its range
  std::vector<GeneratorParameter> parameters;
  /// Takes a checked size and the parameters' values in their order.
  GeneratedWorld (*make)(std::uint64_t seed, int size, std::span<const int> values);
};

/// All kinds, in the order in which they are listed to users.
std::span<const GeneratorKind> generator_kinds();

/// The kind of that name. Throws std::invalid_argument, which lists the kinds, where there is none.
const GeneratorKind& generator_kind(std::string_view name);

/// Makes a world. Equal arguments give equal worlds on every machine: nothing but integers decides.
/// Throws std::invalid_argument, saying what was expected, where the size, a parameter's name or
/// its value is not acceptable. Time and memory are near-linear in the world's cells or vertices.
GeneratedWorld generate(const GeneratorKind& kind, std::uint64_t seed, int size,
                        const GeneratorSettings& settings = {});

}  // namespace fairway
