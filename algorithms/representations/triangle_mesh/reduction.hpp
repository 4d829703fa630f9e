#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/triangle_mesh/taut_tree.hpp"

namespace fairway {

/// Divides the free triangles into junctions and regions. In a junction, a path has a choice: each
/// side of the junction leads to a way around some obstacle. In a region, a path has no choice. If
/// a component has no triangle with a choice, one of its triangles is made a junction. A region is
/// a simple polygon with one or two gates. A gate is a side that the region shares with a junction.
/// A region with one gate is a dead end. A region with two gates is a chain of triangles between
/// two junctions, together with the dead ends along the chain. The targets of a region are the ends
/// of its gates. The shortest path in a region from each vertex to each target is stored. A node is
/// a corner of a junction.
/// Source: D. Demyen, M. Buro, "Efficient Triangulation-Based Pathfinding", AAAI 2006 (triangles of
/// degree three).
class Reduction {
 public:
  /// Cell::region of a junction.
  static constexpr std::int32_t kJunction = -1;
  /// Cell::region of a triangle that is neither a junction nor in a region.
  static constexpr std::int32_t kNone = -2;

  /// A triangle of the reduction.
  struct Cell {
    /// One index for each vertex of the triangle. If the triangle is in a region, it is the index
    /// of the vertex's place (see Region). If the triangle is a junction, it is the index of the
    /// vertex's node.
    std::array<std::int32_t, 3> place{};
    std::int32_t region = kNone;    ///< index of the region, or kJunction, or kNone
    std::array<HalfEdge, 2> way{};  ///< for each gate, the side of the triangle that leads to it
  };

  /// A region. A place is a vertex seen from inside a region. A vertex that the region touches
  /// several times has several places. A region of n triangles has n + 2 places, numbered from
  /// `first_place`.
  struct Region {
    ///@{ Index of the first place of the region, and index of the first leg.
    std::int32_t first_place;
    std::size_t first_leg;
    ///@}
    /// Gates, as half-edges of the region; the second may be kNoHalfEdge.
    std::array<HalfEdge, 2> gate;
    std::array<Vertex, 4> node;  ///< nodes at origin and destination of each gate
    int target_count() const { return gate[1] == kNoHalfEdge ? 2 : 4; }  ///< number of targets
  };

  /// The path from an end of a query to a node. In a region, the path leads straight to a place,
  /// then along the stored shortest path to a target. In a junction, the path is straight.
  struct Approach {
    ///@{ In this order: the triangle that contains the end of the query; the first place on the
    /// path; its target; its cost.
    TriangleId triangle = -1;
    std::int32_t place = -1;
    int target = -1;
    double cost = std::numeric_limits<double>::infinity();
    ///@}
  };

  /// A path between the two ends of a query in one region. It follows the shortest path from each
  /// end to a common target, up to the place where these two paths meet.
  struct Meeting {
    ///@{ The triangles of start and goal, the first place on the path from each of them, the place
    /// `at` where the two paths meet, their common target, and the cost.
    TriangleId start = -1;
    TriangleId goal = -1;
    std::int32_t start_place = -1;
    std::int32_t goal_place = -1;
    std::int32_t at = -1;
    int target = -1;
    double cost = std::numeric_limits<double>::infinity();
    ///@}
  };

  Reduction() = default;
  /// Computes the reduction. Keeps a reference to the free space. O(n log n) for n triangles.
  explicit Reduction(const FreeSpace& space);

  /// The tables, for code that edits them with a ReductionBuilder.
  struct Tables {
    ///@{ The tables.
    std::vector<Cell>& cells;
    std::vector<CornerId>& corners;
    std::vector<Region>& regions;
    std::vector<Point>& places;
    std::vector<Leg>& legs;
    ///@}
  };
  /// Access to the tables.
  Tables tables() { return {cells_, corners_, regions_, places_, legs_}; }

  /// The corner of each node; kNoCorner for unused nodes.
  const std::vector<CornerId>& corners() const { return corners_; }
  /// Number of nodes in use.
  std::size_t node_count() const {
    return corners_.size() - static_cast<std::size_t>(std::ranges::count(corners_, kNoCorner));
  }
  /// The junctions in ascending order. Linear in the triangles.
  std::vector<TriangleId> junctions() const;
  ///@{ The cell of a triangle, and whether it is a junction.
  const Cell& cell(TriangleId t) const { return cells_[static_cast<std::size_t>(t)]; }
  bool is_junction(TriangleId t) const { return cell(t).region == kJunction; }
  ///@}
  /// The region of a triangle.
  const Region& region_of(TriangleId t) const {
    return regions_[static_cast<std::size_t>(cell(t).region)];
  }
  ///@{ The position of a place, and the place or node at the origin of a half-edge.
  Point point(std::int32_t place) const { return places_[static_cast<std::size_t>(place)]; }
  std::int32_t place_of(HalfEdge h) const {
    return cell(Triangulation::triangle_of(h)).place[static_cast<std::size_t>(h & 3)];
  }
  ///@}
  ///@{ The first leg of the shortest path from a place to a target, and its index.
  const Leg& leg(const Region& region, std::int32_t place, int target) const {
    return legs_[leg_index(region, place, target)];
  }
  static std::size_t leg_index(const Region& region, std::int32_t place, int target) {
    return region.first_leg +
           static_cast<std::size_t>(place - region.first_place) *
               static_cast<std::size_t>(region.target_count()) +
           static_cast<std::size_t>(target);
  }
  ///@}

  /// Whether a walk through this side of a junction reaches a junction, not a wall or a dead end.
  bool leads_on(HalfEdge side) const {
    const HalfEdge entry = mesh_->across(side);
    if (entry == kNoHalfEdge) return false;
    const TriangleId t = Triangulation::triangle_of(entry);
    return is_junction(t) || region_of(t).gate[1] != kNoHalfEdge;
  }
  /// Walks through a side of a junction to the next junction. Calls visit(side) for each side that
  /// the walk crosses. Returns the half-edge through which the walk enters the next junction.
  /// Precondition: leads_on(side). O(sides crossed).
  template <class Visit>
  HalfEdge cross(HalfEdge side, const Visit& visit) const {
    visit(side);
    const HalfEdge entry = mesh_->across(side);
    const TriangleId t = Triangulation::triangle_of(entry);
    if (is_junction(t)) return entry;
    return climb(t, region_of(t).gate[0] == entry ? 1 : 0, visit);
  }
  /// Like cross(), but begins in triangle t of a region and leaves the region through a gate.
  template <class Visit>
  HalfEdge climb(TriangleId t, int gate, const Visit& visit) const {
    for (;;) {
      const HalfEdge way = cell(t).way[static_cast<std::size_t>(gate)];
      visit(way);
      const HalfEdge entry = mesh_->across(way);
      t = Triangulation::triangle_of(entry);
      if (is_junction(t)) return entry;
    }
  }

  /// Calls visit(triangle) for triangles that contain an end of a query. If the end is a vertex,
  /// several neighbouring triangles of a region can share one place at this vertex. Visits only the
  /// first of these triangles, and all other triangles that contain the end.
  template <class Visit>
  void for_each_side(const Location& end, const Visit& visit) const {
    std::int32_t last = -1;
    for_each_triangle_at(*space_, end, [&](HalfEdge h) {
      const TriangleId t = Triangulation::triangle_of(h);
      if (end.place == Place::kVertex && !is_junction(t)) {
        if (place_of(h) == last) return;
        last = place_of(h);
      }
      visit(t);
    });
  }
  /// Returns the shortest path from the point `end` of triangle t to a target. Approach::place is
  /// the place where this path first turns, or the target if the path does not turn. Walks along
  /// the funnel from the target to the side of t that leads there. Exact. O(places passed).
  Approach first_place(TriangleId t, Point end, int target) const;

  /// Returns the Meeting of lowest cost between two ends over all targets of their region. The cost
  /// is infinite if no region contains both ends. O(points on the path) for each pair of triangles
  /// that for_each_side() visits.
  Meeting meeting(const Location& start, const Location& goal) const;

  /// The triangles of a region form a tree; see parent(). Walks from the triangles `from` and `to`
  /// to their nearest common ancestor. Calls up(side) for each side crossed from `from`, and
  /// down(side) for each side crossed from `to`.
  template <class Up, class Down>
  void climb_to_common(TriangleId from, TriangleId to, const Up& up, const Down& down) const {
    while (from != to) {
      if (order(from) > order(to)) {
        up(cell(from).way[0]);
        from = parent(from);
      } else {
        down(cell(to).way[0]);
        to = parent(to);
      }
    }
  }
  /// Returns the triangle across the side of t that leads to the first gate. The triangle at the
  /// first gate is the root of the region.
  TriangleId parent(TriangleId t) const {
    return Triangulation::triangle_of(mesh_->across(cell(t).way[0]));
  }
  /// A number that is smaller for a parent than for its children.
  std::int32_t order(TriangleId t) const {
    const auto& place = cell(t).place;
    return std::max({place[0], place[1], place[2]});
  }

  std::size_t memory_bytes() const;  ///< bytes on the heap, by capacity

 private:
  std::vector<TriangleId> find_junctions(std::vector<bool>& pruned);
  std::int32_t best_place(TriangleId t, Point end, int target) const;
  Meeting meet(TriangleId start_triangle, Point start, TriangleId goal_triangle, Point goal,
               int target) const;

  const FreeSpace* space_ = nullptr;
  const Triangulation* mesh_ = nullptr;
  std::vector<Cell> cells_;
  std::vector<CornerId> corners_;
  std::vector<Region> regions_;
  std::vector<Point> places_;
  std::vector<Leg> legs_;
};

}  // namespace fairway
