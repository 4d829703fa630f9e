#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/representations/triangle_mesh/junction_links.hpp"

namespace fairway {

void JunctionLinks::pack() {
  constexpr std::uint32_t kUnmoved = 0xffffffff;
  CsrGraph::Builder builder;
  builder.reserve(graph.vertex_count(), graph.edge_count());
  std::vector<Passage> kept;
  kept.reserve(graph.edge_count());
  std::vector<std::uint32_t> moved_to(bends.size(), kUnmoved);
  std::vector<Point> kept_bends;
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertex_count()); ++v) {
    builder.add_row(graph, v);
    for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
      Passage& passage = kept.emplace_back(passages[e]);
      if (passage.bend_count == 0) {
        passage.first_bend = 0;
        continue;
      }
      std::uint32_t& first = moved_to[passage.first_bend];
      if (first == kUnmoved) {
        first = static_cast<std::uint32_t>(kept_bends.size());
        const auto bend = bends.begin() + passage.first_bend;
        kept_bends.insert(kept_bends.end(), bend, bend + passage.bend_count);
      }
      passage.first_bend = first;
    }
  }
  graph = std::move(builder).build();
  passages = std::move(kept);
  bends = std::move(kept_bends);
}

}  // namespace fairway
