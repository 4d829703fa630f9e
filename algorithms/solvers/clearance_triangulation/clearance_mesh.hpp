#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/clearance_triangulation/corner_fans.hpp"

namespace fairway {

/// The constrained Delaunay triangulation of a world, refined by the feet of vertices on walls,
/// with the clearance of each edge. A disc passes along a sequence of triangles if and only if it
/// fits through each crossed edge and at both ends of its way. The reason: the narrowest places
/// between two obstacles are edges. A place that is no edge has a third vertex in the circle over
/// it, so that two narrower places are beside it. Source: M. Kallmann, "Dynamic and robust local
/// clearance triangulations", ACM TOG 33 (2014).
class ClearanceMesh {
 public:
  /// Refines the world's triangulation. O(n log n).
  ClearanceMesh(const FreeSpace& space, const CornerFans& fans);

  /// The refined world.
  const FreeSpace& space() const { return refined_; }
  /// The refined triangulation.
  const Triangulation& triangulation() const { return refined_.triangulation(); }
  /// Whether a disc of this distance from the walls passes an edge that is not blocked.
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
  std::vector<Fan> sectors(HalfEdge h, Point direction, const CornerFans& fans) const;
  bool is_narrowest(HalfEdge h) const;

  FreeSpace refined_;
  std::vector<FanId> fan_;         ///< of each corner of the refined world
  std::vector<double> clearance_;  ///< of each half-edge
};

}  // namespace fairway
