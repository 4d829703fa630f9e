#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"
#include "algorithms/representations/grid/jump_states.hpp"
#include "algorithms/representations/grid/octile_runs.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// A simple subgoal graph over a grid of 8 neighbours. A subgoal is a cell where a path can turn
/// around a corner. Consider the paths between two subgoals that would be shortest if there were no
/// obstacles. The subgoals are linked if none of these paths meets an obstacle or another subgoal.
/// Paths are as short as the paths of Grid. Cells beside the ends of walls of zero width are
/// subgoals too. Immutable.
/// Source: T. Uras, S. Koenig, C. Hernandez, "Subgoal Graphs for Optimal Pathfinding in
/// Eight-Neighbor Grids", ICAPS 2013.
class SubgoalGraph {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "subgoal-graph";
  static constexpr Guarantees kGuarantees{};

  using Graph = CsrGraph;

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    double cell_size = 0;

    static void describe(Options& options, auto&& field) {
      describe_cell_size(options.cell_size, field);
    }
    ///@}
  };

  /// Scratch space of a query.
  struct Scratch {
    ///@{ Buffers, reused from query to query.
    Grid::Scratch grid;
    Attachment cells;  ///< links of Grid::attach()
    std::vector<CellLink> links;

    std::size_t memory_bytes() const { return heap_bytes(grid, cells, links); }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace& space, const Options& options) {
    return Grid::parts(space, {.cell_size = options.cell_size});
  }

  /// Builds grid and graph. Keeps a reference to the free space. Throws std::invalid_argument like
  /// Grid::build(). O(cells + cells met by walls + cells between linked subgoals).
  static SubgoalGraph build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return grid_.position(cell_of(v).v); }

  /// Finds the cells to which Grid::attach() links each end. If such a cell is a subgoal, links the
  /// end to this subgoal. Otherwise links the end, through the cell, to all subgoals that the cell
  /// would be linked to if it were a subgoal.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  std::int32_t component(Vertex v) const { return grid_.component(cell_of(v).v); }
  auto octile_to(Point goal, std::span<const Link> goal_links) const {
    return CellOctile(
        grid_.graph(), [this](Vertex v) -> const JumpCell& { return cell_of(v); }, goal,
        goal_links);
  }
  static bool octile_is_bound(const Options&) { return true; }

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return grid_.report(); }
  ///@}

 private:
  explicit SubgoalGraph(Grid grid);

  const JumpCell& cell_of(Vertex v) const { return subgoals_[static_cast<std::size_t>(v)]; }
  Vertex subgoal_at(Vertex cell) const {
    return stops_.any(cell) ? static_cast<Vertex>(stops_.cell_number(cell)) : kNoVertex;
  }
  void fill_clearances();
  std::int32_t clearance(Vertex v, int direction) const;
  template <class Visit>
  void visit_subgoals(JumpCell from, const Visit& visit) const;
  void link(std::span<const Link> cells, std::vector<CellLink>& links) const;
  void append_link(JumpCell from, JumpCell to, Path& path) const;

  /// The clearances of a cell in the four straight directions. If a subgoal comes before a blocked
  /// cell, the clearance is the number of cells to the subgoal. Otherwise, it is minus the number
  /// of free cells before the blocked cell. kFar and -kFar stand for all longer distances.
  using Clearances = std::array<std::int16_t, 4>;
  static constexpr std::int16_t kFar = 0x7fff;

  Grid grid_;
  JumpRules rules_;
  JumpStates stops_;
  std::vector<JumpCell> subgoals_;
  std::vector<Clearances> clearances_;
  CsrGraph graph_;
};

}  // namespace fairway
