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

// Paths between cells of a grid with at most two runs of moves: a diagonal run, then a straight
// run.

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

/// A shortest path between two cells of a grid without obstacles: diagonal moves in one direction,
/// then straight moves in one direction.
struct OctileRuns {
  /// Computes the runs from one cell to another.
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

  ///@{ Number of diagonal moves, number of straight moves, and the directions of these moves.
  std::int32_t diagonal;
  std::int32_t straight;
  int diagonal_direction;
  int straight_direction;
  ///@}
};

inline double octile(const GridGraph& graph, const JumpCell& from, const JumpCell& to) {
  return OctileRuns(from, to).cost(graph);
}

/// Whether all moves of OctileRuns(from, to) are legal. O(length of the path).
bool meets(const GridGraph& graph, JumpCell from, JumpCell to);

/// Appends the points of the path OctileRuns(from, to): both ends, and the end of the diagonal run.
void append_runs(const Grid& grid, JumpCell from, JumpCell to, Path& path);

/// The cheapest legal path from start to goal through two cells. The first cell is linked to the
/// start, the second cell to the goal. Between the cells, the path follows OctileRuns. If no such
/// path is cheaper than the direct segment of Grid::attach(), both cells are kNoVertex.
struct DirectRuns {
  double cost;  ///< cost of the whole path, or of the direct segment
  Vertex from;  ///< cell linked to the start
  Vertex to;    ///< cell linked to the goal
};

/// Finds the DirectRuns of a query. `cells` has the links that Grid::attach() found. O(pairs of
/// links * length of a path).
DirectRuns direct_runs(const GridGraph& graph, const Attachment& cells);

/// A link between an end of a query and a vertex. It leads from the end to a cell, and from the
/// cell to the vertex.
struct CellLink {
  Link link;    ///< vertex, and cost of the whole link
  Vertex cell;  ///< cell to which the grid links the end
};

/// Keeps only the cheapest link to each vertex and sorts the links by vertex. `cells` are the links
/// of the end from Grid::attach(). If `cells` has at most one link, changes nothing.
void keep_cheapest(std::span<const Link> cells, std::vector<CellLink>& links);

/// Returns the cell through which the cheapest link of an end leads to vertex v. `cells` are the
/// links of the end from Grid::attach(). `links` are the links from keep_cheapest(); they matter
/// only if `cells` has several links.
JumpCell linked_cell(const GridGraph& graph, Vertex v, std::span<const Link> cells,
                     std::span<const CellLink> links);

/// The octile distance to the goal's cell in the rounded costs of moves, minus a constant. The
/// constant is the largest value, over the goal's links, of the octile distance of the linked
/// vertex minus the cost of the link. The heuristic is consistent. `CellOf` maps a vertex to its
/// cell.
template <class CellOf>
class CellOctile {
 public:
  /// Computes the constant for a goal with these links. Linear in the links.
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
