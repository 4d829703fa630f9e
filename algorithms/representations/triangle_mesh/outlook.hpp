#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {

/// The course of a path from an end of a query to a junction. If the path begins in a region, it
/// leaves the region through a gate and enters the first junction. The path ends in this junction,
/// or leaves it through one side and ends in the next junction. See Reduction for junctions,
/// regions and gates.
struct Course {
  TriangleId triangle = -1;  ///< triangle that contains the end of the query
  /// Gate through which the path leaves the region, or -1 if the path begins in a junction.
  int gate = -1;
  /// Side through which the path leaves the first junction, or kNoHalfEdge.
  HalfEdge exit = kNoHalfEdge;

  /// Calls visit(side) for each crossed side. Returns the junction where the course ends.
  template <class Visit>
  TriangleId follow(const Reduction& reduction, const Visit& visit) const {
    TriangleId t = triangle;
    if (gate >= 0) t = Triangulation::triangle_of(reduction.climb(t, gate, visit));
    if (exit != kNoHalfEdge) t = Triangulation::triangle_of(reduction.cross(exit, visit));
    return t;
  }
};

/// Finds shortest paths from an end of a query to nodes, and to the other end. These paths touch no
/// corner of a junction on the way. If both ends are in one region with two gates, the path between
/// them may stay in the region or leave it. Only the shorter path is found. Queries reuse an
/// Outlook. See Reduction for regions, gates, places and targets.
class Outlook {
 public:
  /// The shortest way to a node.
  struct Way {
    ///@{ The node, the cost, and the course.
    Vertex node;
    double cost;
    Course course;
    ///@}
    /// If the node is at a gate of the region that contains the end, the place where the way first
    /// turns. Otherwise -1.
    std::int32_t place = -1;
    /// Index of the node among the targets of the end's region, or -1 if the node is not a target.
    int target = -1;
  };
  /// A path to the other end of the query.
  struct Sighting {
    ///@{ Cost, and course up to the last junction.
    double cost = std::numeric_limits<double>::infinity();
    Course course;
    ///@}
    HalfEdge last = kNoHalfEdge;  ///< side through which the path enters the goal's region
    TriangleId goal = -1;         ///< triangle of the goal
    bool inside = false;          ///< whether the path stays in one region
  };

  /// Finds the ways to the nodes of the first junctions and of the junctions directly after them. A
  /// first junction is the end's own junction, or a junction at a gate of the end's region. If
  /// `goal` is not null, also finds the shortest path to the goal that touches no node, if such a
  /// path exists. O(n log n) for n crossed sides.
  void look(const FreeSpace& space, const Reduction& reduction, const Location& end,
            const Location* goal);
  /// The argument `end` of the last look(), as a point.
  Point end() const { return end_; }
  ///@{ Results of the last look(): ways to nodes, and the path to the goal.
  const std::vector<Way>& ways() const { return ways_; }
  const Sighting& sighting() const { return sighting_; }
  ///@}
  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(tree_, inward_, crossed_, goals_, ways_); }
  /// Returns the shortest way to a node. Precondition: a way exists.
  const Way& way_to(Vertex node) const;

  /// Appends the points of the way from an end to a node. Omits the end. O(n log n) for n crossed
  /// sides.
  void append_way(const FreeSpace& space, const Reduction& reduction, Point end, const Way& way,
                  Path& path);
  /// Appends the points where the path to the goal turns.
  void append_turns(const FreeSpace& space, const Reduction& reduction, Point end, Point goal,
                    const Sighting& sighting, Path& path);
  /// Calls visit(side) for each side that a sighting crosses in the goal's region. Begins at the
  /// goal and ends with the gate through which the sighting enters the region. Does nothing if
  /// sighting.last is kNoHalfEdge.
  template <class Visit>
  static void leave(const Triangulation& mesh, const Reduction& reduction, const Sighting& sighting,
                    const Visit& visit) {
    if (sighting.last == kNoHalfEdge) return;
    const HalfEdge entry = mesh.across(sighting.last);
    reduction.climb(sighting.goal, reduction.region_of(sighting.goal).gate[0] == entry ? 0 : 1,
                    visit);
  }

 private:
  /// A place in the tree of shortest paths from the end.
  struct Node {
    Point point;
    Leg leg;
    bool past_node;  ///< whether the path up to and including the place touches a node
    /// If cross() added the node: Reduction::place_of() for its point. Otherwise -1.
    std::int32_t place;
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
  std::vector<HalfEdge> inward_;   // sides crossed from the goal to the gate of its region
  std::vector<HalfEdge> crossed_;  // sides that the path of pull() crosses
  std::vector<TriangleId> goals_;  // triangles that contain the goal
  Point goal_{};
  Point end_{std::numeric_limits<double>::quiet_NaN(), 0};
  Course course_;
  std::vector<Way> ways_;
  Sighting sighting_;
};

}  // namespace fairway
