#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/support/worlds.hpp"

namespace fairway::test {

/// A linear map and a shift for all points of a lattice. It is applied before single points are
/// moved and before the final scaling. All coordinates are integers below 2^53. A step of the map
/// that would exceed this limit is skipped.
struct Frame {
  int a = 1, b = 0, c = 0, d = 1;  ///< matrix (a b; c d); the identity if it would mirror the plane
  int shear = 0;                   ///< x += 2^shear y
  int stretch = 0;                 ///< x *= 2^stretch
  int shift_x = 0, shift_y = 0;    ///< shift by 2^(n - 1); negative n: in the other direction
  int exponent = 0;                ///< final factor 2^exponent, clamped to the limits
};

/// How a point is moved.
struct Move {
  enum Kind { kUlps, kStep, kTowardsPoint, kTowardsEdge };
  int vertex = 0;
  int kind = kUlps;
  int x = 0;  ///< ulps or steps
  int y = 0;
  int face = 0;   ///< chooses a face at the vertex; the goal lies on the border of this face
  int depth = 0;  ///< length of the step: 2^-depth sides of a square, or 1 - 2^-depth of the way to
                  ///< the goal
};

/// All choices that determine a world of half squares of a lattice. Any combination is valid.
struct LatticeDraft {
  static constexpr int kMaxSide = 6;

  int width = 1;
  int height = 1;
  std::vector<int> kind;       ///< kind of each half square: 0 is free, others are blocked
  std::vector<bool> wall;      ///< for each side of each half square: whether it is a wall
  std::vector<bool> rising;    ///< direction of each square's diagonal
  std::vector<bool> follow;    ///< for each point: see border_rings()
  std::vector<bool> unlisted;  ///< for each point: whether rings omit it if they do not bend at it
  std::vector<Move> moves;
  Frame frame;

  /// The free half squares as faces.
  World mesh() const;
  /// The border of free space as rings.
  World rings() const;
  /// The whole lattice as an outline. The borders of blocked areas become holes, separately for
  /// each kind. Free areas that holes enclose become outlines.
  World holes() const;

 private:
  /// All half squares and their kinds, with points before placed() moves them.
  struct Cells {
    Mesh all;
    std::vector<int> kind;
    Mesh free;  ///< half squares of kind 0, with their walls
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
