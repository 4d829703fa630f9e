#pragma once

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/freespace/offset_pieces.hpp"

namespace fairway {

/// One end of a gap between two obstacles: a corner, or a point on a wall. `sector` holds
/// directions out of this end. For a point in one of these directions, the end can be the nearest
/// point of its obstacle.
struct GapEnd {
  Fan sector;  ///< the fan of the corner; for a point on a wall, a fan that has only the normal
  ///@{ If the end is a corner: the fans at the far ends of the corner's two walls. If the end is a
  /// point on a wall: the fans at the two ends of this wall. kNone if there is no fan.
  FanId first = CornerFans::kNone;
  FanId last = CornerFans::kNone;
  ///@}
};

/// Returns the largest radius at which the obstacles at the two ends, grown by the radius, leave a
/// gap. The result is at most half the distance between the two ends. While there is a gap, a line
/// through the gap separates the grown obstacles. Just before the gap closes, this line is parallel
/// to a tangent of a fan. So it suffices to test a few tangents. O(1).
double clearance_of_gap(const GapEnd& from, const GapEnd& to, const CornerFans& fans);

}  // namespace fairway
