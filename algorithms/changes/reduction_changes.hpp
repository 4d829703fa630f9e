#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/representations/triangle_mesh/reduction_builder.hpp"

namespace fairway {

/// What repairs a Reduction. Opens the triangles whose junctions and regions may be others, and
/// recomputes these. The open triangles are bounded by junctions that stay, which count as
/// neighbours that are not pruned. Where one of them loses a way round something, it is opened too,
/// with its regions.
class ReductionChanges {
 public:
  /// What a change of the free space concerned.
  struct Changed {
    std::vector<TriangleId> junctions;  ///< new ones, and those that a link leads to from these
    std::vector<Vertex> nodes;          ///< whose links may be others, and nodes that are none now
  };

  /// Keeps both references. O(corners).
  ReductionChanges(Reduction& reduction, const FreeSpace& space);

  /// Makes the regions that touch what changed, their junctions and the regions of these anew, and
  /// more where a way round something comes or goes. The result is as built anew on the space, but
  /// for the numbers of nodes, regions and places; those of a region are successive as before.
  /// Amortised O(n log n) for the n triangles of these regions; the first change is besides linear
  /// in the triangles of the world. What it returns is valid until the next call.
  const Changed& follow(const SpaceChange& change);
  std::size_t memory_bytes() const;

 private:
  /// What a triangle is to a change.
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
  void tell_links();
  bool is_at_junction(CornerId c) const;
  void free_nodes();
  void drop_wasted_places();

  Reduction& reduction_;
  Reduction::Tables tables_;
  const FreeSpace& space_;
  const Triangulation& mesh_;
  ReductionBuilder builder_;
  std::size_t wasted_places_ = 0;
  std::vector<State> state_;         // of triangles; kKept between changes
  std::vector<std::int8_t> degree_;  // of open triangles: neighbours that are not pruned
  // Of one change:
  const SpaceChange* change_ = nullptr;
  std::vector<TriangleId> open_;
  std::vector<TriangleId> ends_;  // of regions opened for a junction; these stay
  std::vector<std::int32_t> gone_regions_;
  std::vector<TriangleId> found_;   // junctions
  std::vector<TriangleId> bounds_;  // junctions that stay, next to an open triangle
  Changed changed_;
};

}  // namespace fairway
