#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {

/// The course of a link between two corners of junctions. The link begins at the origin of
/// half-edge `from` of a junction. An exit is a side through which the link leaves a junction. A
/// link without exits is a side of its junction. A link with one exit crosses the region behind the
/// exit and ends in the junction behind this region. A link with two exits crosses this junction
/// too, then the region behind the second exit, and ends in the junction behind that region.
struct Passage {
  ///@{ Half-edge at whose origin the link begins, and the exits; unused exits are kNoHalfEdge.
  HalfEdge from;
  std::array<HalfEdge, 2> exits;
  ///@}
  ///@{ Range of the bends of the link in JunctionLinks::bends.
  std::uint32_t first_bend;
  std::uint32_t bend_count;
  ///@}
  bool backwards;  ///< whether the link visits the stored bends from last to first
};

/// The links between corners of junctions: the sides of junctions, and shortest paths between
/// corners of two junctions. Such a path leads through one region, or through two regions and the
/// junction between them. A path that touches a corner of a junction is stored as two links.
struct JunctionLinks {
  CsrGraph graph;                 ///< the links as a graph
  std::vector<Passage> passages;  ///< passage of each edge, by edge index
  std::vector<Point> bends;  ///< bends of all passages; both directions of a link share their bends
};

/// Finds the links. O(triangles + links log links).
JunctionLinks link_junctions(const FreeSpace& space, const Reduction& reduction);

}  // namespace fairway
