#pragma once

#include <optional>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/freespace/walls.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Returns an upper bound of the distance by which rounding moves an offset edge. `box` is the
/// bounding box of the world.
double rounding_margin(const Box& box);

/// Distance of p from a wall, rounded.
double distance_to(const Wall& wall, Point p);

/// Unit normal on the left of the direction from a to b. Precondition: a != b.
Point left_normal(Point a, Point b);

/// Evenly spaced tangents to the arc around a reflex corner. The arc runs from the normal of the
/// corner's first wall to the normal of its last wall. A tangent is given as the direction from the
/// corner to the point where the tangent touches the arc.
class Fan {
 public:
  /// `first` and `last` are the unit normals of the corner's walls.
  Fan(Point corner, Point first, Point last);

  Point corner() const { return corner_; }  ///< centre of the arc
  int steps() const { return steps_; }      ///< number of tangents minus 1
  /// The point where tangents k and k + 1 meet, for an arc of radius `distance`.
  Point apex(int k, double distance) const;
  /// Whether a point lies in the sector of the arc and between the corner and the tangents.
  /// `distance` is the radius of the arc.
  bool covers(Point p, double distance) const;
  /// Direction from the corner to the point where tangent k (0 .. steps()) touches the arc.
  Point tangent(int k) const { return turned(k * step_); }
  /// Angle from the first tangent counter-clockwise to a direction. The unit is the angle between
  /// two successive tangents. Negative if the direction is before the first tangent. 0 if there are
  /// no steps.
  double steps_to(Point direction) const;
  /// Projects the vectors from the corner to each apex() onto a unit direction. Returns the largest
  /// projection for an arc of radius 1. Returns nullopt if the direction is more than `tolerance`
  /// radians outside the sector of the arc.
  std::optional<double> extent(Point direction, double tolerance = 1e-9) const;

 private:
  Point turned(double angle) const;

  Point corner_;
  Point first_;
  int steps_;
  double step_;
};

/// An apex() is at most kFanReach * distance away from its corner. This bound holds because
/// kFanReach is above `1 / cos(pi / 32)`.
inline constexpr double kFanReach = 1.01;

/// The positions of a corner and of the ends of its walls.
struct CornerPlace {
  Point at;  ///< the corner's vertex
  ///@{ The far ends of the corner's first and last wall.
  Point right;
  Point left;
  ///@}
  bool reflex;  ///< whether the corner is reflex
};

/// The ends of the offset lines at a corner.
struct OffsetCorner {
  Point first;             ///< end of the first wall's offset line at the corner
  Point last;              ///< end of the last wall's offset line at the corner
  std::optional<Fan> fan;  ///< tangents between `first` and `last`; only at a reflex corner

  /// Computes the ends of the offset lines at `distance` from the walls.
  OffsetCorner(const CornerPlace& corner, double distance);

  /// Calls add(from, to) for each edge of the chain from `first` to `last`. An edge may have length
  /// 0.
  template <class Add>
  void for_each_piece(double distance, Add add) const {
    if (!fan || fan->steps() == 0) return add(first, last);
    for (int k = 1; k < fan->steps(); ++k) {
      add(fan->apex(k - 1, distance), fan->apex(k, distance));
    }
  }
};

}  // namespace fairway
