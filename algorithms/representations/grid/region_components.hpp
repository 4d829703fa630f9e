#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/burst.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// The components of a grid's free cells, which follow changes. The lattice is divided into chunks.
/// The cells that straight moves join within a chunk are a region; regions joined across the
/// borders of chunks are a component. 8 bytes a cell.
/// Source of the chunks: the clusters of A. Botea, M. Mueller, J. Schaeffer, "Near Optimal
/// Hierarchical Path-Finding", Journal of Game Development 1 (2004).
class RegionComponents {
 public:
  /// `free` has a bit for each vertex. O(cells).
  RegionComponents(const GridGraph& graph, std::span<const std::uint64_t> free);

  /// Follows a change of the cells in these blocks, and of moves from cells beside them. O(cells of
  /// the chunks that they meet); O(chunks + regions) more where regions or what joins them changed.
  void change(const GridGraph& graph, std::span<const std::uint64_t> free,
              std::span<const CellBlock> blocks);

  int count() const { return count_; }
  /// A number that the free cells of its component share.
  std::int32_t of(Vertex v) const {
    return component_[static_cast<std::size_t>(region_[static_cast<std::size_t>(v)])];
  }

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
  void find_regions(const GridGraph& graph, std::span<const std::uint64_t> free, int chunk);
  Joints joints_of(const GridGraph& graph, int chunk) const;
  void join();

  int columns_;  ///< of chunks
  std::vector<Chunk> chunks_;
  std::vector<std::int32_t> region_;     ///< of free cells; chunk c's begin at c * kMostRegions
  std::vector<std::int32_t> component_;  ///< of regions
  int count_ = 0;
};

}  // namespace fairway
