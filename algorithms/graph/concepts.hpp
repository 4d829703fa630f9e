#pragma once

#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/property_map/property_map.hpp>
#include <concepts>
#include <cstdint>
#include <utility>

namespace fairway {

/// All our graphs number their vertices 0 .. n - 1.
using Vertex = std::int32_t;
inline constexpr Vertex kNoVertex = -1;

template <class G>
using EdgeOf = typename boost::graph_traits<G>::edge_descriptor;

/// What the shared A* needs: Boost's IncidenceGraph and VertexListGraph with dense integer
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

/// A graph that lets a search run over the edges of a vertex in its own way: quicker than by
/// out_edges, and without those that lead nowhere better. graph.visit_onward_edges(v, parent, visit)
/// calls visit(target, cost), where cost() is the edge's cost, for edges of v, which was reached
/// from parent, or from no vertex: then for all of them, in their order. Otherwise it may leave out
/// v's edge to a vertex w where a path from parent to w that does without v costs no more than that
/// over v, such that even where every vertex leaves out edges of its own, a search that closes
/// vertices at their least costs still reaches w at its least.
template <class G>
concept VisitsOnwardEdges = requires(const G& graph, Vertex v) {
  graph.visit_onward_edges(v, v, [](Vertex, auto&&) {});
};

/// Calls visit(target, cost) for the edges of v that VisitsOnwardEdges asks for, which are all of
/// them where the graph has no way of its own.
template <SearchGraph Graph, class Visit>
void visit_onward_edges(const Graph& graph, Vertex v, [[maybe_unused]] Vertex parent,
                        Visit&& visit) {
  if constexpr (VisitsOnwardEdges<Graph>) {
    graph.visit_onward_edges(v, parent, visit);
  } else {
    for (auto [edge, end] = out_edges(v, graph); edge != end; ++edge) {
      visit(target(*edge, graph), [&, e = *edge] { return get(boost::edge_weight, graph, e); });
    }
  }
}

}  // namespace fairway
