#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

struct RingEdge {
  Point from;
  Point to;
  std::int32_t ring;
};

struct CutCounts {
  std::size_t crossings = 0;
  std::size_t touches = 0;
};

/// Cuts edges until they meet at ends only; equal edges stay. New points are rounded, which may
/// cause new crossings, so cutting repeats. Throws InvalidWorld if that does not end.
/// Expected O((n + k) log n) for k meetings.
CutCounts cut_at_meetings(std::vector<RingEdge>& edges);

// What cutting is made of, for those who cut only some edges again.

/// Rounds after which cutting is given up, and those whose new points are rounded to doubles only.
inline constexpr int kMostRounds = 32;
inline constexpr int kRoundsOfDoubles = 4;
/// The step to which a round's new points are rounded; 0 for doubles. Doubles are finer near an
/// axis, where close edges can bend into each other for ever. Later rounds use an even, ever
/// coarser grid. `largest` is the largest magnitude of a coordinate.
double cutting_grid(int round, double largest);
/// The proper crossing of two edges, rounded to multiples of `grid` (to doubles if it is 0) and
/// kept in the boxes of both. The order of the edges does not matter.
Point crossing_of(const RingEdge& one, const RingEdge& other, double grid);
bool lies_inside(Point p, const RingEdge& e);
/// Whether a cut at p comes before a cut at q along an edge.
bool comes_first(const RingEdge& e, Point p, Point q);
InvalidWorld cutting_does_not_end();

}  // namespace fairway
