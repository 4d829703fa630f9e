#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/attachment.hpp"

namespace fairway {

/// Calls visit(half-edge) for each free triangle that contains a point: several on an edge (also a
/// wall of zero width) or at a vertex, where the half-edges begin there, counter-clockwise within
/// each corner; none for a blocked point, or for one located in cells.
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

/// The free triangles that contain a point, on both sides of a wall of zero width, each once in
/// ascending order; none for a blocked point.
void triangles_at(const FreeSpace& space, const Location& at, std::vector<TriangleId>& triangles);

/// Whether two ascending lists share a face. Linear.
bool intersect(std::span<const std::int32_t> a, std::span<const std::int32_t> b);

/// Keeps the cheapest link to each vertex, in ascending order.
void remove_repeated(std::vector<Link>& links);

}  // namespace fairway
