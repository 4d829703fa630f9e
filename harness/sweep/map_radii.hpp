#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "datasets/world.hpp"

namespace fairway {

/// Unit of agent radii. Example: the narrowest passage of a map is 2 map units wide. The radii 0.1
/// and 0.4 in the unit kPassage are then 0.2 and 0.8 map units. The radius 0.5 in this unit is 1
/// map unit: the agent exactly fills the passage.
enum class RadiusUnit : std::uint8_t {
  kMap,      ///< map units
  kCell,     ///< side of a cell, in a map of cells
  kPassage,  ///< width of the narrowest passage of the map
};
inline constexpr std::array<std::string_view, 3> kRadiusUnitNames{"map", "cell", "passage"};

/// Agent radii in a sweep file. Empty if the file states none.
struct StatedRadii {
  std::vector<double> values = {};
  RadiusUnit unit = RadiusUnit::kMap;
  friend bool operator==(const StatedRadii&, const StatedRadii&) = default;
};

/// The length of a unit other than kMap, in map units. Throws InputError if the map is no valid
/// world. Throws std::invalid_argument if the map has no cells or no passage to measure.
double radius_unit_length(WorldFile map, RadiusUnit unit);

}  // namespace fairway
