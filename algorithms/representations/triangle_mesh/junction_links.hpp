#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {

/// How a link between two corners of junctions runs: from a half-edge of a junction that begins at
/// the first corner, through sides of junctions (kNoHalfEdge: no more) and the regions behind them.
/// It ends in the junction that it comes to last, in which the second corner is.
struct Passage {
  HalfEdge from;
  std::array<HalfEdge, 2> exits;
  std::uint32_t first_bend;  ///< where it turns on the way
  std::uint32_t bend_count;
  bool backwards;  ///< its bends are in the order of the way back
};

/// The links between the corners of junctions: the sides of the junctions; and from each end of a
/// junction's side the shortest ways through one region, or through two and the junction between
/// them, to the ends of the side by which the next junction is entered. What passes a corner of a
/// junction on its way is two links.
struct JunctionLinks {
  CsrGraph graph;
  std::vector<Passage> passages;  ///< by the index of the graph's edges
  std::vector<Point> bends;
};

/// O(triangles + links log links).
JunctionLinks link_junctions(const FreeSpace& space, const Reduction& reduction);

}  // namespace fairway
