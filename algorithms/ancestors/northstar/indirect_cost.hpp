#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// Returns the least cost from a vertex to the goal through at most one neighbour. If the vertex
/// has a goal link, this is the cost of the link. Otherwise it is the least cost through a
/// neighbour with a goal link, or infinity if no neighbour has such a link. The result is an
/// overestimate if a path with more edges is cheaper. The goal links are in the scratch of the
/// running search. O(edges of v).
template <SearchGraph Graph>
double indirect_cost(const Graph& graph, const Attachment& attachment, const SearchScratch& scratch,
                     Vertex v) {
  const auto linked = [&](Vertex w) {
    const std::int32_t link = scratch.goal_link(w);
    return link < 0 ? kInfinity : attachment.goal[static_cast<std::size_t>(link)].cost;
  };
  double least = linked(v);
  if (least < kInfinity) return least;
  for (auto [edge, end] = out_edges(v, graph); edge != end; ++edge) {
    least = std::min(least, get(boost::edge_weight, graph, *edge) + linked(target(*edge, graph)));
  }
  return least;
}

}  // namespace fairway
