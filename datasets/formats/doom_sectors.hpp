#pragma once

#include <string>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "datasets/formats/doom_level.hpp"
#include "datasets/overlay.hpp"

namespace fairway {

/// Splits lines where they cross others or touch them between their ends, and drops those without
/// length. New vertices are rounded to doubles. Returns the cuts. Throws InvalidWorld as
/// cut_at_meetings() does. Expected O((n + k) log n) for k cuts.
CutCounts split_lines(DoomLevel& level);

struct SectorAreas {
  std::vector<Area> areas;         ///< one of each sector, perhaps without rings
  std::vector<std::string> notes;  ///< as of a WorldFile
};

/// The area of each sector: what its lines go round an odd number of times, without those that have
/// it on both sides. Lines that lead to an open end are left out. A sector that still does not
/// close has no area. O(n log n) for n lines.
SectorAreas areas_of_sectors(const DoomLevel& level);

}  // namespace fairway
