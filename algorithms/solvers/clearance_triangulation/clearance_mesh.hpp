#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/clearance_triangulation/fan_gap.hpp"

namespace fairway {

/// The constrained Delaunay triangulation of a world, refined by the feet of vertices on walls (see
/// walls_with_feet()), with the clearance of each edge. A disc passes along a sequence of triangles
/// if and only if it fits through each crossed edge and at both ends of its path. The reason is
/// that the narrowest places between two obstacles are edges. If a place is not an edge, the circle
/// with this place as diameter contains a third vertex, and two narrower places are beside it.
/// Source: M. Kallmann, "Dynamic and robust local clearance triangulations", ACM TOG 33 (2014).
class ClearanceMesh {
 public:
  /// Refines the world's triangulation. O(n log n).
  ClearanceMesh(const FreeSpace& space, const CornerFans& fans);

  /// The refined world.
  const FreeSpace& space() const { return refined_; }
  /// The refined triangulation.
  const Triangulation& triangulation() const { return refined_.triangulation(); }
  /// Whether a disc that keeps this distance from the walls can pass an edge. Precondition: the
  /// edge is not blocked.
  bool passes(HalfEdge h, double distance) const {
    return distance < clearance_[static_cast<std::size_t>(h)];
  }
  /// The fan at the origin of a half-edge, seen from the half-edge's free triangle, or
  /// CornerFans::kNone.
  FanId fan_at(HalfEdge h) const {
    return std::max(fan_[static_cast<std::size_t>(refined_.corner_at(h))], CornerFans::kNone);
  }
  /// Bytes on the heap, with the refined world.
  std::size_t memory_bytes() const;

 private:
  static constexpr FanId kFoot = -2;  // in fan_: the corner is a foot

  void measure(const FreeSpace& original, const CornerFans& fans);
  double clearance(HalfEdge h, const CornerFans& fans) const;
  CornerId along_wall(CornerId c, bool first) const;
  Fan sector(CornerId c, const CornerFans& fans) const;
  GapEnd gap_end(CornerId c, const CornerFans& fans) const;
  bool is_narrowest(HalfEdge h) const;

  FreeSpace refined_;
  std::vector<FanId> fan_;         ///< fan of each corner of the refined world
  std::vector<double> clearance_;  ///< clearance of each half-edge
};

}  // namespace fairway
