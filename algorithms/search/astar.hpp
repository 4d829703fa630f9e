#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

struct SearchResult {
  bool found = false;
  double cost = std::numeric_limits<double>::infinity();
  std::uint64_t expanded = 0;   ///< vertices taken from the open list
  std::uint64_t generated = 0;  ///< edges looked at, and links of the start
};

/// A* from the attachment's start to its goal, both virtual: the graph is never touched.
/// `heuristic` maps a vertex to a lower bound of its cost to the goal. The cost found is least (up
/// to rounding) if the heuristic is consistent; a closed vertex is not opened again, so that with a
/// heuristic weighted by w the cost is at most w times the least. Among equal f the larger g goes
/// first. `vertices` receives the vertices on the path in order, without the ends; it is empty
/// where the direct link is best. Allocates nothing once scratch and vertices have grown to size.
/// O((expanded + generated) log generated).
/// Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination
/// of Minimum Cost Paths", IEEE Trans. SSC 4 (1968).
template <SearchGraph Graph, class Heuristic>
SearchResult astar(const Graph& graph, const Attachment& attachment, const Heuristic& heuristic,
                   SearchScratch& scratch, std::vector<Vertex>& vertices) {
  using Node = SearchScratch::Node;
  SearchResult result;
  vertices.clear();
  scratch.begin(num_vertices(graph));
  result.cost = attachment.direct;
  Vertex last = kNoVertex;

  for (std::size_t i = 0; i < attachment.goal.size(); ++i) {
    Node& node = scratch.node(attachment.goal[i].vertex);
    if (node.goal_link < 0 ||
        attachment.goal[i].cost < attachment.goal[static_cast<std::size_t>(node.goal_link)].cost) {
      node.goal_link = static_cast<std::int32_t>(i);
    }
  }

  const auto relax = [&](Vertex v, double g, Vertex parent) {
    Node& node = scratch.node(v);
    if (node.slot == SearchScratch::kUnseen) {
      const double h = heuristic(v);
      if (g + h >= result.cost) return;
      node.g = g;
      node.h = h;
      node.parent = parent;
      scratch.push(v, node);
    } else if (node.slot != SearchScratch::kClosed && g < node.g) {
      node.g = g;
      node.parent = parent;
      scratch.decrease(v, node);
    }
  };

  for (const Link& link : attachment.start) {
    ++result.generated;
    relax(link.vertex, link.cost, kNoVertex);
  }
  while (!scratch.open_is_empty() && scratch.least_f() < result.cost) {
    const Vertex u = scratch.pop();
    ++result.expanded;
    const Node node = scratch.node(u);
    if (node.goal_link >= 0) {
      const double cost = node.g + attachment.goal[static_cast<std::size_t>(node.goal_link)].cost;
      if (cost < result.cost) {
        result.cost = cost;
        last = u;
      }
    }
    auto [edge, end] = out_edges(u, graph);
    for (; edge != end; ++edge) {
      ++result.generated;
      relax(target(*edge, graph), node.g + get(boost::edge_weight, graph, *edge), u);
    }
  }

  result.found = result.cost < std::numeric_limits<double>::infinity();
  for (Vertex v = last; v != kNoVertex; v = scratch.node(v).parent) vertices.push_back(v);
  std::reverse(vertices.begin(), vertices.end());
  return result;
}

}  // namespace fairway
