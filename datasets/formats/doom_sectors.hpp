#pragma once

#include <string>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "datasets/formats/doom_level.hpp"
#include "datasets/overlay.hpp"

namespace fairway {

/// Splits lines where they cross or touch other lines, and drops lines without length. New vertices
/// are rounded to doubles. Returns the numbers of crossings and touches. Throws InvalidWorld as
/// cut_at_meetings() does. Expected O((n + k) log n) for k cuts.
CutCounts split_lines(DoomLevel& level);

struct SectorAreas {
  /// One area per sector. The area has no rings if the lines of the sector form no closed rings.
  std::vector<Area> areas;
  std::vector<std::string> notes;  ///< see WorldFile::notes
};

/// Returns the area of each sector: all points that the lines of the sector enclose an odd number
/// of times. Lines with the sector on both sides are ignored. If the remaining lines do not form
/// closed rings, lines that lead to an open end are ignored too. If the lines still do not form
/// closed rings, the area is empty. O(n log n) for n lines.
SectorAreas areas_of_sectors(const DoomLevel& level);

}  // namespace fairway
