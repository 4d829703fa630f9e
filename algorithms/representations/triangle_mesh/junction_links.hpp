#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {

/// The course of a link between two corners of junctions. It begins at the first corner, the origin
/// of a half-edge of a junction, and passes through sides of junctions (kNoHalfEdge: no more) and
/// the regions behind them. It ends in the last junction, which has the second corner.
struct Passage {
  HalfEdge from;
  std::array<HalfEdge, 2> exits;
  std::uint32_t first_bend;  ///< where it turns on the way
  std::uint32_t bend_count;
  bool backwards;  ///< its bends are in the order of the way back
};

/// The links between the corners of junctions. They are the sides of the junctions, and the
/// shortest ways from each end of a junction's side to the ends of the side by which the next
/// junction is entered; these lead through one region, or through two and the junction between
/// them. A way that passes a corner of a junction is stored as two links.
struct JunctionLinks {
  CsrGraph graph;
  std::vector<Passage> passages;  ///< by the index of the graph's edges
  std::vector<Point> bends;
};

/// O(triangles + links log links).
JunctionLinks link_junctions(const FreeSpace& space, const Reduction& reduction);

}  // namespace fairway
