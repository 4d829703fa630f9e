#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/grid/cell_graph.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"
#include "algorithms/representations/grid/jump_states.hpp"

namespace fairway {

/// A simple subgoal graph over a grid of 8 neighbours. A subgoal is a cell where a path can turn
/// around a corner. Consider the paths between two subgoals that would be shortest if there were no
/// obstacles. The subgoals are linked if none of these paths meets an obstacle or another subgoal.
/// Paths are as short as the paths of Grid. Cells beside the ends of walls of zero width are
/// subgoals too. Immutable.
/// Source: T. Uras, S. Koenig, C. Hernandez, "Subgoal Graphs for Optimal Pathfinding in
/// Eight-Neighbor Grids", ICAPS 2013.
class SubgoalGraph : public CellGraph<SubgoalGraph> {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "subgoal-graph";
  using Options = CellSizeOption;

  static std::vector<NamedMethod<Options>> methods();
  /// Builds grid and graph. Keeps a reference to the free space. Throws std::invalid_argument like
  /// Grid::build(). O(cells + cells met by walls + cells between linked subgoals).
  static SubgoalGraph build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  std::size_t memory_bytes() const;
  ///@}

 private:
  friend CellGraph;

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
  void link_start(Scratch& scratch) const { link(scratch.cells.start, scratch.links); }
  void link_goal(Scratch& scratch) const { link(scratch.cells.goal, scratch.links); }
  void append_link(JumpCell from, JumpCell to, Path& path) const;

  /// The clearances of a cell in the four straight directions. If a subgoal comes before a blocked
  /// cell, the clearance is the number of cells to the subgoal. Otherwise, it is minus the number
  /// of free cells before the blocked cell. kFar and -kFar stand for all longer distances.
  using Clearances = std::array<std::int16_t, 4>;
  static constexpr std::int16_t kFar = 0x7fff;

  JumpRules rules_;
  JumpStates stops_;
  std::vector<JumpCell> subgoals_;
  std::vector<Clearances> clearances_;
  CsrGraph graph_;
};

}  // namespace fairway
