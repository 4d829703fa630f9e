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
  Guarantees guarantees;  ///< promises of the adapter with the options of the method
  SearchSettings settings;
  Planner& planner;
};

/// Checks Promise::kGraph and all later promises. Examines
/// - all edges of the graph, and the realised paths of a sample of edges;
/// - the links and the realised path of each query;
/// - the least path of the first queries, by Boost's Dijkstra in a copy of the graph. The number of
///   queries is limited to about 10 million / edges, but at least one query is examined. Graphs of
///   more than 40 million edges are not copied.
///
/// Returns no findings if the planner has no graph. Takes O(vertices + edges + queries x edges)
/// time and several times the memory of the graph.
Findings inspect(const InspectedMethod& method, std::span<const Query> queries);

}  // namespace fairway
