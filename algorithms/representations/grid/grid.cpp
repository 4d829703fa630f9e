#include "algorithms/representations/grid/grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/cell_span.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/grid/components.hpp"
#include "algorithms/representations/grid/inner_walls.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

std::vector<std::uint64_t> free_bits(const RasterisedSpace& raster) {
  std::vector<std::uint64_t> bits((raster.cells.size() + 63) / 64);
  static_assert(std::endian::native == std::endian::little);
  const std::size_t whole = raster.cells.size() / 8 * 8;
  for (std::size_t v = 0; v < whole; v += 8) {
    std::uint64_t cells;
    std::memcpy(&cells, raster.cells.data() + v, sizeof(cells));
    // The upper byte of the product collects the lowest bits of the eight bytes, in order.
    cells = (cells & 0x0101010101010101U * RasterisedSpace::kFree) * 0x0102040810204080U >> 56;
    bits[v / 64] |= cells << (v % 64);
  }
  for (std::size_t v = whole; v < raster.cells.size(); ++v) {
    bits[v / 64] |= static_cast<std::uint64_t>(raster.cells[v] & RasterisedSpace::kFree)
                    << (v % 64);
  }
  return bits;
}

double side_of_cells(const FreeSpace& space, const Grid::Options& options) {
  const double side = options.cell_size == 0 ? natural_cell_size(space) : options.cell_size;
  const bool eroded_cells = space.made_of_cells() && space.raster() == nullptr;
  return eroded_cells ? side / options.refine : side;
}

}  // namespace

std::vector<NamedMethod<Grid::Options>> Grid::methods() {
  return {
      {"grid", {0, 8}, {.heuristic = HeuristicKind::kOctile}},
      {"grid-shortcut",
       {0, 8},
       {.heuristic = HeuristicKind::kOctile, .smoother = Smoother::kShortcut}},
      {"grid-4", {0, 4}},
      {"grid-16", {0, 16}},
      {"grid-32", {0, 32}},
      {"grid-fine", {0, 8, 4}, {.heuristic = HeuristicKind::kOctile}},
      {"grid-ch",
       {0, 8},
       {.heuristic = HeuristicKind::kOctile, .search = SearchKind::kContractionHierarchy}},
      {"grid-plain", {0, 8}, SearchSettings{.heuristic = HeuristicKind::kOctile}.plain()},
  };
}

Grid Grid::build(const FreeSpace& space, const Options& options) {
  check_ranges(options);
  LapClock clock;
  const RasterisedSpace raster = rasterise(space, side_of_cells(space, options));
  const BuildPhase rasterised{"rasterise", clock.lap()};
  Grid grid = from_raster(space, raster, options.neighbours);
  grid.report_.phases.insert(grid.report_.phases.begin(), rasterised);
  return grid;
}

Grid Grid::from_raster(const FreeSpace& space, const RasterisedSpace& raster, int neighbours) {
  LapClock clock;
  Grid grid(space, GridGraph(raster, neighbours));
  grid.neighbours_ = neighbours;
  grid.free_ = free_bits(raster);
  grid.inner_walls_ = fairway::has_inner_walls(raster);
  grid.report_.phases.push_back({"masks", clock.lap()});
  for (const std::uint64_t word : grid.free_) {
    grid.free_count_ += static_cast<std::size_t>(std::popcount(word));
  }
  CellComponents components = find_components(raster);
  grid.components_ = std::move(components.of);
  if (raster.terrain != nullptr) grid.least_cost_ = raster.terrain->least_cost();
  grid.report_on(components.count);
  grid.report_.phases.push_back({"components", clock.lap()});
  return grid;
}

void Grid::set_free(Vertex v, bool free) {
  if (free == is_free(v)) return;
  free_[static_cast<std::size_t>(v) / 64] ^= std::uint64_t{1} << (static_cast<std::size_t>(v) % 64);
  free_count_ = free ? free_count_ + 1 : free_count_ - 1;
}

void Grid::report_on(int components) {
  const double side = graph_.grid().size;
  report_.covered_area = static_cast<double>(free_count_) * side * side;
  report_.components = components;
}

bool Grid::is_free_cell(int i, int j) const {
  const CellGrid& grid = graph_.grid();
  return i >= 0 && j >= 0 && i < grid.columns && j < grid.rows && is_free(graph_.vertex(i, j));
}

AttachStatus Grid::attach(const Location& start, const Location& goal, Scratch& scratch,
                          Attachment& attachment) const {
  attachment.clear();
  link(start, scratch, attachment.start);
  link(goal, scratch, attachment.goal);
  attachment.direct = direct(start, goal);
  return status_of(attachment);
}

double Grid::direct(const Location& start, const Location& goal) const {
  const CellGrid& grid = graph_.grid();
  const Point a = start.point;
  const Point b = goal.point;
  // Points of one cell are at most a cell's side apart. The second side covers rounded lattice
  // lines.
  const double far = 2 * grid.size;
  if (std::abs(a.x - b.x) > far || std::abs(a.y - b.y) > far) {
    return std::numeric_limits<double>::infinity();
  }
  const CellSpan columns = common(closed_columns(grid, a.x), closed_columns(grid, b.x));
  const CellSpan rows = common(closed_rows(grid, a.y), closed_rows(grid, b.y));
  if (columns.first > columns.last || rows.first > rows.last) {
    return std::numeric_limits<double>::infinity();
  }
  for (int j = rows.first; j <= rows.last; ++j) {
    for (int i = columns.first; i <= columns.last; ++i) {
      if (is_free_cell(i, j)) return segment_cost(a, b);
    }
  }
  return sees(*space_, start, goal) ? segment_cost(a, b) : std::numeric_limits<double>::infinity();
}

double Grid::segment_cost(Point a, Point b) const {
  if (space_->terrain() == nullptr) return distance(a, b);
  const Point segment[] = {a, b};
  return path_cost(*space_, segment);
}

void Grid::link(const Location& at, Scratch& scratch, std::vector<Link>& links) const {
  const CellGrid& grid = graph_.grid();
  const Point p = at.point;
  const int i = grid.column_at(p.x);
  const int j = grid.row_at(p.y);
  const Point centre = grid.centre(i, j);
  const bool own = is_free_cell(i, j) && grid.x(i) <= p.x && p.x <= grid.x(i + 1) &&
                   grid.y(j) <= p.y && p.y <= grid.y(j + 1);
  if (own && p == centre) {
    links.push_back({graph_.vertex(i, j), 0});
    return;
  }
  const std::uint32_t mask = own ? graph_.mask(graph_.vertex(i, j)) : 0;
  const int sx = p.x < centre.x ? -1 : 1;
  const int sy = p.y < centre.y ? -1 : 1;
  const auto link_cell = [&](int x, int y, bool seen) {
    if (!is_free_cell(x, y)) return;
    const Point c = grid.centre(x, y);
    if (!seen && !sees(*space_, at, c)) return;
    links.push_back({graph_.vertex(x, y), segment_cost(p, c)});
  };
  link_cell(i, j, own);
  link_cell(i + sx, j, (mask >> along_x(sx) & 1) != 0);
  link_cell(i, j + sy, (mask >> along_y(sy) & 1) != 0);
  link_cell(i + sx, j + sy, (mask >> diagonal_of(sx, sy) & 1) != 0);
  if (!links.empty()) return;
  const auto vertex_at = [&](int x, int y) {
    return is_free_cell(x, y) ? graph_.vertex(x, y) : kNoVertex;
  };
  link_nearest_ring(*space_, at, grid, i, j, vertex_at, scratch.candidates, links);
  if (space_->terrain() == nullptr) return;
  for (Link& link : links) link.cost = segment_cost(p, position(link.vertex));
}

void Grid::realise(const FoundPath& found, Scratch&, Path& path) const {
  path.assign(1, found.start.point);
  append_runs(
      graph_.division(), found.vertices, [this](Vertex v) { return position(v); }, path);
  append_distinct(path, found.goal.point);
}

GridOctile Grid::octile_to(Point goal, std::span<const Link> goal_links) const {
  const CellGrid& grid = graph_.grid();
  const Vertex anchor = graph_.vertex(grid.column_at(goal.x), grid.row_at(goal.y));
  GridOctile heuristic(graph_.division(), anchor, graph_.move_length(0), graph_.move_length(4));
  heuristic.fit(goal_links, least_cost_, [this](double excess) { return graph_.round_up(excess); });
  return heuristic;
}

std::size_t Grid::memory_bytes() const {
  return sizeof(*this) + graph_.memory_bytes() + free_.capacity() * sizeof(free_[0]) +
         components_.capacity() * sizeof(components_[0]);
}

}  // namespace fairway
