#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/changes/reduction_changes.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/representations/triangle_mesh/junction_linker.hpp"
#include "algorithms/representations/triangle_mesh/junction_mesh.hpp"

namespace fairway {

/// Repairs a JunctionMesh: recomputes the junctions and regions that touch changed triangles, and
/// the links of their corners. The result equals a rebuild on the same space, up to numbering.
class JunctionMeshChanges {
 public:
  ///@{ See IndexChanges. The constructor takes O(links + corners).
  JunctionMeshChanges(JunctionMesh& index, const FreeSpace& space);

  void update_report() { index_.update_report(); }
  std::size_t memory_bytes() const;
  ///@}
  /// Always returns true. Amortised O(n log n) for n triangles in recomputed regions and along
  /// their links.
  bool follow(const SpaceChange& change);

 private:
  void relink(const std::vector<Vertex>& nodes);
  std::vector<TriangleId> junctions_at(const std::vector<Vertex>& nodes) const;
  void exchange_rows(const std::vector<Vertex>& nodes, JunctionLinker& linker);
  void pack();

  JunctionMesh& index_;
  JunctionMesh::Tables tables_;
  const FreeSpace& space_;
  ReductionChanges reduction_;
  std::size_t bend_uses_ = 0;  // sum of the passages' bend counts
};

}  // namespace fairway
