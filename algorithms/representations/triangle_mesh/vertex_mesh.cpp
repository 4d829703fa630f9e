#include "algorithms/representations/triangle_mesh/node_meshes.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/representations/straight_path.hpp"

namespace fairway {

void VertexMesh::number_nodes() {
  positions_.reserve(space_->corners().size());
  for (const Corner& corner : space_->corners()) positions_.push_back(mesh_->point(corner.vertex));
}

void VertexMesh::link_nodes() {
  CsrGraph::Builder builder;
  builder.reserve(space_->corners().size(), 0);
  std::vector<Vertex> row;
  for (Vertex v = 0; v < static_cast<Vertex>(space_->corners().size()); ++v) {
    const Corner& corner = space_->corner(v);
    row.assign(1, space_->corner_at(Triangulation::next(corner.first)));
    for (HalfEdge h = corner.first; h != kNoHalfEdge;
         h = mesh_->across(Triangulation::previous(h))) {
      row.push_back(space_->corner_at(Triangulation::previous(h)));
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const Vertex w : row) builder.add(w, distance(position(v), position(w)));
    builder.end_row();
  }
  graph_ = std::move(builder).build();
}

void VertexMesh::link_end(Point end, TriangleId t, std::vector<Link>& links) const {
  for (int i = 0; i < 3; ++i) {
    const Vertex v = space_->corner_at(Triangulation::half_edge(t, i));
    links.push_back({v, distance(end, position(v))});
  }
}

void VertexMesh::realise(const FoundPath& found, Scratch&, Path& path) const {
  draw_straight(
      found, [this](Vertex v) { return position(v); }, path);
}

/// At each corner, the path turns within the corner's wedge, from the triangle where it arrives to
/// a triangle where it continues. It crosses the edges between these two triangles.
void VertexMesh::corridor(const FoundPath& found, Scratch&, std::vector<Portal>& portals) const {
  const std::span<const Vertex> vertices = found.vertices;
  portals.clear();
  if (vertices.empty()) return;
  const auto turn = [&](HalfEdge at, const auto& is_wanted) {
    const std::size_t before = portals.size();
    for (HalfEdge h = at; h != kNoHalfEdge;) {
      if (is_wanted(h)) return h;
      const HalfEdge out = Triangulation::previous(h);
      portals.push_back(portal_of(out));
      h = mesh_->across(out);
    }
    portals.resize(before);
    while (!is_wanted(at)) {
      portals.push_back(portal_of(at));
      at = Triangulation::next(mesh_->across(at));
    }
    return at;
  };
  const auto contains_point = [&](Point p) {
    return [this, p](HalfEdge h) { return contains(*mesh_, Triangulation::triangle_of(h), p); };
  };

  HalfEdge at = turn(space_->corner(vertices[0]).first, contains_point(found.start.point));
  portals.clear();
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const auto begins_at_next = [&](HalfEdge h) { return space_->corner_at(h) == vertices[i]; };
    at = turn(at, [&](HalfEdge h) {
      return begins_at_next(Triangulation::next(h)) || begins_at_next(Triangulation::previous(h));
    });
    at = begins_at_next(Triangulation::next(at)) ? Triangulation::next(at)
                                                 : Triangulation::previous(at);
  }
  turn(at, contains_point(found.goal.point));
}

}  // namespace fairway
