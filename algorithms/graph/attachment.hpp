#pragma once

#include <limits>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// A link between an end of a query and a vertex of the graph, with its cost.
struct Link {
  Vertex vertex;
  double cost;
};

/// The links of a query: start and goal are virtual vertices, and the graph does not change. Reused
/// from query to query.
struct Attachment {
  std::vector<Link> start;                                  ///< from the start to vertices
  std::vector<Link> goal;                                   ///< from vertices to the goal
  double direct = std::numeric_limits<double>::infinity();  ///< from start to goal, if possible

  std::size_t memory_bytes() const { return heap_bytes(start, goal); }
  void clear() {
    start.clear();
    goal.clear();
    direct = std::numeric_limits<double>::infinity();
  }
};

}  // namespace fairway
