#include "algorithms/representations/quadtree/terrain_costs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace fairway {
namespace {

/// The k-th unit segment of a lattice line, and the lattice cells before and after it.
struct Piece {
  bool upright;
  int line;
  int k;

  std::pair<int, int> before() const {
    return upright ? std::pair(line - 1, k) : std::pair(k, line - 1);
  }
  std::pair<int, int> after() const { return upright ? std::pair(line, k) : std::pair(k, line); }
};

/// Costs of paths along borders of lattice cells. If both cells of a border have the same class
/// (such as free), the lower of their two costs applies.
class Borders {
 public:
  explicit Borders(const FreeSpace& space) : raster_(space.raster()), terrain_(*space.terrain()) {}

  /// Returns the cost of a path along a piece. If in_before is true, the path is in the cell before
  /// the piece. Otherwise, it is in the cell after the piece. Returns infinity if the cell of the
  /// path is blocked. But if the classes of cells are unknown, returns infinity only if both cells
  /// are blocked.
  double cost(const Piece& piece, bool in_before) const {
    const auto [x, y] = in_before ? piece.before() : piece.after();
    const auto [u, v] = in_before ? piece.after() : piece.before();
    const double own = cost_of(x, y);
    const bool one_class =
        raster_ == nullptr || raster_->at_or_blocked(x, y) == raster_->at_or_blocked(u, v);
    return one_class ? std::min(own, cost_of(u, v)) : own;
  }

 private:
  double cost_of(int x, int y) const {
    const bool inside = x >= 0 && y >= 0 && x < terrain_.width() && y < terrain_.height();
    return inside ? terrain_.cost(x, y) : std::numeric_limits<double>::infinity();
  }

  const Raster* raster_;
  const Terrain& terrain_;
};

/// Whether a portal is vertical, and its lattice line.
std::pair<bool, int> line_of(const CellPortal& portal) {
  return {portal.upright(), portal.upright() ? portal.x : portal.y};
}

/// Writes prefix sums of the costs along the pieces of a lattice line. Infinite costs count as 0.
void sum_line(const Borders& borders, bool upright, int line, bool in_before,
              std::vector<double>& sums) {
  sums[0] = 0;
  for (std::size_t k = 0; k + 1 < sums.size(); ++k) {
    const double cost = borders.cost({upright, line, static_cast<int>(k)}, in_before);
    sums[k + 1] = sums[k] + (std::isfinite(cost) ? cost : 0);
  }
}

/// Returns the sum of costs up to the middle of a portal. If the portal has an odd number of unit
/// pieces, its middle is the middle of a piece.
double sum_to_middle(const std::vector<double>& sums, const CellPortal& portal) {
  const int twice = 2 * (portal.upright() ? portal.y : portal.x) + std::abs(portal.run);
  const auto whole = static_cast<std::size_t>(twice / 2);
  return twice % 2 == 0 ? sums[whole] : sums[whole] + (sums[whole + 1] - sums[whole]) / 2;
}

}  // namespace

std::vector<double> cell_costs(const Terrain& terrain, const std::vector<CellRect>& cells) {
  std::vector<double> costs;
  costs.reserve(cells.size());
  for (const CellRect& cell : cells) costs.push_back(terrain.cost(cell.x0, cell.y0));
  return costs;
}

std::vector<BorderCost> border_costs(const FreeSpace& space, const CellGrid& grid,
                                     const std::vector<CellPortal>& portals) {
  std::vector<std::size_t> order(portals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t p) { return line_of(portals[p]); });

  const Borders borders(space);
  std::vector<BorderCost> costs(portals.size());
  std::vector<double> before;
  std::vector<double> after;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto [upright, line] = line_of(portals[order[k]]);
    if (k == 0 || line_of(portals[order[k - 1]]) != std::pair(upright, line)) {
      const auto lines = static_cast<std::size_t>(upright ? grid.rows : grid.columns) + 1;
      before.resize(lines);
      after.resize(lines);
      sum_line(borders, upright, line, true, before);
      sum_line(borders, upright, line, false, after);
    }
    costs[order[k]] = {sum_to_middle(before, portals[order[k]]),
                       sum_to_middle(after, portals[order[k]])};
  }
  return costs;
}

double side_cost(const FreeSpace& space, const CellRect& cell, Point p, Point q) {
  const Borders borders(space);
  const bool upright = p.x == q.x;
  const int line = static_cast<int>(upright ? p.x : p.y);
  const auto [low, high] = upright ? std::minmax(p.y, q.y) : std::minmax(p.x, q.x);
  const bool in_before = line == (upright ? cell.x1 : cell.y1);
  double sum = 0;
  for (int k = static_cast<int>(low); k < high; ++k) {
    const double part = std::min(high, k + 1.0) - std::max(low, static_cast<double>(k));
    sum += part * borders.cost({upright, line, k}, in_before);
  }
  return sum;
}

}  // namespace fairway
