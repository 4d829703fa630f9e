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

/// Cuts free triangles into junctions, where a path has a choice, and regions, where it has none.
/// Each side of a junction leads to a way round something; a component without such a triangle has
/// one triangle as junction. A region is a simple polygon with one or two gates: a dead end, or a
/// chain of triangles between two junctions with its dead ends. The shortest path in a region from
/// each vertex to each end of a gate is known.
/// Source: D. Demyen, M. Buro, "Efficient Triangulation-Based Pathfinding", AAAI 2006 (triangles of
/// degree three).
class Reduction {
 public:
  /// The region of triangles in no region.
  static constexpr std::int32_t kJunction = -1;
  static constexpr std::int32_t kNone = -2;

  struct Cell {
    std::array<std::int32_t, 3> place{};  ///< its vertices: places in a region, else nodes
    std::int32_t region = kNone;
    std::array<HalfEdge, 2> way{};  ///< its side towards each gate
  };

  /// A place is a vertex seen from inside a region; a vertex that the region touches several times
  /// has several. A region of n triangles has n + 2, numbered from `first_place`.
  struct Region {
    std::int32_t first_place;
    std::size_t first_leg;
    std::array<HalfEdge, 2> gate;  ///< seen from inside; the second may be kNoHalfEdge
    std::array<Vertex, 4> node;    ///< origin and destination of each gate
    int target_count() const { return gate[1] == kNoHalfEdge ? 2 : 4; }
  };

  /// The path from an end of a query to a node: through a place of its triangle to a target of the
  /// region, or straight to the node in a junction.
  struct Approach {
    TriangleId triangle = -1;
    std::int32_t place = -1;
    int target = -1;
    double cost = std::numeric_limits<double>::infinity();
  };

  /// A path between two ends in a region: their paths to a common target, up to where they meet.
  struct Meeting {
    TriangleId start = -1;
    TriangleId goal = -1;
    std::int32_t start_place = -1;
    std::int32_t goal_place = -1;
    std::int32_t at = -1;
    int target = -1;
    double cost = std::numeric_limits<double>::infinity();
  };

  Reduction() = default;
  /// O(n log n) for n triangles. Keeps a reference to the free space.
  explicit Reduction(const FreeSpace& space);

  /// The tables, to edit them in place with a ReductionBuilder.
  struct Tables {
    std::vector<Cell>& cells;
    std::vector<CornerId>& corners;
    std::vector<Region>& regions;
    std::vector<Point>& places;
    std::vector<Leg>& legs;
  };
  Tables tables() { return {cells_, corners_, regions_, places_, legs_}; }

  /// The corners of the junctions, by node; kNoCorner of a number without a node.
  const std::vector<CornerId>& corners() const { return corners_; }
  std::size_t node_count() const {
    return corners_.size() - static_cast<std::size_t>(std::ranges::count(corners_, kNoCorner));
  }
  /// In order. Linear in the triangles.
  std::vector<TriangleId> junctions() const;
  const Cell& cell(TriangleId t) const { return cells_[static_cast<std::size_t>(t)]; }
  bool is_junction(TriangleId t) const { return cell(t).region == kJunction; }
  const Region& region_of(TriangleId t) const {
    return regions_[static_cast<std::size_t>(cell(t).region)];
  }
  Point point(std::int32_t place) const { return places_[static_cast<std::size_t>(place)]; }
  std::int32_t place_of(HalfEdge h) const {
    return cell(Triangulation::triangle_of(h)).place[static_cast<std::size_t>(h & 3)];
  }
  const Leg& leg(const Region& region, std::int32_t place, int target) const {
    return legs_[leg_index(region, place, target)];
  }
  static std::size_t leg_index(const Region& region, std::int32_t place, int target) {
    return region.first_leg +
           static_cast<std::size_t>(place - region.first_place) *
               static_cast<std::size_t>(region.target_count()) +
           static_cast<std::size_t>(target);
  }

  /// Whether a side of a junction leads to a junction.
  bool leads_on(HalfEdge side) const {
    const HalfEdge entry = mesh_->across(side);
    if (entry == kNoHalfEdge) return false;
    const TriangleId t = Triangulation::triangle_of(entry);
    return is_junction(t) || region_of(t).gate[1] != kNoHalfEdge;
  }
  /// Calls visit(side) for each side crossed from a junction's side that leads on; returns the side
  /// where the next junction is entered. O(sides crossed).
  template <class Visit>
  HalfEdge cross(HalfEdge side, const Visit& visit) const {
    visit(side);
    const HalfEdge entry = mesh_->across(side);
    const TriangleId t = Triangulation::triangle_of(entry);
    if (is_junction(t)) return entry;
    return climb(t, region_of(t).gate[0] == entry ? 1 : 0, visit);
  }
  /// The same from a triangle to a gate of its region.
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

  /// Calls visit(triangle) for the triangles that contain an end; for one of neighbours in a region
  /// round a vertex.
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
  /// Where the shortest path from a point of t to a target first turns, or the target. O(places
  /// passed over: the tangent to the funnel over the side that leads there). Exact.
  Approach first_place(TriangleId t, Point end, int target) const;

  /// A path between two ends in a region; of infinite cost if they share none. O(points
  /// on the path), times the sides that ends at vertices have.
  Meeting meeting(const Location& start, const Location& goal) const;

  /// Calls up(side) for each side crossed from a triangle of a region to the nearest common
  /// ancestor with another, and down(side) for each from that other one.
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
  /// The triangle across the side of t towards the region's root, the triangle of its first gate.
  TriangleId parent(TriangleId t) const {
    return Triangulation::triangle_of(mesh_->across(cell(t).way[0]));
  }
  /// Parents are numbered before their children.
  std::int32_t order(TriangleId t) const {
    const auto& place = cell(t).place;
    return std::max({place[0], place[1], place[2]});
  }

  std::size_t memory_bytes() const;

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
