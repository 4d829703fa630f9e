#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Judges points, segments and paths by comparing them with every wall in rational arithmetic:
/// slow, but simple. It uses only the walls of the free space and shares no code with the tested
/// code.
class RationalOracle {
 public:
  /// Sides of a directed segment, as bits.
  static constexpr unsigned kLeft = 1;
  static constexpr unsigned kRight = 2;
  static constexpr unsigned kBoth = kLeft | kRight;

  explicit RationalOracle(const FreeSpace& space);

  /// Whether p is inside free space or on its border. O(walls).
  bool inside(Point p) const;

  /// Whether the segment ab is a legal path. O(walls * k) if walls meet the segment in k points.
  bool sees(Point a, Point b) const;

  /// Follows the segment from a to b. At the start, a path may be on the sides `from` of the
  /// segment. Returns the sides on which a legal path can arrive at b. Returns 0 if no legal path
  /// can arrive. Precondition: a != b.
  unsigned follow(Point a, Point b, unsigned from) const;

  /// Whether a path is a limit of paths in the interior of free space.
  bool legal(std::span<const Point> path) const;

  /// Returns a number that identifies a wedge of free space at the point `at`. The wedge contains
  /// the directions that are just left or just right of the direction to `to`, depending on `side`.
  /// Returns -1 if the point is on no wall. O(walls).
  int wedge(Point at, Point to, unsigned side) const;

 private:
  using Rational = boost::multiprecision::cpp_rational;
  struct Vector {
    Rational x;
    Rational y;
    explicit Vector(Point p) : x(p.x), y(p.y) {}
    Vector(Rational x_, Rational y_) : x(std::move(x_)), y(std::move(y_)) {}
    friend bool operator==(const Vector&, const Vector&) = default;
    friend Vector operator-(const Vector& v, const Vector& w) { return {v.x - w.x, v.y - w.y}; }
  };
  struct ExactWall {
    Wall wall;
    Box box;
    Vector a;
    Vector b;
  };

  static int cross_sign(const Vector& v, const Vector& w);
  static int dot_sign(const Vector& v, const Vector& w);
  bool on(const ExactWall& wall, const Vector& p) const;
  /// Whether p is in free space, by the parity of the walls to its right. p must be on no wall.
  bool interior(const Vector& p) const;

  std::vector<ExactWall> walls_;
};

}  // namespace fairway
