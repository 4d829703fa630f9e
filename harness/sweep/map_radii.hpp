#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "datasets/world.hpp"

namespace fairway {

/// Example: the radii 0.1 and 0.4 of the unit kPassage in a map whose narrowest passage is 2 wide
/// are agents with the radii 0.2 and 0.8. An agent of radius 0.5 just fills the passage.
enum class RadiusUnit : std::uint8_t {
  kMap,      ///< the map's own unit of length
  kCell,     ///< the side of a cell, in a map of cells
  kPassage,  ///< the width of the map's narrowest passage
};
inline constexpr std::array<std::string_view, 3> kRadiusUnitNames{"map", "cell", "passage"};

/// Radii of the agent as a sweep states them. Empty: none are stated.
struct StatedRadii {
  std::vector<double> values = {};
  RadiusUnit unit = RadiusUnit::kMap;
  friend bool operator==(const StatedRadii&, const StatedRadii&) = default;
};

/// The factor from a unit other than kMap to a map's own unit. Throws InputError if the map is no
/// valid world, std::invalid_argument if it has no such unit.
double radius_unit_length(WorldFile map, RadiusUnit unit);

}  // namespace fairway
