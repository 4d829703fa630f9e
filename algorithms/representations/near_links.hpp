#pragma once

#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/graph/attachment.hpp"

namespace fairway {

/// A vertex that an end may be linked to.
struct NearCandidate {
  ///@{ Vertex, its position, and its distance from the end.
  Vertex vertex;
  Point at;
  double distance;
  ///@}
};

/// Limits of the effort of attach() for an end outside the represented area.
struct NearLimits {
  ///@{ Numbers of sight tests and of links.
  int sight_tests = 64;
  int links = 8;
  ///@}
};

/// Links `from` to the nearest visible candidates. The cost of a link is the distance. Sorts the
/// candidates. Subtracts the numbers of tests and of links from `limits`. Returns whether a link
/// was found.
bool link_nearest_visible(const FreeSpace& space, const Location& from,
                          std::vector<NearCandidate>& candidates, NearLimits& limits,
                          std::vector<Link>& links);

/// Links an end outside the free cells to visible centres in a ring of cells around (i, j). The
/// ring is the nearest ring with a visible centre, at most 8 rings away. vertex_at(i, j) returns
/// kNoVertex for a cell that is not free or not in the grid. Precondition: `links` is empty.
template <class VertexAt>
void link_nearest_ring(const FreeSpace& space, const Location& from, const CellGrid& grid, int i,
                       int j, const VertexAt& vertex_at, std::vector<NearCandidate>& candidates,
                       std::vector<Link>& links) {
  constexpr int kMaxRings = 8;
  NearLimits limits;
  for (int ring = 1; links.empty() && ring <= kMaxRings; ++ring) {
    candidates.clear();
    for (int y = j - ring; y <= j + ring; ++y) {
      const bool whole_row = y == j - ring || y == j + ring;
      for (int x = i - ring; x <= i + ring; x += whole_row ? 1 : 2 * ring) {
        const Vertex v = vertex_at(x, y);
        if (v == kNoVertex) continue;
        const Point centre = grid.centre(x, y);
        candidates.push_back({v, centre, distance(from.point, centre)});
      }
    }
    link_nearest_visible(space, from, candidates, limits, links);
  }
}

}  // namespace fairway
