#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <cstddef>
#include <utility>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// A graph with the edges out of a vertex left to a function, for a search that has to look at some
/// of them only: `successors(Vertex)` returns a pair of iterators over edges of `graph`, of which
/// it may be asked anew at each visit. Refers to the graph.
template <SearchGraph Graph, class Successors>
class SuccessorGraph {
 public:
  using vertex_descriptor = Vertex;
  using edge_descriptor = EdgeOf<Graph>;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};

  SuccessorGraph(const Graph& graph, Successors successors)
      : graph_(&graph), successors_(std::move(successors)) {}

  friend auto out_edges(Vertex v, const SuccessorGraph& g) { return g.successors_(v); }
  friend std::size_t out_degree(Vertex v, const SuccessorGraph& g) {
    std::size_t count = 0;
    for (auto [edge, end] = g.successors_(v); edge != end; ++edge) ++count;
    return count;
  }
  friend Vertex source(edge_descriptor e, const SuccessorGraph& g) { return source(e, *g.graph_); }
  friend Vertex target(edge_descriptor e, const SuccessorGraph& g) { return target(e, *g.graph_); }
  friend std::size_t num_vertices(const SuccessorGraph& g) { return num_vertices(*g.graph_); }
  friend auto vertices(const SuccessorGraph& g) { return vertices(*g.graph_); }
  friend double get(boost::edge_weight_t weight, const SuccessorGraph& g, edge_descriptor e) {
    return get(weight, *g.graph_, e);
  }

 private:
  const Graph* graph_;
  Successors successors_;
};

}  // namespace fairway
