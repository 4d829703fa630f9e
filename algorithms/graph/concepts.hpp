#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <concepts>
#include <cstddef>
#include <utility>

#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// The edge descriptor of a Boost graph.
template <class G>
using EdgeOf = typename boost::graph_traits<G>::edge_descriptor;

/// The requirements of A*: Boost's IncidenceGraph and VertexListGraph with dense integer vertices
/// and edge_weight as cost.
template <class G>
concept SearchGraph = requires(const G& graph, Vertex v, EdgeOf<G> e) {
  requires std::same_as<typename boost::graph_traits<G>::vertex_descriptor, Vertex>;
  {out_edges(v, graph).first};
  {out_edges(v, graph).second};
  { out_degree(v, graph) } -> std::convertible_to<std::size_t>;
  { source(e, graph) } -> std::convertible_to<Vertex>;
  { target(e, graph) } -> std::convertible_to<Vertex>;
  { num_vertices(graph) } -> std::convertible_to<std::size_t>;
  {vertices(graph).first};
  { get(boost::edge_weight, graph, e) } -> std::convertible_to<double>;
};

/// Calls visit(target, cost) for all edges of v in order; cost() returns the edge's cost.
template <SearchGraph Graph, class Visit>
[[gnu::always_inline]] inline void visit_out_edges(const Graph& graph, Vertex v, Visit&& visit) {
  for (auto [edge, end] = out_edges(v, graph); edge != end; ++edge) {
    visit(target(*edge, graph), [&, e = *edge] { return get(boost::edge_weight, graph, e); });
  }
}

/// A graph that knows which edges can continue a cheapest path. If a path came from parent to v,
/// visit_onward_edges(v, parent, visit) calls visit(target, cost) in order for these edges of v.
/// It visits all edges if parent is kNoVertex. It may skip the edge from v to w if another path
/// from parent to w costs no more. Every vertex must still be reached at its least cost, even if
/// edges are skipped at all vertices.
template <class G>
concept PrunedGraph = SearchGraph<G> && requires(const G& graph, Vertex v) {
  graph.visit_onward_edges(v, v, [](Vertex, auto&&) {});
};

/// Calls visit(target, cost) for the edges that can continue a cheapest path which reached v from
/// parent. Visits all edges of v if the graph is no PrunedGraph.
template <SearchGraph Graph, class Visit>
[[gnu::always_inline]] inline void visit_onward_edges(const Graph& graph, Vertex v, Vertex parent,
                                                      Visit&& visit) {
  if constexpr (PrunedGraph<Graph>) {
    graph.visit_onward_edges(v, parent, visit);
  } else {
    static_cast<void>(parent);
    visit_out_edges(graph, v, visit);
  }
}

}  // namespace fairway
