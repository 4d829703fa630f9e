#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/search/open_heap.hpp"

namespace fairway {

/// The grid optimum: the cheapest path over a world's own cell centres, by Dijkstra's algorithm. A
/// step to one of 8 neighbours costs its length times the mean of both costs. A diagonal needs four
/// free cells and open borders round the corner it passes. Cheaper paths may exist in the plane.
/// Immutable; one Scratch a thread.
/// Source: E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik
/// 1 (1959).
class TerrainOptimum {
 public:
  /// Cells of natural_cell_size(); in an eroded world those that are still free. Keeps a reference.
  /// O(cells).
  explicit TerrainOptimum(const FreeSpace& space);

  class Scratch {
    friend class TerrainOptimum;
    struct Node {
      double cost;     ///< from the start
      double to_goal;  ///< of the link to the goal, or infinity
      std::int32_t parent;
      std::uint32_t stamp = 0;
    };
    struct Entry {
      double cost;
      std::int32_t cell;
      bool before(const Entry& other) const { return cost < other.cost; }
    };
    std::vector<Node> nodes_;
    OpenHeap<Entry> open_;      ///< entries that cost more than their node are stale
    std::vector<Entry> links_;  ///< from an end to cells
    std::uint32_t stamp_ = 0;
  };

  /// Cost of the cheapest path; infinity if there is none or an end is blocked. An end is linked to
  /// the centre of its cell (of each cell that touches it), and to the other end in the same cell.
  /// If its cell is not free (on eroded worlds), it is linked to the centres that it sees in the
  /// nearest ring of cells, up to 8 away. `path`, if given, receives the path, or is emptied.
  /// O(cells log cells); allocates only while the scratch grows.
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
