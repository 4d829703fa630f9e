#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/clearance_triangulation/fan_gap.hpp"

namespace fairway {

/// The constrained Delaunay triangulation of a world, with the clearance of each edge. The walls
/// are first cut at points nearest to vertices (see walls_with_feet()). A disc can pass a sequence
/// of triangles if and only if it fits at both ends of its path and through each crossed edge.
/// Reason: the narrowest gaps between two obstacles are edges. If a gap is not an edge, the circle
/// with this gap as diameter contains a third vertex. The gaps between this vertex and the two
/// obstacles are narrower.
/// Source: M. Kallmann, "Dynamic and robust local clearance triangulations", ACM TOG 33 (2014).
class ClearanceMesh {
 public:
  /// Refines the world's triangulation. O(n log n).
  ClearanceMesh(const FreeSpace& space, const CornerFans& fans);

  /// The refined world.
  const FreeSpace& space() const { return refined_; }
  /// The refined triangulation.
  const Triangulation& triangulation() const { return refined_.triangulation(); }
  /// Whether an agent that keeps this distance from the walls can cross edge h. Precondition: the
  /// edge is not blocked.
  bool passes(HalfEdge h, double distance) const {
    return distance < clearance_[static_cast<std::size_t>(h)];
  }
  /// Returns the fan (see CornerFans) of the corner at the origin of h. If several corners are at
  /// this point, uses the corner whose wedge contains the triangle of h. Returns CornerFans::kNone
  /// if the corner has no fan.
  FanId fan_at(HalfEdge h) const {
    return std::max(fan_[static_cast<std::size_t>(refined_.corner_at(h))], CornerFans::kNone);
  }
  /// Bytes on the heap, with the refined world.
  std::size_t memory_bytes() const;

 private:
  static constexpr FanId kFoot = -2;  // value in fan_ for a corner that is a foot

  void measure(const FreeSpace& original, const CornerFans& fans);
  double clearance(HalfEdge h, const CornerFans& fans) const;
  CornerId along_wall(CornerId c, bool first) const;
  Fan sector(CornerId c, const CornerFans& fans) const;
  GapEnd gap_end(CornerId c, const CornerFans& fans) const;
  bool is_narrowest(HalfEdge h) const;

  FreeSpace refined_;
  /// For each corner of the refined world: its fan, kNone without a fan, kFoot if it is a foot.
  std::vector<FanId> fan_;
  std::vector<double> clearance_;  ///< clearance of each half-edge
};

}  // namespace fairway
