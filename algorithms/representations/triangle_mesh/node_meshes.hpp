#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/triangle_mesh/edge_point.hpp"
#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

/// The part that the meshes below share. `Mesh` derives from it and has three private members:
/// number_nodes() sets the positions, link_nodes() the graph, and link_end(end, triangle, links)
/// appends the links from an end of a query to the nodes of a triangle that contains the end.
template <class Mesh>
class NodeMesh : public TriangleMesh {
 public:
  using Scratch = EndTriangles;

  /// O(triangles). Keeps a reference to the free space.
  static Mesh build(const FreeSpace& space, const Options&) {
    Mesh mesh(space);
    mesh.run_build([&] { mesh.number_nodes(); }, [&] { mesh.link_nodes(); });
    return mesh;
  }

  /// Links each end to the nodes of the triangles that contain it, see attach_in_triangles.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const {
    return attach_in_triangles(start, goal, scratch, attachment,
                               [this](Point end, TriangleId t, std::vector<Link>& links) {
                                 static_cast<const Mesh*>(this)->link_end(end, t, links);
                               });
  }

 protected:
  using TriangleMesh::TriangleMesh;
};

/// A triangle mesh whose nodes are its triangles. A link bends at a point of the common edge.
/// Points are rounded. A vertex replaces one where exact predicates show, at build time, that a
/// realised segment would leave the triangles, even by the last bit.
class CentroidMesh : public NodeMesh<CentroidMesh> {
 public:
  static constexpr std::string_view kName = "triangle-mesh-centroid";
  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kFunnel}}};
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// The full edges that the path crosses. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::size_t memory_bytes() const;

 private:
  friend NodeMesh;
  using NodeMesh::NodeMesh;

  void number_nodes();
  void link_nodes();
  void link_end(Point end, TriangleId t, std::vector<Link>& links) const;
  Vertex node_at(TriangleId t) const { return node_at_[static_cast<std::size_t>(t)]; }
  TriangleId triangle(Vertex v) const { return triangles_[static_cast<std::size_t>(v)]; }
  /// The half-edge from v's triangle into w's.
  HalfEdge gate(Vertex v, Vertex w) const;
  Point gate_point(Vertex v, Vertex w) const;

  std::vector<Vertex> node_at_;        // of a triangle
  std::vector<TriangleId> triangles_;  // of a node
};

/// A triangle mesh whose nodes are the edges between free triangles. Straight segments link the
/// edges of one triangle. Midpoints are rounded. A vertex replaces one where exact predicates show,
/// at build time, that a realised segment would leave the triangles, even by the last bit.
class MidpointMesh : public NodeMesh<MidpointMesh> {
 public:
  static constexpr std::string_view kName = "triangle-mesh-midpoint";
  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kFunnel}}, {"triangle-mesh-raw", {}}};
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// The full edges that the path crosses. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::size_t memory_bytes() const;

 private:
  friend NodeMesh;
  using NodeMesh::NodeMesh;

  void number_nodes();
  void link_nodes();
  void link_end(Point end, TriangleId t, std::vector<Link>& links) const;
  Vertex node_at(HalfEdge h) const { return node_at_[static_cast<std::size_t>(h)]; }
  const EdgePoint& edge(Vertex v) const { return edges_[static_cast<std::size_t>(v)]; }
  /// v's half-edge in the triangle that v's edge shares with w's.
  HalfEdge side_towards(Vertex v, Vertex w) const;

  std::vector<Vertex> node_at_;   // of a half-edge
  std::vector<EdgePoint> edges_;  // of a node
};

/// A triangle mesh whose nodes are the triangles' corners and whose links are their edges. A pinch
/// has a node for each corner.
class VertexMesh : public NodeMesh<VertexMesh> {
 public:
  static constexpr std::string_view kName = "triangle-mesh-vertex";
  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kShortcut}}};
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// The full edges that the path crosses. O(triangles round the vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

 private:
  friend NodeMesh;
  using NodeMesh::NodeMesh;

  void number_nodes();
  void link_nodes();
  void link_end(Point end, TriangleId t, std::vector<Link>& links) const;
};

static_assert(CorridorRepresentation<CentroidMesh> && CorridorRepresentation<MidpointMesh> &&
              CorridorRepresentation<VertexMesh>);

}  // namespace fairway
