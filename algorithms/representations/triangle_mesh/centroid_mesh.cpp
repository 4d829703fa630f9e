#include "algorithms/representations/triangle_mesh/node_meshes.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/geometry/limits.hpp"

namespace fairway {

void CentroidMesh::number_nodes() {
  node_at_.assign(static_cast<std::size_t>(mesh_->triangle_count()), kNoVertex);
  for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
    if (!mesh_->is_free(t)) continue;
    node_at_[static_cast<std::size_t>(t)] = static_cast<Vertex>(triangles_.size());
    triangles_.push_back(t);
    const Triangulation::Triangle& triangle = mesh_->triangle(t);
    const Point a = mesh_->point(triangle.vertex[0]);
    const Point b = mesh_->point(triangle.vertex[1]);
    const Point c = mesh_->point(triangle.vertex[2]);
    const Point centroid{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
    const bool usable = within_limits(centroid) && contains(*mesh_, t, centroid);
    positions_.push_back(usable ? centroid : a);
  }
  triangles_.shrink_to_fit();
  positions_.shrink_to_fit();
}

void CentroidMesh::link_nodes() {
  CsrGraph::Builder builder;
  for (Vertex v = 0; v < static_cast<Vertex>(triangles_.size()); ++v) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge twin = mesh_->across(Triangulation::half_edge(triangle(v), i));
      if (twin == kNoHalfEdge) continue;
      const Vertex w = node_at(Triangulation::triangle_of(twin));
      const Point bend = gate_point(v, w);
      builder.add(w, distance(position(v), bend) + distance(bend, position(w)));
    }
    builder.end_row();
  }
  graph_ = std::move(builder).build();
}

void CentroidMesh::link_end(Point end, TriangleId t, std::vector<Link>& links) const {
  const Vertex v = node_at(t);
  links.push_back({v, distance(end, position(v))});
}

void CentroidMesh::realise(const FoundPath& found, Scratch&, Path& path) const {
  const std::span<const Vertex> vertices = found.vertices;
  path.assign(1, found.start.point);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (i > 0) append_distinct(path, gate_point(vertices[i - 1], vertices[i]));
    append_distinct(path, position(vertices[i]));
  }
  append_distinct(path, found.goal.point);
}

void CentroidMesh::corridor(const FoundPath& found, Scratch&, std::vector<Portal>& portals) const {
  const std::span<const Vertex> vertices = found.vertices;
  portals.clear();
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    portals.push_back(portal_of(gate(vertices[i - 1], vertices[i])));
  }
}

HalfEdge CentroidMesh::gate(Vertex v, Vertex w) const {
  HalfEdge h = Triangulation::half_edge(triangle(v), 0);
  for (int i = 0; i < 2; ++i) {
    const HalfEdge other = mesh_->across(h);
    if (other != kNoHalfEdge && Triangulation::triangle_of(other) == triangle(w)) break;
    h = Triangulation::next(h);
  }
  return h;
}

Point CentroidMesh::gate_point(Vertex v, Vertex w) const {
  const HalfEdge h = std::min(gate(v, w), gate(w, v));
  const EdgePoint middle = midpoint_of(*mesh_, h);
  const bool usable = reaches(*mesh_, triangle(v), position(v), middle) &&
                      reaches(*mesh_, triangle(w), position(w), middle);
  return usable ? middle.point : end_of(*mesh_, h).point;
}

std::size_t CentroidMesh::memory_bytes() const {
  return TriangleMesh::memory_bytes() + node_at_.capacity() * sizeof(Vertex) +
         triangles_.capacity() * sizeof(TriangleId);
}

}  // namespace fairway
