#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"

// Paths of at most two runs between cells of a grid: a diagonal run, then a straight one.

namespace fairway {

inline JumpCell cell_at(const GridGraph& graph, Vertex v) {
  const RowDivision::Cell at = graph.division().cell(v);
  return {v, at.i, at.j};
}

inline JumpCell ahead(const GridGraph& graph, JumpCell c, int direction, std::int32_t cells) {
  const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
  return {c.v + cells * (move.dy * graph.stride() + move.dx), c.i + cells * move.dx,
          c.j + cells * move.dy};
}

/// The number of diagonal and of straight moves between two cells if all are free.
struct OctileRuns {
  /// The runs from one cell to another.
  OctileRuns(const JumpCell& from, const JumpCell& to)
      : diagonal_direction(diagonal_of(to.i - from.i, to.j - from.j)) {
    const std::int32_t dx = std::abs(to.i - from.i);
    const std::int32_t dy = std::abs(to.j - from.j);
    diagonal = std::min(dx, dy);
    straight = std::max(dx, dy) - diagonal;
    straight_direction = dx > dy ? along_x(to.i - from.i) : along_y(to.j - from.j);
  }
  /// Cost of both runs.
  double cost(const GridGraph& graph) const {
    return diagonal * graph.move_length(4) + straight * graph.move_length(0);
  }

  ///@{ Numbers of moves and their directions.
  std::int32_t diagonal;
  std::int32_t straight;
  int diagonal_direction;
  int straight_direction;
  ///@}
};

inline double octile(const GridGraph& graph, const JumpCell& from, const JumpCell& to) {
  return OctileRuns(from, to).cost(graph);
}

/// Whether the diagonal run and then the straight one are legal. O(cells between).
bool meets(const GridGraph& graph, JumpCell from, JumpCell to);

/// Appends both runs, the diagonal first.
void append_runs(const Grid& grid, JumpCell from, JumpCell to, Path& path);

/// The least cost of a path from the start to the goal over a pair of cells to which the grid links
/// them. The cells are kNoVertex if the grid's direct segment costs no more.
struct DirectRuns {
  double cost;  ///< cost of the whole path
  Vertex from;  ///< cell linked to the start
  Vertex to;    ///< cell linked to the goal
};

/// `cells` are the links of Grid::attach. O(pairs * cells between).
DirectRuns direct_runs(const GridGraph& graph, const Attachment& cells);

/// A link of an end to a vertex of a graph over cells, and the cell to which the grid links the
/// end.
struct CellLink {
  Link link;    ///< link to the vertex
  Vertex cell;  ///< cell that the grid links to the end
};

/// Keeps the cheapest link to each vertex, sorted by vertices; links over one cell stay as they
/// are.
void keep_cheapest(std::span<const Link> cells, std::vector<CellLink>& links);

/// The cell over which the cheapest link of an end leads to a vertex. `cells` are the links of
/// Grid::attach, `links` those over several cells; with one cell they are not used.
JumpCell linked_cell(const GridGraph& graph, Vertex v, std::span<const Link> cells,
                     std::span<const CellLink> links);

/// The octile distance to a goal in the rounded costs of moves, less the most by which it exceeds
/// the cost of a goal link: consistent. `CellOf` maps a vertex to its cell.
template <class CellOf>
class CellOctile {
 public:
  /// Prepares the distances to a goal with these links. Linear in the links.
  CellOctile(const GridGraph& graph, CellOf cell_of, Point goal, std::span<const Link> goal_links)
      : cell_of_(std::move(cell_of)),
        straight_(graph.move_length(0)),
        bend_(graph.move_length(4) - straight_) {
    const CellGrid& lattice = graph.grid();
    i_ = lattice.column_at(goal.x);
    j_ = lattice.row_at(goal.y);
    for (const Link& link : goal_links) {
      excess_ = std::max(excess_, distance(link.vertex) - link.cost);
    }
    excess_ = graph.round_up(excess_);
  }
  ///@{ Members of a heuristic (docs/concepts/search.md).
  constexpr bool consistent() const { return true; }
  double operator()(Vertex v) const { return std::max(distance(v) - excess_, 0.0); }
  ///@}

 private:
  double distance(Vertex v) const {
    const JumpCell& cell = cell_of_(v);
    const std::int32_t dx = std::abs(cell.i - i_);
    const std::int32_t dy = std::abs(cell.j - j_);
    return straight_ * std::max(dx, dy) + bend_ * std::min(dx, dy);
  }

  CellOf cell_of_;
  double straight_;
  double bend_;
  std::int32_t i_ = 0;
  std::int32_t j_ = 0;
  double excess_ = 0;
};

}  // namespace fairway
