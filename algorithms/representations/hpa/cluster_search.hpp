#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// Finds least paths between cells of a block. The paths stay in the block. The state is reused and
/// reset in O(1).
class ClusterSearch {
 public:
  /// Finds least paths from a cell to all cells of the block, or only to `to`. O(c log c) for c
  /// cells.
  void run(const GridGraph& graph, const CellBlock& block, Vertex from, Vertex to = kNoVertex);

  /// The cost of the least path to a cell of the block; infinity if there is none.
  double cost(const GridGraph& graph, Vertex v) const;
  /// Appends the cells of the path to `to`, without the first cell. Precondition: run() reached
  /// `to`.
  void append_path(const GridGraph& graph, Vertex to, std::vector<Vertex>& cells) const;

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(nodes_, open_); }

 private:
  struct Node {
    double cost;
    Vertex parent;
    std::uint32_t stamp = 0;
  };
  struct Entry {
    double estimate;
    double cost;
    Vertex vertex;
  };

  std::size_t index(const GridGraph& graph, Vertex v) const;

  CellBlock block_;
  Vertex from_ = kNoVertex;
  std::vector<Node> nodes_;
  std::vector<Entry> open_;
  std::uint32_t stamp_ = 0;
};

}  // namespace fairway
