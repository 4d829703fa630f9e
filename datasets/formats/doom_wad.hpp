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

/// `level`: name of the level, required if there are several. `doors`: "closed" (default), as in
/// the file, or "open". `step`: highest step that an agent can walk (default: 24). `height`: lowest
/// opening that an agent can pass (default: 56).
inline constexpr std::array<std::string_view, 4> kDoomWadOptions{"level", "doors", "step",
                                                                 "height"};

/// Makes the world of a level. Free space is the area of sufficiently high sectors. Lines that an
/// agent can cross in one direction only, or not at all, are walls of zero width. Starts and
/// teleport destinations are named places. Throws InputError. O(n log n) for n lines and their
/// crossings.
WorldFile make_doom_world(const TextFile& source, const DoomLevel& level,
                          const MapOptions& options);

WorldFile parse_doom_wad(const TextFile& source, const MapOptions& options);

/// The sector of a closed door: too low for the agent, but high enough once the doors are open.
struct DoomDoor {
  int sector = 0;
  std::vector<Ring> rings;  ///< outlines of the sector: simple rings without holes
  std::string fault = {};   ///< the reason if `rings` is empty; otherwise empty
};

/// Returns the doors that are closed if the map is read with the options `level` and `height`.
/// Doors are in the order of sectors. The edges of the rings lie on the lines of the level, split
/// as in make_doom_world(). The rings therefore cross no edge of the open world. DoomDoor::fault is
/// set if the lines of a sector form no closed ring, or if the sector encloses other sectors.
/// Throws InputError. O(n log n) for n lines and their crossings.
std::vector<DoomDoor> parse_doom_doors(const TextFile& source, const MapOptions& options);

}  // namespace fairway
