#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/changes/changed_sight.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/representations/visibility_graph/visibility_graph.hpp"

namespace fairway {

/// Repairs a VisibilityGraph. Drops the sight lists. Recomputes the links, turns and dead ends of
/// corners whose lines of sight meet the change.
class VisibilityGraphChanges {
 public:
  ///@{ See IndexChanges.
  VisibilityGraphChanges(VisibilityGraph& index, const FreeSpace& space);

  void update_report() { index_.update_report(); }
  std::size_t memory_bytes() const;
  ///@}
  /// See IndexChanges. Each call clears an array with one integer per corner. The first call takes
  /// time linear in the graph. So does a call that packs the graph because a fifth of the edge
  /// slots have become unused.
  bool follow(const SpaceChange& change);

 private:
  /// New rows of some vertices. A row lists the neighbours of a vertex.
  struct NewRows;

  Vertex number(CornerId c);
  bool look_towards_change(Vertex v, const std::vector<bool>& is_new,
                           CornerVisibilityScratch& scratch, std::vector<Vertex>& seen_from,
                           std::vector<Vertex>& row) const;
  NewRows relink(const SpaceChange& change);
  void exchange(const NewRows& rows);
  void pack();

  VisibilityGraph& index_;
  VisibilityGraph::Tables tables_;
  const FreeSpace& space_;
  ChangedSight sight_;
  std::vector<std::uint32_t>
      depth_;                 // depth of each edge; empty before the first burst or without turns
  std::vector<Vertex> free_;  // vertices without a corner
};

}  // namespace fairway
