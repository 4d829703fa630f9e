#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "algorithms/representations/triangle_mesh/node_meshes.hpp"

namespace fairway::test {

/// A legal path along random edges of the triangulation. It may turn back, repeat itself and wind
/// around walls. The path starts and ends inside triangles: it starts in a triangle at its first
/// corner and ends in a triangle at its last corner.
inline Path wander(const FreeSpace& space, const VertexMesh& corners, std::size_t steps,
                   std::mt19937& random) {
  const auto inside = [&](Vertex v) {
    const Triangulation& mesh = space.triangulation();
    std::vector<HalfEdge> fan;
    for (HalfEdge h = space.corner(v).first; h != kNoHalfEdge;
         h = mesh.across(Triangulation::previous(h))) {
      fan.push_back(h);
    }
    const HalfEdge h = fan[random() % fan.size()];
    const Point a = mesh.origin_point(h);
    const Point b = mesh.destination_point(h);
    const Point c = mesh.apex_point(h);
    return Point{(2 * a.x + b.x + c.x) / 4, (2 * a.y + b.y + c.y) / 4};
  };
  auto v = static_cast<Vertex>(random() % corners.vertex_count());
  std::vector<Vertex> vertices{v};
  for (std::size_t i = 0; i < steps; ++i) {
    const auto neighbours = corners.graph().neighbours(v);
    v = neighbours[random() % neighbours.size()];
    vertices.push_back(v);
  }
  Path path{inside(vertices.front())};
  for (const Vertex w : vertices) path.push_back(corners.position(w));
  path.push_back(inside(vertices.back()));
  return path;
}

}  // namespace fairway::test
