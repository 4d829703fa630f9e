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
  std::string_view description;  ///< its meaning and unit
  int standard;
  int least;
  int most;
};

using GeneratedWorld = std::variant<Raster, Polygons>;

/// Values by name. Parameters that are not named keep their standard values.
using GeneratorSettings = std::vector<std::pair<std::string, int>>;

/// A kind of world that is generated from a seed.
template <class World>
struct GeneratorKindOf {
  std::string_view name;
  std::string_view description;
  GeneratorParameter size;  ///< the meaning of `size` for this kind, and its range
  std::vector<GeneratorParameter> parameters;
  /// Takes a checked size and the parameters' values in order.
  World (*make)(std::uint64_t seed, int size, std::span<const int> values);
};
using GeneratorKind = GeneratorKindOf<GeneratedWorld>;

/// All kinds, in the order shown to users.
std::span<const GeneratorKind> generator_kinds();

/// The kind of that name. Throws std::invalid_argument, with a list of the kinds, if there is none.
const GeneratorKind& generator_kind(std::string_view name);

/// The values of parameters in order: those of the settings, or else the standard ones. Throws
/// std::invalid_argument, which names the kind, if the size, a parameter's name or its value is not
/// acceptable.
std::vector<int> generator_values(std::string_view kind, const GeneratorParameter& size_range,
                                  std::span<const GeneratorParameter> parameters, int size,
                                  const GeneratorSettings& settings);

/// Generates a world. Only integers decide, so equal arguments give equal worlds on every machine.
/// Throws std::invalid_argument with what was expected if the size, a parameter's name or its value
/// is not acceptable. Time and memory are near-linear in the world's cells or vertices.
GeneratedWorld generate(const GeneratorKind& kind, std::uint64_t seed, int size,
                        const GeneratorSettings& settings = {});

}  // namespace fairway
