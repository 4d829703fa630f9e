#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/representations/grid/grid.hpp"

namespace fairway {

/// The components of a grid's free cells, which follow changes. The lattice is divided into chunks.
/// The cells that straight moves join within a chunk are a region; regions joined across the
/// borders of chunks are a component. A component's number stays where it can. 8 bytes a cell.
/// Source of the chunks: the clusters of A. Botea, M. Mueller, J. Schaeffer, "Near Optimal
/// Hierarchical Path-Finding", Journal of Game Development 1 (2004).
class RegionComponents {
 public:
  /// Gives the free cells of a component its number, and the others -1. O(cells).
  explicit RegionComponents(Grid& grid);

  /// Follows a change of the cells in these blocks, and of moves from cells beside them. O(cells of
  /// the chunks that they meet); O(chunks + regions) more where regions or what joins them changed,
  /// and the cells of components that get another number.
  void follow(Grid& grid, std::span<const CellBlock> blocks);

  int count() const { return count_; }

  std::size_t memory_bytes() const;

 private:
  static constexpr int kSide = 16;
  static constexpr std::int32_t kMostRegions = kSide * kSide;

  /// What joins regions of a chunk to those of the chunks to the east and the north.
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

  int columns_;  ///< of chunks
  std::vector<Chunk> chunks_;
  std::vector<std::int32_t> region_;     ///< of free cells; chunk c's begin at c * kMostRegions
  std::vector<std::int32_t> component_;  ///< of regions; -1: not known yet
  int count_ = 0;
  std::int32_t numbers_ = 0;  ///< all numbers of components are less
};

}  // namespace fairway
