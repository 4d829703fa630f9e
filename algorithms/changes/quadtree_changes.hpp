#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/changes/quadtree_cell_parts.hpp"
#include "algorithms/changes/quadtree_graph_editor.hpp"
#include "algorithms/changes/quadtree_leaf_editor.hpp"
#include "algorithms/changing_space/changing_labels.hpp"
#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"

namespace fairway {

/// What repairs a built Quadtree: its cells near what changed, and their portals. They are those of
/// a build, but for their numbers, which may have gaps: cells without extent, vertices without
/// edges.
class QuadtreeChanges {
 public:
  /// As IndexChanges says. Numbers all cells again. As long as a build.
  QuadtreeChanges(Quadtree& index, const FreeSpace& space);

  bool follow(const SpaceChange& change);
  std::size_t memory_bytes() const;

 private:
  void exchange_cells();
  void find_new_portals(std::int32_t cell, std::vector<CellPortal>& portals) const;

  const FreeSpace& space_;
  Quadtree::Content in_;
  ChangingRaster raster_;
  LeafEditor leaves_;
  CellParts parts_;
  QuadtreeGraphEditor graph_;
  ChangingLabels labels_;
  std::vector<std::int32_t> free_cells_;
  double covered_ = 0;  ///< in cells of the lattice
};

}  // namespace fairway
