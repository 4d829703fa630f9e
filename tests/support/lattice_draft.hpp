#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/support/worlds.hpp"

namespace fairway::test {

/// An affine map for all points of a lattice. The points have integer coordinates, and the map
/// keeps them integers up to 2^53. The shift is omitted if it would exceed this limit. After the
/// map, single points are moved, and then all points are scaled by 2^exponent.
struct Frame {
  int a = 1, b = 0, c = 0, d = 1;  ///< matrix (a b; c d); unused if its determinant is not positive
  int shear = 0;                   ///< x += 2^shear y
  int stretch = 0;                 ///< x *= 2^stretch
  int shift_x = 0, shift_y = 0;    ///< shift: n > 0 adds 2^(n - 1), n < 0 subtracts 2^(-n - 1)
  int exponent = 0;                ///< final factor 2^exponent; nearer to 1 if results overflow
};

/// A move of one point of the lattice. The kind says how the point moves: by some ulps, by a
/// vector, towards the next point of a face, or towards the middle of the opposite edge of a face.
struct Move {
  enum Kind { kUlps, kStep, kTowardsPoint, kTowardsEdge };
  int vertex = 0;
  int kind = kUlps;
  int x = 0;  ///< x of the move; kUlps: in ulps, kStep: in steps
  int y = 0;
  int face = 0;   ///< number of the face at the point that kTowards... uses
  int depth = 0;  ///< kStep: a step has the length of 2^-depth sides of a square. kTowards...: the
                  ///< move covers the share 1 - 2^-depth of the distance
};

/// All choices that determine a world of half squares of a lattice. Any combination is valid.
struct LatticeDraft {
  static constexpr int kMaxSide = 6;

  int width = 1;
  int height = 1;
  std::vector<int> kind;       ///< kind of each half square: 0 is free, others are blocked
  std::vector<bool> wall;      ///< for each side of each half square: whether it is a wall
  std::vector<bool> rising;    ///< direction of each square's diagonal
  std::vector<bool> follow;    ///< for each point: see `follow_faces` of border_rings()
  std::vector<bool> unlisted;  ///< for each point: whether rings omit it if they go straight there
  std::vector<Move> moves;
  Frame frame;

  /// Describes the world by faces: the free half squares.
  World mesh() const;
  /// Describes the world by rings: the border of free space.
  World rings() const;
  /// Describes the world by an outline with holes. The outline is the whole lattice. The borders of
  /// the blocked areas of each kind are holes. A free area inside a hole gets an outline.
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
