#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/changes/changed_sight.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/representations/visibility_graph/visibility_graph.hpp"

namespace fairway {

/// Repairs a VisibilityGraph: drops the sight lists, and recomputes the links of corners whose
/// lines of sight meet what changed, with their turns and the dead ends there.
class VisibilityGraphChanges {
 public:
  VisibilityGraphChanges(VisibilityGraph& index, const FreeSpace& space);

  /// A word is cleared for each corner. The first call is linear in the graph, as is each one that
  /// packs it, once a fifth of the places of edges are unused.
  bool follow(const SpaceChange& change);
  void update_report() { index_.update_report(); }
  std::size_t memory_bytes() const;

 private:
  /// Rows that replace those of some vertices.
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
  std::vector<std::uint32_t> depth_;  ///< of turns that are known, since the first burst
  std::vector<Vertex> free_;          ///< without a corner
};

}  // namespace fairway
