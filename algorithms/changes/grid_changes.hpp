#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/changes/region_components.hpp"
#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/representations/grid/grid.hpp"

namespace fairway {

/// Repairs a Grid: recomputes moves near the changed cells. Takes 8 bytes a cell if the grid has
/// the same cells as the world's raster, otherwise 25.
class GridChanges {
 public:
  ///@{ See IndexChanges. The constructor takes O(cells).
  GridChanges(Grid& index, const FreeSpace& space);
  bool follow(const SpaceChange& change);
  std::span<const Vertex> changed_vertices() const { return changed_vertices_; }
  std::size_t memory_bytes() const;
  ///@}
  /// Blocks that cover the cells that the last follow() updated. No cell is next to two blocks.
  std::span<const CellBlock> changed_blocks() const { return changed_blocks_; }

 private:
  RasterisedSpace raster_of(const CellBlock& window) const;
  void update_moves(const CellBlock& block);
  void set_free(const CellBlock& block);

  Grid& grid_;
  const FreeSpace& space_;
  RegionComponents components_;
  std::optional<ChangingRaster> raster_;  // empty if the lattice is the world's own
  std::vector<Vertex> changed_vertices_;
  std::vector<CellBlock> changed_blocks_;
};

}  // namespace fairway
