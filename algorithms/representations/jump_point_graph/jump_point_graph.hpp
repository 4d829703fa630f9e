#pragma once

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
#include "algorithms/representations/jump_point_graph/sight_table.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// The jumps of jump point search on a grid of 8 neighbours, as a graph that any search can use. A
/// vertex is a jump point with a direction of arrival. An edge is a jump: a diagonal run, then a
/// straight run. Paths are as short as the paths of Grid. Immutable.
/// Source: D. Harabor, T. Uras, P. Stuckey, S. Koenig, "Regarding Jump Point Search and Subgoal
/// Graphs", IJCAI 2019.
class JumpPointGraph {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "jump-point-graph";
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
  /// Grid::build(), and std::length_error like JumpStates. O(cells + cells met by walls + jumps).
  static JumpPointGraph build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return grid_.position(cell_of(v).v); }

  /// Finds the cells to which Grid::attach() links start and goal. Links the start to the ends of
  /// all jumps from the start's cells. Links the goal to each vertex from which a jump reaches or
  /// passes one of the goal's cells. Each link leads through one of these cells.
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
  /// Number of jumps, which are directed edges.
  std::size_t edge_count() const { return graph_.edge_count(); }
  ///@}

 private:
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
  void link_start(std::span<const Link> cells, std::vector<CellLink>& links) const;
  void link_goal(std::span<const Link> cells, std::vector<CellLink>& links) const;

  Grid grid_;
  JumpRules rules_;
  JumpStates states_;
  SightTable sights_;
  CsrGraph graph_;
};

}  // namespace fairway
