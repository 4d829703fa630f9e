#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"

namespace fairway {
namespace {

// If an end of a query is in no cell, attach() searches cells near the end for vertices. It stops
// after kNearCells cells, or when it has kNearCandidates vertices.
constexpr std::size_t kNearCells = 32;
constexpr std::size_t kNearCandidates = 64;

constexpr auto kFarther = [](const Quadtree::Scratch::Step& a, const Quadtree::Scratch::Step& b) {
  return a.distance > b.distance;
};

}  // namespace

Quadtree::Around Quadtree::around(Point p) const {
  Around result;
  const int i = grid_.column_at(p.x);
  const int j = grid_.row_at(p.y);
  for (int y = grid_.y(j) == p.y ? j - 1 : j; y <= j; ++y) {
    for (int x = grid_.x(i) == p.x ? i - 1 : i; x <= i; ++x) {
      const std::int32_t cell = tree_.cell_at(x, y);
      if (cell < 0 || !cell_contains(cell, p)) continue;
      if (std::ranges::find(result.cells(), cell) != result.cells().end()) continue;
      result.cell[result.count++] = cell;
    }
  }
  return result;
}

AttachStatus Quadtree::attach(const Location& start, const Location& goal, Scratch& scratch,
                              Attachment& attachment) const {
  attachment.clear();
  const Around from = around(start.point);
  const Around to = around(goal.point);
  link(start, from, scratch, attachment.start);
  link(goal, to, scratch, attachment.goal);
  attachment.direct = direct(start, from, goal, to);
  return status_of(attachment);
}

/// Returns the cost of the direct segment between start and goal, or infinity if they are not known
/// to see each other. Two points of one cell see each other. Otherwise, a sight test is made only
/// if one square of the smallest size contains both points.
double Quadtree::direct(const Location& start, const Around& from, const Location& goal,
                        const Around& to) const {
  double least = std::numeric_limits<double>::infinity();
  for (const std::int32_t cell : from.cells()) {
    if (std::ranges::find(to.cells(), cell) == to.cells().end()) continue;
    least = std::min(least, cost_inside(cell, start.point, goal.point));
  }
  if (std::isfinite(least)) return least;
  const bool same_square = grid_.column_at(start.point.x) == grid_.column_at(goal.point.x) &&
                           grid_.row_at(start.point.y) == grid_.row_at(goal.point.y);
  return same_square && sees(*space_, start, goal)
             ? path_cost(*space_, std::array{start.point, goal.point})
             : least;
}

double Quadtree::cost_inside(std::int32_t cell, Point p, Point q) const {
  if (!graph_.has_terrain()) return distance(p, q);
  const CellRect& rect = cells_[static_cast<std::size_t>(cell)];
  const bool on_side = (p.x == q.x && (p.x == grid_.x(rect.x0) || p.x == grid_.x(rect.x1))) ||
                       (p.y == q.y && (p.y == grid_.y(rect.y0) || p.y == grid_.y(rect.y1)));
  return on_side ? side_cost(*space_, rect, p, q) : graph_.cell_cost(cell) * distance(p, q);
}

void Quadtree::link(const Location& at, const Around& cells, Scratch& scratch,
                    std::vector<Link>& links) const {
  scratch.candidates.clear();
  scratch.cells.clear();
  for (const std::int32_t cell : cells.cells()) {
    std::size_t next = scratch.candidates.size();
    gather_cell(cell, at.point, scratch);
    for (; next < scratch.candidates.size(); ++next) {
      const NearCandidate& near = scratch.candidates[next];
      links.push_back({near.vertex, graph_.has_terrain() ? cost_inside(cell, at.point, near.at)
                                                         : near.distance});
    }
  }
  if (!links.empty()) return;
  gather_near(at.point, scratch);
  NearLimits limits;
  link_nearest_visible(*space_, at, scratch.candidates, limits, links);
  if (!graph_.has_terrain()) return;
  for (Link& near : links) {
    near.cost = path_cost(*space_, std::array{at.point, position(near.vertex)});
  }
}

/// Adds the vertices of a cell to the candidates. Skips vertices already added for another cell.
void Quadtree::gather_cell(std::int32_t cell, Point p, Scratch& scratch) const {
  const auto known = [&](std::int32_t c) {
    return std::ranges::find(scratch.cells, c) != scratch.cells.end();
  };
  if (known(cell)) return;
  const auto add = [&](Vertex v) {
    scratch.candidates.push_back({v, position(v), distance(p, position(v))});
  };
  if (graph_.kind() == QuadtreeVertices::kCentre) {
    add(cell);
  } else {
    for (const std::int32_t portal : graph_.portals_of(cell)) {
      if (!known(graph_.portal(portal).other(cell))) add(portal);
    }
  }
  scratch.cells.push_back(cell);
}

/// Adds the vertices of up to kNearCells cells near p to the candidates, nearest cell first.
void Quadtree::gather_near(Point p, Scratch& scratch) const {
  std::vector<Scratch::Step>& heap = scratch.heap;
  const auto push = [&](std::int32_t node, std::int32_t x, std::int32_t y, int level) {
    const double dx = std::max({grid_.x(x) - p.x, p.x - grid_.x(x + (1 << level)), 0.0});
    const double dy = std::max({grid_.y(y) - p.y, p.y - grid_.y(y + (1 << level)), 0.0});
    heap.push_back({dx * dx + dy * dy, node, x, y, level});
    std::push_heap(heap.begin(), heap.end(), kFarther);
  };
  heap.clear();
  push(0, 0, 0, tree_.depth());
  while (!heap.empty() && scratch.cells.size() < kNearCells &&
         scratch.candidates.size() < kNearCandidates) {
    const Scratch::Step step = heap.front();
    std::pop_heap(heap.begin(), heap.end(), kFarther);
    heap.pop_back();
    const QuadtreeNodes::Node node = tree_.node(step.node);
    if (QuadtreeNodes::is_leaf(node)) {
      gather_cell(QuadtreeNodes::cell_of(node), p, scratch);
    } else if (node != QuadtreeNodes::kBlocked) {
      const int level = step.level - 1;
      for (int child = 0; child < 4; ++child) {
        push(node + child, step.x + ((child & 1) << level), step.y + ((child >> 1) << level),
             level);
      }
    }
  }
}

}  // namespace fairway
