#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/solvers/clearance_triangulation/clearance_mesh.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// Scratch of find_corridor(), one per thread.
struct CorridorScratch {
  /// A crossed side, with the last turning point of a path to the side.
  struct Node {
    HalfEdge entry;       ///< the side, as a half-edge of the triangle that the path enters
    std::int32_t parent;  ///< index of the previous node, or -1
    double cost;          ///< length of the path to `root`
    Point root;           ///< last turning point
    ///@{ The root sees a part of the side. Each point lies on the ray from the root through one end
    /// of this part.
    Point left;
    Point right;
    ///@}
  };
  /// An item of the open list.
  struct Open {
    double estimate;    ///< estimated length of a path over the node
    std::int32_t node;  ///< index of the node
  };
  /// The best node of a half-edge. Valid only if `round` is the number of the current search.
  struct Best {
    std::uint32_t round = 0;  ///< number of the search
    std::int32_t node = -1;   ///< index of the node
    double estimate = 0;      ///< estimated length of a path over the node
  };
  ///@{ Nodes, open list, best nodes, triangles of start and goal, and number of the search.
  std::vector<Node> nodes;
  std::vector<Open> open;
  std::vector<Best> best;
  std::vector<TriangleId> starts;
  std::vector<TriangleId> goals;
  std::uint32_t round = 0;
  ///@}

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(nodes, open, best, starts, goals); }
};

/// Finds a sequence of triangle sides that an agent can cross while it keeps `distance` from the
/// walls. `sides` receives each side as a half-edge of the triangle that the path enters. If one
/// triangle contains start and goal, `sides` is empty. The search keeps one node per side, with the
/// turning points of a short path to the side. The sequence is therefore short, but not always the
/// shortest. The search finds a sequence if there is one. Precondition: a disc of radius `distance`
/// fits at both ends. O(n log n) for n triangles reached. Allocates only while scratch and sides
/// grow.
SolverResult find_corridor(const ClearanceMesh& mesh, const Location& start, const Location& goal,
                           double distance, CorridorScratch& scratch, std::vector<HalfEdge>& sides);

}  // namespace fairway
