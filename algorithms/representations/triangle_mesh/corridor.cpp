#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

void TriangleMesh::corridor(Point start, Point goal, std::span<const Vertex> vertices,
                            std::vector<Portal>& portals) const {
  portals.clear();
  if (vertices.empty() && nodes_ != Nodes::kJunction) return;
  switch (nodes_) {
    case Nodes::kJunction:
      junction_corridor(space_->locate(start), space_->locate(goal), vertices, portals);
      return;
    case Nodes::kEdgeMidpoint:
      edge_corridor(start, goal, vertices, portals);
      return;
    case Nodes::kCentroid:
      triangle_corridor(vertices, portals);
      return;
    case Nodes::kVertex:
      corner_corridor(start, goal, vertices, portals);
      return;
  }
}

void TriangleMesh::triangle_corridor(std::span<const Vertex> vertices,
                                     std::vector<Portal>& portals) const {
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    push_portal(gate(vertices[i - 1], vertices[i]), portals);
  }
}

HalfEdge TriangleMesh::side_towards(Vertex v, Vertex w) const {
  const HalfEdge h = edge(v).edge;
  return node_at(Triangulation::next(h)) == w || node_at(Triangulation::previous(h)) == w
             ? h
             : mesh_->twin(h);
}

/// An edge is crossed where the path comes from another triangle than it goes on in; else the path
/// only touches it. The first and the last are crossed unless the end is in the triangle already.
void TriangleMesh::edge_corridor(Point start, Point goal, std::span<const Vertex> vertices,
                                 std::vector<Portal>& portals) const {
  if (vertices.size() == 1) {
    const HalfEdge h = edge(vertices[0]).edge;
    const HalfEdge twin = mesh_->twin(h);
    const bool outwards = contains(*mesh_, Triangulation::triangle_of(h), start) &&
                          contains(*mesh_, Triangulation::triangle_of(twin), goal);
    push_portal(outwards ? h : twin, portals);
    return;
  }
  HalfEdge side = side_towards(vertices[0], vertices[1]);
  TriangleId inside = Triangulation::triangle_of(side);
  if (!contains(*mesh_, inside, start)) push_portal(mesh_->twin(side), portals);
  for (std::size_t i = 1; i + 1 < vertices.size(); ++i) {
    side = side_towards(vertices[i], vertices[i + 1]);
    if (Triangulation::triangle_of(side) == inside) continue;
    push_portal(mesh_->twin(side), portals);
    inside = Triangulation::triangle_of(side);
  }
  if (!contains(*mesh_, inside, goal)) {
    const HalfEdge h = edge(vertices.back()).edge;
    push_portal(Triangulation::triangle_of(h) == inside ? h : mesh_->twin(h), portals);
  }
}

/// The path turns at each corner within its wedge, from the triangle in which it arrives to one
/// in which it can go on: what it crosses on the way are the edges out of the corner between them.
void TriangleMesh::corner_corridor(Point start, Point goal, std::span<const Vertex> vertices,
                                   std::vector<Portal>& portals) const {
  const auto turn = [&](HalfEdge at, const auto& is_wanted) {
    const std::size_t before = portals.size();
    for (HalfEdge h = at; h != kNoHalfEdge;) {
      if (is_wanted(h)) return h;
      const HalfEdge out = Triangulation::previous(h);
      push_portal(out, portals);
      h = mesh_->across(out);
    }
    portals.resize(before);
    while (!is_wanted(at)) {
      push_portal(at, portals);
      at = Triangulation::next(mesh_->across(at));
    }
    return at;
  };
  const auto holds = [&](Point p) {
    return [this, p](HalfEdge h) { return contains(*mesh_, Triangulation::triangle_of(h), p); };
  };

  HalfEdge at = turn(space_->corner(vertices[0]).first, holds(start));
  portals.clear();
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const auto comes_from = [&](HalfEdge h) { return space_->corner_at(h) == vertices[i]; };
    at = turn(at, [&](HalfEdge h) {
      return comes_from(Triangulation::next(h)) || comes_from(Triangulation::previous(h));
    });
    at =
        comes_from(Triangulation::next(at)) ? Triangulation::next(at) : Triangulation::previous(at);
  }
  turn(at, holds(goal));
}

}  // namespace fairway
