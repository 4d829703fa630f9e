#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {

/// Connected components of a graph whose edges go both ways.
struct CsrComponents {
  int count = 0;
  std::vector<std::int32_t> of;  ///< of each vertex: a number that all of its component share
};

/// Near-linear.
inline CsrComponents find_components(const CsrGraph& graph) {
  DisjointSets sets(graph.vertex_count());
  const auto size = static_cast<Vertex>(graph.vertex_count());
  for (Vertex v = 0; v < size; ++v) {
    for (const Vertex w : graph.neighbours(v)) sets.join(v, w);
  }
  CsrComponents components{sets.count(), std::vector<std::int32_t>(graph.vertex_count())};
  for (Vertex v = 0; v < size; ++v) components.of[static_cast<std::size_t>(v)] = sets.find(v);
  return components;
}

}  // namespace fairway
