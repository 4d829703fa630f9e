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

/// Repairs a Quadtree: its cells near the change, and their portals. The result equals a rebuilt
/// Quadtree except for the numbers of cells and vertices. Unused numbers belong to cells without
/// extent and vertices without edges.
class QuadtreeChanges {
 public:
  ///@{ See IndexChanges. The constructor renumbers all cells and takes as long as a build.
  QuadtreeChanges(Quadtree& index, const FreeSpace& space);

  bool follow(const SpaceChange& change);
  std::size_t memory_bytes() const;
  ///@}

 private:
  void replace_cells();
  void find_new_portals(std::int32_t cell, std::vector<CellPortal>& portals) const;

  const FreeSpace& space_;
  Quadtree::Content in_;
  ChangingRaster raster_;
  LeafEditor leaves_;
  CellParts parts_;
  QuadtreeGraphEditor graph_;
  ChangingLabels labels_;
  std::vector<std::int32_t> free_cells_;
  double covered_ = 0;  // covered area in lattice cells
};

}  // namespace fairway
