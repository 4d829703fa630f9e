#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// The gaps between ends of lines, as segments. If an end belongs to only one line, a gap leads
/// from this end to the nearest end of another line or of the same bent line. Gaps are at most
/// `close` long. There is at most one gap between two ends, and no gap between the two ends of one
/// straight line. Expected O(n log n).
std::vector<Polygons::Segment> gaps_between(std::span<const Ring> lines, double close);

/// Splits lines where they cross or touch other lines or themselves. Afterwards, segments meet only
/// at ends. Crossings are rounded to doubles. Equal segments are split equally, because copies that
/// were split differently would cross. Returns the counts of crossings and touches. Throws
/// InvalidWorld as cut_at_meetings() does. Expected O((n + k) log n) for k meetings.
CutCounts cut_together(std::span<Ring* const> lines);

/// The areas that lines enclose together.
struct Enclosures {
  std::vector<Ring> outlines;           ///< simple rings; a ring may lie inside another
  std::vector<Polygons::Segment> open;  ///< pieces of lines that enclose nothing
  std::size_t meetings = 0;             ///< number of splits of segments at crossings and touches
  std::size_t repeated = 0;             ///< number of dropped duplicate segments
};

/// Splits all segments where they cross or touch. Crossings are rounded to doubles. Returns
/// outlines that together enclose all points that the segments separate from the outside. Throws
/// InvalidWorld as cut_at_meetings() does. Expected O((n + k) log n) for k crossings.
Enclosures enclose(std::span<const Polygons::Segment> segments);

}  // namespace fairway
