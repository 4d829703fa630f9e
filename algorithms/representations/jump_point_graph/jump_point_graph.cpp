#include "algorithms/representations/jump_point_graph/jump_point_graph.hpp"

#include <utility>

#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

constexpr int opposite(int direction) {
  return direction < 4 ? (direction + 2) % 4 : 4 + (direction - 2) % 4;
}

}  // namespace

std::vector<NamedMethod<JumpPointGraph::Options>> JumpPointGraph::methods() {
  constexpr SearchKind kHierarchy = SearchKind::kContractionHierarchy;
  return {{kName, {}, {.heuristic = HeuristicKind::kOctile}},
          {"jump-point-graph-ch", {}, {.heuristic = HeuristicKind::kOctile, .search = kHierarchy}}};
}

JumpPointGraph::JumpPointGraph(Grid grid)
    : CellGraph(std::move(grid)),
      rules_(grid_),
      states_(grid_, rules_),
      sights_(grid_.graph(), rules_, states_) {
  CsrGraph::Builder builder;
  for (const JumpStates::Place& place : states_.places()) {
    visit_jumps(place.cell, moves(place), [&](JumpStates::State to, double cost) {
      builder.add(static_cast<Vertex>(to), cost);
    });
    builder.end_row();
  }
  graph_ = std::move(builder).build();
  // Counts the components of the graph. One component of the grid can contain several components of
  // the graph. For instance, the states on paths that turn left may be separate from the states on
  // paths that turn right.
  DisjointSets sets(states_.count());
  for (Vertex v = 0; v < static_cast<Vertex>(states_.count()); ++v) {
    for (const Vertex w : graph_.neighbours(v)) sets.join(v, w);
  }
  grid_.report_on(sets.count());
}

JumpPointGraph JumpPointGraph::build(const FreeSpace& space, const Options& options) {
  Grid grid = Grid::build(space, {.cell_size = options.cell_size, .neighbours = 8});
  LapClock clock;
  JumpPointGraph built(std::move(grid));
  built.grid_.add_phase("jumps", clock.lap());
  return built;
}

/// Calls visit(state, cost) for the end of each jump that begins at cell `from` in one of the
/// directions. `directions` is a bit mask.
template <class Visit>
void JumpPointGraph::visit_jumps(JumpCell from, std::uint32_t directions,
                                 const Visit& visit) const {
  const GridGraph& graph = grid_.graph();
  const double straight = graph.move_length(0);
  const auto go_straight = [&](JumpCell c, double cost, int direction) {
    const std::int32_t jump = sights_.jump(c.v, direction);
    if (jump == 0) return;
    visit(states_.find(ahead(graph, c, direction, jump).v, direction), cost + jump * straight);
  };
  for (int d = 0; d < 4; ++d) {
    if ((directions >> d & 1) != 0) go_straight(from, 0, d);
  }
  for (int d = 4; d < 8; ++d) {
    if ((directions >> d & 1) == 0) continue;
    const GridMove move = kGridMoves[static_cast<std::size_t>(d)];
    double cost = 0;
    for (JumpCell c = from; (graph.mask(c.v) >> d & 1) != 0;) {
      c = ahead(graph, c, d, 1);
      cost += graph.move_length(4);
      if (rules_.irregular(c.v)) {
        visit(states_.find(c.v, kAnyhow), cost);
        break;
      }
      go_straight(c, cost, along_x(move.dx));
      go_straight(c, cost, along_y(move.dy));
    }
  }
}

/// Calls visit(state) for each state from which a diagonal run and then a straight run lead to cell
/// `to`. Searches backwards from this cell, first along straight lines.
template <class Visit>
void JumpPointGraph::visit_sources(JumpCell to, const Visit& visit) const {
  const GridGraph& graph = grid_.graph();
  const auto visit_states = [&](Vertex v, int direction) {
    states_.visit_states(v, [&](JumpStates::State state, const JumpStates::Place& place) {
      if ((moves(place) >> direction & 1) != 0) visit(state);
    });
  };
  // Walks back from c. Visits the states on the diagonal from which jumps in `direction` meet c.
  const auto go_back_diagonally = [&](JumpCell c, int direction) {
    const int back = opposite(direction);
    for (std::int32_t way = sights_.diagonal(c.v, back); way != 0;
         way = sights_.diagonal(c.v, back)) {
      c = ahead(graph, c, back, way);
      visit_states(c.v, direction);
      if (rules_.irregular(c.v)) return;
    }
  };
  states_.visit_states(to.v,
                       [&](JumpStates::State state, const JumpStates::Place&) { visit(state); });
  if (!rules_.irregular(to.v)) {
    for (int d = 4; d < 8; ++d) go_back_diagonally(to, d);
  }
  for (int d = 0; d < 4; ++d) {
    const int back = opposite(d);
    for (JumpCell c = to; (graph.mask(c.v) >> back & 1) != 0;) {
      c = ahead(graph, c, back, 1);
      visit_states(c.v, d);
      if (rules_.irregular(c.v)) break;
      // The diagonal directions next to d are 4 + d and 4 + (d + 3) % 4.
      go_back_diagonally(c, 4 + d);
      go_back_diagonally(c, 4 + (d + 3) % 4);
      if (states_.find(c.v, d) != JumpStates::kNone) break;
    }
  }
}

/// Links the start to the ends of all jumps from the start's cells.
void JumpPointGraph::link_start(Scratch& scratch) const {
  scratch.links.clear();
  for (const Link& cell : scratch.cells.start) {
    visit_jumps(
        cell_at(grid_.graph(), cell.vertex), grid_.graph().mask(cell.vertex),
        [&](JumpStates::State state, double cost) {
          scratch.links.push_back({{static_cast<Vertex>(state), cell.cost + cost}, cell.vertex});
        });
  }
  keep_cheapest(scratch.cells.start, scratch.links);
}

/// Links the goal to each vertex from which a jump reaches or passes one of the goal's cells.
void JumpPointGraph::link_goal(Scratch& scratch) const {
  scratch.links.clear();
  for (const Link& cell : scratch.cells.goal) {
    const JumpCell to = cell_at(grid_.graph(), cell.vertex);
    visit_sources(to, [&](JumpStates::State state) {
      const auto v = static_cast<Vertex>(state);
      scratch.links.push_back(
          {{v, octile(grid_.graph(), cell_of(v), to) + cell.cost}, cell.vertex});
    });
  }
  keep_cheapest(scratch.cells.goal, scratch.links);
}

std::size_t JumpPointGraph::memory_bytes() const {
  return sizeof(*this) - sizeof(grid_) + grid_.memory_bytes() + rules_.memory_bytes() +
         states_.memory_bytes() + sights_.memory_bytes() + graph_.memory_bytes();
}

}  // namespace fairway
