#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The point that represents an edge between two free triangles: an end of the edge, or its rounded
/// midpoint. Rounding can move the midpoint off the edge into one of the triangles.
struct EdgePoint {
  Point point;    ///< the point
  HalfEdge edge;  ///< the edge, as a half-edge of a triangle that contains the point
  bool on_edge;   ///< whether the triangle across the edge contains the point too
};

/// Whether a closed triangle contains a point. Exact.
bool contains(const Triangulation& mesh, TriangleId t, Point p);

/// Returns the rounded midpoint of an edge between two free triangles. If neither triangle contains
/// the midpoint, returns an end of the edge.
EdgePoint midpoint_of(const Triangulation& mesh, HalfEdge h);

/// Returns an end of the edge.
EdgePoint end_of(const Triangulation& mesh, HalfEdge h);

/// Whether the segment from p to the point of e is legal in the two triangles of e's edge. The
/// segment must stay in these triangles and cross from one to the other only through the edge.
/// Preconditions: closed triangle t contains p, and e's edge is a side of t. Exact.
bool reaches(const Triangulation& mesh, TriangleId t, Point p, const EdgePoint& e);

/// Whether the segment from the point of e to the point of f is legal in t and the triangles behind
/// the edges of e and f. The segment must stay in these triangles and cross from one to another
/// only through these edges. Precondition: the edges are sides of t. Exact.
bool linkable(const Triangulation& mesh, TriangleId t, const EdgePoint& e, const EdgePoint& f);

/// Returns std::nullopt if the straight segment from p to the point of e is legal. Because of
/// rounding, this segment can miss e's edge. In this case, returns the end of the edge where the
/// path must bend. Precondition: one of the edge's triangles contains p.
std::optional<Point> bend_between(const Triangulation& mesh, Point p, const EdgePoint& e);

}  // namespace fairway
