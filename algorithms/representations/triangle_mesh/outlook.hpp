#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {

/// The way of a path from an end of a query: through the gate of its region, if its triangle is in
/// one, to the first junction, and then through at most one side of that junction.
struct Course {
  TriangleId triangle = -1;
  int gate = -1;                ///< -1 from a junction
  HalfEdge exit = kNoHalfEdge;  ///< the side of the first junction, if the course leaves it

  /// Calls visit(side) for each side crossed; returns the junction where the course ends.
  template <class Visit>
  TriangleId follow(const Reduction& reduction, const Visit& visit) const {
    TriangleId t = triangle;
    if (gate >= 0) t = Triangulation::triangle_of(reduction.climb(t, gate, visit));
    if (exit != kNoHalfEdge) t = Triangulation::triangle_of(reduction.cross(exit, visit));
    return t;
  }
};

/// The shortest paths from an end of a query that pass between the corners of junctions and touch
/// none before they end: to nodes, and to the other end, also in the end's own region if that has
/// two gates. Measured over the corners of its gates instead, the best way out of a region may look
/// longer than another. Reused from query to query.
class Outlook {
 public:
  struct Way {
    Vertex node;
    double cost;
    Course course;
    std::int32_t place = -1;  ///< where it first turns, to a node at the end's own gate
    int target = -1;          ///< that node among the region's targets; -1 beyond the gate
  };
  struct Sighting {
    double cost = std::numeric_limits<double>::infinity();
    Course course;
    HalfEdge last = kNoHalfEdge;  ///< the side behind the course where the goal's region begins
    TriangleId goal = -1;         ///< the goal's triangle
    bool inside = false;          ///< the path stays in the region of both ends
  };

  /// Finds the ways to the nodes at the end's gates or of its junction, to the nodes of the
  /// junctions next to the first one, and the shortest such path to the goal if there is one.
  /// Without a goal it finds only the ways. O(n log n) for n sides crossed.
  void look(const FreeSpace& space, const Reduction& reduction, const Location& end,
            const Location* goal);
  /// Where the end is that was last looked from.
  Point end() const { return end_; }
  const std::vector<Way>& ways() const { return ways_; }
  const Sighting& sighting() const { return sighting_; }
  std::size_t memory_bytes() const { return heap_bytes(tree_, inward_, crossed_, goals_, ways_); }
  /// The shortest way to a node. Precondition: there is one.
  const Way& way_to(Vertex node) const;

  /// Appends the points of the way from an end to a node, without the end. O(n log n) for n sides
  /// crossed.
  void append_way(const FreeSpace& space, const Reduction& reduction, Point end, const Way& way,
                  Path& path);
  /// Appends the points where the path to the goal turns.
  void append_turns(const FreeSpace& space, const Reduction& reduction, Point end, Point goal,
                    const Sighting& sighting, Path& path);
  /// The sides crossed from a goal in a region to the gate where a sighting enters it.
  template <class Visit>
  static void leave(const Triangulation& mesh, const Reduction& reduction, const Sighting& sighting,
                    const Visit& visit) {
    if (sighting.last == kNoHalfEdge) return;
    const HalfEdge entry = mesh.across(sighting.last);
    reduction.climb(sighting.goal, reduction.region_of(sighting.goal).gate[0] == entry ? 0 : 1,
                    visit);
  }

 private:
  /// A place of the tree of shortest paths from the end.
  struct Node {
    Point point;
    Leg leg;
    bool past_node;      ///< it is a corner of a junction, or the path to it touches one
    std::int32_t place;  ///< in its region, of the apex of a triangle there
  };

  void begin(const FreeSpace& space, const Reduction& reduction, Point end);
  std::optional<Funnel> at_gate(const Reduction::Region& region, int gate, std::int32_t right,
                                std::int32_t left);
  Funnel fan_out(const Reduction::Region& region, int gate, std::int32_t cusp, std::int32_t left,
                 std::int32_t right);
  Funnel at_side(HalfEdge side);
  std::int32_t add(Point p, std::int32_t next, bool past_node);
  Tangent cross(HalfEdge entry, const Funnel& funnel);
  bool past_node(std::int32_t place) const {
    return tree_[static_cast<std::size_t>(place)].past_node;
  }
  double length(std::int32_t place) const {
    return tree_[static_cast<std::size_t>(place)].leg.length;
  }
  Tangent tangent_to(Point p, const Funnel& funnel) const;
  std::int32_t place_before(Point p, const Funnel& funnel) const;
  void explore(HalfEdge side, Funnel funnel);
  void arrive(HalfEdge entry, const Funnel& funnel);
  void look_from_junction(TriangleId t, bool from_node);
  void look_from_region(TriangleId t);
  void look_inside(TriangleId start, TriangleId goal);
  void look_into(HalfEdge side, const Funnel& funnel);
  std::int32_t enter(HalfEdge side, Funnel funnel, TriangleId goal_triangle, Point goal);
  void list_between(TriangleId start, TriangleId goal);
  Funnel pull(Funnel funnel);
  Funnel retrace(const Course& course, const Sighting* sighting);
  void append_way(std::int32_t place, Path& path) const;

  const Triangulation* mesh_ = nullptr;
  const Reduction* reduction_ = nullptr;
  std::vector<Node> tree_;
  std::vector<HalfEdge> inward_;   // the sides from the goal to its region's gate
  std::vector<HalfEdge> crossed_;  // in pull
  std::vector<TriangleId> goals_;  // the triangles that contain the goal
  Point goal_{};
  Point end_{std::numeric_limits<double>::quiet_NaN(), 0};
  Course course_;
  std::vector<Way> ways_;
  Sighting sighting_;
};

}  // namespace fairway
