#include "algorithms/solvers/clearance_triangulation/corridor_search.hpp"

#include <algorithm>

#include "algorithms/representations/containing_faces.hpp"

namespace fairway {
namespace {

/// Answers one call of find_corridor().
class CorridorSearch {
 public:
  CorridorSearch(const ClearanceMesh& mesh, Point goal, double distance, CorridorScratch& scratch)
      : mesh_(mesh),
        triangles_(mesh.triangulation()),
        goal_(goal),
        distance_(distance),
        scratch_(scratch) {}

  SolverResult run(const Location& start, const Location& goal, std::vector<HalfEdge>& sides) {
    sides.clear();
    begin();
    triangles_at(mesh_.space(), start, scratch_.starts);
    triangles_at(mesh_.space(), goal, scratch_.goals);
    if (intersect(scratch_.starts, scratch_.goals)) return {true, 0, 0};
    for (const TriangleId t : scratch_.starts) {
      for (int i = 0; i < 3; ++i) {
        const HalfEdge side = Triangulation::half_edge(t, i);
        cross(side, {kNoHalfEdge, -1, 0, start.point, triangles_.destination_point(side),
                     triangles_.origin_point(side)});
      }
    }
    SolverResult result;
    while (!scratch_.open.empty()) {
      std::pop_heap(scratch_.open.begin(), scratch_.open.end(), later);
      const std::int32_t number = scratch_.open.back().node;
      scratch_.open.pop_back();
      const CorridorScratch::Node node = scratch_.nodes[slot_of(number)];
      if (scratch_.best[slot_of(node.entry)].node != number) continue;
      ++result.expanded;
      if (std::ranges::binary_search(scratch_.goals, Triangulation::triangle_of(node.entry))) {
        result.found = true;
        for (std::int32_t n = number; n >= 0; n = scratch_.nodes[slot_of(n)].parent) {
          sides.push_back(scratch_.nodes[slot_of(n)].entry);
        }
        std::reverse(sides.begin(), sides.end());
        break;
      }
      expand(node, number);
    }
    result.generated = scratch_.nodes.size();
    return result;
  }

 private:
  static bool later(const CorridorScratch::Open& a, const CorridorScratch::Open& b) {
    return a.estimate > b.estimate;
  }

  void begin() {
    scratch_.nodes.clear();
    scratch_.open.clear();
    scratch_.best.resize(4 * slot_of(triangles_.triangle_count()));
    if (++scratch_.round == 0) {
      std::fill(scratch_.best.begin(), scratch_.best.end(), CorridorScratch::Best{});
      scratch_.round = 1;
    }
  }

  double estimate(const CorridorScratch::Node& node) const {
    const auto over = [&](Point p) {
      return fairway::distance(node.root, p) + fairway::distance(p, goal_);
    };
    if (twice_area(node.root, node.left, goal_) > 0) return node.cost + over(node.left);
    if (twice_area(node.root, node.right, goal_) < 0) return node.cost + over(node.right);
    return node.cost + fairway::distance(node.root, goal_);
  }

  /// Adds a node for the triangle beyond a side. Does nothing if the side is blocked, if the disc
  /// cannot pass it, or if a better node of the side is known.
  void cross(HalfEdge side, CorridorScratch::Node node) {
    node.entry = triangles_.across(side);
    if (node.entry == kNoHalfEdge || !mesh_.passes(side, distance_)) return;
    const double length = estimate(node);
    CorridorScratch::Best& best = scratch_.best[slot_of(node.entry)];
    if (best.round == scratch_.round && best.estimate <= length) return;
    best = {scratch_.round, static_cast<std::int32_t>(scratch_.nodes.size()), length};
    scratch_.nodes.push_back(node);
    scratch_.open.push_back({length, best.node});
    std::push_heap(scratch_.open.begin(), scratch_.open.end(), later);
  }

  void expand(const CorridorScratch::Node& node, std::int32_t number) {
    const Point apex = triangles_.apex_point(node.entry);
    const bool left_of_left = twice_area(node.root, node.left, apex) > 0;
    const bool right_of_right = twice_area(node.root, node.right, apex) < 0;
    CorridorScratch::Node next = node;
    next.parent = number;
    if (right_of_right) {
      next.cost += fairway::distance(node.root, node.right);
      next.root = node.right;
      next.left = apex;
      next.right = triangles_.destination_point(node.entry);
    } else if (!left_of_left) {
      next.left = apex;
    }
    cross(Triangulation::next(node.entry), next);
    next = node;
    next.parent = number;
    if (left_of_left) {
      next.cost += fairway::distance(node.root, node.left);
      next.root = node.left;
      next.right = apex;
      next.left = triangles_.origin_point(node.entry);
    } else if (!right_of_right) {
      next.right = apex;
    }
    cross(Triangulation::previous(node.entry), next);
  }

  const ClearanceMesh& mesh_;
  const Triangulation& triangles_;
  Point goal_;
  double distance_;
  CorridorScratch& scratch_;
};

}  // namespace

SolverResult find_corridor(const ClearanceMesh& mesh, const Location& start, const Location& goal,
                           double distance, CorridorScratch& scratch,
                           std::vector<HalfEdge>& sides) {
  return CorridorSearch(mesh, goal.point, distance, scratch).run(start, goal, sides);
}

}  // namespace fairway
