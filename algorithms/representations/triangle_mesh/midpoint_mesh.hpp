#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/triangle_mesh/edge_point.hpp"
#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

/// A triangle mesh whose nodes are the edges between free triangles. Straight segments link the
/// edges of one triangle. Midpoints are rounded. A vertex replaces one where exact predicates show,
/// at build time, that a realised segment would leave the triangles, even by the last bit.
class MidpointMesh : public TriangleMesh {
 public:
  static constexpr std::string_view kName = "triangle-mesh-midpoint";

  using Scratch = EndTriangles;

  static std::vector<NamedMethod<Options>> methods();

  /// O(triangles). Keeps a reference to the free space.
  static MidpointMesh build(const FreeSpace& space, const Options& options);

  /// Links each end to the edges of the triangles that contain it, see attach_in_triangles.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// The full edges that the path crosses. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::size_t memory_bytes() const;

 private:
  using TriangleMesh::TriangleMesh;

  void number_edges();
  void link_edges();
  Vertex node_at(HalfEdge h) const { return node_at_[static_cast<std::size_t>(h)]; }
  const EdgePoint& edge(Vertex v) const { return edges_[static_cast<std::size_t>(v)]; }
  /// v's half-edge in the triangle that v's edge shares with w's.
  HalfEdge side_towards(Vertex v, Vertex w) const;

  std::vector<Vertex> node_at_;   // of a half-edge
  std::vector<EdgePoint> edges_;  // of a node
};

static_assert(CorridorRepresentation<MidpointMesh>);

}  // namespace fairway
