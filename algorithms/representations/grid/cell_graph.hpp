#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/octile_runs.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// The option of a grid's cell size.
struct CellSizeOption {
  double cell_size = 0;  ///< side of a cell; describe() explains it
  /// See docs/concepts/representation.md.
  static void describe(CellSizeOption& options, auto&& field) {
    describe_cell_size(options.cell_size, field);
  }
};

/// Base of representations whose vertices are cells of a grid of 8 neighbours. An end of a query is
/// linked to vertices through the cells to which Grid::attach() links the end. Members of
/// `Derived`:
/// - cell_of(v): cell of a vertex
/// - link_start(scratch), link_goal(scratch): write the links of an end to scratch.links.
///   scratch.cells has the links of Grid::attach().
/// - append_link(from, to, path): appends the path of a link or of an edge, from cell to cell. Only
///   realise() calls it.
/// `Derived` may hide direct() and realise().
template <class Derived>
class CellGraph {
 public:
  static constexpr Guarantees kGuarantees{};  ///< see docs/concepts/representation.md
  using Graph = CsrGraph;                     ///< type of graph()

  /// Scratch space of a query.
  struct Scratch {
    ///@{ Buffers, reused from query to query.
    Grid::Scratch grid;
    Attachment cells;  ///< links of Grid::attach()
    std::vector<CellLink> links;

    std::size_t memory_bytes() const { return heap_bytes(grid, cells, links); }
    ///@}
  };

  /// The parts of the free space that the grid uses.
  static PartSet parts(const FreeSpace& space, const auto& options) {
    return Grid::parts(space, {.cell_size = options.cell_size});
  }
  /// The octile distance never exceeds the cost.
  static bool octile_is_bound(const auto& /*options*/) { return true; }

  /// Centre of the vertex's cell.
  Point position(Vertex v) const { return grid_.position(derived().cell_of(v).v); }
  /// Component of the vertex's cell in the grid.
  std::int32_t component(Vertex v) const { return grid_.component(derived().cell_of(v).v); }
  const BuildReport& report() const { return grid_.report(); }  ///< facts about the build
  /// The octile heuristic of a query.
  auto octile_to(Point goal, std::span<const Link> goal_links) const {
    return CellOctile(
        grid_.graph(), [this](Vertex v) -> const JumpCell& { return derived().cell_of(v); }, goal,
        goal_links);
  }

  /// Links start and goal, and finds the cheapest path that leads through no vertex. Costs as much
  /// as the members of Derived that it calls.
  AttachStatus attach(const Location& start, const Location& goal, auto& scratch,
                      Attachment& attachment) const {
    attachment.clear();
    grid_.attach(start, goal, scratch.grid, scratch.cells);
    attachment.direct = derived().direct(scratch).cost;
    derived().link_start(scratch);
    for (const auto& [link, cell] : scratch.links) attachment.start.push_back(link);
    derived().link_goal(scratch);
    for (const auto& [link, cell] : scratch.links) attachment.goal.push_back(link);
    return status_of(attachment);
  }

  /// Writes the path. Links an end again if Grid::attach() links it to several cells.
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const {
    const GridGraph& graph = grid_.graph();
    const Attachment& cells = scratch.cells;
    path.assign(1, found.start.point);
    grid_.attach(found.start, found.goal, scratch.grid, scratch.cells);
    if (found.vertices.empty()) {
      const DirectRuns runs = direct(scratch);
      if (runs.from != kNoVertex) {
        append_runs(grid_, cell_at(graph, runs.from), cell_at(graph, runs.to), path);
      }
    } else {
      const Vertex front = found.vertices.front();
      if (cells.start.size() > 1) derived().link_start(scratch);
      JumpCell from = linked_cell(graph, front, cells.start, scratch.links);
      for (const Vertex v : found.vertices) {
        derived().append_link(from, derived().cell_of(v), path);
        from = derived().cell_of(v);
      }
      const Vertex back = found.vertices.back();
      if (cells.goal.size() > 1) derived().link_goal(scratch);
      derived().append_link(from, linked_cell(graph, back, cells.goal, scratch.links), path);
    }
    append_distinct(path, found.goal.point);
  }

 protected:
  /// Takes the grid, which has 8 neighbours.
  explicit CellGraph(Grid grid) : grid_(std::move(grid)) {}

  /// The cheapest path that leads through no vertex.
  DirectRuns direct(const Scratch& scratch) const {
    return direct_runs(grid_.graph(), scratch.cells);
  }

  Grid grid_;  ///< the grid of the cells

 private:
  const Derived& derived() const { return static_cast<const Derived&>(*this); }
};

}  // namespace fairway
