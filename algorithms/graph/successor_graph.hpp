#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <cstddef>
#include <utility>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// A PrunedGraph for one query. `successors(parent, v)` returns a begin and an end iterator over
/// the edges of v that can continue a path from `parent`. If v was reached by a link of the start,
/// `parent` is kNoVertex. Keeps a reference to the graph. Precondition: the search's heuristic is
/// consistent.
template <SearchGraph Graph, class Successors>
class SuccessorGraph {
 public:
  ///@{ Types that Boost's graph concepts require.
  using vertex_descriptor = Vertex;
  using edge_descriptor = EdgeOf<Graph>;
  using out_edge_iterator = typename boost::graph_traits<Graph>::out_edge_iterator;
  using degree_size_type = typename boost::graph_traits<Graph>::degree_size_type;
  using vertex_iterator = typename boost::graph_traits<Graph>::vertex_iterator;
  using vertices_size_type = typename boost::graph_traits<Graph>::vertices_size_type;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  ///@}
  struct traversal_category : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};

  /// Refers to the graph, which must outlive this object.
  SuccessorGraph(const Graph& graph, Successors successors)
      : graph_(&graph), successors_(std::move(successors)) {}

  /// See PrunedGraph.
  [[gnu::always_inline]] void visit_onward_edges(Vertex v, Vertex parent, auto&& visit) const {
    for (auto [edge, end] = successors_(parent, v); edge != end; ++edge) {
      visit(target(*edge, *graph_), [&, e = *edge] { return get(boost::edge_weight, *graph_, e); });
    }
  }

  /// Loads the edges of v early, see astar(). Exists if `successors` has this member.
  void prefetch(Vertex v) const requires requires(const Successors& from) { from.prefetch(v); }
  { successors_.prefetch(v); }

  ///@{ The expressions that Boost's graph concepts require.
  friend auto out_edges(Vertex v, const SuccessorGraph& g) { return out_edges(v, *g.graph_); }
  friend degree_size_type out_degree(Vertex v, const SuccessorGraph& g) {
    return out_degree(v, *g.graph_);
  }
  friend Vertex source(edge_descriptor e, const SuccessorGraph& g) { return source(e, *g.graph_); }
  friend Vertex target(edge_descriptor e, const SuccessorGraph& g) { return target(e, *g.graph_); }
  friend vertices_size_type num_vertices(const SuccessorGraph& g) {
    return num_vertices(*g.graph_);
  }
  friend auto vertices(const SuccessorGraph& g) { return vertices(*g.graph_); }
  friend double get(boost::edge_weight_t weight, const SuccessorGraph& g, edge_descriptor e) {
    return get(weight, *g.graph_, e);
  }
  ///@}

 private:
  const Graph* graph_;
  Successors successors_;
};

}  // namespace fairway
