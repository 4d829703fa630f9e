#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// The grid optimum: the cheapest path on a world's own cells, by Dijkstra's algorithm from cell
/// centre to cell centre. A step leads to one of 8 neighbours, a diagonal only where all four cells
/// at the corner it passes are free and all borders there open, and costs its length times the mean
/// of both cells' costs. It bounds nothing but other paths on that grid: in the plane there may be
/// cheaper ones. Immutable; one Scratch a thread.
/// Source: E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik
/// 1 (1959).
class TerrainOptimum {
 public:
  /// The cells are those of natural_cell_size(); an eroded world has the cells that lie in what is
  /// left. Keeps a reference. O(cells).
  explicit TerrainOptimum(const FreeSpace& space);

  class Scratch {
    friend class TerrainOptimum;
    struct Node {
      double cost;     ///< from the start
      double to_goal;  ///< of the link to the goal; infinity where there is none
      std::int32_t parent;
      std::uint32_t stamp = 0;
    };
    struct Entry {
      double cost;
      std::int32_t cell;
    };
    std::vector<Node> nodes_;
    std::vector<Entry> open_;   ///< a heap; entries that are dearer than their node are stale
    std::vector<Entry> links_;  ///< of an end, to cells
    std::uint32_t stamp_ = 0;
  };

  /// Cost of the cheapest path; infinity where there is none or an end is blocked. An end goes
  /// straight to the centre of its cell (any of the cells around where it lies on their border), or
  /// to the other end where that is in the same one. Where its cell is not free (on eroded worlds)
  /// it goes to the centres that it sees in the nearest ring of cells, up to 8 away. Where `path`
  /// is given it receives the path (emptied where there is none). O(cells log cells); allocates
  /// nothing once the scratch has grown to size.
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
