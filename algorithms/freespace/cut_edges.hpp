#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A directed edge of a ring.
struct RingEdge {
  ///@{ The ends of the edge.
  Point from;
  Point to;
  ///@}
  std::int32_t ring;  ///< number of the ring
};

/// Counts of the meetings that cut_at_meetings() found.
struct CutCounts {
  std::size_t crossings = 0;  ///< points in which two edges crossed
  std::size_t touches = 0;    ///< ends of edges that lay inside another edge
};

/// Cuts edges until they meet only at ends. Equal edges stay. New points are rounded, which can
/// cause new crossings, so cutting repeats. Throws InvalidWorld if edges still cross after
/// kMostRounds, or if there are more pieces than most_pieces(). Expected O((n + k) log n) for k
/// meetings.
CutCounts cut_at_meetings(std::vector<RingEdge>& edges);

// The parts of cut_at_meetings(), for code that cuts only some edges again.

/// Limit of the rounds of cutting. The first kRoundsOfDoubles rounds keep new points as doubles;
/// later rounds move them to a grid.
inline constexpr int kMostRounds = 32;
inline constexpr int kRoundsOfDoubles = 4;
/// Returns the step of the grid for the new points of a round, or 0 if the round uses no grid. Near
/// an axis, doubles are finer, so close edges there can cross again after every round. Later rounds
/// therefore use a uniform grid, which becomes coarser. `largest` is the largest magnitude of a
/// coordinate.
double cutting_grid(int round, double largest);
/// Returns the proper crossing of two edges, rounded to multiples of `grid` (to doubles if it is
/// 0). The result is in the bounding boxes of both edges. The order of the edges does not matter.
Point crossing_of(const RingEdge& one, const RingEdge& other, double grid);
/// Whether p lies on an edge, strictly between its ends. Exact.
bool lies_inside(Point p, const RingEdge& e);
/// Whether a cut at p comes before a cut at q along an edge.
bool comes_first(const RingEdge& e, Point p, Point q);
/// Returns the limit of the number of pieces. `pieces` is their number after kRoundsOfDoubles. Most
/// meetings are cut by then. Many more pieces come only from rounding: in a needle whose width is
/// near the grid, they would multiply in every round.
constexpr std::size_t most_pieces(std::size_t pieces) { return 8 * pieces + 100'000; }
/// Returns the exception for edges that still cross at a limit.
InvalidWorld cutting_does_not_end();

}  // namespace fairway
