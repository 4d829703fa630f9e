#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The optimum L* without a graph: best-first search over intervals of triangulation edges seen
/// from one root each, by exact decisions. An interval's ends are rays from its root through input
/// vertices, so that every decision is an orientation of input points; only estimates of lengths
/// use computed points. Needs nothing but the free space; immutable; one Scratch a thread. Source:
/// M. L. Cui, D. D. Harabor, A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI
/// 2017.
class Polyanya {
 public:
  explicit Polyanya(const FreeSpace& space) : space_(&space) {}  // keeps a reference

  /// One end of an interval: the ray from the root through a point, or the ray opposite to it. It
  /// is closed until a reflex corner is met on it.
  struct Bound {
    Point point;
    bool opposite = false;
    bool closed = false;
  };
  /// What can be seen from a root through an edge, looking out of the edge's triangle.
  struct Node {
    HalfEdge through;
    std::int32_t root;  ///< in Scratch::roots
    Bound right;
    Bound left;
  };
  /// A node that waits.
  struct Open {
    double least;  ///< no path through its interval is shorter
    std::int32_t node;
  };
  /// Where a path turns: the start, or a corner.
  struct Root {
    Point point;
    double cost;  ///< the length of the way here
    CornerId corner;
    std::int32_t parent;
  };

  /// What a query changes. Reset in O(1).
  struct Scratch {
    std::vector<Open> heap;
    std::vector<Node> nodes;
    std::vector<Root> roots;
    std::vector<double> cost_of;  ///< least known, of each corner
    std::vector<std::uint32_t> stamp_of;
    std::uint32_t stamp = 0;
    std::uint64_t expanded = 0;  ///< by the last query
    std::uint64_t generated = 0;
  };

  /// Length of the shortest legal path; infinity where there is none or an end is blocked. Where
  /// `path` is given it receives the path (emptied where there is none).
  double solve(Point start, Point goal, Scratch& scratch, Path* path = nullptr) const;
  double solve(const Location& start, const Location& goal, Scratch& scratch,
               Path* path = nullptr) const;

 private:
  const FreeSpace* space_;
};

}  // namespace fairway
