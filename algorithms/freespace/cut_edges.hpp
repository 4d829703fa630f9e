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

/// Numbers of the points where edges met before cut_at_meetings() cut them.
struct CutCounts {
  std::size_t crossings = 0;  ///< number of points in which two edges crossed
  std::size_t touches = 0;    ///< number of edge ends that lay inside another edge
};

/// Cuts edges until they meet only at ends. Keeps all copies of equal edges. New points are
/// rounded, which can cause new crossings, so cutting repeats. Throws InvalidWorld if edges still
/// cross after kMostRounds, or if there are more pieces than most_pieces(). Expected O((n + k) log
/// n) for n edges that meet at k points.
CutCounts cut_at_meetings(std::vector<RingEdge>& edges);

// The steps of cut_at_meetings(), for code that cuts only some edges again.

/// Largest number of rounds of cutting. The first kRoundsOfDoubles rounds keep new points as
/// doubles; later rounds move them to a grid.
inline constexpr int kMostRounds = 32;
inline constexpr int kRoundsOfDoubles = 4;
/// Returns the spacing of the grid to which a round rounds new points, or 0 if the round uses no
/// grid. Near an axis, doubles are finer than elsewhere. There, close edges can cross again after
/// every round. Later rounds therefore use a uniform grid, which becomes coarser. `largest` is the
/// largest magnitude of a coordinate.
double cutting_grid(int round, double largest);
/// Returns the point where two edges cross properly, rounded to multiples of `grid`, or to doubles
/// if `grid` is 0. The result is in the bounding boxes of both edges. The order of the edges does
/// not matter.
Point crossing_of(const RingEdge& one, const RingEdge& other, double grid);
/// Whether p lies on an edge, strictly between its ends. Exact.
bool lies_inside(Point p, const RingEdge& e);
/// Whether a cut at p comes before a cut at q along an edge.
bool comes_first(const RingEdge& e, Point p, Point q);
/// Returns the largest allowed number of pieces. `pieces` is the number of pieces after
/// kRoundsOfDoubles rounds. These rounds cut at nearly all points where edges meet. Many more
/// pieces can only be an effect of rounding. Between two edges about as close as `grid`, each round
/// would multiply the pieces.
constexpr std::size_t most_pieces(std::size_t pieces) { return 8 * pieces + 100'000; }
/// Returns the exception to throw if edges still cross when a limit is reached.
InvalidWorld cutting_does_not_end();

}  // namespace fairway
