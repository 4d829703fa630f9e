#pragma once

#include <optional>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/freespace/walls.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A margin beyond what rounding can move an offset edge of a world in this box: crossings are
/// rounded, tiny coordinates become 0.
double rounding_margin(const Box& box);

double distance_to(const Wall& wall, Point p);

/// Tangents to the arc round a corner, given by their directions from the corner. The directions
/// run from the normal of the corner's first wall to the normal of its last wall.
class Fan {
 public:
  Fan(Point corner, Point first, Point last);

  Point corner() const { return corner_; }
  int steps() const { return steps_; }
  /// Where tangents k and k + 1 meet, for a distance from the corner.
  Point apex(int k, double distance) const;
  /// Whether a point is inside the tangents, in their sector.
  bool covers(Point p, double distance) const;

 private:
  Point tangent(int k) const { return turned(k * step_); }
  Point turned(double angle) const;

  Point corner_;
  Point first_;
  int steps_;
  double step_;
};

/// Tangents meet at most this many distances from their corner: the steps between them are at most
/// pi / 16, and 1 / cos(pi / 32) < 1.005. The rest is more than rounding.
inline constexpr double kFanReach = 1.01;

/// The place of a corner: its vertex, and the other ends of its first and its last wall.
struct CornerPlace {
  Point at;
  Point right;
  Point left;
  bool reflex;
};

/// How offset lines meet at a corner.
struct OffsetCorner {
  Point first;             ///< the end of the offset line of its first wall
  Point last;              ///< the start of the offset edge of the corner's last wall
  std::optional<Fan> fan;  ///< of a reflex corner

  OffsetCorner(const CornerPlace& corner, double distance);

  /// Calls add(from, to) for the pieces between `last` and `first`; some may have no length.
  template <class Add>
  void for_each_piece(double distance, Add add) const {
    if (!fan || fan->steps() == 0) return add(first, last);
    for (int k = 1; k < fan->steps(); ++k) {
      add(fan->apex(k - 1, distance), fan->apex(k, distance));
    }
  }
};

}  // namespace fairway
