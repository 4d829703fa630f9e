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
  Guarantees guarantees;  ///< of the adapter with the options of the method
  SearchSettings settings;
  Planner& planner;
};

/// Checks the promises from kGraph on: all edges of the graph, the realised paths of a sample of
/// edges, and for each query its links, its realised path and its least path. Boost's Dijkstra
/// finds least paths in a copy of the graph. It is run for one query or more, up to about 10
/// million edges in total, and not in graphs of more than 40 million edges. Returns no findings if
/// the planner has no graph. Takes O(vertices + edges + queries x edges) time and several times the
/// memory of the graph.
Findings inspect(const InspectedMethod& method, std::span<const Query> queries);

}  // namespace fairway
