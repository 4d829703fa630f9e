#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/member_graph.hpp"
#include "algorithms/solvers/medial_axis/axis_border.hpp"

namespace fairway {

/// A vertex of the medial axis: a point with three nearest parts of the border.
struct AxisVertex {
  Point at;                           ///< the point, rounded
  double clearance;                   ///< distance from the border, rounded up
  std::array<std::int32_t, 3> edges;  ///< edges that a path can take; -1 in unused entries
};

/// An edge of the medial axis: points with the same two nearest parts of the border.
struct AxisEdge {
  std::array<Vertex, 2> ends;  ///< the vertices
  ///@{ The nearest parts of the border on the left and right of the edge, seen from its first end.
  Border left;
  Border right;
  ///@}
  double length;     ///< length, rounded
  double clearance;  ///< an agent that keeps a smaller distance from the walls can pass
  /// Whether the narrowest point of the edge lies between the ends. In this case, this point is
  /// NarrowPlace::middle.
  bool narrow;

  /// The end that is not v.
  Vertex other(Vertex v) const { return ends[0] == v ? ends[1] : ends[0]; }
  /// Returns `right` if b is `left`, and `left` if b is `right`. Precondition: b is one of the two.
  Border across(Border b) const { return left == b ? right : left; }
};

/// The narrowest place along an edge. It is given by the two points of the borders left and right
/// of the edge that are nearest to each other, and by the midpoint between these points.
struct NarrowPlace {
  ///@{ The point on the left border, the point on the right border, and their midpoint.
  Point left;
  Point right;
  Point middle;
  ///@}

  /// Finds the points. Precondition: at least one of the two borders is a corner.
  NarrowPlace(const FreeSpace& space, const AxisEdge& edge);

  /// Position of a point of the edge: negative before the middle, as seen from the first end of the
  /// edge, and positive after it.
  double side(Point p) const { return cross(right - left, p - middle); }
};

/// Selects the points of a polyline that replaces a curved edge.
enum class Bends : std::uint8_t {
  /// Only the point nearest to the corner. Without this point, the polyline could pass the corner
  /// on the wrong side.
  kLegal,
  kSmooth,  ///< a point for every 11.25 degrees by which the edge turns
};

/// The medial axis of free space. The cell of a part of the border has the points for which this
/// part is nearest. A chain of edges bounds the cell. Immutable.
class AxisGraph {
 public:
  /// Builds the axis from a Voronoi diagram of the walls. Keeps a reference to the space. Expected
  /// O(n log n).
  AxisGraph(const FreeSpace& space, const CornerFans& fans);

  const FreeSpace& space() const { return *space_; }  ///< the world
  ///@{ All vertices and edges.
  std::span<const AxisVertex> vertices() const { return vertices_; }
  std::span<const AxisEdge> edges() const { return edges_; }
  ///@}
  ///@{ One vertex or edge.
  const AxisVertex& vertex(Vertex v) const { return vertices_[static_cast<std::size_t>(v)]; }
  const AxisEdge& edge(std::int32_t e) const { return edges_[static_cast<std::size_t>(e)]; }
  ///@}
  /// Whether an agent that keeps this distance from the walls can pass an edge; true at distance 0.
  static bool passes(const AxisEdge& edge, double distance) {
    return distance == 0 || distance < edge.clearance;
  }

  /// An edge of a chain, and the end of this edge that is later in the chain.
  struct ChainEdge {
    ///@{ The edge and the vertex.
    std::int32_t edge;
    Vertex after;
    ///@}
  };
  /// The chain of edges that bounds the cell of a wall side or reflex corner, counter-clockwise
  /// around this wall side or corner. Empty at other corners.
  std::span<const ChainEdge> chain(Border b) const;

  /// Appends to `path` the points of the polyline that replaces an edge (see Bends), strictly
  /// between `from` and `to`. Only edges between a corner and a wall are curved. Their curves are
  /// parabolas.
  void append_bends(const AxisEdge& edge, Point from, Point to, Bends bends, Path& path) const;

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const {
    return heap_bytes(vertices_, edges_, chain_begin_, chain_edges_);
  }

 private:
  friend class AxisBuilder;

  std::size_t chain_slot(Border b) const;

  const FreeSpace* space_;
  std::vector<AxisVertex> vertices_;
  std::vector<AxisEdge> edges_;
  /// First index in chain_edges_ for each corner, then for each wall side.
  std::vector<std::uint32_t> chain_begin_;
  std::vector<ChainEdge> chain_edges_;
};

/// The edges that an agent can pass, as a graph for A*. An edge costs its length.
class PassableAxis : public MemberGraph {
 public:
  /// A directed edge: an edge of the axis and its start vertex.
  struct edge_descriptor {
    ///@{ The vertex and the edge.
    Vertex source;
    std::int32_t edge;
    ///@}
    friend bool operator==(const edge_descriptor&, const edge_descriptor&) = default;  ///< equality
  };
  /// Iterator over the passable edges of a vertex.
  class out_edge_iterator {
   public:
    ///@{ Members that Boost requires of an iterator.
    using iterator_category = std::forward_iterator_tag;
    using value_type = edge_descriptor;
    using difference_type = std::ptrdiff_t;
    using pointer = const edge_descriptor*;
    using reference = edge_descriptor;
    out_edge_iterator() = default;
    out_edge_iterator(const PassableAxis* graph, Vertex v, int place)
        : graph_(graph), vertex_(v), place_(place) {
      skip();
    }
    edge_descriptor operator*() const { return {vertex_, edge()}; }
    out_edge_iterator& operator++() {
      ++place_;
      skip();
      return *this;
    }
    out_edge_iterator operator++(int) {
      const out_edge_iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const out_edge_iterator& a, const out_edge_iterator& b) {
      return a.place_ == b.place_ && a.vertex_ == b.vertex_;
    }
    ///@}

   private:
    std::int32_t edge() const {
      return graph_->axis_->vertex(vertex_).edges[static_cast<std::size_t>(place_)];
    }
    void skip() {
      while (place_ < 3 && !graph_->has(edge())) ++place_;
    }

    const PassableAxis* graph_ = nullptr;
    Vertex vertex_ = kNoVertex;
    int place_ = 3;
  };
  /// Several edges may join the same two vertices.
  using edge_parallel_category = boost::allow_parallel_edge_tag;

  /// Keeps a reference to the axis. `distance` is the distance that the agent keeps from the walls.
  PassableAxis(const AxisGraph& axis, double distance) : axis_(&axis), distance_(distance) {}

  ///@{ Members that MemberGraph requires.
  std::size_t vertices() const { return axis_->vertices().size(); }
  std::pair<out_edge_iterator, out_edge_iterator> out_edges_of(Vertex v) const {
    return {{this, v, 0}, {this, v, 3}};
  }
  std::size_t degree(Vertex v) const {
    std::size_t count = 0;
    for (const std::int32_t e : axis_->vertex(v).edges) count += has(e) ? 1 : 0;
    return count;
  }
  Vertex target(const edge_descriptor& e) const { return axis_->edge(e.edge).other(e.source); }
  double cost(const edge_descriptor& e) const { return axis_->edge(e.edge).length; }
  ///@}

 private:
  bool has(std::int32_t e) const { return e >= 0 && AxisGraph::passes(axis_->edge(e), distance_); }

  const AxisGraph* axis_;
  double distance_;
};

static_assert(SearchGraph<PassableAxis>);

}  // namespace fairway
