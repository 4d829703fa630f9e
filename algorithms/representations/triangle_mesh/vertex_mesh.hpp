#pragma once

#include <string_view>
#include <vector>

#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

/// A triangle mesh whose nodes are the triangles' corners and whose links are their edges. A pinch
/// has a node for each corner.
class VertexMesh : public TriangleMesh {
 public:
  static constexpr std::string_view kName = "triangle-mesh-vertex";

  using Scratch = EndTriangles;

  static std::vector<NamedMethod<Options>> methods();

  /// O(triangles). Keeps a reference to the free space.
  static VertexMesh build(const FreeSpace& space, const Options& options);

  /// Links each end to the corners of the triangles that contain it, see attach_in_triangles.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// The full edges that the path crosses. O(triangles round the vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

 private:
  using TriangleMesh::TriangleMesh;

  void number_corners();
  void link_corners();
};

static_assert(CorridorRepresentation<VertexMesh>);

}  // namespace fairway
