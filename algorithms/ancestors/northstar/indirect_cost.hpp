#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// The least cost from a vertex to the goal over at most one neighbour: by its own goal link, else
/// over a neighbour that has one, else infinity. It overestimates where a longer path is cheaper.
/// The running search's scratch holds the goal links. O(edges of v).
template <SearchGraph Graph>
double indirect_cost(const Graph& graph, const Attachment& attachment, const SearchScratch& scratch,
                     Vertex v) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
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
