#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/representations/grid/cell_blocks.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/inner_walls.hpp"

namespace fairway {
namespace {

/// Calls visit(Vertex) for each cell of a block, row by row.
template <class Visit>
void visit_cells(const GridGraph& graph, const CellBlock& block, Visit visit) {
  for (int j = block.y; j < block.y + block.height; ++j) {
    for (int i = block.x; i < block.x + block.width; ++i) visit(graph.vertex(i, j));
  }
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
  changed_blocks_ = apart(blocks, graph_.grid());
  for (const CellBlock& block : changed_blocks_) {
    change_moves(block);
    set_free(block);
  }
  const double side = graph_.grid().size;
  report_.covered_area = static_cast<double>(free_count_) * side * side;
  if (regions_) {
    regions_->change(graph_, free_, changed_blocks_);
  } else {
    regions_.emplace(graph_, free_);
    components_ = {};
  }
  report_.components = regions_->count();
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

}  // namespace fairway
