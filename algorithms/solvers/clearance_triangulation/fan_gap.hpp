#pragma once

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/freespace/offset_pieces.hpp"

namespace fairway {

/// One end of a gap between two obstacles: a corner, or a point on a wall. `sector` holds
/// directions out of this end. For a point in one of these directions, the end can be the nearest
/// point of its obstacle.
struct GapEnd {
  Fan sector;  ///< the fan of a corner, or the normal of a wall as a fan without steps
  ///@{ For a corner, the fans at the far ends of its two walls. For a wall, the fans at its ends.
  FanId first = CornerFans::kNone;
  FanId last = CornerFans::kNone;
  ///@}
};

/// Returns the largest radius at which the obstacles at the two ends, grown by the radius, leave a
/// gap. The result is at most half the distance between the corners of the two sectors. While there
/// is a gap, a line through it separates the grown obstacles. As the radius grows, the last line
/// that separates them is parallel to a tangent of a fan, so only a few tangents are tested. O(1).
double clearance_of_gap(const GapEnd& from, const GapEnd& to, const CornerFans& fans);

}  // namespace fairway
