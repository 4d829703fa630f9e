#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Vertices are numbered from 0.
using VertexId = std::int32_t;
/// Triangles are numbered from 0.
using TriangleId = std::int32_t;

/// Converts the number of a vertex, triangle or half-edge to an array index.
constexpr std::size_t slot_of(std::int32_t number) { return static_cast<std::size_t>(number); }

/// Half-edge 4 t + i runs from vertex i (0, 1 or 2) of triangle t to the next vertex. Triangle t is
/// on its left.
using HalfEdge = std::int32_t;
/// No half-edge.
inline constexpr HalfEdge kNoHalfEdge = -1;

/// A constrained triangulation that covers the convex hull of its vertices. A triangle takes 32
/// bytes. Immutable, except that the owner of a changing world edits it.
class Triangulation {
 public:
  /// A triangle.
  struct Triangle {
    VertexId vertex[3];       ///< vertices, counter-clockwise
    std::int32_t component;   ///< component of free space, or -1 if the triangle is not free
    std::int32_t link[3];     ///< 2 * twin + blocked, for each half-edge; -1 on the hull
    std::int32_t unused = 0;  ///< padding to 32 bytes
  };

  Triangulation() = default;
  /// Takes vertices and triangles. Precondition: the links of neighbouring triangles match.
  Triangulation(std::vector<Point> points, std::vector<Triangle> triangles)
      : points_(std::move(points)), triangles_(std::move(triangles)) {}

  ///@{ The triangle of a half-edge; half-edge i (0 .. 2) of a triangle; and the half-edges of the
  /// same triangle after and before h.
  static constexpr TriangleId triangle_of(HalfEdge h) { return h >> 2; }
  static constexpr HalfEdge half_edge(TriangleId t, int i) { return 4 * t + i; }
  static constexpr HalfEdge next(HalfEdge h) { return (h & 3) == 2 ? h - 2 : h + 1; }
  static constexpr HalfEdge previous(HalfEdge h) { return (h & 3) == 0 ? h + 2 : h - 1; }
  ///@}

  ///@{ First and second vertex of a half-edge.
  VertexId origin(HalfEdge h) const { return triangle(triangle_of(h)).vertex[h & 3]; }
  VertexId destination(HalfEdge h) const { return origin(next(h)); }
  ///@}
  /// The vertex of h's triangle opposite h.
  VertexId apex(HalfEdge h) const { return origin(previous(h)); }
  ///@{ Coordinates of a vertex, or of a vertex of a half-edge.
  Point point(VertexId v) const { return points_[static_cast<std::size_t>(v)]; }
  Point origin_point(HalfEdge h) const { return point(origin(h)); }
  Point destination_point(HalfEdge h) const { return point(destination(h)); }
  Point apex_point(HalfEdge h) const { return point(apex(h)); }
  ///@}

  /// The half-edge of the neighbouring triangle along the same edge, even if h is blocked. Returns
  /// kNoHalfEdge if h is on the hull.
  HalfEdge twin(HalfEdge h) const { return link(h) >> 1; }
  /// Whether no path may cross h, because h lies on a wall, on the border of free space or on the
  /// hull.
  bool blocked(HalfEdge h) const { return (link(h) & 1) != 0; }
  /// The twin if a path may cross h, else kNoHalfEdge.
  HalfEdge across(HalfEdge h) const {
    const std::int32_t l = link(h);
    return (l & 1) != 0 ? kNoHalfEdge : l >> 1;
  }

  /// Whether a triangle with this number exists. Changes of a world can leave unused numbers;
  /// is_free() is false for them.
  bool exists(TriangleId t) const { return triangle(t).vertex[0] != triangle(t).vertex[1]; }
  /// Whether a triangle is free.
  bool is_free(TriangleId t) const { return triangle(t).component >= 0; }
  /// Component of a triangle, or -1 if it is not free.
  std::int32_t component(TriangleId t) const { return triangle(t).component; }

  ///@{ Number of vertices and of triangles, and the arrays of vertices and triangles.
  std::size_t vertex_count() const { return points_.size(); }
  TriangleId triangle_count() const { return static_cast<TriangleId>(triangles_.size()); }
  const std::vector<Point>& points() const { return points_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  ///@}
  /// Access for code that edits a triangulation in place.
  std::vector<Point>& points() { return points_; }
  std::vector<Triangle>& triangles() { return triangles_; }  ///< see points()
  /// The triangle with this number.
  const Triangle& triangle(TriangleId t) const { return triangles_[static_cast<std::size_t>(t)]; }

  /// Bytes on the heap, by capacity. O(1).
  std::size_t memory_bytes() const {
    return points_.capacity() * sizeof(Point) + triangles_.capacity() * sizeof(Triangle);
  }

 private:
  std::int32_t link(HalfEdge h) const { return triangle(triangle_of(h)).link[h & 3]; }

  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
};

}  // namespace fairway
