#pragma once

#include <limits>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// A link between an end of a query and a vertex of the graph.
struct Link {
  Vertex vertex;  ///< vertex that the end is linked to
  double cost;    ///< cost of the link
};

/// The links of both ends of a query. Start and goal are virtual vertices; the graph does not
/// change. Queries reuse an attachment.
struct Attachment {
  std::vector<Link> start;  ///< links from the start to vertices
  std::vector<Link> goal;   ///< links from vertices to the goal
  /// Cost of the direct segment from start to goal; infinity if the ends have no direct link.
  double direct = std::numeric_limits<double>::infinity();

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(start, goal); }
  /// Removes all links and the direct segment. Keeps memory.
  void clear() {
    start.clear();
    goal.clear();
    direct = std::numeric_limits<double>::infinity();
  }
};

}  // namespace fairway
