#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/member_graph.hpp"
#include "algorithms/representations/grid/mask_edges.hpp"
#include "algorithms/representations/grid/move_costs.hpp"
#include "algorithms/representations/grid/moves.hpp"
#include "algorithms/representations/grid/octile.hpp"
#include "algorithms/representations/grid/onward_moves.hpp"

namespace fairway {

/// The implicit graph of a lattice: a mask of legal moves for each cell, and tables of offsets and
/// costs. On terrain, each cell has its own table of costs. All cells are vertices, free or not:
/// vertex v is cell (v % stride, v / stride). Only code for changing worlds edits the graph.
class GridGraph : public MemberGraph {
 public:
  /// A move from a cell.
  struct Edge {
    ///@{ Cell where the move begins, and index of the move in kGridMoves.
    Vertex source = kNoVertex;
    std::int32_t direction = 0;
    ///@}
    const double* costs = nullptr;  ///< costs of the moves from the source, by direction
    friend bool operator==(const Edge&, const Edge&) = default;  ///< compares all members
  };

  ///@{ Types that MemberGraph requires.
  using edge_descriptor = Edge;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using out_edge_iterator = MaskEdgeIterator<Edge>;
  ///@}

  /// Finds the legal moves of all cells. Precondition: neighbours is 4, 8, 16 or 32. O(cells).
  GridGraph(const RasterisedSpace& raster, int neighbours);

  /// The legal moves from a cell depend only on cells at most kReach columns and rows away.
  static constexpr int kReach = 4;
  /// Copies the legal moves of the cells in block `of_part` from `part` to this graph. `part` is
  /// the graph of a rectangle of this graph's lattice. Cell (x, y) of `part` is cell
  /// (i + x, j + y) of this graph. Preconditions: no terrain, and the same number of neighbours.
  void take_moves(const GridGraph& part, int i, int j, const CellBlock& of_part);

  ///@{ The lattice, and the number of cells in a row.
  const CellGrid& grid() const { return grid_; }
  std::int32_t stride() const { return division_.stride(); }
  ///@}
  /// Bit mask of the legal moves from a cell, by direction.
  std::uint32_t mask(Vertex v) const {
    const auto i = static_cast<std::size_t>(v);
    return wide_.empty() ? near_[i] : wide_[i];
  }
  /// Masks of the legal moves of all cells. Empty for more than 8 neighbours.
  const std::vector<std::uint8_t>& near_masks() const { return near_; }
  /// Returns begin and end of the moves from v, as MemberGraph requires.
  std::pair<out_edge_iterator, out_edge_iterator> out_edges_of(Vertex v) const {
    return {plain_ ? out_edge_iterator({v, 0, length_.data()}, near_[static_cast<std::size_t>(v)])
                   : out_edge_iterator({v, 0, costs(v)}, mask(v)),
            out_edge_iterator()};
  }
  /// Returns the number of moves from v, as MemberGraph requires.
  std::size_t degree(Vertex v) const { return static_cast<std::size_t>(std::popcount(mask(v))); }
  /// Visits the edges of v that can continue a path from `parent`; see PrunedGraph. On terrain,
  /// with more than 8 neighbours, or with fewer than 3 columns, visits all edges. Otherwise skips
  /// edges by the rules of OnwardMoves.
  template <class Visit>
  void visit_onward_edges(Vertex v, Vertex parent, Visit&& visit) const {
    if (!prunes_) return visit_out_edges(*this, v, visit);
    std::uint32_t mask = near_[static_cast<std::size_t>(v)];
    if (parent != kNoVertex) {
      const std::int32_t place = v - parent + stride() + 1;
      const std::int32_t row = (place >= stride() ? 1 : 0) + (place >= 2 * stride() ? 1 : 0);
      mask = kOnwardMoves.mask(static_cast<std::size_t>(place - row * (stride() - 3)),
                               static_cast<std::uint8_t>(mask));
    }
    for (; mask != 0; mask &= mask - 1) {
      const auto move = static_cast<std::size_t>(std::countr_zero(mask));
      visit(v + offset_[move], [this, move] { return length_[move]; });
    }
  }
  ///@{ Members that MemberGraph requires.
  Vertex target(Edge e) const { return e.source + offset_[static_cast<std::size_t>(e.direction)]; }
  double cost(Edge e) const { return e.costs[static_cast<std::size_t>(e.direction)]; }
  ///@}
  /// Length of a move, which is its cost without terrain. The length is rounded up to a multiple of
  /// p / 2^38, where p is the largest power of two up to the cell's side. Sums of up to 2^14 cell
  /// sides are then exact in double, so that paths of equal length tie exactly. Rounding adds less
  /// than 1e-11 of the length.
  double move_length(int direction) const { return length_[static_cast<std::size_t>(direction)]; }
  /// Whether the world has terrain, so that the cost of a move depends on its cells.
  bool has_terrain() const { return !terrain_.row_of.empty(); }
  /// Costs of the moves from v, by direction.
  const double* costs(Vertex v) const {
    return has_terrain() ? terrain_.of(static_cast<std::size_t>(v)) : length_.data();
  }
  /// Rounds a cost up to a multiple of p / 2^38; see move_length().
  double round_up(double value) const { return std::ceil(value / quantum_) * quantum_; }
  /// Number of vertices, for MemberGraph.
  std::size_t vertices() const { return wide_.empty() ? near_.size() : wide_.size(); }
  const RowDivision& division() const { return division_; }  ///< converts vertices to cells

  ///@{ The vertex of a cell, and the centre of a vertex's cell.
  Vertex vertex(int i, int j) const { return j * stride() + i; }
  Point position(Vertex v) const {
    const RowDivision::Cell cell = division_.cell(v);
    return grid_.centre(cell.i, cell.j);
  }
  ///@}

  /// Number of undirected edges. O(cells).
  std::size_t edge_count() const;
  std::size_t memory_bytes() const;  ///< bytes on the heap, by capacity

 private:
  CellGrid grid_;
  RowDivision division_;
  double quantum_;
  bool prunes_ = false;  ///< whether visit_onward_edges() skips edges
  bool plain_ = false;   ///< whether there are up to 8 neighbours and no terrain
  std::array<std::int32_t, 32> offset_{};
  std::array<double, 32> length_{};
  std::vector<std::uint8_t> near_;   // mask of each cell for up to 8 neighbours
  std::vector<std::uint32_t> wide_;  // mask of each cell for more neighbours
  MoveCosts terrain_;                // empty without terrain
};

}  // namespace fairway
