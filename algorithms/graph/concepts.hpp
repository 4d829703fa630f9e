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

}  // namespace fairway
