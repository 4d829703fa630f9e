#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// Finds cheapest paths between cells of a block. The paths stay in the block. The memory is reused
/// from search to search, and is reset in O(1).
class ClusterSearch {
 public:
  /// Finds cheapest paths from the cell `from` to all cells of the block. If `to` is not kNoVertex,
  /// stops as soon as the path to `to` is found. O(c log c) for c cells.
  void run(const GridGraph& graph, const CellBlock& block, Vertex from, Vertex to = kNoVertex);

  /// Returns the cost of the cheapest path from the cell `from` of the last run() to v. Returns
  /// infinity if there is no path. If the last run() had a cell `to`, v must be this cell.
  double cost(const GridGraph& graph, Vertex v) const;
  /// Appends to `cells` the path that ends at `to`, without the first cell of the path.
  /// Precondition: run() reached `to`.
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
