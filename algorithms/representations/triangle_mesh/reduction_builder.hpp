#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {

/// Adds regions to a Reduction, and nodes at the corners of junctions. A new region or node gets an
/// unused index if such an index exists.
class ReductionBuilder {
 public:
  /// Keeps references to the space and the reduction. Precondition: the reduction has no nodes.
  ReductionBuilder(const FreeSpace& space, Reduction& reduction);

  /// Gives a junction its nodes. Makes the missing regions at the sides of the junction.
  /// Precondition: Cell::region is kNone for the triangles of these regions. O(n log n) for the n
  /// triangles of these regions.
  void open_regions(TriangleId junction);

  ///@{ The node of each corner, or kNoVertex; the unused indices of nodes and of regions.
  std::vector<Vertex>& node_at() { return node_at_; }
  std::vector<Vertex>& free_nodes() { return free_nodes_; }
  std::vector<std::int32_t>& free_regions() { return free_regions_; }
  const std::vector<Vertex>& node_at() const { return node_at_; }
  const std::vector<Vertex>& free_nodes() const { return free_nodes_; }
  const std::vector<std::int32_t>& free_regions() const { return free_regions_; }
  ///@}

 private:
  void add_region(HalfEdge gate);
  std::int32_t take_region_number();
  void find_way_to_second_gate(const Reduction::Region& region);
  void grow_legs(std::int32_t number, int target);
  Vertex node_of(HalfEdge h);

  const FreeSpace& space_;
  const Triangulation& mesh_;
  Reduction& reduction_;
  Reduction::Tables tables_;
  std::vector<Vertex> node_at_;
  std::vector<Vertex> free_nodes_;
  std::vector<std::int32_t> free_regions_;
};

}  // namespace fairway
