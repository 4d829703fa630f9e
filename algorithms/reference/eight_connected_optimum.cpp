#include "algorithms/reference/eight_connected_optimum.hpp"

#include <algorithm>
#include <cstdlib>
#include <numbers>

#include "algorithms/freespace/cell_span.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/infinity.hpp"

namespace fairway {
namespace {

constexpr std::int32_t kNone = -1;
constexpr int kMaxRings = 8;

}  // namespace

EightConnectedOptimum::EightConnectedOptimum(const FreeSpace& space)
    : space_(&space), raster_(rasterise(space, natural_cell_size(space))) {}

bool EightConnectedOptimum::free_at(int i, int j) const {
  return i >= 0 && j >= 0 && i < raster_.grid.columns && j < raster_.grid.rows &&
         raster_.is_free(i, j);
}

/// Whether the four cells around the lower left corner of cell (i, j) are free, and the borders
/// between them are open.
bool EightConnectedOptimum::open_square(int i, int j) const {
  return free_at(i - 1, j - 1) && free_at(i, j - 1) && free_at(i - 1, j) && free_at(i, j) &&
         raster_.open_west(i, j) && raster_.open_west(i, j - 1) && raster_.open_south(i, j) &&
         raster_.open_south(i - 1, j);
}

EightConnectedOptimum::Scratch::Node& EightConnectedOptimum::node(std::int32_t cell,
                                                                  Scratch& scratch) const {
  Scratch::Node& node = scratch.nodes_[static_cast<std::size_t>(cell)];
  if (node.stamp != scratch.stamp_) node = {kInfinity, kInfinity, kNone, scratch.stamp_};
  return node;
}

void EightConnectedOptimum::relax(std::int32_t cell, double cost, std::int32_t parent,
                                  Scratch& scratch) const {
  Scratch::Node& node = this->node(cell, scratch);
  if (cost >= node.cost) return;
  node.cost = cost;
  node.parent = parent;
  scratch.open_.push({cost, cell});
}

void EightConnectedOptimum::expand(std::int32_t cell, Scratch& scratch) const {
  const int i = cell % raster_.grid.columns;
  const int j = cell / raster_.grid.columns;
  const double here = raster_.cost(i, j);
  const double before = node(cell, scratch).cost;
  const double side = raster_.grid.size;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if ((dx == 0 && dy == 0) || !free_at(i + dx, j + dy)) continue;
      const bool open = dy == 0   ? raster_.open_west(std::max(i, i + dx), j)
                        : dx == 0 ? raster_.open_south(i, std::max(j, j + dy))
                                  : open_square(std::max(i, i + dx), std::max(j, j + dy));
      if (!open) continue;
      const double step = dx != 0 && dy != 0 ? side * std::numbers::sqrt2 : side;
      relax(static_cast<std::int32_t>(raster_.grid.index(i + dx, j + dy)),
            before + step * (here + raster_.cost(i + dx, j + dy)) / 2, cell, scratch);
    }
  }
}

void EightConnectedOptimum::link(const Location& at, std::vector<Scratch::Entry>& links) const {
  links.clear();
  const CellGrid& grid = raster_.grid;
  const CellSpan columns = closed_columns(grid, at.point.x);
  const CellSpan rows = closed_rows(grid, at.point.y);
  for (int j = rows.first; j <= rows.last; ++j) {
    for (int i = columns.first; i <= columns.last; ++i) {
      if (!free_at(i, j)) continue;
      links.push_back({distance(at.point, grid.centre(i, j)) * raster_.cost(i, j),
                       static_cast<std::int32_t>(grid.index(i, j))});
    }
  }
  for (int ring = 1; links.empty() && ring <= kMaxRings; ++ring) link_ring(at, ring, links);
}

void EightConnectedOptimum::link_ring(const Location& at, int ring,
                                      std::vector<Scratch::Entry>& links) const {
  const CellGrid& grid = raster_.grid;
  const int column = grid.column_at(at.point.x);
  const int row = grid.row_at(at.point.y);
  for (int j = row - ring; j <= row + ring; ++j) {
    for (int i = column - ring; i <= column + ring; ++i) {
      if (std::max(std::abs(i - column), std::abs(j - row)) != ring || !free_at(i, j)) continue;
      const Point centre = grid.centre(i, j);
      if (!sees(*space_, at, space_->locate(centre))) continue;
      const Point segment[] = {at.point, centre};
      links.push_back({path_cost(*space_, segment), static_cast<std::int32_t>(grid.index(i, j))});
    }
  }
}

double EightConnectedOptimum::direct(const Location& start, const Location& goal) const {
  const CellGrid& grid = raster_.grid;
  const Point segment[] = {start.point, goal.point};
  const CellSpan columns =
      common(closed_columns(grid, start.point.x), closed_columns(grid, goal.point.x));
  const CellSpan rows = common(closed_rows(grid, start.point.y), closed_rows(grid, goal.point.y));
  const bool one_cell = columns.first <= columns.last && rows.first <= rows.last;
  return one_cell && sees(*space_, start, goal) ? path_cost(*space_, segment) : kInfinity;
}

double EightConnectedOptimum::solve(Point start, Point goal, Scratch& scratch, Path* path) const {
  if (path != nullptr) path->clear();
  const Location from = space_->locate(start);
  const Location to = space_->locate(goal);
  if (from.place == Place::kBlocked || to.place == Place::kBlocked) return kInfinity;

  scratch.nodes_.resize(std::max(scratch.nodes_.size(), raster_.cells.size()));
  scratch.open_.clear();
  if (++scratch.stamp_ == 0) {
    for (Scratch::Node& node : scratch.nodes_) node.stamp = 0;
    scratch.stamp_ = 1;
  }
  double best = direct(from, to);
  std::int32_t last = kNone;
  link(to, scratch.links_);
  for (const Scratch::Entry& link : scratch.links_) node(link.cell, scratch).to_goal = link.cost;
  link(from, scratch.links_);
  for (const Scratch::Entry& link : scratch.links_) relax(link.cell, link.cost, kNone, scratch);

  while (!scratch.open_.empty() && scratch.open_.top().cost < best) {
    const Scratch::Entry entry = scratch.open_.pop();
    const Scratch::Node& node = this->node(entry.cell, scratch);
    if (entry.cost > node.cost) continue;
    if (node.cost + node.to_goal < best) {
      best = node.cost + node.to_goal;
      last = entry.cell;
    }
    expand(entry.cell, scratch);
  }
  if (path == nullptr || best == kInfinity) return best;
  path->push_back(goal);
  for (std::int32_t cell = last; cell != kNone; cell = node(cell, scratch).parent) {
    append_distinct(*path,
                    raster_.grid.centre(cell % raster_.grid.columns, cell / raster_.grid.columns));
  }
  if (last == kNone || start != path->back()) path->push_back(start);
  std::reverse(path->begin(), path->end());
  return best;
}

}  // namespace fairway
