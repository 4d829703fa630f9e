#include "algorithms/representations/grid/grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/cell_span.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/grid/components.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

constexpr int kMaxRings = 8;

std::vector<std::uint64_t> free_bits(const RasterisedSpace& raster) {
  std::vector<std::uint64_t> bits((raster.cells.size() + 63) / 64);
  static_assert(std::endian::native == std::endian::little);
  const std::size_t whole = raster.cells.size() / 8 * 8;
  for (std::size_t v = 0; v < whole; v += 8) {
    std::uint64_t cells;
    std::memcpy(&cells, raster.cells.data() + v, sizeof(cells));
    // The product's upper byte has the lowest bit of each byte, the first byte's lowest.
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

bool has_inner_walls(const RasterisedSpace& raster) {
  static_assert(RasterisedSpace::kFree == 1 && RasterisedSpace::kWestWall == 2 &&
                RasterisedSpace::kSouthWall == 4);
  // Whether both of two cells are free and the later one has the flag 1 << shift, in bit 0.
  const auto walls = [](const std::uint8_t* cells, std::size_t count, std::size_t step, int shift) {
    std::uint8_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t cell = cells[i + step];
      found = static_cast<std::uint8_t>(found | (cell & cells[i] & cell >> shift));
    }
    return (found & 1) != 0;
  };
  const auto columns = static_cast<std::size_t>(raster.grid.columns);
  const std::uint8_t* const cells = raster.cells.data();
  if (walls(cells, raster.cells.size() - columns, columns, 2)) return true;
  for (std::size_t row = 0; row < raster.cells.size(); row += columns) {
    if (walls(cells + row, columns - 1, 1, 1)) return true;
  }
  return false;
}

/// A block grown on all sides, as far as the lattice goes.
CellBlock grown(const CellBlock& block, int by, const CellGrid& grid) {
  const int left = std::max(0, block.x - by);
  const int top = std::max(0, block.y - by);
  return {left, top, std::min(grid.columns, block.x + block.width + by) - left,
          std::min(grid.rows, block.y + block.height + by) - top};
}

/// Blocks that hold all of these, so far from each other that no cell is beside two. O(k^3) at
/// worst for k blocks.
std::vector<CellBlock> apart(std::span<const CellBlock> blocks) {
  std::vector<CellBlock> result;
  for (CellBlock block : blocks) {
    const auto beside = [&](const CellBlock& other) {
      constexpr int kGap = 3;
      return other.x < block.x + block.width + kGap && block.x < other.x + other.width + kGap &&
             other.y < block.y + block.height + kGap && block.y < other.y + other.height + kGap;
    };
    for (auto near = std::ranges::find_if(result, beside); near != result.end();
         near = std::ranges::find_if(result, beside)) {
      const int right = std::max(block.x + block.width, near->x + near->width);
      const int bottom = std::max(block.y + block.height, near->y + near->height);
      block.x = std::min(block.x, near->x);
      block.y = std::min(block.y, near->y);
      block.width = right - block.x;
      block.height = bottom - block.y;
      result.erase(near);
    }
    result.push_back(block);
  }
  return result;
}

/// Blocks that hold these cells, each within a tile of the lattice. O(k log k).
std::vector<CellBlock> blocks_of(std::span<const ChangingRaster::Cell> cells) {
  constexpr int kTile = 16;
  std::map<std::pair<int, int>, CellBlock> blocks;
  for (const auto& [x, y] : cells) {
    const auto [at, added] = blocks.try_emplace({x / kTile, y / kTile}, CellBlock{x, y, 1, 1});
    CellBlock& block = at->second;
    const int right = std::max(block.x + block.width, x + 1);
    const int top = std::max(block.y + block.height, y + 1);
    block.x = std::min(block.x, x);
    block.y = std::min(block.y, y);
    block.width = right - block.x;
    block.height = top - block.y;
  }
  std::vector<CellBlock> result;
  for (const auto& [tile, block] : blocks) result.push_back(block);
  return result;
}

/// The component of a free cell, also if there is only one.
std::int32_t component_of(const CellComponents& components, std::size_t cell) {
  return components.of.empty() ? 0 : components.of[cell];
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
  grid.report_.components = components.count;
  grid.components_ = std::move(components.of);
  if (raster.terrain != nullptr) grid.least_cost_ = raster.terrain->least_cost();
  grid.report_.covered_area =
      static_cast<double>(grid.free_count_) * raster.grid.size * raster.grid.size;
  grid.report_.phases.push_back({"components", clock.lap()});
  return grid;
}

bool Grid::change(const SpaceChange& change) {
  if (own_cells(*space_, graph_.grid().size)) {
    change_blocks(change.cells);
  } else if (raster_ != nullptr) {
    change_blocks(blocks_of(raster_->change(*space_, change)));
  } else {
    auto raster = std::make_unique<ChangingRaster>(*space_, graph_.grid());
    Grid anew = from_raster(*space_, raster->raster(), neighbours_);
    anew.report_.phases = std::move(report_.phases);
    for (Vertex v = 0; v < static_cast<Vertex>(graph_.vertices()); ++v) {
      if (graph_.mask(v) != anew.graph_.mask(v)) anew.changed_vertices_.push_back(v);
    }
    *this = std::move(anew);
    raster_ = std::move(raster);
  }
  return true;
}

void Grid::change_blocks(std::span<const CellBlock> blocks) {
  changed_vertices_.clear();
  bool labelled = true;
  for (const CellBlock& block : apart(blocks)) {
    change_moves(block);
    labelled = labelled && keep_components(block);
    set_free(block);
  }
  if (labelled) return;
  CellComponents components =
      find_components(raster_ ? raster_->raster() : rasterise(*space_->raster()));
  report_.components = components.count;
  components_ = std::move(components.of);
}

/// The cells of a window, as if there were no others.
RasterisedSpace Grid::raster_of(const CellBlock& window) const {
  if (raster_ == nullptr) {
    return rasterise(space_->raster()->part(window.x, window.y, window.width, window.height));
  }
  RasterisedSpace part{{{0, 0}, graph_.grid().size, window.width, window.height}, {}, nullptr};
  part.cells.reserve(part.grid.count());
  for (int j = window.y; j < window.y + window.height; ++j) {
    const auto row = raster_->raster().cells.begin() +
                     static_cast<std::ptrdiff_t>(graph_.grid().index(window.x, j));
    part.cells.insert(part.cells.end(), row, row + window.width);
  }
  return part;
}

void Grid::change_moves(const CellBlock& block) {
  // Moves from cells within reach depend on cells within their reach.
  const CellBlock window = grown(block, 2 * GridGraph::kReach, graph_.grid());
  const CellBlock inner = grown(block, GridGraph::kReach, graph_.grid());
  const RasterisedSpace part = raster_of(window);
  std::vector<std::uint32_t> before;
  const auto for_each_inner = [&](auto visit) {
    for (int j = inner.y; j < inner.y + inner.height; ++j) {
      for (int i = inner.x; i < inner.x + inner.width; ++i) visit(graph_.vertex(i, j));
    }
  };
  for_each_inner([&](Vertex v) { before.push_back(graph_.mask(v)); });
  graph_.take_moves(GridGraph(part, neighbours_), window.x, window.y,
                    {inner.x - window.x, inner.y - window.y, inner.width, inner.height});
  auto was = before.begin();
  for_each_inner([&](Vertex v) {
    if (*was++ != graph_.mask(v)) changed_vertices_.push_back(v);
  });
  inner_walls_ = inner_walls_ || fairway::has_inner_walls(part);
}

/// As free_ has them, without walls.
RasterisedSpace Grid::free_cells_of(const CellBlock& block) const {
  RasterisedSpace part{{{0, 0}, 1, block.width, block.height}, {}, nullptr};
  part.cells.resize(part.grid.count());
  for (int j = 0; j < block.height; ++j) {
    for (int i = 0; i < block.width; ++i) {
      part.cells[part.grid.index(i, j)] =
          is_free(graph_.vertex(block.x + i, block.y + j)) ? RasterisedSpace::kFree : 0;
    }
  }
  return part;
}

/// Labels the cells of a block if the free cells around it are joined, in the block and along it,
/// as they were before; then no component parts, meets another, comes or goes. Returns whether they
/// are. Precondition: free_ is as before the change.
bool Grid::keep_components(const CellBlock& block) {
  if (inner_walls_) return false;
  const CellBlock window = grown(block, 1, graph_.grid());
  const RasterisedSpace before = free_cells_of(window);
  const RasterisedSpace now = raster_of(window);
  const CellComponents old_parts = find_components(before);
  const CellComponents new_parts = find_components(now);
  if (old_parts.count != new_parts.count) return false;
  const std::size_t most = now.grid.count();
  constexpr std::int32_t kUnmet = -1;
  std::vector<std::int32_t> new_of_old(most, kUnmet);
  std::vector<std::int32_t> old_of_new(most, kUnmet);
  std::vector<std::int32_t> label(most, 0);
  int met = 0;
  const auto in_block = [&](int i, int j) {
    return i >= block.x && j >= block.y && i < block.x + block.width && j < block.y + block.height;
  };
  for (int j = 0; j < window.height; ++j) {
    for (int i = 0; i < window.width; ++i) {
      if (in_block(window.x + i, window.y + j) || !now.is_free(i, j)) continue;
      const std::int32_t was = component_of(old_parts, now.grid.index(i, j));
      const std::int32_t is = component_of(new_parts, now.grid.index(i, j));
      auto& to = new_of_old[static_cast<std::size_t>(was)];
      auto& from = old_of_new[static_cast<std::size_t>(is)];
      if ((to != kUnmet && to != is) || (from != kUnmet && from != was)) return false;
      if (from == kUnmet) ++met;
      to = is;
      from = was;
      label[static_cast<std::size_t>(is)] = component(graph_.vertex(window.x + i, window.y + j));
    }
  }
  if (met < new_parts.count) return false;
  if (components_.empty()) return true;
  for (int j = block.y; j < block.y + block.height; ++j) {
    for (int i = block.x; i < block.x + block.width; ++i) {
      const std::size_t cell = now.grid.index(i - window.x, j - window.y);
      components_[static_cast<std::size_t>(graph_.vertex(i, j))] =
          now.is_free(i - window.x, j - window.y)
              ? label[static_cast<std::size_t>(component_of(new_parts, cell))]
              : -1;
    }
  }
  return true;
}

void Grid::set_free(const CellBlock& block) {
  const RasterisedSpace now = raster_of(block);
  for (int j = block.y; j < block.y + block.height; ++j) {
    for (int i = block.x; i < block.x + block.width; ++i) {
      const auto v = static_cast<std::size_t>(graph_.vertex(i, j));
      const bool is = now.is_free(i - block.x, j - block.y);
      if (is == is_free(graph_.vertex(i, j))) continue;
      free_[v / 64] ^= std::uint64_t{1} << (v % 64);
      free_count_ = is ? free_count_ + 1 : free_count_ - 1;
    }
  }
  const double side = graph_.grid().size;
  report_.covered_area = static_cast<double>(free_count_) * side * side;
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
  const int along_x = sx > 0 ? 0 : 2;
  const int along_y = sy > 0 ? 1 : 3;
  const int diagonal = sx > 0 ? (sy > 0 ? 4 : 7) : (sy > 0 ? 5 : 6);
  link_cell(i, j, own);
  link_cell(i + sx, j, (mask >> along_x & 1) != 0);
  link_cell(i, j + sy, (mask >> along_y & 1) != 0);
  link_cell(i + sx, j + sy, (mask >> diagonal & 1) != 0);
  NearLimits limits;
  for (int ring = 1; links.empty() && ring <= kMaxRings; ++ring) {
    link_ring(at, i, j, ring, limits, scratch, links);
  }
}

void Grid::link_ring(const Location& at, int i, int j, int ring, NearLimits& limits,
                     Scratch& scratch, std::vector<Link>& links) const {
  const CellGrid& grid = graph_.grid();
  scratch.candidates.clear();
  for (int y = j - ring; y <= j + ring; ++y) {
    const bool whole_row = y == j - ring || y == j + ring;
    for (int x = i - ring; x <= i + ring; x += whole_row ? 1 : 2 * ring) {
      if (!is_free_cell(x, y)) continue;
      const Point c = grid.centre(x, y);
      scratch.candidates.push_back({graph_.vertex(x, y), c, distance(at.point, c)});
    }
  }
  link_nearest_visible(*space_, at, scratch.candidates, limits, links);
  if (space_->terrain() == nullptr) return;
  for (Link& link : links) link.cost = segment_cost(at.point, position(link.vertex));
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
         components_.capacity() * sizeof(components_[0]) +
         (raster_ ? sizeof(ChangingRaster) + raster_->memory_bytes() : 0);
}

}  // namespace fairway
