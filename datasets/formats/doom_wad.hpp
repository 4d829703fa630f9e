#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/doom_level.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// `level`: which one, if there are several. `doors`: "closed" (if not set) as the file has them,
/// or "open". `step`: the highest step that can be walked, 24 if not set. `height`: the lowest
/// opening that can be walked through, 56 if not set.
inline constexpr std::array<std::string_view, 4> kDoomWadOptions{"level", "doors", "step",
                                                                 "height"};

/// The areas of the sectors that are high enough, with walls of zero width along the lines between
/// them that cannot be crossed in both directions. Starts and destinations of teleporters are
/// places. Throws InputError. O(n log n) for n lines and their crossings.
WorldFile make_doom_world(const TextFile& source, const DoomLevel& level,
                          const MapOptions& options);

WorldFile parse_doom_wad(const TextFile& source, const MapOptions& options);

/// A sector that is too low to walk in as the file has it, and high enough with the doors open.
struct DoomDoor {
  int sector = 0;
  std::vector<Ring> rings;  ///< simple; the door is inside one of them
  std::string fault = {};   ///< why there are no rings, if there are none
};

/// The doors that options `level` and `height` leave closed, in the order of sectors. The edges of
/// their rings lie on the lines of the level as make_doom_world() splits them, so they cross no
/// edge of the open world. A sector that does not close, or that encloses others, has a fault.
/// Throws InputError. O(n log n) for n lines and their crossings.
std::vector<DoomDoor> parse_doom_doors(const TextFile& source, const MapOptions& options);

}  // namespace fairway
