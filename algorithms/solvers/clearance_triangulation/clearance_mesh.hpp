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
/// are first cut at feet of vertices (see walls_with_feet()). A disc can pass a sequence of
/// triangles if and only if it fits at both ends of its path and through each crossed edge. Reason:
/// the narrowest gaps between two obstacles are edges. If a gap is not an edge, the circle with
/// this gap as diameter contains a third vertex. The gaps between this vertex and the two obstacles
/// are narrower.
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
  /// Returns the fan of the corner at h's origin, on the side of h's free triangle. Returns
  /// CornerFans::kNone if this corner has no fan.
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
  std::vector<FanId> fan_;         ///< for each corner of the refined world: fan, kNone or kFoot
  std::vector<double> clearance_;  ///< clearance of each half-edge
};

}  // namespace fairway
