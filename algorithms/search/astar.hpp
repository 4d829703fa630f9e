#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/search/search_observer.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

struct SearchResult {
  bool found = false;
  double cost = std::numeric_limits<double>::infinity();
  std::uint64_t expanded = 0;   ///< vertices taken from the open list
  std::uint64_t generated = 0;  ///< edges looked at, and links of the start
};

/// A* as it is published. Known when it is compiled, so that nothing is asked while it runs.
class PlainSearch {
 public:
  constexpr bool first_closed() const { return false; }
  constexpr bool look_ahead() const { return false; }
  constexpr SearchObserver* observer() const { return nullptr; }
};

/// A search that departs from the plain one in ways chosen when it runs.
class SteeredSearch {
 public:
  SteeredSearch(bool first_closed, bool look_ahead, SearchObserver* observer)
      : first_closed_(first_closed), look_ahead_(look_ahead), observer_(observer) {}

  /// Ends when a vertex linked to the goal is closed, and goes to the goal from there: the cost may
  /// exceed the least.
  bool first_closed() const { return first_closed_; }
  /// A vertex linked to the goal bounds the cost as soon as it is reached, and vertices that cannot
  /// lead to less are left alone: what is found is the same, mostly after fewer expansions.
  bool look_ahead() const { return look_ahead_; }
  /// Is told every step; may be null.
  SearchObserver* observer() const { return observer_; }

 private:
  bool first_closed_;
  bool look_ahead_;
  SearchObserver* observer_;
};

/// A* from the attachment's start to its goal, both virtual: the graph is never touched.
/// `heuristic` maps a vertex to a lower bound of its cost to the goal. The cost found is least (up
/// to rounding) if the heuristic is consistent; a closed vertex is not opened again, so that with a
/// heuristic weighted by w the cost is at most w times the least. Among equal f the larger g goes
/// first. `vertices` receives the vertices on the path in order, without the ends; it is empty
/// where the direct link is best. Allocates nothing once scratch and vertices have grown to size.
/// The heuristic may ask the scratch for a vertex's goal link. O((expanded + generated) log
/// generated).
/// Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination
/// of Minimum Cost Paths", IEEE Trans. SSC 4 (1968).
template <SearchGraph Graph, class Heuristic, class Steering = PlainSearch>
SearchResult astar(const Graph& graph, const Attachment& attachment, const Heuristic& heuristic,
                   SearchScratch& scratch, std::vector<Vertex>& vertices,
                   const Steering& steering = {}) {
  using Node = SearchScratch::Node;
  SearchResult result;
  vertices.clear();
  scratch.begin(num_vertices(graph));
  result.cost = attachment.direct;
  Vertex last = kNoVertex;
  SearchObserver* const observer = steering.observer();

  for (std::size_t i = 0; i < attachment.goal.size(); ++i) {
    Node& node = scratch.node(attachment.goal[i].vertex);
    if (node.goal_link < 0 ||
        attachment.goal[i].cost < attachment.goal[static_cast<std::size_t>(node.goal_link)].cost) {
      node.goal_link = static_cast<std::int32_t>(i);
    }
  }
  if (observer != nullptr && result.cost < std::numeric_limits<double>::infinity()) {
    observer->goal_reached(kNoVertex, result.cost);
  }

  const auto reach_goal = [&](Vertex v, const Node& node, double g) {
    const double cost = g + attachment.goal[static_cast<std::size_t>(node.goal_link)].cost;
    if (cost >= result.cost) return false;
    result.cost = cost;
    last = v;
    return true;
  };
  // A vertex that bounds the cost may stay unopened: where it is reached at greater cost again, it
  // cannot lead to less than the bound.
  const auto look_ahead = [&](Vertex v, Node& node, double g, Vertex parent) {
    if (node.goal_link < 0 || !reach_goal(v, node, g)) return;
    node.g = g;
    node.parent = parent;
    if (observer != nullptr) observer->goal_reached(v, result.cost);
  };
  const auto relax = [&](Vertex v, double g, Vertex parent) {
    Node& node = scratch.node(v);
    if (node.slot == SearchScratch::kUnseen) {
      const double h = heuristic(v);
      if (g + h >= result.cost) return;
      if (observer != nullptr) observer->vertex_reached(v, parent, g, h);
      if (steering.look_ahead()) {
        look_ahead(v, node, g, parent);
        if (g + h >= result.cost) return;
      }
      node.g = g;
      node.h = h;
      node.parent = parent;
      scratch.push(v, node);
    } else if (node.slot != SearchScratch::kClosed && g < node.g) {
      if (steering.look_ahead() && g + node.h >= result.cost) return;
      if (observer != nullptr) observer->vertex_reached(v, parent, g, node.h);
      if (steering.look_ahead()) {
        look_ahead(v, node, g, parent);
        if (g + node.h >= result.cost) return;
      }
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
    if (observer != nullptr) observer->vertex_expanded(u, node.parent, node.g, node.h);
    if (node.goal_link >= 0) {
      const bool better = reach_goal(u, node, node.g);
      if (observer != nullptr && better) observer->goal_reached(u, result.cost);
      if (steering.first_closed()) {
        if (observer != nullptr) observer->vertex_closed(u, node.parent, node.g, node.h);
        break;
      }
    }
    auto [edge, end] = out_edges(u, graph);
    for (; edge != end; ++edge) {
      ++result.generated;
      relax(target(*edge, graph), node.g + get(boost::edge_weight, graph, *edge), u);
    }
    if (observer != nullptr) observer->vertex_closed(u, node.parent, node.g, node.h);
  }

  result.found = result.cost < std::numeric_limits<double>::infinity();
  for (Vertex v = last; v != kNoVertex; v = scratch.node(v).parent) vertices.push_back(v);
  std::reverse(vertices.begin(), vertices.end());
  return result;
}

}  // namespace fairway
