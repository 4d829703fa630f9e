#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/methods/representation_view.hpp"

namespace fairway {

/// A hash of all vertices with edges: their positions, edges and costs. O(vertices + edges).
inline std::uint64_t fingerprint(const RepresentationView& view) {
  std::uint64_t hash = 0;
  const auto mix = [&](std::uint64_t word) {
    hash = (std::rotl(hash, 5) ^ word) * 0x9e3779b97f4a7c15;
  };
  const std::size_t count = view.vertex_count();
  mix(count);
  std::vector<RepresentationView::Edge> edges;
  for (std::size_t v = 0; v < count; ++v) {
    view.edges_of(static_cast<Vertex>(v), edges);
    if (edges.empty()) continue;
    const Point at = view.position(static_cast<Vertex>(v));
    mix(std::bit_cast<std::uint64_t>(at.x));
    mix(std::bit_cast<std::uint64_t>(at.y));
    for (const RepresentationView::Edge& e : edges) {
      mix(static_cast<std::uint64_t>(e.target));
      mix(std::bit_cast<std::uint64_t>(e.cost));
    }
  }
  return hash;
}

}  // namespace fairway
