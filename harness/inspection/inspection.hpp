#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/method.hpp"
#include "algorithms/methods/planner.hpp"
#include "harness/inspection/promise.hpp"

namespace fairway {

/// A built method, as inspect() looks at it.
struct InspectedMethod {
  const FreeSpace& space;
  Guarantees guarantees;  ///< of the adapter with the method's options
  SearchSettings settings;
  Planner& planner;
};

/// Holds a representation to what Promise lists from kGraph on: all of its edges, the drawing of
/// a sample of them, and the links, drawing and least path of each query. Least paths are found by
/// Boost's Dijkstra in a copy of the graph: of as many queries as come to some ten million edges,
/// and of one at least, but in graphs of more than forty million edges. Finds nothing where the
/// planner has no graph. O(vertices + edges + queries x edges) time, and memory of several times
/// the graph's.
Findings inspect(const InspectedMethod& method, std::span<const Query> queries);

}  // namespace fairway
