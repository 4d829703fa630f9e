#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// The gaps between ends of lines, as segments: from each end that no other line shares to the
/// nearest end at most `close` away, unless that one leads here already. The two ends of a straight
/// line are no gap. Expected O(n log n).
std::vector<Polygons::Segment> gaps_between(std::span<const Ring> lines, double close);

/// Splits lines where they cross or touch each other or themselves, so that segments meet only at
/// ends; crossings are rounded to doubles. What is there twice, whole or in part, is split alike:
/// copies that were split apart would cross each other. Throws InvalidWorld if the splitting does
/// not end. Expected O((n + k) log n) for k meetings.
CutCounts cut_together(std::span<Ring* const> lines);

/// What lines enclose together.
struct Enclosures {
  std::vector<Ring> outlines;           ///< simple; they may lie in one another
  std::vector<Polygons::Segment> open;  ///< pieces of lines that go round nothing
  std::size_t meetings = 0;             ///< splits of segments at others
  std::size_t repeated = 0;             ///< dropped segments that were there before
};

/// All segments are split where they cross or touch; crossings are rounded to doubles. Then the
/// outlines go round everything that is cut off from outside. Throws InvalidWorld if the splitting
/// does not end. Expected O((n + k) log n) for k crossings.
Enclosures enclose(std::span<const Polygons::Segment> segments);

}  // namespace fairway
