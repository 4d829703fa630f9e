#include "algorithms/representations/triangle_mesh/node_meshes.hpp"

#include <utility>

namespace fairway {

void MidpointMesh::number_nodes() {
  node_at_.assign(4 * static_cast<std::size_t>(mesh_->triangle_count()), kNoVertex);
  std::vector<TriangleId> unchecked;
  for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
    if (!mesh_->is_free(t)) continue;
    unchecked.push_back(t);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const HalfEdge twin = mesh_->across(h);
      if (twin < h) continue;
      node_at_[static_cast<std::size_t>(h)] = node_at_[static_cast<std::size_t>(twin)] =
          static_cast<Vertex>(edges_.size());
      edges_.push_back(midpoint_of(*mesh_, h));
    }
  }
  // If the points of two sides of a triangle cannot be linked within the triangle, one of the
  // points is replaced by an end of its edge. Then both triangles of this edge are checked again.
  // Each point is replaced at most once.
  while (!unchecked.empty()) {
    const TriangleId t = unchecked.back();
    unchecked.pop_back();
    for (int i = 0; i < 3; ++i) {
      const Vertex v = node_at(Triangulation::half_edge(t, i));
      const Vertex w = node_at(Triangulation::half_edge(t, (i + 1) % 3));
      if (v == kNoVertex || w == kNoVertex || linkable(*mesh_, t, edge(v), edge(w))) continue;
      const Vertex u = edge(v).on_edge || Triangulation::triangle_of(edge(v).edge) == t ? w : v;
      const HalfEdge h = edge(u).edge;
      edges_[static_cast<std::size_t>(u)] = end_of(*mesh_, h);
      unchecked.push_back(Triangulation::triangle_of(h));
      unchecked.push_back(Triangulation::triangle_of(mesh_->twin(h)));
    }
  }
  edges_.shrink_to_fit();
  positions_.reserve(edges_.size());
  for (const EdgePoint& e : edges_) positions_.push_back(e.point);
}

void MidpointMesh::link_nodes() {
  CsrGraph::Builder builder;
  builder.reserve(edges_.size(), 4 * edges_.size());
  for (Vertex v = 0; v < static_cast<Vertex>(edges_.size()); ++v) {
    const HalfEdge h = edge(v).edge;
    for (const HalfEdge side : {h, mesh_->twin(h)}) {
      for (const HalfEdge other : {Triangulation::next(side), Triangulation::previous(side)}) {
        const Vertex w = node_at(other);
        if (w != kNoVertex) builder.add(w, distance(position(v), position(w)));
      }
    }
    builder.end_row();
  }
  graph_ = std::move(builder).build();
}

void MidpointMesh::link_end(Point end, TriangleId t, std::vector<Link>& links) const {
  for (int i = 0; i < 3; ++i) {
    const Vertex v = node_at(Triangulation::half_edge(t, i));
    if (v == kNoVertex) continue;
    const std::optional<Point> bend = bend_between(*mesh_, end, edge(v));
    links.push_back({v, bend ? distance(end, *bend) + distance(*bend, position(v))
                             : distance(end, position(v))});
  }
}

void MidpointMesh::realise(const FoundPath& found, Scratch&, Path& path) const {
  const std::span<const Vertex> vertices = found.vertices;
  path.assign(1, found.start.point);
  const auto append_bend = [&](Point end, Vertex v) {
    if (const auto bend = bend_between(*mesh_, end, edge(v))) append_distinct(path, *bend);
  };
  if (!vertices.empty()) append_bend(found.start.point, vertices.front());
  for (const Vertex v : vertices) append_distinct(path, position(v));
  if (!vertices.empty()) append_bend(found.goal.point, vertices.back());
  append_distinct(path, found.goal.point);
}

HalfEdge MidpointMesh::side_towards(Vertex v, Vertex w) const {
  const HalfEdge h = edge(v).edge;
  return node_at(Triangulation::next(h)) == w || node_at(Triangulation::previous(h)) == w
             ? h
             : mesh_->twin(h);
}

/// The path crosses an edge if the triangles before and after the edge differ. The first edge is
/// not crossed if the triangle after it contains the start. The last edge is not crossed if the
/// triangle before it contains the goal.
void MidpointMesh::corridor(const FoundPath& found, Scratch&, std::vector<Portal>& portals) const {
  const std::span<const Vertex> vertices = found.vertices;
  const Point start = found.start.point;
  const Point goal = found.goal.point;
  portals.clear();
  if (vertices.empty()) return;
  const auto push = [&](HalfEdge h) { portals.push_back(portal_of(h)); };
  if (vertices.size() == 1) {
    const HalfEdge h = edge(vertices[0]).edge;
    const HalfEdge twin = mesh_->twin(h);
    const bool outwards = contains(*mesh_, Triangulation::triangle_of(h), start) &&
                          contains(*mesh_, Triangulation::triangle_of(twin), goal);
    push(outwards ? h : twin);
    return;
  }
  HalfEdge side = side_towards(vertices[0], vertices[1]);
  TriangleId inside = Triangulation::triangle_of(side);
  if (!contains(*mesh_, inside, start)) push(mesh_->twin(side));
  for (std::size_t i = 1; i + 1 < vertices.size(); ++i) {
    side = side_towards(vertices[i], vertices[i + 1]);
    if (Triangulation::triangle_of(side) == inside) continue;
    push(mesh_->twin(side));
    inside = Triangulation::triangle_of(side);
  }
  if (!contains(*mesh_, inside, goal)) {
    const HalfEdge h = edge(vertices.back()).edge;
    push(Triangulation::triangle_of(h) == inside ? h : mesh_->twin(h));
  }
}

std::size_t MidpointMesh::memory_bytes() const {
  return TriangleMesh::memory_bytes() + node_at_.capacity() * sizeof(Vertex) +
         edges_.capacity() * sizeof(EdgePoint);
}

}  // namespace fairway
