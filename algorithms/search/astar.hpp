#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/search/search_observer.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// Settings of plain A*. They are compile-time constants and cost nothing at run time. A variant of
/// A* derives from this class and redefines some members.
class PlainSearch {
 public:
  /// Whether the search ends when it closes the first vertex that is linked to the goal. The cost
  /// of the path may then exceed the least cost.
  constexpr bool first_closed() const { return false; }
  /// Whether a vertex that is linked to the goal lowers the upper bound of the cost as soon as it
  /// is reached, not only when it is expanded. Vertices that cannot improve on the bound are
  /// skipped. The cost of the path stays the same, mostly with fewer expansions.
  constexpr bool look_ahead() const { return false; }
  /// Whether the search examines the edges that a PrunedGraph leaves out.
  constexpr bool all_edges() const { return false; }
  /// The observer that receives every step of the search, or null.
  constexpr SearchObserver* observer() const { return nullptr; }
};

/// Textbook A* on all edges of the graph.
class BareSearch : public PlainSearch {
 public:
  constexpr bool all_edges() const { return true; }  ///< As in PlainSearch.
};

/// Plain A*, or A* on all edges, with an observer.
class WatchedSearch : public PlainSearch {
 public:
  /// The observer may be null.
  explicit WatchedSearch(SearchObserver* observer, bool all_edges = false)
      : observer_(observer), all_edges_(all_edges) {}
  ///@{ As in PlainSearch.
  bool all_edges() const { return all_edges_; }
  SearchObserver* observer() const { return observer_; }
  ///@}

 private:
  SearchObserver* observer_;
  bool all_edges_;
};

/// A graph of at least this many vertices is larger than the processor's cache. While A* expands a
/// vertex, it loads the edges of the vertex that it probably expands next.
inline constexpr std::size_t kManyVertices = 100'000;

/// Runs A* from the attachment's start to its goal; the graph does not change. `heuristic` maps a
/// vertex to a lower bound of its cost to the goal. The heuristic may read the vertex's goal link
/// from the scratch. `vertices` receives the path without the ends; it is empty for the direct
/// link. O((expanded + generated) log generated). Allocates only while scratch and vertices grow.
/// The cost is least, up to rounding, if the heuristic is consistent. Closed vertices are not
/// reopened. If a consistent heuristic is multiplied by w, the cost is at most w times the least.
/// Among vertices of equal f, the search expands the vertex with the largest g first. With a
/// TiedScratch, it expands the newest vertex first.
/// If the heuristic declares itself consistent, the search skips the edges that a PrunedGraph
/// leaves out. This changes neither the cost nor the number of expansions. Vertices with equal f
/// and g may be expanded in another order.
/// Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination
/// of Minimum Cost Paths", IEEE Trans. SSC 4 (1968).
template <SearchGraph Graph, class Heuristic, class List, class Steering = PlainSearch>
SearchResult astar(const Graph& graph, const Attachment& attachment, const Heuristic heuristic,
                   ListScratch<List>& scratch, std::vector<Vertex>& vertices,
                   const Steering& steering = {}) {
  SearchResult result;
  // Local counters and inlined functions keep the values of the loop over the edges in registers.
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  vertices.clear();
  scratch.begin(num_vertices(graph), attachment.goal);
  result.cost = attachment.direct;
  Vertex last = kNoVertex;
  if (steering.observer() != nullptr && result.cost < std::numeric_limits<double>::infinity()) {
    steering.observer()->goal_reached(kNoVertex, result.cost);
  }

  const auto reach_goal = [&](Vertex v, double g) __attribute__((always_inline)) {
    const std::int32_t link = scratch.goal_link(v);
    if (link < 0) return false;
    const double cost = g + attachment.goal[static_cast<std::size_t>(link)].cost;
    if (cost >= result.cost) return true;
    result.cost = cost;
    last = v;
    if (steering.observer() != nullptr) steering.observer()->goal_reached(v, cost);
    return true;
  };
  // Records a cheaper path to a vertex. Returns whether the open list must contain the vertex. With
  // look-ahead, a vertex that is linked to the goal can lower the bound at once. If its f is then
  // not below the bound, the search need not expand it.
  const auto improve = [&](Vertex v, double g, double h, Vertex parent)
      __attribute__((always_inline)) {
    if (steering.observer() != nullptr) steering.observer()->vertex_reached(v, parent, g, h);
    scratch.node(v).parent = parent;
    return !(steering.look_ahead() && reach_goal(v, g) && g + h >= result.cost);
  };
  const auto relax = [&](Vertex v, double base, auto&& cost, Vertex parent)
      __attribute__((always_inline)) {
    ++generated;
    if (scratch.is_closed(v)) return;
    const double g = base + cost();
    if (scratch.is_open(v)) {
      if (g >= scratch.g_of(v)) return;
      const double h = scratch.h_of(v);
      if (steering.look_ahead() && g + h >= result.cost) return;
      if (improve(v, g, h, parent)) {
        scratch.decrease(v, g);
      } else {
        scratch.set_g(v, g);
      }
    } else {
      const double h = heuristic(v);
      if (g + h >= result.cost) return;
      if (improve(v, g, h, parent)) scratch.open(v, g, h);
    }
  };

  for (const Link& link : attachment.start) {
    relax(
        link.vertex, 0, [&] { return link.cost; }, kNoVertex);
  }
  // A vertex with a greater estimate has no goal link.
  double greatest_linked = 0;
  for (const Link& link : attachment.goal) {
    greatest_linked = std::max<double>(greatest_linked, heuristic(link.vertex));
  }
  const bool prunes = is_consistent(heuristic) && !steering.all_edges();
  const bool prefetches = num_vertices(graph) >= kManyVertices;
  typename List::Entry least;
  while (scratch.close_least(result.cost, least)) {
    const Vertex u = least.vertex;
    const double g = least.g;
    const double h = least.h;
    ++expanded;
    if constexpr (requires { graph.prefetch(u); }) {
      if (const Vertex next = prefetches ? scratch.next() : kNoVertex; next != kNoVertex) {
        graph.prefetch(next);
      }
    }
    const Vertex parent = scratch.node(u).parent;
    if (steering.observer() != nullptr) steering.observer()->vertex_expanded(u, parent, g, h);
    if (h <= greatest_linked && reach_goal(u, g) && steering.first_closed()) {
      if (steering.observer() != nullptr) steering.observer()->vertex_closed(u, parent, g, h);
      break;
    }
    visit_onward_edges(
        graph, u,
        prunes ? parent : kNoVertex, [&](Vertex v, auto&& cost) __attribute__((always_inline)) {
          relax(v, g, cost, u);
        });
    if (steering.observer() != nullptr) steering.observer()->vertex_closed(u, parent, g, h);
  }

  result.expanded = expanded;
  result.generated = generated;
  result.found = result.cost < std::numeric_limits<double>::infinity();
  for (Vertex v = last; v != kNoVertex; v = scratch.node(v).parent) vertices.push_back(v);
  std::reverse(vertices.begin(), vertices.end());
  return result;
}

}  // namespace fairway
