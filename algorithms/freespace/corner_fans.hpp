#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/offset_pieces.hpp"
#include "algorithms/geometry/box_tree.hpp"

namespace fairway {

/// Fans are numbered from 0.
using FanId = std::int32_t;

/// The fans of a world's reflex corners. Erosion replaces the arc around a reflex corner by
/// tangents of this arc. These tangents are the fan of the corner. A corner of 180 degrees has a
/// fan of a single tangent, because the eroded world has a vertex there too. The vertices of the
/// eroded world near a corner are the turns of its fan, counter-clockwise around the corner. turn()
/// returns exactly the coordinates that erosion computes.
class CornerFans {
 public:
  static constexpr FanId kNone = -1;  ///< no fan

  /// Finds the fans. Keeps a reference to the space. O(n log n).
  explicit CornerFans(const FreeSpace& space);

  /// The distance from walls that erosion by a radius guarantees.
  double distance(double radius) const { return radius + margin_; }
  /// The fan of a corner of the world, or kNone.
  FanId of(CornerId corner) const { return of_[static_cast<std::size_t>(corner)]; }
  ///@{ A fan, and the position of its corner.
  const Fan& fan(FanId f) const { return fans_[static_cast<std::size_t>(f)]; }
  Point corner(FanId f) const { return fan(f).corner(); }
  ///@}
  ///@{ turns() returns the number of turns of fan f. turn() returns the position of turn k after
  /// an erosion that keeps `distance` from walls. Precondition: 0 <= k < turns(f).
  int turns(FanId f) const { return fan(f).steps() > 0 ? fan(f).steps() : 1; }
  Point turn(FanId f, int k, double distance) const { return fan(f).apex(k, distance); }
  ///@}

  /// Whether p is at least `distance` from each wall, and no fan covers p (see Fan::covers()).
  /// O(log n + walls nearby).
  bool fits(Point p, double distance) const;
  /// Whether fits() holds at every point of a path, up to the rounding of the path's vertices.
  /// O(log n + walls nearby) for a short segment.
  bool keeps(std::span<const Point> path, double distance) const;
  /// Calls visit(fan) for each fan with its corner in the box.
  template <class Visit>
  void visit(const Box& near, const Visit& visit) const {
    tree_.visit(near, [&](std::size_t f) {
      visit(static_cast<FanId>(f));
      return true;
    });
  }
  /// Calls visit(fan) for each fan with its corner within kFanReach * distance of segment ab. All
  /// other fans are too far away to touch the segment. May visit a fan repeatedly.
  /// Precondition: a != b.
  template <class Visit>
  void visit_along(Point a, Point b, double distance, const Visit& visit) const {
    const Point way = b - a;
    const double pieces =
        std::clamp(std::ceil(std::sqrt(dot(way, way)) / (4 * distance)), 1.0, 32.0);
    const double reach = kFanReach * distance;
    for (double k = 0; k < pieces; ++k) {
      const Box box = box_of(a + (k / pieces) * way, a + ((k + 1) / pieces) * way);
      this->visit(Box{box.min - Point{reach, reach}, box.max + Point{reach, reach}}, [&](FanId f) {
        const Point p = corner(f);
        if (squared_distance(p, nearest_on_segment(a, b, p)) <= reach * reach) visit(f);
      });
    }
  }
  std::size_t memory_bytes() const;  ///< bytes on the heap

 private:
  bool is_free(Point a, Point b, double distance) const;

  const FreeSpace* space_;
  double margin_;
  std::vector<Fan> fans_;
  std::vector<FanId> of_;
  BoxTree tree_;
  BoxTree walls_;
};

}  // namespace fairway
