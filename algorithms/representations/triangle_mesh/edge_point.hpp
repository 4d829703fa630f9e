#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A point that stands for an edge between two free triangles: one of the edge's ends, or its
/// rounded midpoint, which may lie off the edge, in one of the triangles, by the last bit.
struct EdgePoint {
  Point point;
  HalfEdge edge;  ///< seen from a triangle that contains the point
  bool on_edge;   ///< the triangle on the other side contains it as well
};

/// Whether a closed triangle contains a point. Exact.
bool contains(const Triangulation& mesh, TriangleId t, Point p);

/// The rounded midpoint of an edge between two free triangles, or an end of it where the midpoint
/// lies in neither.
EdgePoint midpoint_of(const Triangulation& mesh, HalfEdge h);

/// An end of the edge, in place of its midpoint.
EdgePoint end_of(const Triangulation& mesh, HalfEdge h);

/// Whether the segment from a point in the closed triangle t to the point of one of its edges stays
/// in the two triangles of that edge and passes between them through it. Exact.
bool reaches(const Triangulation& mesh, TriangleId t, Point p, const EdgePoint& e);

/// Whether the segment between the points of two edges of t stays in the triangles of the edges and
/// passes between them through the edges. Exact.
bool linkable(const Triangulation& mesh, TriangleId t, const EdgePoint& e, const EdgePoint& f);

/// The point where the way from a point in one of an edge's two triangles to the edge's point must
/// bend, if any: the straight way may miss the edge by the last bit.
std::optional<Point> bend_between(const Triangulation& mesh, Point p, const EdgePoint& e);

}  // namespace fairway
