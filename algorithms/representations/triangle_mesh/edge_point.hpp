#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The point of an edge between two free triangles: an end, or the rounded midpoint, which may lie
/// off the edge, in one of the triangles, by the last bit.
struct EdgePoint {
  Point point;
  HalfEdge edge;  ///< seen from a triangle that contains the point
  bool on_edge;   ///< the other triangle contains it too
};

/// Whether a closed triangle contains a point. Exact.
bool contains(const Triangulation& mesh, TriangleId t, Point p);

/// The rounded midpoint of an edge between two free triangles, or an end if neither contains it.
EdgePoint midpoint_of(const Triangulation& mesh, HalfEdge h);

/// An end of the edge, in place of its midpoint.
EdgePoint end_of(const Triangulation& mesh, HalfEdge h);

/// Whether the segment from a point in closed triangle t to the point of one of its edges stays in
/// the edge's two triangles and passes between them through it. Exact.
bool reaches(const Triangulation& mesh, TriangleId t, Point p, const EdgePoint& e);

/// Whether the segment between points of two edges of t stays in the edges' triangles and passes
/// between them through the edges. Exact.
bool linkable(const Triangulation& mesh, TriangleId t, const EdgePoint& e, const EdgePoint& f);

/// Where the path from a point in one of an edge's triangles to the edge's point must bend, if at
/// all: a straight segment may miss the edge by the last bit.
std::optional<Point> bend_between(const Triangulation& mesh, Point p, const EdgePoint& e);

}  // namespace fairway
