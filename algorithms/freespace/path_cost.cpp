#include "algorithms/freespace/path_cost.hpp"

#include <algorithm>

#include "algorithms/freespace/cell_walk.hpp"
#include "algorithms/geometry/infinity.hpp"

namespace fairway {
namespace {

/// Costs of the cells that a path may use.
class CellCosts {
 public:
  CellCosts(const FreeSpace& space, std::span<const Point> path)
      : terrain_(*space.terrain()), raster_(space.raster()) {
    if (raster_ != nullptr) class_ = class_of(path);
  }

  /// Cost of a segment; infinity if it leaves the world or enters a blocked cell.
  double of_segment(Point a, Point b) const {
    if (a == b) return 0;
    if (!inside(a) || !inside(b)) return kInfinity;
    double sum = 0;
    double cost = 0;  // cost of the current run of pieces
    double begin = 0;
    double end = 0;
    walk_pieces(a, b, [&](const AxisWalk& columns, const AxisWalk& rows, double share) {
      const double next = least(columns, rows);
      if (next != cost) {
        sum += (end - begin) * cost;
        cost = next;
        begin = end;
      }
      end = share;
      return next < kInfinity;
    });
    return cost < kInfinity ? distance(a, b) * (sum + (end - begin) * cost) : kInfinity;
  }

 private:
  bool inside(Point p) const {
    return p.x >= 0 && p.y >= 0 && p.x <= terrain_.width() && p.y <= terrain_.height();
  }

  /// Lattice lines cut the path into pieces. Returns the free class beside the first piece that has
  /// only one free class beside it, or kBlocked if there is no such piece.
  Raster::Class class_of(std::span<const Point> path) const {
    Raster::Class found = Raster::kBlocked;
    for (std::size_t k = 1; k < path.size() && found == Raster::kBlocked; ++k) {
      if (path[k - 1] == path[k] || !inside(path[k - 1]) || !inside(path[k])) continue;
      walk_pieces(path[k - 1], path[k], [&](const AxisWalk& columns, const AxisWalk& rows, double) {
        const Raster::Class a = raster_->at_or_blocked(columns.first(), rows.first());
        const Raster::Class b = raster_->at_or_blocked(columns.last(), rows.last());
        if (a == b || a == Raster::kBlocked || b == Raster::kBlocked) found = std::max(a, b);
        return found == Raster::kBlocked;
      });
    }
    return found;
  }

  double least(const AxisWalk& columns, const AxisWalk& rows) const {
    return std::min(cost(columns.first(), rows.first()), cost(columns.last(), rows.last()));
  }

  double cost(int x, int y) const {
    if (x < 0 || y < 0 || x >= terrain_.width() || y >= terrain_.height()) return kInfinity;
    if (class_ != Raster::kBlocked && raster_->at(x, y) != class_) return kInfinity;
    return terrain_.cost(x, y);
  }

  const Terrain& terrain_;
  const Raster* raster_;
  Raster::Class class_ = Raster::kBlocked;
};

}  // namespace

double path_cost(const FreeSpace& space, std::span<const Point> path) {
  if (space.terrain() == nullptr) return length(path);
  const CellCosts costs(space, path);
  double sum = 0;
  for (std::size_t k = 1; k < path.size(); ++k) sum += costs.of_segment(path[k - 1], path[k]);
  return sum;
}

}  // namespace fairway
