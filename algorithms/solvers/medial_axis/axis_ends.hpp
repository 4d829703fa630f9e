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
  Point on_axis;      ///< where the ray from the nearest point of the border over the end meets it
};

/// Joins the ends of queries to the medial axis. Immutable.
class AxisEnds {
 public:
  /// Keeps a reference to the axis. O(n log n).
  explicit AxisEnds(const AxisGraph& axis);

  /// Writes the edges that a point is joined to. The segment from the point to the axis is legal,
  /// up to rounding. A point on the border has one for each part of the border there. Expected
  /// O(log n).
  void find(const Location& at, std::vector<AxisEnd>& ends) const;

  /// Whether an end is on an edge whose narrow place is closed by not more than the tangents of its
  /// corners. Then the end may be on the other side of the tangents.
  bool is_in_gap(const AxisEnd& end, double distance) const;
  /// Which side of an edge's narrow place an end counts to: -1 or +1; 0 if the agent passes the
  /// place. `flipped` selects the other side for an end in a gap.
  int side(const AxisEnd& end, double distance, bool flipped) const;
  /// Whether an agent passes from a side of an edge to one of the edge's vertices.
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
