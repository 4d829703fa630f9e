#pragma once

#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/representations/optional_members.hpp"

namespace fairway {

/// A type-erased representation, for inspections. It has the members of Representation as virtual
/// functions. Owns the scratch space of one thread.
class RepresentationView {
 public:
  /// A directed edge.
  struct Edge {
    ///@{ Source, target and cost.
    Vertex source;
    Vertex target;
    double cost;
    ///@}
  };

  virtual ~RepresentationView() = default;
  virtual std::size_t vertex_count() const = 0;  ///< num_vertices of the graph
  /// Replaces `edges` by the edges out of v. Returns out_degree(v).
  virtual std::size_t edges_of(Vertex v, std::vector<Edge>& edges) const = 0;
  /// Writes the least costs from a vertex to all vertices, by Boost's Dijkstra on the graph itself.
  /// The cost is infinity if no path exists.
  virtual void least_costs(Vertex from, std::vector<double>& costs) const = 0;
  ///@{ As in Representation.
  virtual Point position(Vertex v) const = 0;
  virtual AttachStatus attach(const Location& start, const Location& goal,
                              Attachment& attachment) = 0;
  virtual void realise(const FoundPath& found, Path& path) = 0;
  virtual std::size_t memory_bytes() const = 0;
  virtual const BuildReport& report() const = 0;
  ///@}
  /// Number of vertices that the representation reports, by default vertex_count().
  virtual std::size_t reported_vertices() const = 0;
  virtual bool accepts_blocked_ends() const = 0;  ///< see MayAcceptBlockedEnds
  /// Component of a vertex; nothing if the representation does not label components.
  virtual std::optional<std::int32_t> component(Vertex v) const = 0;
  /// Whether segment ab is covered; nothing if the representation has no covers().
  virtual std::optional<bool> covers(Point a, Point b) = 0;
  /// Writes the portals of a path. Returns false if the representation has no corridor().
  virtual bool corridor(const FoundPath& found, std::vector<Portal>& portals) = 0;
};

/// The view of a representation R.
template <Representation R>
class ViewOf final : public RepresentationView {
 public:
  /// Keeps a reference to the representation.
  explicit ViewOf(const R& representation) : representation_(representation) {}

  std::size_t vertex_count() const override { return num_vertices(representation_.graph()); }

  std::size_t edges_of(Vertex v, std::vector<Edge>& edges) const override {
    edges.clear();
    const auto& graph = representation_.graph();
    for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
      edges.push_back({source(*e, graph), target(*e, graph), get(boost::edge_weight, graph, *e)});
    }
    return out_degree(v, graph);
  }

  void least_costs(Vertex from, std::vector<double>& costs) const override {
    const auto& graph = representation_.graph();
    costs.resize(num_vertices(graph));
    using Edge = EdgeOf<typename R::Graph>;
    boost::dijkstra_shortest_paths_no_color_map(
        graph, from,
        boost::distance_map(costs.data())
            .distance_inf(std::numeric_limits<double>::infinity())
            .vertex_index_map(boost::typed_identity_property_map<Vertex>())
            .weight_map(boost::make_function_property_map<Edge>(
                [&graph](const Edge& e) -> double { return get(boost::edge_weight, graph, e); })));
  }

  Point position(Vertex v) const override { return representation_.position(v); }

  AttachStatus attach(const Location& start, const Location& goal,
                      Attachment& attachment) override {
    return representation_.attach(start, goal, scratch_, attachment);
  }

  void realise(const FoundPath& found, Path& path) override {
    representation_.realise(found, scratch_, path);
  }

  std::size_t memory_bytes() const override { return representation_.memory_bytes(); }

  const BuildReport& report() const override { return representation_.report(); }

  std::size_t reported_vertices() const override { return vertex_count_of(representation_); }

  bool accepts_blocked_ends() const override {
    return fairway::accepts_blocked_ends(representation_);
  }

  std::optional<std::int32_t> component(Vertex v) const override {
    return component_of(representation_, v);
  }

  std::optional<bool> covers(Point a, Point b) override {
    if constexpr (CoveringRepresentation<R>) {
      return representation_.covers(a, b, scratch_);
    } else {
      return std::nullopt;
    }
  }

  bool corridor(const FoundPath& found, std::vector<Portal>& portals) override {
    if constexpr (CorridorRepresentation<R>) {
      representation_.corridor(found, scratch_, portals);
      return true;
    } else {
      return false;
    }
  }

 private:
  const R& representation_;
  typename R::Scratch scratch_;
};

}  // namespace fairway
