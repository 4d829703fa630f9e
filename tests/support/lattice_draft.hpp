#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/support/worlds.hpp"

namespace fairway::test {

/// How the points of a lattice are mapped before single ones are moved and everything is scaled.
/// All coordinates are integers below 2^53: what would lead beyond that is left out.
struct Frame {
  int a = 1, b = 0, c = 0, d = 1;  ///< (a b; c d), or the identity where it turns the plane over
  int shear = 0;                   ///< x += 2^shear y
  int stretch = 0;                 ///< x *= 2^stretch
  int shift_x = 0, shift_y = 0;    ///< by 2^(n - 1), to the other side where n is below 0
  int exponent = 0;                ///< all by 2^exponent, at the very last, clamped to the limits
};

/// A point that is moved.
struct Move {
  enum Kind { kUlps, kStep, kTowardsPoint, kTowardsEdge };
  int vertex = 0;
  int kind = kUlps;
  int x = 0;  ///< ulps or steps
  int y = 0;
  int face = 0;   ///< which of the faces around the vertex has the point or edge
  int depth = 0;  ///< a step is 2^-depth of a square's side; 1 - 2^-depth of the way to the goal
};

/// What decides a world of half squares of a lattice. Every choice has its place, whatever the
/// others are.
struct LatticeDraft {
  static constexpr int kMaxSide = 6;

  int width = 1;
  int height = 1;
  std::vector<int> kind;       ///< of each half square: 0 is free, others are kinds of blocked
  std::vector<bool> wall;      ///< of each side of each half square: a wall of zero width
  std::vector<bool> rising;    ///< of each square's diagonal
  std::vector<bool> follow;    ///< of each point: see border_rings
  std::vector<bool> unlisted;  ///< of each point: rings that pass it straight leave it out
  std::vector<Move> moves;
  Frame frame;

  /// The free half squares as faces.
  World mesh() const;
  /// The border of what is free, as rings.
  World rings() const;
  /// The lattice as one outline, the border of each kind of blocked half squares as holes (and what
  /// they enclose as outlines).
  World holes() const;

 private:
  /// All half squares and their kinds, with points in the plain lattice.
  struct Cells {
    Mesh all;
    std::vector<int> kind;
    Mesh free;  ///< those of kind 0, with their walls
  };
  Cells cells() const;
  std::vector<Point> placed(const Mesh& all) const;
  void move(const Move& m, const Mesh& all, std::vector<Point>& points) const;
  Point vector(double x, double y) const;
  void add_rings(const Mesh& faces, const std::vector<Point>& points, bool blocked,
                 Polygons& world) const;
  void add_walls(const Mesh& faces, const std::vector<Point>& points, Polygons& world) const;
};

}  // namespace fairway::test
