#include "algorithms/representations/quadtree/quadtree_graph.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace fairway {
namespace {

Point centre(const CellGrid& grid, const CellRect& cell) {
  const Point low = grid.corner(cell.x0, cell.y0);
  const Point high = grid.corner(cell.x1, cell.y1);
  return low + 0.5 * (high - low);
}

}  // namespace

QuadtreeGraph::QuadtreeGraph(const FreeSpace& space, const CellGrid& grid,
                             const std::vector<CellRect>& cells, std::vector<CellPortal> portals,
                             QuadtreeVertices kind, const CentreCost& centre_cost)
    : kind_(kind),
      all_edges_lead_on_(kind == QuadtreeVertices::kCentre || space.terrain() != nullptr),
      portals_(std::move(portals)),
      row_begin_(cells.size() + 1) {
  if (2 * portals_.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw std::invalid_argument(
        "the quadtree has more than 2^30 portals; choose a larger min_size");
  }
  for (const CellPortal& portal : portals_) {
    ++row_begin_[static_cast<std::size_t>(portal.before) + 1];
    ++row_begin_[static_cast<std::size_t>(portal.after) + 1];
  }
  std::partial_sum(row_begin_.begin(), row_begin_.end(), row_begin_.begin());
  std::vector<std::int32_t> next(row_begin_.begin(), row_begin_.end() - 1);
  std::vector<std::int32_t> rows(2 * portals_.size());
  for (std::size_t p = 0; p < portals_.size(); ++p) {
    for (const std::int32_t cell : {portals_[p].before, portals_[p].after}) {
      rows[static_cast<std::size_t>(next[static_cast<std::size_t>(cell)]++)] =
          static_cast<std::int32_t>(p);
    }
  }
  if (const Terrain* terrain = space.terrain()) cell_costs_ = cell_costs(*terrain, cells);
  if (kind_ == QuadtreeVertices::kPortal) {
    positions_.reserve(portals_.size());
    for (const CellPortal& p : portals_) positions_.push_back(p.middle(grid));
    targets_ = std::move(rows);
    pieces_cost_ = has_terrain();
    if (pieces_cost_) border_costs_ = border_costs(space, grid, portals_);
    return;
  }
  positions_.reserve(cells.size());
  for (const CellRect& cell : cells) positions_.push_back(centre(grid, cell));
  targets_.reserve(rows.size());
  costs_.reserve(rows.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto here = static_cast<std::int32_t>(c);
    for (std::int32_t slot = row_begin_[c]; slot < row_begin_[c + 1]; ++slot) {
      const CellPortal& p = portal(rows[static_cast<std::size_t>(slot)]);
      targets_.push_back(p.other(here));
      costs_.push_back(centre_cost(*this, grid, cells, p));
    }
  }
  slot_portals_ = std::move(rows);
}

double QuadtreeGraph::cost_through(const CellPortal& p, Point through) const {
  return cell_cost(p.before) * distance(position(p.before), through) +
         cell_cost(p.after) * distance(through, position(p.after));
}

std::int32_t QuadtreeGraph::portal_between(Vertex from, Vertex to) const {
  std::int32_t best = -1;
  double least = std::numeric_limits<double>::infinity();
  const auto [first, end] = row(from);
  for (std::int32_t slot = first; slot < end; ++slot) {
    const auto s = static_cast<std::size_t>(slot);
    if (targets_[s] != to || costs_[s] >= least) continue;
    least = costs_[s];
    best = slot_portals_[s];
  }
  return best;
}

std::size_t QuadtreeGraph::edge_count() const {
  const bool centre = kind_ == QuadtreeVertices::kCentre;
  std::size_t ends = 0;
  for (std::size_t c = 0; c + row_end_at_ < row_begin_.size(); ++c) {
    const std::size_t k = row_length(static_cast<std::int32_t>(c));
    ends += centre ? k : k * (k - (k > 0));
  }
  return ends / 2;
}

std::size_t QuadtreeGraph::memory_bytes() const {
  return positions_.capacity() * sizeof(Point) + portals_.capacity() * sizeof(CellPortal) +
         row_begin_.capacity() * sizeof(std::int32_t) + targets_.capacity() * sizeof(Vertex) +
         slot_portals_.capacity() * sizeof(std::int32_t) + costs_.capacity() * sizeof(double) +
         cell_costs_.capacity() * sizeof(double) + border_costs_.capacity() * sizeof(BorderCost);
}

}  // namespace fairway
