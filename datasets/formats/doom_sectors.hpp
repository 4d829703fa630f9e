#pragma once

#include <string>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "datasets/formats/doom_level.hpp"
#include "datasets/overlay.hpp"

namespace fairway {

/// Splits lines where they cross or touch other lines, and drops lines without length. New vertices
/// are rounded to doubles. Returns the cuts. Throws InvalidWorld as cut_at_meetings() does.
/// Expected O((n + k) log n) for k cuts.
CutCounts split_lines(DoomLevel& level);

struct SectorAreas {
  std::vector<Area> areas;         ///< one per sector, perhaps without rings
  std::vector<std::string> notes;  ///< see WorldFile::notes
};

/// The area of each sector: all points that its lines enclose an odd number of times. Lines with
/// the sector on both sides do not count, and lines that lead to an open end are left out. A sector
/// that still does not close has no area. O(n log n) for n lines.
SectorAreas areas_of_sectors(const DoomLevel& level);

}  // namespace fairway
