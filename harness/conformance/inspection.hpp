#pragma once

#include <functional>
#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "harness/conformance/promise.hpp"
#include "harness/conformance/representation_view.hpp"
#include "harness/method.hpp"
#include "harness/planner.hpp"

namespace fairway {

/// A built method, as inspect() looks at it.
struct InspectedMethod {
  const FreeSpace& space;
  Guarantees guarantees;
  SearchSettings settings;
  RepresentationView& representation;
  std::function<void(const Query&, Answer&)> plan;
};

/// Holds a representation to what Promise lists from kGraph on: all of its edges, the drawing of
/// a sample of them, and the links, drawing and least path of each query. Least paths are found by
/// Boost's Dijkstra in a copy of the graph: of as many queries as come to some ten million edges,
/// and of one at least, but in graphs of more than forty million edges. O(vertices + edges +
/// queries x edges) time, and memory of several times the graph's.
Findings inspect(const InspectedMethod& method, std::span<const Query> queries);

}  // namespace fairway
