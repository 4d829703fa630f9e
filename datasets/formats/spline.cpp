#include "datasets/formats/spline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "datasets/formats/flatten.hpp"

namespace fairway {

namespace {

/// (x w, y w, w) of a point with the weight w.
struct WeightedPoint {
  double x = 0;
  double y = 0;
  double w = 1;
  Point point() const { return {x / w, y / w}; }
};

/// Exact for s = 0 and s = 1.
WeightedPoint mix(const WeightedPoint& a, const WeightedPoint& b, double s) {
  if (s == 1) return b;
  return {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.w + s * (b.w - a.w)};
}

using BezierPoints = std::vector<WeightedPoint>;

class SplineFlattener {
 public:
  SplineFlattener(const Spline& spline, double tolerance, Ring& points)
      : spline_(spline),
        degree_(static_cast<std::size_t>(spline.degree)),
        tolerance_(tolerance),
        points_(points) {
    weighted_.reserve(spline.points.size());
    for (std::size_t i = 0; i < spline.points.size(); ++i) {
      const Point p = spline.points[i];
      const double w = spline.weights.empty() ? 1 : spline.weights[i];
      weighted_.push_back({p.x * w, p.y * w, w});
    }
  }

  void flatten() {
    bool first = true;
    for (std::size_t span = degree_; span < spline_.points.size(); ++span) {
      if (!(spline_.knots[span] < spline_.knots[span + 1])) continue;
      BezierPoints bezier;
      for (std::size_t i = 0; i <= degree_; ++i) bezier.push_back(bezier_point(span, i));
      if (first) points_.push_back(end_of(bezier.front(), 0));
      first = false;
      const bool last = span + 1 == spline_.points.size();
      halve(bezier, 0);
      if (last) points_.back() = end_of(bezier.back(), spline_.points.size() - 1);
    }
  }

 private:
  /// The stated point, if the curve ends there: a weight would round it.
  Point end_of(const WeightedPoint& end, std::size_t point) const {
    const WeightedPoint& stated = weighted_[point];
    const bool same = end.x == stated.x && end.y == stated.y && end.w == stated.w;
    return same ? spline_.points[point] : end.point();
  }

  /// The blossom of a span of knots, at its end as often as `of`, else at its start.
  WeightedPoint bezier_point(std::size_t span, std::size_t of) const {
    BezierPoints d(weighted_.begin() + static_cast<std::ptrdiff_t>(span - degree_),
                   weighted_.begin() + static_cast<std::ptrdiff_t>(span + 1));
    for (std::size_t round = 1; round <= degree_; ++round) {
      const double at = spline_.knots[round <= of ? span + 1 : span];
      for (std::size_t k = degree_; k >= round; --k) {
        const double low = spline_.knots[span - degree_ + k];
        const double high = spline_.knots[span + 1 + k - round];
        d[k] = mix(d[k - 1], d[k], (at - low) / (high - low));
      }
    }
    return d[degree_];
  }

  bool is_flat(const BezierPoints& bezier) const {
    const Point a = bezier.front().point();
    const Point b = bezier.back().point();
    return std::all_of(bezier.begin() + 1, bezier.end() - 1, [&](const WeightedPoint& inner) {
      const Point p = inner.point();
      const Point nearest = a == b ? a : nearest_on_segment(a, b, p);
      return squared_distance(p, nearest) <= tolerance_ * tolerance_;
    });
  }

  /// Appends the points after the start.
  void halve(const BezierPoints& bezier, int depth) {
    constexpr int kMostHalvings = 48;
    if (is_flat(bezier)) {
      if (++pieces_ > kMostPieces || depth > kMostHalvings) refuse_pieces();
      points_.push_back(bezier.back().point());
      return;
    }
    if (depth >= kMostHalvings) refuse_pieces();
    BezierPoints left;
    BezierPoints right = bezier;
    for (std::size_t round = 0; round <= degree_; ++round) {
      left.push_back(right.front());
      for (std::size_t i = 0; i + round < degree_; ++i) right[i] = mix(right[i], right[i + 1], 0.5);
    }
    halve(left, depth + 1);
    halve(right, depth + 1);
  }

  const Spline& spline_;
  std::size_t degree_;
  double tolerance_;
  Ring& points_;
  BezierPoints weighted_;
  int pieces_ = 0;
};

}  // namespace

void flatten_spline(const Spline& spline, double tolerance, Ring& points) {
  SplineFlattener(spline, tolerance, points).flatten();
}

}  // namespace fairway
