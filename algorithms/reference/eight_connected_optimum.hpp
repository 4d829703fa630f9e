#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/search/open_heap.hpp"

namespace fairway {

/// The 8-connected optimum: the cheapest path over the centres of a world's own cells, by
/// Dijkstra's algorithm. A step to one of 8 neighbours costs its length times the mean of both
/// cells' costs. A diagonal step requires that the four cells around the passed corner are free,
/// and that the borders between them are open. Cheaper paths may exist in the plane. Immutable; one
/// Scratch per thread.
/// Source: E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik
/// 1 (1959).
class EightConnectedOptimum {
 public:
  /// Rasterises the world with cells of natural_cell_size(). In an eroded world, only entirely free
  /// cells count. Keeps a reference to the world. O(cells).
  explicit EightConnectedOptimum(const FreeSpace& space);

  /// Scratch space of a query.
  class Scratch {
    friend class EightConnectedOptimum;
    struct Node {
      double cost;     ///< cost from the start
      double to_goal;  ///< cost of the link to the goal, or infinity
      std::int32_t parent;
      std::uint32_t stamp = 0;
    };
    struct Entry {
      double cost;
      std::int32_t cell;
      bool before(const Entry& other) const { return cost < other.cost; }
    };
    std::vector<Node> nodes_;
    OpenHeap<Entry> open_;      ///< open list; an entry that costs more than its node is outdated
    std::vector<Entry> links_;  ///< links from an end to cells
    std::uint32_t stamp_ = 0;
  };

  /// Returns the cost of the cheapest path, or infinity if there is none or an end is blocked. An
  /// end is linked to the centre of each free cell that contains it. If one cell contains both ends
  /// and they see each other, they are also linked directly. In an eroded world, an end may lie in
  /// no free cell. It is then linked to the centres that it sees in the nearest ring of cells
  /// around it, at most 8 rings away. If `path` is not null, it receives the path, or is emptied if
  /// there is no path. O(cells log cells). Allocates only while the scratch grows.
  double solve(Point start, Point goal, Scratch& scratch, Path* path = nullptr) const;

 private:
  Scratch::Node& node(std::int32_t cell, Scratch& scratch) const;
  void link(const Location& at, std::vector<Scratch::Entry>& links) const;
  void link_ring(const Location& at, int ring, std::vector<Scratch::Entry>& links) const;
  double direct(const Location& start, const Location& goal) const;
  void relax(std::int32_t cell, double cost, std::int32_t parent, Scratch& scratch) const;
  void expand(std::int32_t cell, Scratch& scratch) const;
  bool free_at(int i, int j) const;
  bool open_square(int i, int j) const;

  const FreeSpace* space_;
  RasterisedSpace raster_;
};

}  // namespace fairway
