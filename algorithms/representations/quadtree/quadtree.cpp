#include "algorithms/representations/quadtree/quadtree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

constexpr double kSmallestOnSide = 512;
constexpr int kMaxDepth = 28;

/// Returns the side of the smallest squares: the side of the whole square, halved as often as
/// `min_size` allows.
double smallest_side(const FreeSpace& space, double min_size) {
  double side = std::max(space.box().width(), space.box().height());
  double least = min_size != 0 ? min_size : side / kSmallestOnSide;
  if (space.made_of_cells()) {
    const CellGrid cells = covering_grid(space, 1);
    side = static_cast<double>(
        std::bit_ceil(static_cast<unsigned>(std::max(cells.columns, cells.rows))));
    least = min_size != 0 ? min_size : 1;
  }
  for (int depth = 0; depth < kMaxDepth && side / 2 >= least; ++depth) side /= 2;
  return side;
}

/// Writes the component of each cell, and returns the number of components. Numbers them from 0.
int label_components(std::size_t cells, const std::vector<CellPortal>& portals,
                     std::vector<std::int32_t>& labels) {
  DisjointSets sets(cells);
  for (const CellPortal& portal : portals) sets.join(portal.before, portal.after);
  labels.resize(cells);
  std::int32_t count = 0;
  for (std::size_t c = 0; c < cells; ++c) {
    // find() returns the smallest cell of a set, which is labelled first.
    const std::int32_t leader = sets.find(static_cast<std::int32_t>(c));
    labels[c] =
        leader == static_cast<std::int32_t>(c) ? count++ : labels[static_cast<std::size_t>(leader)];
  }
  return count;
}

double area(const CellGrid& grid, const std::vector<CellRect>& cells) {
  double count = 0;
  for (const CellRect& cell : cells) {
    count += static_cast<double>(cell.x1 - cell.x0) * (cell.y1 - cell.y0);
  }
  return count * grid.size * grid.size;
}

}  // namespace

std::vector<NamedMethod<Quadtree::Options>> Quadtree::methods() {
  constexpr auto kPortal = QuadtreeVertices::kPortal;
  constexpr auto kCentre = QuadtreeVertices::kCentre;
  const SearchSettings funnel{.smoother = Smoother::kFunnel};
  return {
      {"quadtree", {0, true, 4, kPortal}, funnel},
      {"quadtree-raw", {0, true, 4, kPortal}},
      {"quadtree-centre", {0, true, 4, kCentre}, funnel},
      {"quadtree-unmerged", {0, false, 4, kPortal}, funnel},
      {"quadtree-plain", {0, true, 4, kPortal}, funnel.plain()},
  };
}

Guarantees Quadtree::guarantees(const Options& options) {
  Guarantees all = kGuarantees;
  all.terrain = options.min_size == 0 || (options.min_size > 0.5 && options.min_size <= 1);
  return all;
}

Quadtree Quadtree::build(const FreeSpace& space, const Options& options) {
  const auto cost_through_portal = [](const QuadtreeGraph& graph, const CellGrid& grid,
                                      const std::vector<CellRect>&, const CellPortal& portal) {
    return graph.cost_through(portal, portal.middle(grid));
  };
  return {space, options, join_rule(options), cost_through_portal};
}

JoinRule Quadtree::join_rule(const Options& options) {
  return [limit = options.aspect_limit](const CellRect& cell, const CellRect& next) {
    return within_aspect({cell.x0, cell.y0, next.x1, next.y1}, limit);
  };
}

PartSet Quadtree::parts(const FreeSpace& space, const Options& options) {
  return parts_to_rasterise(space, smallest_side(space, options.min_size)) | kSightParts;
}

Quadtree::Quadtree(const FreeSpace& space, const Options& options, const JoinRule& rule,
                   const CentreCost& centre_cost)
    : space_(&space), options_(options) {
  check_ranges(options);
  LapClock clock;
  const RasterisedSpace raster = rasterise(space, smallest_side(space, options.min_size));
  grid_ = raster.grid;
  report_.phases.push_back({"rasterise", clock.lap()});

  Subdivision subdivision = subdivide(raster);
  tree_ = std::move(subdivision.tree);
  cells_ = std::move(subdivision.cells);
  report_.phases.push_back({"subdivide", clock.lap()});

  if (options.merge) {
    tree_.rename_cells(merge_cells(raster, rule, cells_));
    report_.phases.push_back({"merge", clock.lap()});
  }
  std::vector<CellPortal> portals = find_portals(raster, cells_);
  report_.phases.push_back({"portals", clock.lap()});

  report_.components = label_components(cells_.size(), portals, component_);
  report_.covered_area = area(grid_, cells_);
  graph_ = QuadtreeGraph(space, grid_, cells_, std::move(portals), options.nodes, centre_cost);
  if (space.terrain() != nullptr) least_cost_factor_ = space.terrain()->least_cost();
  report_.phases.push_back({"graph", clock.lap()});
}

void Quadtree::realise(const FoundPath& found, Scratch&, Path& path) const {
  const std::span<const Vertex> vertices = found.vertices;
  path.assign(1, found.start.point);
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    if (k > 0 && graph_.kind() == QuadtreeVertices::kCentre) {
      const CellPortal& p = graph_.portal(graph_.portal_between(vertices[k - 1], vertices[k]));
      append_distinct(path, p.middle(grid_));
    }
    append_distinct(path, position(vertices[k]));
  }
  append_distinct(path, found.goal.point);
}

std::size_t Quadtree::memory_bytes() const {
  return sizeof(*this) + tree_.memory_bytes() + cells_.capacity() * sizeof(CellRect) +
         graph_.memory_bytes() + component_.capacity() * sizeof(std::int32_t);
}

}  // namespace fairway
