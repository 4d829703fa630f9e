#include "algorithms/ancestors/lattice/lattice_graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "algorithms/representations/grid/moves.hpp"
#include "algorithms/representations/grid/unit_moves.hpp"

namespace fairway {
namespace {

constexpr int kCostBits = 38;
constexpr int kStepsOutside = 2;
constexpr double kMaxVertices = 268435456.0;  // 2^28

/// Cost of a move of one cell in units of a cell's side.
double metric_of(LatticeMetric metric, GridMove move) {
  const int along_both = std::abs(move.dx) + std::abs(move.dy);
  switch (metric) {
    case LatticeMetric::kOctile:
    case LatticeMetric::kEuclidean:
      return std::sqrt(static_cast<double>(along_both));
    case LatticeMetric::kManhattan:
      return along_both;
    case LatticeMetric::kChebyshev:
      break;
  }
  return 1;
}

/// Returns a raster with a margin of free cells on all sides. Throws std::invalid_argument if the
/// result is too large.
RasterisedSpace with_margin(const RasterisedSpace& raster, int margin) {
  const double columns = raster.grid.columns + 2.0 * margin;
  const double rows = raster.grid.rows + 2.0 * margin;
  if (columns * rows > kMaxVertices) {
    throw std::invalid_argument(
        "leave_world: " + std::to_string(columns) + " x " + std::to_string(rows) +
        " cells, including the cells outside the world; expected 2^28 at most");
  }
  RasterisedSpace wider{raster.grid, {}, nullptr};
  wider.grid.columns += 2 * margin;
  wider.grid.rows += 2 * margin;
  wider.cells.assign(wider.grid.count(), RasterisedSpace::kFree);
  for (int j = 0; j < raster.grid.rows; ++j) {
    for (int i = 0; i < raster.grid.columns; ++i) {
      std::uint8_t cell = raster.at(i, j);
      if (i == 0) cell &= static_cast<std::uint8_t>(~RasterisedSpace::kWestWall);
      if (j == 0) cell &= static_cast<std::uint8_t>(~RasterisedSpace::kSouthWall);
      wider.cells[wider.grid.index(i + margin, j + margin)] = cell;
    }
  }
  return wider;
}

}  // namespace

LatticeGraph::LatticeGraph(const RasterisedSpace& raster, const LatticeOptions& options)
    : grid_(raster.grid),
      margin_(options.leave_world ? kStepsOutside * options.step : 0),
      division_(raster.grid.columns + 2 * margin_),
      step_(options.step),
      mean_(options.terrain == LatticeTerrain::kMean),
      quantum_(std::ldexp(1.0, std::ilogb(raster.grid.size) - kCostBits)) {
  for (std::size_t d = 0; d < unit_offset_.size(); ++d) {
    const GridMove move = kGridMoves[d];
    unit_offset_[d] = move.dy * division_.stride() + move.dx;
    unit_cost_[d] = round_up(grid_.size * metric_of(options.metric, move));
  }
  const RasterisedSpace wider = margin_ > 0 ? with_margin(raster, margin_) : RasterisedSpace{};
  const RasterisedSpace& cells = margin_ > 0 ? wider : raster;
  free_.resize(cells.cells.size());
  for (std::size_t v = 0; v < free_.size(); ++v) {
    free_[v] = (cells.cells[v] & RasterisedSpace::kFree) != 0;
  }
  if (options.check == LatticeCheck::kMove) {
    allow_moves(cells, options.neighbours);
  } else {
    allow_landings(cells, options.neighbours);
  }
  if (raster.terrain != nullptr && options.terrain != LatticeTerrain::kNone) {
    read_costs(*raster.terrain);
  }
}

/// Allows a move if each of its steps of one cell is legal. Counts the successive legal steps from
/// each cell in each direction. The count of a cell uses the count of the next cell in the
/// direction, so the loop visits the next cell first.
void LatticeGraph::allow_moves(const RasterisedSpace& cells, int neighbours) {
  std::vector<std::uint8_t> unit = unit_moves(cells);
  if (neighbours == 4) {
    for (std::uint8_t& mask : unit) mask &= 0x0f;
  }
  if (step_ == 1) {
    masks_ = std::move(unit);
    return;
  }
  const std::size_t count = unit.size();
  masks_.resize(count);
  std::vector<std::int32_t> run(count);
  for (std::size_t d = 0; d < unit_offset_.size(); ++d) {
    const std::int32_t offset = unit_offset_[d];
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t v = offset > 0 ? count - 1 - k : k;
      const bool goes_on = (unit[v] >> d & 1) != 0;
      run[v] = goes_on ? run[v + static_cast<std::size_t>(offset)] + 1 : 0;
      masks_[v] |= static_cast<std::uint8_t>((run[v] >= step_ ? 1 : 0) << d);
    }
  }
}

void LatticeGraph::allow_landings(const RasterisedSpace& cells, int neighbours) {
  const int columns = cells.grid.columns;
  const int rows = cells.grid.rows;
  masks_.resize(cells.cells.size());
  for (int d = 0; d < neighbours; ++d) {
    const int dx = step_ * kGridMoves[static_cast<std::size_t>(d)].dx;
    const int dy = step_ * kGridMoves[static_cast<std::size_t>(d)].dy;
    for (int j = std::max(0, -dy); j < std::min(rows, rows - dy); ++j) {
      for (int i = std::max(0, -dx); i < std::min(columns, columns - dx); ++i) {
        masks_[cells.grid.index(i, j)] |=
            static_cast<std::uint8_t>((cells.is_free(i + dx, j + dy) ? 1 : 0) << d);
      }
    }
  }
}

void LatticeGraph::read_costs(const Terrain& terrain) {
  least_cost_ = terrain.least_cost();
  costs_.reserve(grid_.count());
  for (int j = 0; j < grid_.rows; ++j) {
    for (int i = 0; i < grid_.columns; ++i) {
      const double cost = terrain.cost(i, j);
      costs_.push_back(std::isfinite(cost) ? cost : least_cost_);
    }
  }
}

std::size_t LatticeGraph::memory_bytes() const {
  return masks_.capacity() * sizeof(masks_[0]) + free_.capacity() / 8 +
         costs_.capacity() * sizeof(double);
}

}  // namespace fairway
