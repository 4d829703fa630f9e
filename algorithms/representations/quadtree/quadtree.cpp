#include "algorithms/representations/quadtree/quadtree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/phase_clock.hpp"

namespace fairway {
namespace {

constexpr double kSmallestOnSide = 512;
constexpr int kMaxDepth = 28;

/// The side of the smallest squares: the root's side halved as often as `min_size` allows.
double smallest_side(const FreeSpace& space, double min_size) {
  if (!std::isfinite(min_size) || min_size < 0) {
    throw std::invalid_argument("min_size = " + std::to_string(min_size) +
                                ": expected 0 or a positive number");
  }
  double side = std::max(space.box().width(), space.box().height());
  double least = min_size != 0 ? min_size : side / kSmallestOnSide;
  if (const Raster* raster = space.raster()) {
    const auto longer = static_cast<unsigned>(std::max(raster->width(), raster->height()));
    side = static_cast<double>(std::bit_ceil(longer));
    least = min_size != 0 ? min_size : 1;
  }
  for (int depth = 0; depth < kMaxDepth && side / 2 >= least; ++depth) side /= 2;
  return side;
}

int count_components(const std::vector<CellRect>& cells, const std::vector<CellPortal>& portals) {
  DisjointSets sets(cells.size());
  for (const CellPortal& portal : portals) sets.join(portal.before, portal.after);
  return sets.count();
}

double area(const CellGrid& grid, const std::vector<CellRect>& cells) {
  double count = 0;
  for (const CellRect& cell : cells) {
    count += static_cast<double>(cell.x1 - cell.x0) * (cell.y1 - cell.y0);
  }
  return count * grid.size * grid.size;
}

void append(Path& path, Point p) {
  if (path.empty() || path.back() != p) path.push_back(p);
}

}  // namespace

std::vector<NamedMethod<Quadtree::Options>> Quadtree::methods() {
  constexpr auto kPortal = QuadtreeVertices::kPortal;
  constexpr auto kCentre = QuadtreeVertices::kCentre;
  return {
      {"quadtree", {0, true, 4, kPortal}, "euclidean", "funnel"},
      {"quadtree-raw", {0, true, 4, kPortal}, "euclidean", "none"},
      {"quadtree-centre", {0, true, 4, kCentre}, "euclidean", "funnel"},
      {"quadtree-unmerged", {0, false, 4, kPortal}, "euclidean", "funnel"},
  };
}

Quadtree Quadtree::build(const FreeSpace& space, const Options& options) {
  if (!(options.aspect_limit >= 1)) {
    throw std::invalid_argument("aspect_limit = " + std::to_string(options.aspect_limit) +
                                ": expected a number of at least 1");
  }
  std::vector<BuildPhase> phases;
  PhaseClock clock;
  const RasterisedSpace raster = rasterise(space, smallest_side(space, options.min_size));
  clock.end_phase("rasterise", phases);

  Quadtree result(space, raster.grid);
  Subdivision subdivision = subdivide(raster);
  result.tree_ = std::move(subdivision.tree);
  result.cells_ = std::move(subdivision.cells);
  clock.end_phase("subdivide", phases);

  if (options.merge) {
    result.tree_.rename_cells(merge_cells(raster, options.aspect_limit, result.cells_));
    clock.end_phase("merge", phases);
  }
  std::vector<CellPortal> portals = find_portals(raster, result.cells_);
  clock.end_phase("portals", phases);

  result.report_.components = count_components(result.cells_, portals);
  result.report_.covered_area = area(raster.grid, result.cells_);
  result.graph_ = QuadtreeGraph(raster.grid, result.cells_, std::move(portals), options.nodes);
  clock.end_phase("graph", phases);
  result.report_.phases = std::move(phases);
  return result;
}

void Quadtree::realise(Point start, Point goal, std::span<const Vertex> vertices,
                       Path& path) const {
  path.clear();
  path.push_back(start);
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    if (k > 0 && graph_.kind() == QuadtreeVertices::kCentre) {
      const CellPortal& p = graph_.portal(graph_.portal_between(vertices[k - 1], vertices[k]));
      append(path, p.middle(grid_));
    }
    append(path, position(vertices[k]));
  }
  append(path, goal);
}

std::size_t Quadtree::memory_bytes() const {
  return sizeof(*this) + tree_.memory_bytes() + cells_.capacity() * sizeof(CellRect) +
         graph_.memory_bytes();
}

}  // namespace fairway
