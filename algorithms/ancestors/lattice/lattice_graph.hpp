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
/// offsets and costs. All cells are vertices, free or not. If moves may leave the world, so are the
/// cells of a margin of two steps, wide enough to go round the world. Moves have the directions of
/// kGridMoves. They end in free cells, but those that check only their last cell may begin in
/// blocked ones. Immutable.
class LatticeGraph : public MemberGraph {
 public:
  struct Edge {
    Vertex source = kNoVertex;
    std::int32_t direction = 0;
    friend bool operator==(const Edge&, const Edge&) = default;
  };

  /// In the margin, columns and rows are negative or beyond the world's.
  struct Cell {
    int i;
    int j;
    friend bool operator==(const Cell&, const Cell&) = default;
  };

  using edge_descriptor = Edge;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using out_edge_iterator = MaskEdgeIterator<Edge>;

  /// Precondition: valid options, see Lattice::build. Throws std::invalid_argument if the margin
  /// makes more than 2^28 vertices. O(cells), whatever the step.
  LatticeGraph(const RasterisedSpace& raster, const LatticeOptions& options);

  const CellGrid& grid() const { return grid_; }
  const RowDivision& division() const { return division_; }
  /// Cells around the world that are vertices.
  int margin() const { return margin_; }

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
  bool is_free(Vertex v) const { return free_[static_cast<std::size_t>(v)]; }
  bool is_free(Cell cell) const { return has(cell) && is_free(vertex(cell)); }
  Point position(Vertex v) const {
    const Cell at = cell(v);
    return grid_.centre(at.i, at.j);
  }

  std::uint32_t mask(Vertex v) const { return masks_[static_cast<std::size_t>(v)]; }
  std::pair<out_edge_iterator, out_edge_iterator> out_edges_of(Vertex v) const {
    return {{{v, 0}, mask(v)}, {}};
  }
  std::size_t degree(Vertex v) const { return static_cast<std::size_t>(std::popcount(mask(v))); }
  Vertex target(Edge e) const {
    return e.source + step_ * unit_offset_[static_cast<std::size_t>(e.direction)];
  }
  /// The metric, rounded up as the costs of GridGraph are, times the terrain's factor.
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
  /// The cost of a unit of length in a cell; 1 if terrain does not count. A blocked cell counts as
  /// the cheapest.
  double cost_of(Vertex v) const {
    return costs_.empty() ? 1 : costs_[static_cast<std::size_t>(v)];
  }
  bool has_costs() const { return !costs_.empty(); }
  /// The least cost of the terrain: links may cross cells that are not free.
  double least_cost() const { return least_cost_; }

  /// The costs of a straight and of a diagonal step of one cell in the octile metric.
  double straight() const { return round_up(grid_.size); }
  double diagonal() const { return round_up(grid_.size * std::sqrt(2.0)); }
  double round_up(double value) const { return std::ceil(value / quantum_) * quantum_; }

  std::size_t vertices() const { return masks_.size(); }
  std::size_t memory_bytes() const;

 private:
  void allow_moves(const RasterisedSpace& cells, int neighbours);
  void allow_landings(const RasterisedSpace& cells, int neighbours);
  void take_costs(const Terrain& terrain);

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
  std::vector<double> costs_;  // empty if terrain does not count
};

}  // namespace fairway
