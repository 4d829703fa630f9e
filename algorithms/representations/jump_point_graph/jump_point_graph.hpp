#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/grid/cell_graph.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"
#include "algorithms/representations/grid/jump_states.hpp"
#include "algorithms/representations/jump_point_graph/sight_table.hpp"

namespace fairway {

/// The jumps of jump point search on a grid of 8 neighbours, as a graph that any search can use. A
/// vertex is a jump point with a direction of arrival. An edge is a jump: a diagonal run, then a
/// straight run. Paths are as short as the paths of Grid. Immutable.
/// Source: D. Harabor, T. Uras, P. Stuckey, S. Koenig, "Regarding Jump Point Search and Subgoal
/// Graphs", IJCAI 2019.
class JumpPointGraph : public CellGraph<JumpPointGraph> {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "jump-point-graph";
  using Options = CellSizeOption;

  static std::vector<NamedMethod<Options>> methods();
  /// Builds grid and graph. Keeps a reference to the free space. Throws std::invalid_argument like
  /// Grid::build(), and std::length_error like JumpStates. O(cells + cells met by walls + jumps).
  static JumpPointGraph build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  std::size_t memory_bytes() const;
  /// Number of jumps, which are directed edges.
  std::size_t edge_count() const { return graph_.edge_count(); }
  ///@}

 private:
  friend CellGraph;

  explicit JumpPointGraph(Grid grid);

  const JumpCell& cell_of(Vertex v) const {
    return states_.place(static_cast<JumpStates::State>(v)).cell;
  }
  std::uint8_t moves(const JumpStates::Place& place) const {
    return rules_.moves(place.cell.v, place.arrival, grid_.graph().mask(place.cell.v));
  }

  template <class Visit>
  void visit_jumps(JumpCell from, std::uint32_t directions, const Visit& visit) const;
  template <class Visit>
  void visit_sources(JumpCell to, const Visit& visit) const;
  void link_start(Scratch& scratch) const;
  void link_goal(Scratch& scratch) const;
  void append_link(const JumpCell& from, const JumpCell& to, Path& path) const {
    append_runs(grid_, from, to, path);
  }

  JumpRules rules_;
  JumpStates states_;
  SightTable sights_;
  CsrGraph graph_;
};

}  // namespace fairway
