#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/attachment.hpp"

namespace fairway {

/// Calls visit(half_edge) once for each free triangle that contains a point. The half-edge is a
/// side of the triangle. A point on an edge is in up to two triangles, even if the edge is a wall
/// of zero width. If the point is a vertex of the triangulation, each half-edge begins at this
/// vertex. The triangles around a vertex are visited counter-clockwise from one wall to the next
/// wall. Visits nothing if the point is blocked or was located by locate_in_cells().
template <class Visit>
void for_each_triangle_at(const FreeSpace& space, const Location& at, const Visit& visit) {
  if (at.place == Place::kBlocked || at.place == Place::kCell) return;
  const Triangulation& mesh = space.triangulation();
  const HalfEdge h = at.half_edge;
  if (at.place == Place::kVertex) {
    for (const CornerId c : space.corners_of(mesh.origin(h))) {
      for (HalfEdge g = space.corner(c).first; g != kNoHalfEdge;
           g = mesh.across(Triangulation::previous(g))) {
        visit(g);
      }
    }
    return;
  }
  visit(h);
  const HalfEdge twin = at.place == Place::kEdge ? mesh.twin(h) : kNoHalfEdge;
  if (twin != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(twin))) visit(twin);
}

/// Writes the free triangles that contain a point, in ascending order. On a wall of zero width,
/// these are the triangles on both sides. Writes none if the point is blocked or was located by
/// locate_in_cells().
void triangles_at(const FreeSpace& space, const Location& at, std::vector<TriangleId>& triangles);

/// Whether two ascending lists have a common item. Linear.
bool intersect(std::span<const std::int32_t> a, std::span<const std::int32_t> b);

/// Keeps only the cheapest link to each vertex, and sorts the links by vertex.
void remove_repeated(std::vector<Link>& links);

}  // namespace fairway
