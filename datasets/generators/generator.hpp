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

/// An integer parameter of a generator.
struct GeneratorParameter {
  std::string_view name;
  std::string_view description;  ///< meaning and unit
  int default_value;
  int least;
  int most;
};

using GeneratedWorld = std::variant<Raster, Polygons>;

/// Values of parameters by name. Parameters that are not listed have their defaults.
using GeneratorSettings = std::vector<std::pair<std::string, int>>;

/// A kind of world that is generated from a seed.
template <class World>
struct GeneratorKindOf {
  std::string_view name;
  std::string_view description;
  GeneratorParameter size;  ///< meaning and range of `size` for this kind
  std::vector<GeneratorParameter> parameters;
  /// Makes a world from a checked size and the values of the parameters in order.
  World (*make)(std::uint64_t seed, int size, std::span<const int> values);
};
using GeneratorKind = GeneratorKindOf<GeneratedWorld>;

/// All kinds, in the order of the help.
std::span<const GeneratorKind> generator_kinds();

/// The kind with this name. Throws std::invalid_argument with a list of all kinds for other names.
const GeneratorKind& generator_kind(std::string_view name);

/// The values of parameters in order. A parameter that `settings` does not name has its default.
/// Throws std::invalid_argument with the name of the kind for an invalid size, parameter or value.
std::vector<int> generator_values(std::string_view kind, const GeneratorParameter& size_range,
                                  std::span<const GeneratorParameter> parameters, int size,
                                  const GeneratorSettings& settings);

/// Generates a world. All decisions use integers: equal arguments give equal worlds on every
/// machine. Throws std::invalid_argument for an invalid size, parameter or value. Time and memory
/// are near-linear in the cells or vertices of the world.
GeneratedWorld generate(const GeneratorKind& kind, std::uint64_t seed, int size,
                        const GeneratorSettings& settings = {});

}  // namespace fairway
