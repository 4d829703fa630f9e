#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {

/// The course of a link between two corners of junctions. It begins at the origin of a junction's
/// half-edge, passes sides of junctions (up to kNoHalfEdge) and the regions behind them, and ends
/// in the last junction.
struct Passage {
  HalfEdge from;
  std::array<HalfEdge, 2> exits;
  std::uint32_t first_bend;  ///< where it turns
  std::uint32_t bend_count;
  bool backwards;  ///< its bends are in reverse order
};

/// The links between corners of junctions: the sides of the junctions, and the shortest paths from
/// the ends of a junction's side to those of the side where the next junction is entered. They lead
/// through one region, or two and the junction between. A path over a corner of a junction is
/// stored as two links.
struct JunctionLinks {
  CsrGraph graph;
  std::vector<Passage> passages;  ///< by the index of the graph's edges
  std::vector<Point> bends;       ///< the two directions of a link share theirs
};

/// O(triangles + links log links).
JunctionLinks link_junctions(const FreeSpace& space, const Reduction& reduction);

}  // namespace fairway
