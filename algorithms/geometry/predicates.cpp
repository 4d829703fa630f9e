#include "algorithms/geometry/predicates.hpp"

#include <array>
#include <cstddef>

namespace fairway::detail {
namespace {

/// An exact sum or product: `high` is the rounded result, `low` is its rounding error.
struct TwoTerm {
  double high;
  double low;
};

TwoTerm two_sum(double a, double b) {
  const double high = a + b;
  const double b_virtual = high - a;
  const double a_virtual = high - b_virtual;
  return {high, (a - a_virtual) + (b - b_virtual)};
}

TwoTerm two_difference(double a, double b) { return two_sum(a, -b); }

TwoTerm split(double a) {
  constexpr double kSplitter = 134217729.0;  // 2^27 + 1
  const double c = kSplitter * a;
  const double high = c - (c - a);
  return {high, a - high};
}

TwoTerm two_product(double a, double b) {
  const double high = a * b;
  const TwoTerm as = split(a);
  const TwoTerm bs = split(b);
  const double error1 = high - as.high * bs.high;
  const double error2 = error1 - as.low * bs.high;
  const double error3 = error2 - as.high * bs.low;
  return {high, as.low * bs.low - error3};
}

int sign(double x) { return (x > 0) - (x < 0); }

/// An exact sum as a nonoverlapping expansion, smallest component first.
class Expansion {
 public:
  void add(double x) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const TwoTerm sum = two_sum(x, components_[i]);
      x = sum.high;
      if (sum.low != 0) components_[kept++] = sum.low;
    }
    if (x != 0) components_[kept++] = x;
    size_ = kept;
  }
  void add(TwoTerm term) {
    add(term.low);
    add(term.high);
  }
  void subtract(TwoTerm term) { add(TwoTerm{-term.high, -term.low}); }
  /// Returns the rounded sum, with its exact sign and an error below one unit in the last place.
  double value() const { return size_ == 0 ? 0 : components_[size_ - 1]; }

 private:
  std::array<double, 16> components_{};
  std::size_t size_ = 0;
};

/// Two vectors whose coordinates are exact differences.
struct Vectors {
  /// The vectors from c to a and from c to b.
  Vectors(Point a, Point b, Point c)
      : ax(two_difference(a.x, c.x)),
        ay(two_difference(a.y, c.y)),
        bx(two_difference(b.x, c.x)),
        by(two_difference(b.y, c.y)) {}
  /// The vector from a to b, and the vector from c to d turned by 90 degrees counter-clockwise.
  Vectors(Point a, Point b, Point c, Point d)
      : ax(two_difference(b.x, a.x)),
        ay(two_difference(b.y, a.y)),
        bx(two_difference(c.y, d.y)),
        by(two_difference(d.x, c.x)) {}
  TwoTerm ax, ay, bx, by;
};

double determinant_of(const Vectors& vectors) {
  const auto& [ax, ay, bx, by] = vectors;
  Expansion determinant;
  determinant.add(two_product(ax.low, by.low));
  determinant.subtract(two_product(ay.low, bx.low));
  determinant.add(two_product(ax.low, by.high));
  determinant.subtract(two_product(ay.low, bx.high));
  determinant.add(two_product(ax.high, by.low));
  determinant.subtract(two_product(ay.high, bx.low));
  determinant.add(two_product(ax.high, by.high));
  determinant.subtract(two_product(ay.high, bx.high));
  return determinant.value();
}

}  // namespace

double exact_determinant(Point a, Point b, Point c) { return determinant_of({a, b, c}); }

int exact_orientation(Point a, Point b, Point c) {
  const Vectors vectors(a, b, c);
  const auto& [ax, ay, bx, by] = vectors;
  if (ax.low == 0 && ay.low == 0 && bx.low == 0 && by.low == 0) {
    // Rounding is monotonic: if the rounded products differ, the exact products have the same
    // order.
    const TwoTerm left = two_product(ax.high, by.high);
    const TwoTerm right = two_product(ay.high, bx.high);
    return left.high != right.high ? sign(left.high - right.high) : sign(left.low - right.low);
  }
  return sign(determinant_of(vectors));
}

int exact_dot_sign(Point a, Point b, Point c, Point d) {
  return sign(determinant_of({a, b, c, d}));
}

}  // namespace fairway::detail
