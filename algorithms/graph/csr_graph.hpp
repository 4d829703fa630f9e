#pragma once

#include <algorithm>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// A directed graph with edge costs in compressed sparse rows. An undirected graph stores each edge
/// twice. Only replace_row() changes the graph. Models Boost's IncidenceGraph, VertexListGraph and
/// EdgeListGraph.
class CsrGraph {
 public:
  /// An edge, identified by its source and its index in the edge arrays.
  struct Edge {
    ///@{ Source vertex, and index in the edge arrays.
    Vertex source;
    std::uint32_t index;
    ///@}
    friend bool operator==(const Edge&, const Edge&) = default;  ///< compares source and index
  };

  /// An edge for from_edges().
  struct CostedEdge {
    ///@{ Source, target and cost.
    Vertex source;
    Vertex target;
    double cost;
    ///@}
  };

  /// Iterator over the edges of one vertex, for Boost.
  class OutEdgeIterator : public boost::iterator_facade<OutEdgeIterator, Edge,
                                                        boost::random_access_traversal_tag, Edge> {
   public:
    OutEdgeIterator() = default;
    /// Points to the edge of `source` with this index.
    OutEdgeIterator(Vertex source, std::uint32_t index) : edge_{source, index} {}

   private:
    friend class boost::iterator_core_access;
    Edge dereference() const { return edge_; }
    bool equal(const OutEdgeIterator& other) const { return edge_.index == other.edge_.index; }
    void increment() { ++edge_.index; }
    void decrement() { --edge_.index; }
    void advance(std::ptrdiff_t n) { edge_.index += static_cast<std::uint32_t>(n); }
    std::ptrdiff_t distance_to(const OutEdgeIterator& other) const {
      return static_cast<std::ptrdiff_t>(other.edge_.index) -
             static_cast<std::ptrdiff_t>(edge_.index);
    }

    Edge edge_{kNoVertex, 0};
  };

  /// Iterator over all edges in order of their sources, for Boost.
  class EdgeIterator
      : public boost::iterator_facade<EdgeIterator, Edge, boost::forward_traversal_tag, Edge> {
   public:
    EdgeIterator() = default;
    /// Points to the first edge whose source is `from` or a later vertex. `from` = vertex_count()
    /// is the end.
    EdgeIterator(const CsrGraph& graph, Vertex from) : graph_(&graph), edge_{from, 0} {
      begin_row();
    }

   private:
    friend class boost::iterator_core_access;
    Edge dereference() const { return edge_; }
    bool equal(const EdgeIterator& other) const { return edge_ == other.edge_; }
    void increment() {
      if (++edge_.index < graph_->row_end(edge_.source)) return;
      ++edge_.source;
      begin_row();
    }
    void begin_row() {
      const auto end = static_cast<Vertex>(graph_->vertex_count());
      while (edge_.source < end && graph_->out_degree_of(edge_.source) == 0) ++edge_.source;
      edge_.index = edge_.source < end ? graph_->row_begin(edge_.source) : 0;
    }

    const CsrGraph* graph_ = nullptr;
    Edge edge_{kNoVertex, 0};
  };

  /// Builds a graph row by row: add() each edge of vertex 0, end_row(), add() each edge of vertex
  /// 1, and so on.
  class Builder {
   public:
    /// Reserves memory.
    void reserve(std::size_t vertices, std::size_t edges) {
      offsets_.reserve(vertices + 1);
      targets_.reserve(edges);
      costs_.reserve(edges);
    }
    /// Adds an edge to the current row.
    void add(Vertex target, double cost) {
      targets_.push_back(target);
      costs_.push_back(cost);
    }
    /// Copies the row of a vertex of another graph and ends the row.
    void add_row(const CsrGraph& from, Vertex v) {
      const auto begin = static_cast<std::ptrdiff_t>(from.row_begin(v));
      const auto end = static_cast<std::ptrdiff_t>(from.row_end(v));
      targets_.insert(targets_.end(), from.targets_.begin() + begin, from.targets_.begin() + end);
      costs_.insert(costs_.end(), from.costs_.begin() + begin, from.costs_.begin() + end);
      end_row();
    }
    /// Ends the current row. Throws std::length_error for 2^32 edges or more.
    void end_row() {
      if (targets_.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw std::length_error("the graph has 2^32 edges or more; expected fewer edges");
      }
      offsets_.push_back(static_cast<std::uint32_t>(targets_.size()));
    }
    /// Returns the graph. Precondition: end_row() was called for every vertex, including vertices
    /// without edges.
    CsrGraph build() && {
      offsets_.shrink_to_fit();
      targets_.shrink_to_fit();
      costs_.shrink_to_fit();
      return CsrGraph(std::move(offsets_), std::move(targets_), std::move(costs_));
    }

   private:
    std::vector<std::uint32_t> offsets_{0};
    std::vector<Vertex> targets_;
    std::vector<double> costs_;
  };

  ///@{ Types that Boost's graph concepts require.
  using vertex_descriptor = Vertex;
  using edge_descriptor = Edge;
  using out_edge_iterator = OutEdgeIterator;
  using edge_iterator = EdgeIterator;
  using vertex_iterator = boost::counting_iterator<Vertex>;
  using degree_size_type = std::uint32_t;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  ///@}
  struct traversal_category : boost::incidence_graph_tag,
                              boost::vertex_list_graph_tag,
                              boost::edge_list_graph_tag {};

  CsrGraph() : offsets_{0} {}

  /// Makes a graph of edges in any order. Edges of one source keep their order. Throws
  /// std::length_error for 2^32 edges or more. Precondition: sources and targets are in 0 ..
  /// vertices - 1. Linear.
  static CsrGraph from_edges(std::size_t vertices, std::span<const CostedEdge> edges) {
    if (edges.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw std::length_error("the graph has 2^32 edges or more; expected fewer edges");
    }
    std::vector<std::uint32_t> offsets(vertices + 1, 0);
    for (const CostedEdge& e : edges) ++offsets[static_cast<std::size_t>(e.source) + 1];
    for (std::size_t v = 0; v < vertices; ++v) offsets[v + 1] += offsets[v];
    std::vector<std::uint32_t> place(offsets.begin(), offsets.end() - 1);
    std::vector<Vertex> targets(edges.size());
    std::vector<double> costs(edges.size());
    for (const CostedEdge& e : edges) {
      const std::uint32_t at = place[static_cast<std::size_t>(e.source)]++;
      targets[at] = e.target;
      costs[at] = e.cost;
    }
    return CsrGraph(std::move(offsets), std::move(targets), std::move(costs));
  }

  /// Replaces the edges of a vertex. Vertices up to v that did not exist are added without edges. A
  /// row that grows moves to the end of the arrays, so its edges get new indices. Amortised linear
  /// in the row and in the added vertices; the first call is linear in all vertices. Throws
  /// std::length_error for 2^32 indices or more.
  void replace_row(Vertex v, std::span<const Vertex> targets, std::span<const double> costs);
  /// Whether more than a fifth of the edge indices are unused. If so, a new graph with the same
  /// rows takes less memory.
  bool is_wasteful() const { return 4 * index_limit() > 5 * edge_count_; }

  std::size_t vertex_count() const { return vertex_count_; }  ///< number of vertices
  /// Number of directed edges.
  std::size_t edge_count() const { return edge_count_; }
  /// One past the largest edge index in use.
  std::size_t index_limit() const { return targets_.size(); }
  /// Number of edge indices for which memory is reserved.
  std::size_t index_room() const { return targets_.capacity(); }

  /// First edge index of v; the last is row_end(v) - 1. Rows are in order and without gaps until
  /// the first replace_row().
  std::uint32_t row_begin(Vertex v) const { return offsets_[static_cast<std::size_t>(v)]; }
  /// One past the last edge index of v.
  std::uint32_t row_end(Vertex v) const {
    return offsets_[static_cast<std::size_t>(v) + row_end_at_];
  }
  /// Number of edges of v.
  std::uint32_t out_degree_of(Vertex v) const { return row_end(v) - row_begin(v); }
  ///@{ Target and cost of the edge with this index.
  Vertex target(std::uint32_t index) const { return targets_[index]; }
  double cost(std::uint32_t index) const { return costs_[index]; }
  ///@}

  /// Loads the edges with this and the next indices into the cache: 16 targets and 8 costs.
  void prefetch_edges(std::uint32_t index) const {
    __builtin_prefetch(targets_.data() + index);
    __builtin_prefetch(costs_.data() + index);
  }

  /// Targets of the edges of v, in order.
  std::span<const Vertex> neighbours(Vertex v) const {
    return std::span(targets_).subspan(row_begin(v), out_degree_of(v));
  }

  /// Bytes on the heap, by capacity. O(1).
  std::size_t memory_bytes() const {
    return offsets_.capacity() * sizeof(std::uint32_t) + targets_.capacity() * sizeof(Vertex) +
           costs_.capacity() * sizeof(double);
  }

 private:
  CsrGraph(std::vector<std::uint32_t> offsets, std::vector<Vertex> targets,
           std::vector<double> costs)
      : offsets_(std::move(offsets)),
        targets_(std::move(targets)),
        costs_(std::move(costs)),
        vertex_count_(offsets_.size() - 1),
        edge_count_(targets_.size()) {}

  void make_room(std::size_t count);

  std::vector<std::uint32_t> offsets_;  // row v begins at offsets_[v], ends at [v + row_end_at_]
  std::vector<Vertex> targets_;
  std::vector<double> costs_;
  std::size_t row_end_at_ = 1;
  std::size_t vertex_count_ = 0;
  std::size_t edge_count_ = 0;
};

/// @{ The expressions that Boost's graph concepts require.

inline std::pair<CsrGraph::OutEdgeIterator, CsrGraph::OutEdgeIterator> out_edges(
    Vertex v, const CsrGraph& graph) {
  return {{v, graph.row_begin(v)}, {v, graph.row_end(v)}};
}
inline CsrGraph::degree_size_type out_degree(Vertex v, const CsrGraph& graph) {
  return graph.out_degree_of(v);
}
inline Vertex source(CsrGraph::Edge e, const CsrGraph&) { return e.source; }
inline Vertex target(CsrGraph::Edge e, const CsrGraph& graph) { return graph.target(e.index); }

inline std::pair<CsrGraph::vertex_iterator, CsrGraph::vertex_iterator> vertices(
    const CsrGraph& graph) {
  return {CsrGraph::vertex_iterator(0),
          CsrGraph::vertex_iterator(static_cast<Vertex>(graph.vertex_count()))};
}
inline std::size_t num_vertices(const CsrGraph& graph) { return graph.vertex_count(); }

inline std::pair<CsrGraph::EdgeIterator, CsrGraph::EdgeIterator> edges(const CsrGraph& graph) {
  return {{graph, 0}, {graph, static_cast<Vertex>(graph.vertex_count())}};
}
inline std::size_t num_edges(const CsrGraph& graph) { return graph.edge_count(); }

/// The costs of a graph as a Boost property map.
class CsrCosts {
 public:
  ///@{ Types that Boost requires of a property map.
  using value_type = double;
  using reference = double;
  using key_type = CsrGraph::Edge;
  using category = boost::readable_property_map_tag;
  ///@}

  /// Refers to the graph, which must outlive this map.
  explicit CsrCosts(const CsrGraph& graph) : graph_(&graph) {}
  /// Cost of an edge.
  friend double get(const CsrCosts& costs, CsrGraph::Edge e) { return costs.graph_->cost(e.index); }

 private:
  const CsrGraph* graph_;
};

inline double get(boost::edge_weight_t, const CsrGraph& graph, CsrGraph::Edge e) {
  return graph.cost(e.index);
}
inline CsrCosts get(boost::edge_weight_t, const CsrGraph& graph) { return CsrCosts(graph); }
inline Vertex get(boost::vertex_index_t, const CsrGraph&, Vertex v) { return v; }
inline boost::typed_identity_property_map<Vertex> get(boost::vertex_index_t, const CsrGraph&) {
  return {};
}
///@}

static_assert(SearchGraph<CsrGraph>);

}  // namespace fairway

/// @cond
template <>
struct boost::property_map<fairway::CsrGraph, boost::edge_weight_t> {
  using type = fairway::CsrCosts;
  using const_type = fairway::CsrCosts;
};
template <>
struct boost::property_map<fairway::CsrGraph, boost::vertex_index_t> {
  using type = boost::typed_identity_property_map<fairway::Vertex>;
  using const_type = type;
};
/// @endcond
