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

/// What repairs a built Grid when its world changes: finds moves anew near the cells that changed.
/// 8 bytes a cell, and 17 more where the cells are not the world's own.
class GridChanges {
 public:
  /// As IndexChanges says. O(cells).
  GridChanges(Grid& index, const FreeSpace& space);

  bool follow(const SpaceChange& change);
  /// Those whose moves the last follow() changed.
  std::span<const Vertex> changed_vertices() const { return changed_vertices_; }
  /// Blocks with all cells that the last follow() set, no cell beside two of them.
  std::span<const CellBlock> changed_blocks() const { return changed_blocks_; }
  std::size_t memory_bytes() const;

 private:
  RasterisedSpace raster_of(const CellBlock& window) const;
  void change_moves(const CellBlock& block);
  void set_free(const CellBlock& block);

  Grid& grid_;
  const FreeSpace& space_;
  RegionComponents components_;
  std::optional<ChangingRaster> raster_;  ///< where the cells are not the world's own
  std::vector<Vertex> changed_vertices_;
  std::vector<CellBlock> changed_blocks_;
};

}  // namespace fairway
