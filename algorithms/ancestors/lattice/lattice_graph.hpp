#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/ancestors/lattice/lattice_options.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/graph/member_graph.hpp"
#include "algorithms/representations/grid/mask_edges.hpp"
#include "algorithms/representations/grid/octile.hpp"

namespace fairway {

/// The implicit graph of a lattice's moves: a mask of legal moves for each cell, and tables of
/// offsets and costs. All cells are vertices, free or not. If moves may leave the world, a margin
/// of cells around the world also has vertices. The margin is two moves wide, so that paths can go
/// around the world. Moves have the directions of kGridMoves and end in free cells. Moves that
/// check only their last cell may begin in blocked cells. Immutable.
class LatticeGraph : public MemberGraph {
 public:
  /// A move from a cell.
  struct Edge {
    ///@{ Source, and index of the direction in kGridMoves.
    Vertex source = kNoVertex;
    std::int32_t direction = 0;
    friend bool operator==(const Edge&, const Edge&) = default;
    ///@}
  };

  /// A cell. Column and row count from the lower left cell of the world, so they can be negative in
  /// the margin.
  struct Cell {
    ///@{ Column and row.
    int i;
    int j;
    friend bool operator==(const Cell&, const Cell&) = default;
    ///@}
  };

  ///@{ Types that MemberGraph requires.
  using edge_descriptor = Edge;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using out_edge_iterator = MaskEdgeIterator<Edge>;
  ///@}

  /// Finds the legal moves. Precondition: Lattice::build() accepts the options. Throws
  /// std::invalid_argument for more than 2^28 vertices, including the margin. O(cells), for any
  /// step.
  LatticeGraph(const RasterisedSpace& raster, const LatticeOptions& options);

  ///@{ The grid of the world's cells, and the conversion of vertex numbers to columns and rows.
  const CellGrid& grid() const { return grid_; }
  const RowDivision& division() const { return division_; }
  ///@}
  /// Width of the margin, in cells.
  int margin() const { return margin_; }

  ///@{ Conversions between vertices and cells; has() states whether a cell has a vertex.
  Cell cell(Vertex v) const {
    const RowDivision::Cell cell = division_.cell(v);
    return {cell.i - margin_, cell.j - margin_};
  }
  Vertex vertex(Cell cell) const {
    return (cell.j + margin_) * division_.stride() + cell.i + margin_;
  }
  bool has(Cell cell) const {
    return cell.i >= -margin_ && cell.j >= -margin_ && cell.i < grid_.columns + margin_ &&
           cell.j < grid_.rows + margin_;
  }
  ///@}
  ///@{ Whether a cell is free.
  bool is_free(Vertex v) const { return free_[static_cast<std::size_t>(v)]; }
  bool is_free(Cell cell) const { return has(cell) && is_free(vertex(cell)); }
  ///@}
  /// Centre of a cell.
  Point position(Vertex v) const {
    const Cell at = cell(v);
    return grid_.centre(at.i, at.j);
  }

  ///@{ Members that MemberGraph requires; mask() has a bit for each legal direction.
  std::uint32_t mask(Vertex v) const { return masks_[static_cast<std::size_t>(v)]; }
  std::pair<out_edge_iterator, out_edge_iterator> out_edges_of(Vertex v) const {
    return {{{v, 0}, mask(v)}, {}};
  }
  std::size_t degree(Vertex v) const { return static_cast<std::size_t>(std::popcount(mask(v))); }
  Vertex target(Edge e) const {
    return e.source + step_ * unit_offset_[static_cast<std::size_t>(e.direction)];
  }
  ///@}
  /// Cost of a move: the metric, rounded up like the costs of GridGraph, times the terrain's
  /// factor.
  double cost(Edge e) const {
    const double unit = unit_cost_[static_cast<std::size_t>(e.direction)];
    if (costs_.empty()) return unit * step_;
    const Vertex to = target(e);
    if (!mean_) return unit * step_ * cost_of(to);
    double sum = 0.5 * (cost_of(e.source) + cost_of(to));
    const Vertex offset = unit_offset_[static_cast<std::size_t>(e.direction)];
    for (Vertex v = e.source + offset; v != to; v += offset) sum += cost_of(v);
    return unit * sum;
  }
  /// Cost per unit of length in a cell; 1 if moves ignore terrain. A blocked cell has the cost of
  /// the cheapest cell.
  double cost_of(Vertex v) const {
    return costs_.empty() ? 1 : costs_[static_cast<std::size_t>(v)];
  }
  bool has_costs() const { return !costs_.empty(); }  ///< whether terrain changes costs
  /// Least cost of the terrain. Partly free cells count too, because links may cross these cells.
  double least_cost() const { return least_cost_; }

  /// Costs of a straight and of a diagonal move of one cell in the octile metric.
  double straight() const { return round_up(grid_.size); }
  double diagonal() const { return round_up(grid_.size * std::sqrt(2.0)); }  ///< see straight()
  /// Rounds a cost up to the precision of stored costs.
  double round_up(double value) const { return std::ceil(value / quantum_) * quantum_; }

  std::size_t vertices() const { return masks_.size(); }  ///< number of vertices, for MemberGraph
  std::size_t memory_bytes() const;                       ///< bytes on the heap, by capacity

 private:
  void allow_moves(const RasterisedSpace& cells, int neighbours);
  void allow_landings(const RasterisedSpace& cells, int neighbours);
  void read_costs(const Terrain& terrain);

  CellGrid grid_;
  int margin_;
  RowDivision division_;
  std::int32_t step_;
  bool mean_;
  double quantum_;
  double least_cost_ = 1;
  std::array<std::int32_t, 8> unit_offset_{};
  std::array<double, 8> unit_cost_{};
  std::vector<std::uint8_t> masks_;
  std::vector<bool> free_;
  std::vector<double> costs_;  // cost of each cell; empty if moves ignore terrain
};

}  // namespace fairway
