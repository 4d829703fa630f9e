#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

#include <algorithm>
#include <optional>

#include "algorithms/representations/containing_faces.hpp"

namespace fairway {
namespace {

void append(Point p, Path& path) {
  if (path.back() != p) path.push_back(p);
}

}  // namespace

std::vector<NamedMethod<TriangleMesh::Options>> TriangleMesh::methods() {
  const SearchSettings funnel{.smoother = Smoother::kFunnel};
  return {{"triangle-mesh", {Nodes::kJunction}, funnel},
          {"triangle-mesh-midpoint", {Nodes::kEdgeMidpoint}, funnel},
          {"triangle-mesh-raw", {Nodes::kEdgeMidpoint}},
          {"triangle-mesh-centroid", {Nodes::kCentroid}, funnel},
          {"triangle-mesh-vertex", {Nodes::kVertex}, {.smoother = Smoother::kShortcut}}};
}

AttachStatus TriangleMesh::attach(const Location& start, const Location& goal, Scratch& scratch,
                                  Attachment& attachment) const {
  attachment.clear();
  if (nodes_ == Nodes::kJunction) {
    attach_junctions(start, goal, attachment);
    return AttachStatus::kAttached;
  }
  triangles_at(*space_, start, scratch.start);
  triangles_at(*space_, goal, scratch.goal);
  if (intersect(scratch.start, scratch.goal)) {
    attachment.direct = distance(start.point, goal.point);
    return AttachStatus::kAttached;
  }
  link(start.point, scratch.start, attachment.start);
  link(goal.point, scratch.goal, attachment.goal);
  return attachment.start.empty() || attachment.goal.empty() ? AttachStatus::kNothingVisible
                                                             : AttachStatus::kAttached;
}

void TriangleMesh::link(Point end, std::span<const TriangleId> triangles,
                        std::vector<Link>& links) const {
  for (const TriangleId t : triangles) {
    if (nodes_ == Nodes::kCentroid) {
      links.push_back({node_at(t), distance(end, position(node_at(t)))});
      continue;
    }
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const Vertex v = nodes_ == Nodes::kVertex ? space_->corner_at(h) : node_at(h);
      if (v == kNoVertex) continue;
      const std::optional<Point> bend = nodes_ == Nodes::kEdgeMidpoint
                                            ? bend_between(*mesh_, end, edge(v))
                                            : std::optional<Point>();
      links.push_back({v, bend ? distance(end, *bend) + distance(*bend, position(v))
                               : distance(end, position(v))});
    }
  }
  if (triangles.size() > 1) remove_repeated(links);
}

void TriangleMesh::realise(Point start, Point goal, std::span<const Vertex> vertices,
                           Path& path) const {
  if (nodes_ == Nodes::kJunction) {
    realise_junctions(space_->locate(start), space_->locate(goal), vertices, path);
    return;
  }
  path.clear();
  path.push_back(start);
  const auto append_bend = [&](Point end, Vertex v) {
    if (nodes_ != Nodes::kEdgeMidpoint) return;
    if (const auto bend = bend_between(*mesh_, end, edge(v))) append(*bend, path);
  };
  if (!vertices.empty()) append_bend(start, vertices.front());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (i > 0 && nodes_ == Nodes::kCentroid) {
      append(gate_point(vertices[i - 1], vertices[i]), path);
    }
    append(position(vertices[i]), path);
  }
  if (!vertices.empty()) append_bend(goal, vertices.back());
  append(goal, path);
}

HalfEdge TriangleMesh::gate(Vertex v, Vertex w) const {
  HalfEdge h = Triangulation::half_edge(triangle(v), 0);
  for (int i = 0; i < 2; ++i) {
    const HalfEdge other = mesh_->across(h);
    if (other != kNoHalfEdge && Triangulation::triangle_of(other) == triangle(w)) break;
    h = Triangulation::next(h);
  }
  return h;
}

Point TriangleMesh::gate_point(Vertex v, Vertex w) const {
  const HalfEdge h = std::min(gate(v, w), gate(w, v));
  const EdgePoint middle = midpoint_of(*mesh_, h);
  const bool usable = reaches(*mesh_, triangle(v), position(v), middle) &&
                      reaches(*mesh_, triangle(w), position(w), middle);
  return usable ? middle.point : end_of(*mesh_, h).point;
}

std::size_t TriangleMesh::memory_bytes() const {
  return graph_.memory_bytes() + positions_.capacity() * sizeof(Point) +
         node_at_.capacity() * sizeof(Vertex) + edges_.capacity() * sizeof(EdgePoint) +
         triangles_.capacity() * sizeof(TriangleId) +
         components_.capacity() * sizeof(std::int32_t) + reduction_.memory_bytes() +
         passages_.capacity() * sizeof(Passage) + bends_.capacity() * sizeof(Point);
}

}  // namespace fairway
