#pragma once

#include <limits>
#include <vector>

#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// A link between an end of a query and a vertex of the graph, and what it costs.
struct Link {
  Vertex vertex;
  double cost;
};

/// How a query hangs on a graph: start and goal are virtual vertices, the graph stays as it is.
/// Reused from query to query.
struct Attachment {
  std::vector<Link> start;                                  ///< from the start to vertices
  std::vector<Link> goal;                                   ///< from vertices to the goal
  double direct = std::numeric_limits<double>::infinity();  ///< from start to goal, if it can be

  void clear() {
    start.clear();
    goal.clear();
    direct = std::numeric_limits<double>::infinity();
  }
};

}  // namespace fairway
