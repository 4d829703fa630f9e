#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {

/// Labels each vertex with the smallest vertex of its connected component. Returns the number of
/// components. Precondition: each edge exists in both directions. Near-linear.
inline int label_components(const CsrGraph& graph, std::vector<std::int32_t>& labels) {
  DisjointSets sets(graph.vertex_count());
  const auto size = static_cast<Vertex>(graph.vertex_count());
  for (Vertex v = 0; v < size; ++v) {
    for (const Vertex w : graph.neighbours(v)) {
      if (w < v) sets.join(v, w);  // each edge once
    }
  }
  labels.resize(graph.vertex_count());
  for (Vertex v = 0; v < size; ++v) labels[static_cast<std::size_t>(v)] = sets.find(v);
  return sets.count();
}

}  // namespace fairway
