#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/changing_labels.hpp"
#include "algorithms/representations/grid/cell_blocks.hpp"
#include "algorithms/representations/grid/components.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/inner_walls.hpp"

namespace fairway {
namespace {

/// One of so many cells may be searched to label components; else finding all of them takes less.
constexpr std::size_t kCellsPerStep = 32;
constexpr std::int32_t kBlocked = -1;

/// The free cells, joined by straight moves.
struct FreeCells {
  const GridGraph& graph;
  std::vector<std::int32_t>& labels;

  std::size_t size() const { return labels.size(); }
  template <class Visit>
  void visit_neighbours(Vertex v, Visit visit) const {
    const std::uint32_t mask = graph.mask(v);
    if ((mask & 1) != 0) visit(v + 1);
    if ((mask & 2) != 0) visit(v + graph.stride());
    if ((mask & 4) != 0) visit(v - 1);
    if ((mask & 8) != 0) visit(v - graph.stride());
  }
  std::int32_t label(Vertex v) const { return labels[static_cast<std::size_t>(v)]; }
  void set_label(Vertex v, std::int32_t label) { labels[static_cast<std::size_t>(v)] = label; }
};

/// Calls visit(Vertex) for each cell of a block, row by row.
template <class Visit>
void visit_cells(const GridGraph& graph, const CellBlock& block, Visit visit) {
  for (int j = block.y; j < block.y + block.height; ++j) {
    for (int i = block.x; i < block.x + block.width; ++i) visit(graph.vertex(i, j));
  }
}

bool holds(const CellBlock& block, int i, int j) {
  return i >= block.x && j >= block.y && i < block.x + block.width && j < block.y + block.height;
}

std::int32_t count_of(std::span<const std::int32_t> parts) {
  return parts.empty() ? 0 : *std::ranges::max_element(parts) + 1;
}

}  // namespace

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
    anew.changed_blocks_ = {{0, 0, graph_.grid().columns, graph_.grid().rows}};
    *this = std::move(anew);
    raster_ = std::move(raster);
  }
  return true;
}

void Grid::change_blocks(std::span<const CellBlock> blocks) {
  changed_vertices_.clear();
  changed_blocks_ = apart(blocks);
  const std::size_t most = graph_.vertices() / kCellsPerStep;
  std::size_t cells = 0;
  std::vector<std::vector<std::int32_t>> parts;  // of the windows, before
  for (const CellBlock& block : changed_blocks_) {
    const CellBlock window = grown(block, 1, graph_.grid());
    cells += static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height);
    if (cells <= most) parts.push_back(parts_of(window));
  }
  for (const CellBlock& block : changed_blocks_) {
    change_moves(block);
    set_free(block);
  }
  const double side = graph_.grid().size;
  report_.covered_area = static_cast<double>(free_count_) * side * side;
  if (cells > most || !change_components(parts, most)) find_components_anew();
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
  visit_cells(graph_, inner, [&](Vertex v) { before.push_back(graph_.mask(v)); });
  graph_.take_moves(GridGraph(part, neighbours_), window.x, window.y,
                    {inner.x - window.x, inner.y - window.y, inner.width, inner.height});
  auto was = before.begin();
  visit_cells(graph_, inner, [&](Vertex v) {
    if (*was++ != graph_.mask(v)) changed_vertices_.push_back(v);
  });
  inner_walls_ = inner_walls_ || fairway::has_inner_walls(part);
}

void Grid::set_free(const CellBlock& block) {
  const RasterisedSpace now = raster_of(block);
  auto cell = now.cells.begin();
  visit_cells(graph_, block, [&](Vertex v) {
    const bool is = (*cell++ & RasterisedSpace::kFree) != 0;
    if (is == is_free(v)) return;
    free_[static_cast<std::size_t>(v) / 64] ^= std::uint64_t{1}
                                               << (static_cast<std::size_t>(v) % 64);
    free_count_ = is ? free_count_ + 1 : free_count_ - 1;
  });
}

/// Numbers the free cells of a window by what straight moves join within it, from 0 on; kBlocked
/// for others.
std::vector<std::int32_t> Grid::parts_of(const CellBlock& window) const {
  const auto place = [&](int i, int j) {
    return static_cast<std::size_t>(j - window.y) * static_cast<std::size_t>(window.width) +
           static_cast<std::size_t>(i - window.x);
  };
  std::vector<std::int32_t> part(
      static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height), kBlocked);
  std::vector<RowDivision::Cell> open;
  std::int32_t count = 0;
  visit_cells(graph_, window, [&](Vertex first) {
    const RowDivision::Cell seed = graph_.division().cell(first);
    if (!is_free(first) || part[place(seed.i, seed.j)] != kBlocked) return;
    part[place(seed.i, seed.j)] = count;
    open.push_back(seed);
    while (!open.empty()) {
      const RowDivision::Cell at = open.back();
      open.pop_back();
      const std::uint32_t mask = graph_.mask(graph_.vertex(at.i, at.j));
      for (std::size_t d = 0; d < 4; ++d) {
        const RowDivision::Cell to{at.i + kGridMoves[d].dx, at.j + kGridMoves[d].dy};
        if ((mask >> d & 1) == 0 || !holds(window, to.i, to.j)) continue;
        if (part[place(to.i, to.j)] != kBlocked) continue;
        part[place(to.i, to.j)] = count;
        open.push_back(to);
      }
    }
    ++count;
  });
  return part;
}

/// The label of each part of the window round a block, if its free cells outside the block are
/// joined within the window as they were before, and no part lies in the block alone: then no
/// component parts, meets another, comes or goes.
std::optional<std::vector<std::int32_t>> Grid::labels_as_before(
    const CellBlock& block, std::span<const std::int32_t> before,
    std::span<const std::int32_t> now) const {
  const auto count = static_cast<std::size_t>(count_of(now));
  if (count != static_cast<std::size_t>(count_of(before))) return std::nullopt;
  constexpr std::int32_t kUnmet = -1;
  std::vector<std::int32_t> new_of_old(count, kUnmet);
  std::vector<std::int32_t> old_of_new(count, kUnmet);
  std::vector<std::int32_t> label(count);
  std::size_t met = 0;
  std::size_t place = 0;
  bool same = true;
  visit_cells(graph_, grown(block, 1, graph_.grid()), [&](Vertex v) {
    const std::int32_t is = now[place];
    const std::int32_t was = before[place++];
    const RowDivision::Cell cell = graph_.division().cell(v);
    if (is == kBlocked || holds(block, cell.i, cell.j)) return;
    std::int32_t& to = new_of_old[static_cast<std::size_t>(was)];
    std::int32_t& from = old_of_new[static_cast<std::size_t>(is)];
    same = same && (to == kUnmet || to == is) && (from == kUnmet || from == was);
    if (from == kUnmet) ++met;
    to = is;
    from = was;
    label[static_cast<std::size_t>(is)] = component(v);
  });
  if (!same || met < count) return std::nullopt;
  return label;
}

/// Labels the cells of the changed blocks, and others that are in another component now. `before`
/// holds the parts of the blocks' windows as they were. Returns false if all components are to be
/// found anew.
bool Grid::change_components(std::span<const std::vector<std::int32_t>> before, std::size_t most) {
  std::vector<ChangingLabels::Place> places;
  for (std::size_t k = 0; k < changed_blocks_.size(); ++k) {
    const CellBlock& block = changed_blocks_[k];
    const CellBlock window = grown(block, 1, graph_.grid());
    const std::vector<std::int32_t> now = parts_of(window);
    const auto known = labels_as_before(block, before[k], now);
    if (!known && !labels_) return false;
    if (components_.empty()) continue;
    ChangingLabels::Place place;
    std::size_t at = 0;
    visit_cells(graph_, window, [&](Vertex v) {
      const std::int32_t part = now[at++];
      std::int32_t& label = components_[static_cast<std::size_t>(v)];
      const std::int32_t was = label;
      if (part == kBlocked) {
        label = kBlocked;
      } else if (known) {
        label = (*known)[static_cast<std::size_t>(part)];
      } else {
        if (was == kBlocked) label = ChangingLabels::kUnlabelled;
        place.push_back(v);
      }
      if (!labels_ || label == was) return;
      if (label != kBlocked && label != ChangingLabels::kUnlabelled) labels_->gain(label);
      if (was != kBlocked) labels_->lose(was);
    });
    if (!known) places.push_back(std::move(place));
  }

  if (places.empty()) return true;
  if (!labels_->update(FreeCells{graph_, components_}, places, most)) return false;
  report_.components = labels_->count();
  return true;
}

void Grid::find_components_anew() {
  CellComponents found =
      find_components(raster_ ? raster_->raster() : rasterise(*space_->raster()));
  report_.components = found.count;
  components_ = std::move(found.of);
  if (components_.empty()) {
    components_.resize(graph_.vertices(), kBlocked);
    for (Vertex v = 0; v < static_cast<Vertex>(graph_.vertices()); ++v) {
      if (is_free(v)) components_[static_cast<std::size_t>(v)] = 0;
    }
  }
  labels_.emplace();
  for (auto run = components_.begin(); run != components_.end();) {
    const auto end =
        std::find_if(run, components_.end(), [&](std::int32_t l) { return l != *run; });
    if (*run != kBlocked) labels_->gain(*run, static_cast<std::int32_t>(end - run));
    run = end;
  }
}

}  // namespace fairway
