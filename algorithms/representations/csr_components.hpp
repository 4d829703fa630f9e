#pragma once

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {

/// Connected components of a graph whose edges go both ways. Near-linear.
inline int count_components(const CsrGraph& graph) {
  DisjointSets sets(graph.vertex_count());
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertex_count()); ++v) {
    for (const Vertex w : graph.neighbours(v)) sets.join(v, w);
  }
  return sets.count();
}

}  // namespace fairway
