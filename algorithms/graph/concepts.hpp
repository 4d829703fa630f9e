#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <concepts>
#include <cstddef>
#include <utility>

#include "algorithms/graph/vertex.hpp"

namespace fairway {

template <class G>
using EdgeOf = typename boost::graph_traits<G>::edge_descriptor;

/// The requirements of the shared A*: Boost's IncidenceGraph and VertexListGraph with dense integer
/// vertices, and the cost of an edge as its edge_weight property.
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

/// Calls visit(target, cost) for all edges of v in their order; cost() returns the edge's cost.
template <SearchGraph Graph, class Visit>
void visit_out_edges(const Graph& graph, Vertex v, Visit&& visit) {
  for (auto [edge, end] = out_edges(v, graph); edge != end; ++edge) {
    visit(target(*edge, graph), [&, e = *edge] { return get(boost::edge_weight, graph, e); });
  }
}

/// A graph that knows which edges a least path can go on with. visit_onward_edges(v, parent, visit)
/// calls visit(target, cost) for those edges of v, which is reached from parent, in their order;
/// for all edges of v where parent is kNoVertex. An edge from v to w may be left out where another
/// path from parent to w costs no more than the one over v. Even if every vertex leaves edges out,
/// w must still be reached at its least cost, whichever of its least paths each vertex is reached
/// by.
template <class G>
concept PrunedGraph = SearchGraph<G> && requires(const G& graph, Vertex v) {
  graph.visit_onward_edges(v, v, [](Vertex, auto&&) {});
};

/// Calls visit(target, cost) for the edges with which a least path that reaches v from parent can
/// go on: all edges of v where the graph is not a PrunedGraph.
template <SearchGraph Graph, class Visit>
void visit_onward_edges(const Graph& graph, Vertex v, Vertex parent, Visit&& visit) {
  if constexpr (PrunedGraph<Graph>) {
    graph.visit_onward_edges(v, parent, visit);
  } else {
    static_cast<void>(parent);
    visit_out_edges(graph, v, visit);
  }
}

}  // namespace fairway
