#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

/// A triangle mesh whose nodes are its triangles. A link bends at a point of the common edge.
/// Points are rounded. A vertex replaces one where exact predicates show, at build time, that a
/// realised segment would leave the triangles, even by the last bit.
class CentroidMesh : public TriangleMesh {
 public:
  static constexpr std::string_view kName = "triangle-mesh-centroid";

  using Scratch = EndTriangles;

  static std::vector<NamedMethod<Options>> methods();

  /// O(triangles). Keeps a reference to the free space.
  static CentroidMesh build(const FreeSpace& space, const Options& options);

  /// Links each end to the triangles that contain it, see attach_in_triangles.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// The full edges that the path crosses. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::size_t memory_bytes() const;

 private:
  using TriangleMesh::TriangleMesh;

  void number_triangles();
  void link_triangles();
  Vertex node_at(TriangleId t) const { return node_at_[static_cast<std::size_t>(t)]; }
  TriangleId triangle(Vertex v) const { return triangles_[static_cast<std::size_t>(v)]; }
  /// The half-edge from v's triangle into w's.
  HalfEdge gate(Vertex v, Vertex w) const;
  Point gate_point(Vertex v, Vertex w) const;

  std::vector<Vertex> node_at_;        // of a triangle
  std::vector<TriangleId> triangles_;  // of a node
};

static_assert(CorridorRepresentation<CentroidMesh>);

}  // namespace fairway
