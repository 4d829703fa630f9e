#include "algorithms/representations/triangle_mesh/reduction.hpp"

#include <algorithm>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/triangle_mesh/reduction_builder.hpp"

namespace fairway {

Reduction::Reduction(const FreeSpace& space)
    : space_(&space),
      mesh_(&space.triangulation()),
      cells_(static_cast<std::size_t>(mesh_->triangle_count())) {
  std::vector<bool> pruned(cells_.size());
  const std::vector<TriangleId> junctions = find_junctions(pruned);
  ReductionBuilder builder(space, *this);
  for (const TriangleId t : junctions) builder.open_regions(t);
  // Each remaining component has a single ring of triangles that are not pruned. One triangle of
  // the ring becomes a junction.
  for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
    Cell& cell = cells_[static_cast<std::size_t>(t)];
    if (!mesh_->is_free(t) || cell.region != kNone || pruned[static_cast<std::size_t>(t)]) continue;
    cell.region = kJunction;
    builder.open_regions(t);
  }
  corners_.shrink_to_fit();
  regions_.shrink_to_fit();
  places_.shrink_to_fit();
  legs_.shrink_to_fit();
}

/// Repeatedly prunes the triangles that have only one remaining neighbour. Returns the junctions:
/// the triangles that keep three neighbours. If a component is pruned to a single triangle, this
/// triangle becomes a junction too.
std::vector<TriangleId> Reduction::find_junctions(std::vector<bool>& pruned) {
  std::vector<std::int8_t> degree(cells_.size(), 0);
  std::vector<TriangleId> queue;
  const auto for_each_neighbour = [&](TriangleId t, auto&& visit) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = mesh_->across(Triangulation::half_edge(t, i));
      if (h != kNoHalfEdge) visit(Triangulation::triangle_of(h));
    }
  };
  for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
    if (!mesh_->is_free(t)) continue;
    std::int8_t& own = degree[static_cast<std::size_t>(t)];
    for_each_neighbour(t, [&](TriangleId) { ++own; });
    if (own <= 1) queue.push_back(t);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const TriangleId t = queue[head];
    if (degree[static_cast<std::size_t>(t)] == 0) {
      degree[static_cast<std::size_t>(t)] = 3;
      continue;
    }
    pruned[static_cast<std::size_t>(t)] = true;
    for_each_neighbour(t, [&](TriangleId u) {
      if (pruned[static_cast<std::size_t>(u)]) return;
      if (--degree[static_cast<std::size_t>(u)] == 1) queue.push_back(u);
    });
  }
  std::vector<TriangleId> junctions;
  for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
    const auto i = static_cast<std::size_t>(t);
    if (pruned[i] || degree[i] != 3) continue;
    cells_[i].region = kJunction;
    junctions.push_back(t);
  }
  return junctions;
}

std::vector<TriangleId> Reduction::junctions() const {
  std::vector<TriangleId> junctions;
  for (std::size_t t = 0; t < cells_.size(); ++t) {
    if (cells_[t].region == kJunction) junctions.push_back(static_cast<TriangleId>(t));
  }
  return junctions;
}

Reduction::Approach Reduction::first_place(TriangleId t, Point end, int target) const {
  const Region& region = region_of(t);
  const HalfEdge side = cell(t).way[static_cast<std::size_t>(target / 2)];
  std::int32_t left = place_of(side);
  std::int32_t right = place_of(Triangulation::next(side));
  std::int32_t place = -1;
  while (place < 0 && left != right) {
    const Leg& from_left = leg(region, left, target);
    const Leg& from_right = leg(region, right, target);
    if (from_left.length >= from_right.length) {
      if (orientation(point(from_left.next), point(left), end) > 0) place = left;
      left = from_left.next;
    } else {
      if (orientation(point(from_right.next), point(right), end) < 0) place = right;
      right = from_right.next;
    }
  }
  if (place < 0) place = left;
  return {t, place, target, distance(end, point(place)) + leg(region, place, target).length};
}

/// Considers three paths from a point of triangle t to a target. Each path first goes straight to a
/// vertex of t. Returns the place of the vertex on the shortest of these paths.
std::int32_t Reduction::best_place(TriangleId t, Point end, int target) const {
  const Region& region = region_of(t);
  std::int32_t best = -1;
  double least = std::numeric_limits<double>::infinity();
  for (const std::int32_t place : cell(t).place) {
    const double cost = distance(end, point(place)) + leg(region, place, target).length;
    if (cost < least) {
      best = place;
      least = cost;
    }
  }
  return best;
}

Reduction::Meeting Reduction::meet(TriangleId start_triangle, Point start, TriangleId goal_triangle,
                                   Point goal, int target) const {
  const Region& region = region_of(start_triangle);
  std::int32_t i = best_place(start_triangle, start, target);
  std::int32_t j = best_place(goal_triangle, goal, target);
  Meeting meeting{start_triangle, goal_triangle, i, j, -1, target, 0};
  meeting.cost = distance(start, point(i)) + distance(point(j), goal);
  while (i != j) {
    const Leg& from_i = leg(region, i, target);
    const Leg& from_j = leg(region, j, target);
    std::int32_t& farther = from_i.length >= from_j.length ? i : j;
    const std::int32_t next = farther == i ? from_i.next : from_j.next;
    meeting.cost += distance(point(farther), point(next));
    farther = next;
  }
  meeting.at = i;
  return meeting;
}

Reduction::Meeting Reduction::meeting(const Location& start, const Location& goal) const {
  Meeting best;
  for_each_side(start, [&](TriangleId t) {
    for_each_side(goal, [&](TriangleId u) {
      if (is_junction(t) || cell(t).region != cell(u).region) return;
      for (int k = 0; k < region_of(t).target_count(); ++k) {
        const Meeting meeting = meet(t, start.point, u, goal.point, k);
        if (meeting.cost < best.cost) best = meeting;
      }
    });
  });
  return best;
}

std::size_t Reduction::memory_bytes() const {
  return heap_bytes(cells_, corners_, regions_, places_, legs_);
}

}  // namespace fairway
