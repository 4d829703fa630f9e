#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/representations/triangle_mesh/reduction_builder.hpp"

namespace fairway {

/// Repairs a Reduction. Opens (marks) the triangles that may have become or ceased to be junctions,
/// or may be in another region now. Then recomputes all open triangles. A junction next to an open
/// triangle normally stays: pruning does not remove it. If such a junction loses an exit, the
/// junction and its regions are opened, too.
class ReductionChanges {
 public:
  /// The junctions and nodes that a change concerns.
  struct Changed {
    std::vector<TriangleId> junctions;  ///< new junctions, and junctions linked to them
    std::vector<Vertex> nodes;          ///< nodes whose links may have changed, and removed nodes
  };

  /// Keeps both references. O(corners).
  ReductionChanges(Reduction& reduction, const FreeSpace& space);

  /// Recomputes the regions that touch changed triangles, their junctions, and the regions of these
  /// junctions. Where a cycle of triangles appears or disappears, more regions are recomputed. The
  /// result equals a build up to the numbers of nodes, regions and places (see Reduction::Region).
  /// Amortised O(n log n) for n triangles of these regions; the first call is also linear in the
  /// triangles of the world. The returned object is valid until the next call.
  const Changed& follow(const SpaceChange& change);
  std::size_t memory_bytes() const;  ///< Bytes on the heap.

 private:
  /// State of a triangle during a change: unchanged, to be recomputed, or pruned in the
  /// recomputation.
  enum class State : std::uint8_t { kKept, kOpen, kPruned };

  State& state(TriangleId t) { return state_[slot_of(t)]; }
  std::int8_t& degree(TriangleId t) { return degree_[slot_of(t)]; }
  Reduction::Cell& cell(TriangleId t) { return tables_.cells[slot_of(t)]; }
  template <class Visit>
  void for_each_neighbour(TriangleId t, Visit visit) const;
  void forget_corners();
  void open(TriangleId t);
  void open_changed();
  void open_region(TriangleId first, std::vector<TriangleId>& junctions);
  void open_junction(TriangleId t);
  void open_regions_at_change();
  void add_renumbered(VertexId v, std::vector<TriangleId>& junctions);
  void prune();
  void count_neighbours(std::size_t first, std::vector<TriangleId>& queue);
  void prune_one(TriangleId t, std::vector<TriangleId>& queue);
  void free_regions();
  void find_again();
  void report_links();
  bool is_at_junction(CornerId c) const;
  void free_nodes();
  void drop_wasted_places();

  Reduction& reduction_;
  Reduction::Tables tables_;
  const FreeSpace& space_;
  const Triangulation& mesh_;
  ReductionBuilder builder_;
  std::size_t wasted_places_ = 0;
  std::vector<State> state_;         // state of each triangle; kKept between changes
  std::vector<std::int8_t> degree_;  // for each open triangle: number of neighbours not pruned
  // State of one change:
  const SpaceChange* change_ = nullptr;
  std::vector<TriangleId> open_;
  // If a junction is opened, its regions are opened too. The junctions at the other ends of these
  // regions need not be open. This list has the junctions that are not.
  std::vector<TriangleId> ends_;
  std::vector<std::int32_t> removed_regions_;
  std::vector<TriangleId> found_;   // new junctions
  std::vector<TriangleId> bounds_;  // junctions that stay, next to an open triangle
  Changed changed_;
};

}  // namespace fairway
