#include "algorithms/representations/hpa/hpa.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/settings/option_range.hpp"

namespace fairway {
namespace {

/// Minimum number of cells of an entrance with two crossings, one at each end. A narrower entrance
/// has one crossing, in the middle. An entrance is an open part of the border between two clusters.
/// A crossing is a pair of vertices, one on each side of the border.
constexpr int kWideEntrance = 6;

}  // namespace

std::vector<NamedMethod<Hpa::Options>> Hpa::methods() {
  return {
      {kName, {}, {.heuristic = HeuristicKind::kOctile}},
      {"hpa-shortcut", {}, {.heuristic = HeuristicKind::kOctile, .smoother = Smoother::kShortcut}}};
}

Hpa Hpa::build(const FreeSpace& space, const Options& options) {
  check_ranges(options);
  Grid grid = Grid::build(space, {.cell_size = options.cell_size, .neighbours = 8});
  LapClock clock;
  Hpa built(std::move(grid), options.cluster);
  built.find_entrances();
  built.grid_.add_phase("entrances", clock.lap());
  built.link_vertices({}, std::vector<char>(built.now_.begin.size() - 1, 0));
  built.grid_.add_phase("clusters", clock.lap());
  return built;
}

Hpa::Hpa(Grid grid, int cluster)
    : CellGraph(std::move(grid)),
      side_(cluster),
      clusters_in_row_((grid_.graph().grid().columns + cluster - 1) / cluster) {}

CellBlock Hpa::block_at(const JumpCell& c) const {
  const CellGrid& lattice = grid_.graph().grid();
  const int x = c.i / side_ * side_;
  const int y = c.j / side_ * side_;
  return {x, y, std::min(side_, lattice.columns - x), std::min(side_, lattice.rows - y)};
}

/// Finds the entrances. An entrance is a run of parallel legal moves across the border of two
/// clusters. On both sides of the border, legal moves connect its successive cells. The two cells
/// of one or two of its moves become vertices.
void Hpa::find_entrances() {
  const GridGraph& graph = grid_.graph();
  const CellGrid& lattice = graph.grid();
  std::vector<JumpCell> found;
  const auto add_crossing = [&](const JumpCell& c, int across) {
    found.push_back(c);
    found.push_back(ahead(graph, c, across, 1));
  };
  const auto is_legal = [&](const JumpCell& c, int direction) {
    return (graph.mask(c.v) >> direction & 1) != 0;
  };
  // Walks along the border between a cluster and the next cluster in direction `across`.
  const auto follow = [&](JumpCell c, int cells, int along, int across) {
    JumpCell first = c;
    int width = 0;
    const auto close = [&] {
      if (width >= kWideEntrance) {
        add_crossing(first, across);
        add_crossing(ahead(graph, first, along, width - 1), across);
      } else if (width > 0) {
        add_crossing(ahead(graph, first, along, width / 2), across);
      }
      width = 0;
    };
    for (int k = 0; k < cells; ++k, c = ahead(graph, c, along, 1)) {
      if (!is_legal(c, across)) {
        close();
        continue;
      }
      if (width == 0) first = c;
      ++width;
      const bool last = k + 1 == cells || !is_legal(c, along);
      if (last || !is_legal(ahead(graph, c, across, 1), along)) close();
    }
  };
  for (int y = 0; y < lattice.rows; y += side_) {
    for (int x = 0; x < lattice.columns; x += side_) {
      const CellBlock block = block_at({graph.vertex(x, y), x, y});
      const int right = x + block.width - 1;
      const int top = y + block.height - 1;
      if (right + 1 < lattice.columns) {
        follow({graph.vertex(right, y), right, y}, block.height, 1, 0);
      }
      if (top + 1 < lattice.rows) follow({graph.vertex(x, top), x, top}, block.width, 0, 1);
    }
  }
  std::ranges::sort(found, [this](const JumpCell& a, const JumpCell& b) {
    return std::pair(cluster_at(a), a.v) < std::pair(cluster_at(b), b.v);
  });
  const auto same = std::unique(found.begin(), found.end(),
                                [](const JumpCell& a, const JumpCell& b) { return a.v == b.v; });
  found.erase(same, found.end());
  found.shrink_to_fit();
  now_.cells = std::move(found);
  const auto rows = static_cast<std::size_t>((lattice.rows + side_ - 1) / side_);
  now_.begin.assign(rows * static_cast<std::size_t>(clusters_in_row_) + 1, 0);
  for (const JumpCell& c : now_.cells) ++now_.begin[cluster_at(c) + 1];
  for (std::size_t k = 1; k < now_.begin.size(); ++k) now_.begin[k] += now_.begin[k - 1];
}

Vertex Hpa::vertex_at(const JumpCell& c) const {
  const auto [begin, end] = vertices_of(cluster_at(c));
  const auto found = std::lower_bound(now_.cells.begin() + begin, now_.cells.begin() + end, c.v,
                                      [](const JumpCell& a, Vertex v) { return a.v < v; });
  const auto v = static_cast<Vertex>(found - now_.cells.begin());
  return v < end && found->v == c.v ? v : kNoVertex;
}

void Hpa::repair(std::span<const Vertex> changed) {
  if (changed.empty()) return;
  const Crossings before = std::move(now_);
  find_entrances();
  std::vector<char> unchanged(now_.begin.size() - 1, 1);
  for (const Vertex v : changed) unchanged[cluster_at(cell_at(grid_.graph(), v))] = 0;
  for (std::size_t k = 0; k < unchanged.size(); ++k) {
    const bool same = std::ranges::equal(before.in(k), now_.in(k), {}, &JumpCell::v, &JumpCell::v);
    if (!same) unchanged[k] = 0;
  }
  link_vertices(before, unchanged);
}

/// Links the vertices. If unchanged[k] is not 0, copies the edges inside cluster k from `before`.
void Hpa::link_vertices(const Crossings& before, const std::vector<char>& unchanged) {
  const GridGraph& graph = grid_.graph();
  ClusterSearch search;
  CsrGraph::Builder builder;
  for (Vertex v = 0; v < static_cast<Vertex>(now_.cells.size()); ++v) {
    const JumpCell& c = cell_of(v);
    const std::size_t cluster = cluster_at(c);
    const auto [begin, end] = vertices_of(cluster);
    if (unchanged[cluster] != 0) {
      const auto [old_begin, old_end] = std::pair(static_cast<Vertex>(before.begin[cluster]),
                                                  static_cast<Vertex>(before.begin[cluster + 1]));
      const Vertex old = v - begin + old_begin;
      for (std::uint32_t e = before.graph.row_begin(old); e < before.graph.row_end(old); ++e) {
        const Vertex w = before.graph.target(e);
        if (w >= old_begin && w < old_end) builder.add(w - old_begin + begin, before.graph.cost(e));
      }
    } else {
      search.run(graph, block_at(c), c.v);
      for (Vertex w = begin; w < end; ++w) {
        const double cost = search.cost(graph, cell_of(w).v);
        if (w != v && cost < kInfinity) builder.add(w, cost);
      }
    }
    for (int d = 0; d < 4; ++d) {
      if ((graph.mask(c.v) >> d & 1) == 0) continue;
      const JumpCell next = ahead(graph, c, d, 1);
      const Vertex w = cluster_at(next) == cluster ? kNoVertex : vertex_at(next);
      if (w != kNoVertex) builder.add(w, graph.move_length(d));
    }
    builder.end_row();
  }
  now_.graph = std::move(builder).build();
}

/// Links an end to the vertices at its cells. If a cell is no vertex, links the end to all vertices
/// that the cell can reach inside its cluster. O(c log c) for c cells of a cluster.
void Hpa::link(std::span<const Link> cells, ClusterSearch& search,
               std::vector<CellLink>& links) const {
  const GridGraph& graph = grid_.graph();
  links.clear();
  for (const Link& cell : cells) {
    const JumpCell c = cell_at(graph, cell.vertex);
    const Vertex own = vertex_at(c);
    if (own != kNoVertex) {
      links.push_back({{own, cell.cost}, c.v});
      continue;
    }
    search.run(graph, block_at(c), c.v);
    const auto [begin, end] = vertices_of(cluster_at(c));
    for (Vertex v = begin; v < end; ++v) {
      const double cost = search.cost(graph, cell_of(v).v);
      if (cost < kInfinity) links.push_back({{v, cell.cost + cost}, c.v});
    }
  }
  keep_cheapest(cells, links);
}

/// Returns the cheapest path that leads through a cell linked to the start and a cell linked to the
/// goal, and stays in one cluster between these two cells. See DirectRuns.
DirectRuns Hpa::direct(Scratch& scratch) const {
  const GridGraph& graph = grid_.graph();
  const Attachment& cells = scratch.cells;
  ClusterSearch& search = scratch.search;
  DirectRuns best{cells.direct, kNoVertex, kNoVertex};
  for (const Link& a : cells.start) {
    const JumpCell from = cell_at(graph, a.vertex);
    for (const Link& b : cells.goal) {
      if (cluster_at(from) != cluster_at(cell_at(graph, b.vertex))) continue;
      search.run(graph, block_at(from), a.vertex, b.vertex);
      const double cost = a.cost + search.cost(graph, b.vertex) + b.cost;
      if (cost < best.cost) best = {cost, a.vertex, b.vertex};
    }
  }
  return best;
}

/// Appends the cells of a cheapest path inside a cluster to scratch.refined, without `from`.
void Hpa::append_inside(Vertex from, Vertex to, Scratch& scratch) const {
  const GridGraph& graph = grid_.graph();
  scratch.search.run(graph, block_at(cell_at(graph, from)), from, to);
  scratch.search.append_path(graph, to, scratch.refined);
}

void Hpa::realise(const FoundPath& found, Scratch& scratch, Path& path) const {
  const GridGraph& graph = grid_.graph();
  path.assign(1, found.start.point);
  grid_.attach(found.start, found.goal, scratch.grid, scratch.cells);
  const Attachment& cells = scratch.cells;
  std::vector<Vertex>& refined = scratch.refined;
  refined.clear();
  if (found.vertices.empty()) {
    const DirectRuns pair = direct(scratch);
    if (pair.from != kNoVertex) {
      refined.push_back(pair.from);
      append_inside(pair.from, pair.to, scratch);
    }
  } else {
    const Vertex front = found.vertices.front();
    if (cells.start.size() > 1) link_start(scratch);
    const Vertex first = linked_cell(graph, front, cells.start, scratch.links).v;
    refined.push_back(first);
    append_inside(first, cell_of(front).v, scratch);
    for (std::size_t k = 0; k + 1 < found.vertices.size(); ++k) {
      const JumpCell& a = cell_of(found.vertices[k]);
      const JumpCell& b = cell_of(found.vertices[k + 1]);
      if (cluster_at(a) == cluster_at(b)) {
        append_inside(a.v, b.v, scratch);
      } else {
        refined.push_back(b.v);
      }
    }
    const Vertex back = found.vertices.back();
    if (cells.goal.size() > 1) link_goal(scratch);
    append_inside(cell_of(back).v, linked_cell(graph, back, cells.goal, scratch.links).v, scratch);
  }
  append_runs(
      graph.division(), refined, [this](Vertex v) { return grid_.position(v); }, path);
  append_distinct(path, found.goal.point);
}

std::size_t Hpa::memory_bytes() const {
  return sizeof(*this) - sizeof(grid_) + grid_.memory_bytes() + now_.graph.memory_bytes() +
         now_.cells.capacity() * sizeof(now_.cells[0]) +
         now_.begin.capacity() * sizeof(now_.begin[0]);
}

}  // namespace fairway
