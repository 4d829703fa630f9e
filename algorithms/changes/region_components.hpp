#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/representations/grid/grid.hpp"

namespace fairway {

/// The components of a grid's free cells in a changing world. The lattice is divided into chunks of
/// 16 x 16 cells. A region is a set of cells of a chunk that straight moves connect within the
/// chunk. Regions connected across the borders of chunks form a component. A component keeps its
/// number if possible. Takes 8 bytes a cell.
/// Source of the chunks: the clusters of A. Botea, M. Mueller, J. Schaeffer, "Near Optimal
/// Hierarchical Path-Finding", Journal of Game Development 1 (2004).
class RegionComponents {
 public:
  /// Writes the component of each free cell, and -1 for other cells, to the grid. O(cells).
  explicit RegionComponents(Grid& grid);

  /// Updates the components after changes of the cells in these blocks. The moves of cells next to
  /// the blocks may have changed, too. O(cells of the chunks that the blocks meet). If regions or
  /// connections between regions changed, the call also takes O(chunks + regions + cells of
  /// renumbered components).
  void update(Grid& grid, std::span<const CellBlock> blocks);
  int count() const { return count_; }  ///< Number of components.
  std::size_t memory_bytes() const;     ///< Bytes on the heap.

 private:
  static constexpr int kSide = 16;
  static constexpr std::int32_t kMostRegions = kSide * kSide;

  /// Pairs of regions connected by a move. The first region is in the chunk, the second in the
  /// chunk to the east or north.
  using Joints = std::vector<std::pair<std::int32_t, std::int32_t>>;
  struct Chunk {
    std::int32_t regions = 0;
    Joints joints;
  };

  CellBlock block_of(const GridGraph& graph, int chunk) const;
  template <class Visit>
  void visit_cells(const GridGraph& graph, int chunk, Visit visit) const;
  void find_regions(const Grid& grid, int chunk);
  Joints joints_of(const GridGraph& graph, int chunk) const;
  std::vector<int> join();

  int columns_;  // number of columns of chunks
  std::vector<Chunk> chunks_;
  std::vector<std::int32_t>
      region_;  // region of each free cell; the first region of chunk c is c * kMostRegions
  std::vector<std::int32_t> component_;  // component of each region; -1 if unknown
  int count_ = 0;
  std::int32_t numbers_ = 0;  // one past the largest component number
};

}  // namespace fairway
