#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/triangle_mesh/edge_point.hpp"
#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

/// The base class of the meshes below. `Mesh` is the derived class. It must have three private
/// members. number_nodes() sets the positions of the nodes, and link_nodes() the graph.
/// link_end(end, triangle, links) appends the links from an end to the nodes of a triangle that
/// contains the end.
template <class Mesh>
class NodeMesh : public TriangleMesh {
 public:
  using Scratch = EndTriangles;  ///< scratch space of a query

  /// Builds the mesh. Keeps a reference to the free space. O(triangles).
  static Mesh build(const FreeSpace& space, const Options&) {
    Mesh mesh(space);
    mesh.run_build([&] { mesh.number_nodes(); }, [&] { mesh.link_nodes(); });
    return mesh;
  }

  /// Links each end to the nodes of the triangles that contain the end; see attach_in_triangles().
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const {
    return attach_in_triangles(start, goal, scratch, attachment,
                               [this](Point end, TriangleId t, std::vector<Link>& links) {
                                 static_cast<const Mesh*>(this)->link_end(end, t, links);
                               });
  }

 protected:
  using TriangleMesh::TriangleMesh;  ///< keeps a reference to the free space
};

/// A triangle mesh with the centroids of triangles as nodes. A link bends at a point of the common
/// edge, normally its midpoint. These points are rounded. The build replaces a point by a vertex if
/// exact predicates show that, because of rounding, a realised segment would leave the triangles.
class CentroidMesh : public NodeMesh<CentroidMesh> {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "triangle-mesh-centroid";
  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kFunnel}}};
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Writes the edges that the path crosses. Each portal is a whole edge. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::size_t memory_bytes() const;
  ///@}

 private:
  friend NodeMesh;
  using NodeMesh::NodeMesh;

  void number_nodes();
  void link_nodes();
  void link_end(Point end, TriangleId t, std::vector<Link>& links) const;
  Vertex node_at(TriangleId t) const { return node_at_[static_cast<std::size_t>(t)]; }
  TriangleId triangle(Vertex v) const { return triangles_[static_cast<std::size_t>(v)]; }
  /// Returns the side between the triangles of v and w, as a half-edge of v's triangle.
  HalfEdge gate(Vertex v, Vertex w) const;
  Point gate_point(Vertex v, Vertex w) const;

  std::vector<Vertex> node_at_;        // node of each triangle
  std::vector<TriangleId> triangles_;  // triangle of each node
};

/// A triangle mesh with the midpoints of edges between free triangles as nodes. Straight segments
/// link the midpoints of one triangle. Midpoints are rounded. The build replaces a midpoint by a
/// vertex if exact predicates show that, because of rounding, a realised segment would leave the
/// triangles.
class MidpointMesh : public NodeMesh<MidpointMesh> {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "triangle-mesh-midpoint";
  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kFunnel}}, {"triangle-mesh-raw", {}}};
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Writes the edges that the path crosses. Each portal is a whole edge. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::size_t memory_bytes() const;
  ///@}

 private:
  friend NodeMesh;
  using NodeMesh::NodeMesh;

  void number_nodes();
  void link_nodes();
  void link_end(Point end, TriangleId t, std::vector<Link>& links) const;
  Vertex node_at(HalfEdge h) const { return node_at_[static_cast<std::size_t>(h)]; }
  const EdgePoint& edge(Vertex v) const { return edges_[static_cast<std::size_t>(v)]; }
  /// Returns the edge of v as a half-edge of the triangle that has the edges of v and w as sides.
  /// Precondition: there is such a triangle.
  HalfEdge side_towards(Vertex v, Vertex w) const;

  std::vector<Vertex> node_at_;   // node of each half-edge
  std::vector<EdgePoint> edges_;  // edge point of each node
};

/// A triangle mesh with the corners of free space as nodes and the edges of triangles as links. The
/// corners at a pinch share one point, but each has its own node.
class VertexMesh : public NodeMesh<VertexMesh> {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "triangle-mesh-vertex";
  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kShortcut}}};
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Writes the edges that the path crosses. Each portal is a whole edge. O(triangles around the
  /// vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;
  ///@}

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
