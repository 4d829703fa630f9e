#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/property_map.hpp>
#include <concepts>
#include <cstddef>
#include <utility>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// Base of a graph whose members implement Boost's IncidenceGraph and VertexListGraph. The derived
/// class names edge_descriptor, out_edge_iterator and edge_parallel_category. It has these members:
///   vertices()       number of vertices
///   out_edges_of(v)  begin and end as a pair of out_edge_iterator
///   degree(v)        number of edges of v
///   target(e)        target of an edge; e.source is the source
///   cost(e)          cost of an edge
struct MemberGraph {
  ///@{ Types and values that Boost requires.
  using vertex_descriptor = Vertex;
  using directed_category = boost::directed_tag;
  struct traversal_category : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};
  using degree_size_type = std::size_t;
  using vertex_iterator = boost::counting_iterator<Vertex>;
  using vertices_size_type = std::size_t;
  static Vertex null_vertex() { return kNoVertex; }
  ///@}
};

///@{ The expressions that Boost's graph concepts require.
template <std::derived_from<MemberGraph> G>
auto out_edges(Vertex v, const G& graph) {
  return graph.out_edges_of(v);
}
template <std::derived_from<MemberGraph> G>
std::size_t out_degree(Vertex v, const G& graph) {
  return graph.degree(v);
}
template <std::derived_from<MemberGraph> G>
Vertex source(const typename G::edge_descriptor& e, const G&) {
  return e.source;
}
template <std::derived_from<MemberGraph> G>
Vertex target(const typename G::edge_descriptor& e, const G& graph) {
  return graph.target(e);
}
template <std::derived_from<MemberGraph> G>
std::size_t num_vertices(const G& graph) {
  return graph.vertices();
}
template <std::derived_from<MemberGraph> G>
std::pair<MemberGraph::vertex_iterator, MemberGraph::vertex_iterator> vertices(const G& graph) {
  return {MemberGraph::vertex_iterator(0),
          MemberGraph::vertex_iterator(static_cast<Vertex>(graph.vertices()))};
}
template <std::derived_from<MemberGraph> G>
double get(boost::edge_weight_t, const G& graph, const typename G::edge_descriptor& e) {
  return graph.cost(e);
}
///@}

/// Edge costs as a property map, for Boost's algorithms.
template <std::derived_from<MemberGraph> G>
class EdgeCosts {
 public:
  ///@{ Types that Boost requires of a property map.
  using key_type = typename G::edge_descriptor;
  using value_type = double;
  using reference = double;
  using category = boost::readable_property_map_tag;
  ///@}
  /// Refers to the graph, which must outlive this map.
  explicit EdgeCosts(const G& graph) : graph_(&graph) {}
  /// Cost of an edge.
  friend double get(const EdgeCosts& map, const key_type& e) { return map.graph_->cost(e); }

 private:
  const G* graph_;
};
/// Returns the property map of the edge costs.
template <std::derived_from<MemberGraph> G>
EdgeCosts<G> get(boost::edge_weight_t, const G& graph) {
  return EdgeCosts<G>(graph);
}

}  // namespace fairway

/// @cond
template <std::derived_from<fairway::MemberGraph> G>
struct boost::property_map<G, boost::edge_weight_t> {
  using type = fairway::EdgeCosts<G>;
  using const_type = type;
};
/// @endcond
