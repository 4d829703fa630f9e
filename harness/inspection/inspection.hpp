#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/method.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/representations/guarantees.hpp"
#include "harness/inspection/promise.hpp"

namespace fairway {

/// A built method to inspect.
struct InspectedMethod {
  const FreeSpace& space;
  Guarantees guarantees;  ///< of the adapter with the method's options
  SearchSettings settings;
  Planner& planner;
};

/// Checks the promises from kGraph on: for the graph all edges, for a sample of edges the path that
/// realises them, and for each query its links, its realised path and its least path. Least paths
/// are found by Boost's Dijkstra in a copy of the graph. They are checked for as many queries as
/// amount to some ten million edges, and at least one, but not in graphs of more than forty million
/// edges. Finds nothing if the planner has no graph. Takes O(vertices + edges + queries x edges)
/// time and several times the graph's memory.
Findings inspect(const InspectedMethod& method, std::span<const Query> queries);

}  // namespace fairway
