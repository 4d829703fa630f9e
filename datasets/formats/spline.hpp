#pragma once

#include <span>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// A B-spline in the plane, rational if it has weights. Preconditions: there are more points than
/// the degree, degree + 1 more knots than points, which rise from knots[degree] to
/// knots[points.size()], and as many positive weights as points, or none.
struct Spline {
  int degree = 1;
  std::span<const double> knots;
  std::span<const double> weights;
  std::span<const Point> points;
};

/// Appends points of the curve, with its start and end, such that no two successive ones are
/// further from the curve between them than the tolerance (> 0). Throws std::length_error for a
/// curve that needs more than kMostPieces (flatten.hpp). Source: G. Farin, "Curves and Surfaces for
/// CAGD", 5th edition: the blossom gives the Bezier points of a piece (section 8.4), which are
/// halved until their hull is flat.
void flatten_spline(const Spline& spline, double tolerance, Ring& points);

}  // namespace fairway
