#include <algorithm>
#include <utility>

#include "algorithms/geometry/limits.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

TriangleMesh TriangleMesh::build(const FreeSpace& space, const Options& options) {
  TriangleMesh result(space, options.nodes);
  std::vector<BuildPhase>& phases = result.report_.phases;
  LapClock clock;
  switch (options.nodes) {
    case Nodes::kJunction:
      result.number_junctions();
      phases.push_back({"nodes", clock.lap()});
      result.take_links();
      break;
    case Nodes::kEdgeMidpoint:
      result.number_edges();
      phases.push_back({"nodes", clock.lap()});
      result.link_edges();
      break;
    case Nodes::kCentroid:
      result.number_triangles();
      phases.push_back({"nodes", clock.lap()});
      result.link_triangles();
      break;
    case Nodes::kVertex:
      result.number_corners();
      phases.push_back({"nodes", clock.lap()});
      result.link_corners();
      break;
  }
  phases.push_back({"links", clock.lap()});
  CsrComponents components = find_components(result.graph_);
  result.report_.components = components.count;
  result.components_ = std::move(components.of);
  result.report_.covered_area = space.area();
  phases.push_back({"components", clock.lap()});
  return result;
}

void TriangleMesh::number_edges() {
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
  // A point that cannot be linked within a triangle gives way to an end of its edge, which then has
  // to be looked at from both of its triangles. No point gives way twice.
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

void TriangleMesh::link_edges() {
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

void TriangleMesh::number_triangles() {
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

void TriangleMesh::link_triangles() {
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

void TriangleMesh::number_corners() {
  positions_.reserve(space_->corners().size());
  for (const Corner& corner : space_->corners()) positions_.push_back(mesh_->point(corner.vertex));
}

void TriangleMesh::link_corners() {
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

void TriangleMesh::number_junctions() {
  reduction_ = Reduction(*space_);
  positions_.reserve(reduction_.corners().size());
  for (const CornerId corner : reduction_.corners()) {
    positions_.push_back(space_->position(corner));
  }
}

void TriangleMesh::take_links() {
  JunctionLinks links = link_junctions(*space_, reduction_);
  graph_ = std::move(links.graph);
  passages_ = std::move(links.passages);
  bends_ = std::move(links.bends);
}

}  // namespace fairway
