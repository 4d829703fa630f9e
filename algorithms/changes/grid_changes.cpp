#include "algorithms/changes/grid_changes.hpp"

#include <cstdint>

#include "algorithms/changes/cell_blocks.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/grid/inner_walls.hpp"

namespace fairway {
GridChanges::GridChanges(Grid& index, const FreeSpace& space)
    : grid_(index), space_(space), components_(index) {
  const CellGrid& lattice = index.graph().grid();
  if (!own_cells(space, lattice.size)) raster_.emplace(space, lattice);
}

bool GridChanges::follow(const SpaceChange& change) {
  changed_vertices_.clear();
  const CellGrid& lattice = grid_.graph().grid();
  changed_blocks_ =
      apart(raster_ ? blocks_of(raster_->change(space_, change))
                    : std::vector<CellBlock>(change.cells.begin(), change.cells.end()),
            lattice);
  for (const CellBlock& block : changed_blocks_) {
    update_moves(block);
    set_free(block);
  }
  components_.update(grid_, changed_blocks_);
  grid_.report_on(components_.count());
  return true;
}

/// Returns the cells of a window as a separate raster. Cells outside the window count as blocked.
RasterisedSpace GridChanges::raster_of(const CellBlock& window) const {
  if (!raster_) {
    return rasterise(space_.raster()->part(window.x, window.y, window.width, window.height));
  }
  const CellGrid& lattice = grid_.graph().grid();
  RasterisedSpace part{{{0, 0}, lattice.size, window.width, window.height}, {}, nullptr};
  part.cells.reserve(part.grid.count());
  for (int j = window.y; j < window.y + window.height; ++j) {
    const auto row =
        raster_->raster().cells.begin() + static_cast<std::ptrdiff_t>(lattice.index(window.x, j));
    part.cells.insert(part.cells.end(), row, row + window.width);
  }
  return part;
}

void GridChanges::update_moves(const CellBlock& block) {
  GridGraph& graph = grid_.graph();
  // A changed cell affects the moves of cells up to kReach away. These moves depend on cells up to
  // kReach further away. So the window extends 2 * kReach beyond the block.
  const CellBlock window = grown(block, 2 * GridGraph::kReach, graph.grid());
  const CellBlock inner = grown(block, GridGraph::kReach, graph.grid());
  const RasterisedSpace part = raster_of(window);
  std::vector<std::uint32_t> before;
  visit_cells(graph, {&block, 1}, GridGraph::kReach,
              [&](int i, int j) { before.push_back(graph.mask(graph.vertex(i, j))); });
  graph.take_moves(GridGraph(part, grid_.neighbours()), window.x, window.y,
                   {inner.x - window.x, inner.y - window.y, inner.width, inner.height});
  auto was = before.begin();
  visit_cells(graph, {&block, 1}, GridGraph::kReach, [&](int i, int j) {
    const Vertex v = graph.vertex(i, j);
    if (*was++ != graph.mask(v)) changed_vertices_.push_back(v);
  });
  if (has_inner_walls(part)) grid_.set_inner_walls(true);
}

void GridChanges::set_free(const CellBlock& block) {
  const RasterisedSpace now = raster_of(block);
  auto cell = now.cells.begin();
  visit_cells(grid_.graph(), {&block, 1}, 0, [&](int i, int j) {
    grid_.set_free(grid_.graph().vertex(i, j), (*cell++ & RasterisedSpace::kFree) != 0);
  });
}

std::size_t GridChanges::memory_bytes() const {
  return components_.memory_bytes() + (raster_ ? raster_->memory_bytes() : 0) +
         heap_bytes(changed_vertices_, changed_blocks_);
}

}  // namespace fairway
