#include "algorithms/representations/subgoal_graph/subgoal_graph.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

std::vector<NamedMethod<SubgoalGraph::Options>> SubgoalGraph::methods() {
  constexpr SearchKind kHierarchy = SearchKind::kContractionHierarchy;
  return {{kName, {}, {.heuristic = HeuristicKind::kOctile}},
          {"subgoal-graph-ch", {}, {.heuristic = HeuristicKind::kOctile, .search = kHierarchy}},
          {"subgoal-graph-two-level",
           {},
           {.heuristic = HeuristicKind::kOctile, .search = SearchKind::kTwoLevels}}};
}

SubgoalGraph::SubgoalGraph(Grid grid)
    : CellGraph(std::move(grid)), rules_(grid_), stops_(grid_, rules_) {
  subgoals_.reserve(stops_.cell_count());
  for (const JumpStates::Place& place : stops_.places()) {
    if (subgoals_.empty() || subgoals_.back().v != place.cell.v) subgoals_.push_back(place.cell);
  }
  fill_clearances();
  using Edge = CsrGraph::CostedEdge;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < static_cast<Vertex>(subgoals_.size()); ++v) {
    visit_subgoals(cell_of(v), [&](Vertex w) {
      const double cost = octile(grid_.graph(), cell_of(v), cell_of(w));
      edges.push_back({v, w, cost});
      edges.push_back({w, v, cost});
    });
  }
  std::ranges::sort(edges, [](const Edge& a, const Edge& b) {
    return a.source < b.source || (a.source == b.source && a.target < b.target);
  });
  const auto same = std::unique(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.source == b.source && a.target == b.target;
  });
  edges.erase(same, edges.end());
  graph_ = CsrGraph::from_edges(subgoals_.size(), edges);
}

SubgoalGraph SubgoalGraph::build(const FreeSpace& space, const Options& options) {
  Grid grid = Grid::build(space, {.cell_size = options.cell_size, .neighbours = 8});
  LapClock clock;
  SubgoalGraph built(std::move(grid));
  built.grid_.add_phase("subgoals", clock.lap());
  return built;
}

void SubgoalGraph::fill_clearances() {
  const GridGraph& graph = grid_.graph();
  clearances_.resize(graph.vertices());
  // Computes the clearance of v in this direction from the clearance of the next cell.
  // Precondition: the clearance of the next cell is filled.
  const auto fill = [&](Vertex v, int direction) {
    if ((graph.mask(v) >> direction & 1) == 0) return;
    const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
    const Vertex next = v + move.dy * graph.stride() + move.dx;
    const auto d = static_cast<std::size_t>(direction);
    const int onward = clearances_[static_cast<std::size_t>(next)][d];
    const int way = stops_.any(next) ? 1
                    : onward > 0     ? std::min(onward + 1, int{kFar})
                                     : std::max(onward - 1, -int{kFar});
    clearances_[static_cast<std::size_t>(v)][d] = static_cast<std::int16_t>(way);
  };
  const auto count = static_cast<Vertex>(graph.vertices());
  for (Vertex v = 0; v < count; ++v) {
    fill(v, 2);
    fill(v, 3);
  }
  for (Vertex v = count - 1; v >= 0; --v) {
    fill(v, 0);
    fill(v, 1);
  }
}

/// Clearance of a cell in a direction, see Clearances. O(1) up to 2^15 cells.
std::int32_t SubgoalGraph::clearance(Vertex v, int direction) const {
  const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
  std::int32_t before = 0;
  for (;;) {
    const std::int32_t way =
        clearances_[static_cast<std::size_t>(v)][static_cast<std::size_t>(direction)];
    if (way != kFar && way != -kFar) return way > 0 ? before + way : way - before;
    v += (kFar - 1) * (move.dy * grid_.graph().stride() + move.dx);
    before += kFar - 1;
  }
}

/// Calls visit(subgoal) for each subgoal that cell `from` is linked to. Walks along each diagonal
/// from `from`, and looks from each cell along the two adjacent straight directions. A link exists
/// only if the parallelogram between `from` and the subgoal contains no obstacle and no other
/// subgoal. So from a cell, the search looks no farther than the shortest free run seen from
/// earlier cells of the diagonal.
template <class Visit>
void SubgoalGraph::visit_subgoals(JumpCell from, const Visit& visit) const {
  const GridGraph& graph = grid_.graph();
  const auto visit_at = [&](JumpCell c, int direction, std::int32_t cells) {
    visit(subgoal_at(ahead(graph, c, direction, cells).v));
  };
  std::array<std::int32_t, 4> longest{};
  for (int d = 0; d < 4; ++d) {
    const std::int32_t way = clearance(from.v, d);
    if (way > 0) visit_at(from, d, way);
    longest[static_cast<std::size_t>(d)] = way > 0 ? way - 1 : -way;
  }
  for (int d = 4; d < 8; ++d) {
    const GridMove move = kGridMoves[static_cast<std::size_t>(d)];
    const std::array<int, 2> asides{along_x(move.dx), along_y(move.dy)};
    std::array<std::int32_t, 2> limits{longest[static_cast<std::size_t>(asides[0])],
                                       longest[static_cast<std::size_t>(asides[1])]};
    for (JumpCell c = from; (graph.mask(c.v) >> d & 1) != 0;) {
      c = ahead(graph, c, d, 1);
      if (stops_.any(c.v)) {
        visit_at(c, d, 0);
        break;
      }
      for (std::size_t k = 0; k < 2; ++k) {
        const std::int32_t way = clearance(c.v, asides[k]);
        if (way > 0 && way <= limits[k]) visit_at(c, asides[k], way);
        limits[k] = std::min(limits[k], way > 0 ? way - 1 : -way);
      }
    }
  }
}

/// Links an end to the subgoals at its cells. If a cell is no subgoal, links the end to all
/// subgoals that the cell would be linked to if it were a subgoal.
void SubgoalGraph::link(std::span<const Link> cells, std::vector<CellLink>& links) const {
  links.clear();
  for (const Link& cell : cells) {
    const Vertex own = subgoal_at(cell.vertex);
    if (own != kNoVertex) {
      links.push_back({{own, cell.cost}, cell.vertex});
      continue;
    }
    const JumpCell from = cell_at(grid_.graph(), cell.vertex);
    visit_subgoals(from, [&](Vertex v) {
      links.push_back({{v, cell.cost + octile(grid_.graph(), from, cell_of(v))}, cell.vertex});
    });
  }
  keep_cheapest(cells, links);
}

/// Appends the diagonal run and the straight run of a link to the path. If an obstacle blocks the
/// path with the diagonal run first, appends the straight run first.
void SubgoalGraph::append_link(JumpCell from, JumpCell to, Path& path) const {
  const GridGraph& graph = grid_.graph();
  if (meets(graph, from, to)) return append_runs(grid_, from, to, path);
  const OctileRuns back(to, from);
  append_distinct(path, grid_.position(from.v));
  append_distinct(path, grid_.position(ahead(graph, to, back.diagonal_direction, back.diagonal).v));
  append_distinct(path, grid_.position(to.v));
}

std::size_t SubgoalGraph::memory_bytes() const {
  return sizeof(*this) - sizeof(grid_) + grid_.memory_bytes() + rules_.memory_bytes() +
         stops_.memory_bytes() + graph_.memory_bytes() +
         subgoals_.capacity() * sizeof(subgoals_[0]) +
         clearances_.capacity() * sizeof(clearances_[0]);
}

}  // namespace fairway
