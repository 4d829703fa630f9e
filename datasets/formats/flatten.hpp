#pragma once

#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A curve that a drawing states becomes points on it, no two of which are further from the curve
/// between them than the tolerance (> 0). All functions append the points after the curve's start,
/// which is expected to be there, and end with the stated end. Each takes at most kMostPieces;
/// they throw std::length_error for a curve that would need more.
inline constexpr int kMostPieces = 100'000;
/// Throws std::length_error for a curve that needs more.
[[noreturn]] void refuse_pieces();

/// An ellipse: center + cos(t) * first + sin(t) * second. A circle of radius r has the half axes
/// (r, 0) and (0, r); affine maps of an ellipse map its center and half axes.
struct Ellipse {
  Point center;
  Point first;
  Point second;
  Point at(double angle) const;
};

/// The arc from one angle to another, in radians; anticlockwise, in the frame of the half axes, if
/// `to` is greater.
void flatten_arc(const Ellipse& ellipse, double from, double to, double tolerance, Point end,
                 Ring& points);
/// Bezier curves of degree 2 and 3. Source of the number of pieces: G. Wang, "The subdivision
/// method for finding the intersection between two Bezier curves or surfaces", 1984.
void flatten_quadratic(Point start, Point control, Point end, double tolerance, Ring& points);
void flatten_cubic(Point start, Point first, Point second, Point end, double tolerance,
                   Ring& points);

}  // namespace fairway
