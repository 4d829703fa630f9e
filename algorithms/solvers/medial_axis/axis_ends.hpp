#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/solvers/medial_axis/axis_graph.hpp"

namespace fairway {

/// An edge of the axis that an end of a query is joined to.
struct AxisEnd {
  std::int32_t edge;  ///< the edge
  /// The point at which a ray meets the edge. The ray starts at the point of the border nearest to
  /// the query's end, and passes through this end.
  Point on_axis;
};

/// Joins the ends of queries to the medial axis. Immutable.
class AxisEnds {
 public:
  /// Keeps a reference to the axis. O(n log n).
  explicit AxisEnds(const AxisGraph& axis);

  /// Joins a point to edges of the axis, and writes these edges to `ends`. The segment from the
  /// point to the axis is legal, up to rounding. A point on the border can be on several parts of
  /// the border. It is joined to one edge for each part. Expected O(log n).
  void find(const Location& at, std::vector<AxisEnd>& ends) const;

  /// Whether the narrow place of `end.edge` (see NarrowPlace) is only slightly too narrow for the
  /// agent. If so, the end of the query may lie on the side opposite to the computed side. Reason:
  /// tangents at corners reach slightly farther than the arcs that they replace (see CornerFans).
  bool is_in_gap(const AxisEnd& end, double distance) const;
  /// An end lies on one side of the narrow place of its edge. Returns this side: -1 or +1, see
  /// NarrowPlace::side(). Returns 0 if the agent can pass the edge or the edge has no narrow place.
  /// If `flipped` and is_in_gap() are true, returns the opposite side instead.
  int side(const AxisEnd& end, double distance, bool flipped) const;
  /// Whether an agent on one side of an edge's narrow place can reach vertex v of the edge. `side`
  /// is a result of side().
  bool reaches(std::int32_t edge, int side, Vertex v, double distance) const;

  std::size_t memory_bytes() const { return heap_bytes(walls_, tree_); }  ///< bytes on the heap

 private:
  Border nearest(Point p) const;
  CornerId corner_around(VertexId v, Point p) const;
  void join(Border cell, Point p, std::vector<AxisEnd>& ends) const;

  const AxisGraph* axis_;
  std::vector<HalfEdge> walls_;
  BoxTree tree_;
};

}  // namespace fairway
