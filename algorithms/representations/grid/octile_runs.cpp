#include "algorithms/representations/grid/octile_runs.hpp"

#include <algorithm>
#include <limits>

namespace fairway {

bool meets(const GridGraph& graph, JumpCell from, JumpCell to) {
  const OctileRuns runs(from, to);
  const auto go = [&](int direction, std::int32_t cells) {
    for (; cells > 0 && (graph.mask(from.v) >> direction & 1) != 0; --cells) {
      from = ahead(graph, from, direction, 1);
    }
    return cells == 0;
  };
  return go(runs.diagonal_direction, runs.diagonal) && go(runs.straight_direction, runs.straight);
}

void append_runs(const Grid& grid, JumpCell from, JumpCell to, Path& path) {
  const OctileRuns runs(from, to);
  append_distinct(path, grid.position(from.v));
  const JumpCell bend = ahead(grid.graph(), from, runs.diagonal_direction, runs.diagonal);
  append_distinct(path, grid.position(bend.v));
  append_distinct(path, grid.position(to.v));
}

DirectRuns direct_runs(const GridGraph& graph, const Attachment& cells) {
  DirectRuns best{cells.direct, kNoVertex, kNoVertex};
  for (const Link& a : cells.start) {
    for (const Link& b : cells.goal) {
      const JumpCell from = cell_at(graph, a.vertex);
      const JumpCell to = cell_at(graph, b.vertex);
      const double cost = a.cost + octile(graph, from, to) + b.cost;
      if (cost < best.cost && meets(graph, from, to)) best = {cost, a.vertex, b.vertex};
    }
  }
  return best;
}

void keep_cheapest(std::span<const Link> cells, std::vector<CellLink>& links) {
  if (cells.size() < 2) return;
  std::ranges::sort(links, [](const CellLink& a, const CellLink& b) {
    return a.link.vertex < b.link.vertex ||
           (a.link.vertex == b.link.vertex && a.link.cost < b.link.cost);
  });
  const auto more = std::ranges::unique(
      links, [](const CellLink& a, const CellLink& b) { return a.link.vertex == b.link.vertex; });
  links.erase(more.begin(), more.end());
}

JumpCell linked_cell(const GridGraph& graph, Vertex v, std::span<const Link> cells,
                     std::span<const CellLink> links) {
  Vertex cell = cells.front().vertex;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; cells.size() > 1 && k < links.size(); ++k) {
    if (links[k].link.vertex != v || links[k].link.cost >= least) continue;
    least = links[k].link.cost;
    cell = links[k].cell;
  }
  return cell_at(graph, cell);
}

}  // namespace fairway
