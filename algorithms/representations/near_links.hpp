#pragma once

#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/graph/attachment.hpp"

namespace fairway {

struct NearCandidate {
  Vertex vertex;
  Point at;
  double distance;
};

/// The effort of attach() for an end outside what is represented.
struct NearLimits {
  int sight_tests = 64;
  int links = 8;
};

/// Links `from` to the nearest visible candidates, at their distance, and counts the tests in
/// `limits`. Sorts the candidates. Returns whether a link was found.
bool link_nearest_visible(const FreeSpace& space, const Location& from,
                          std::vector<NearCandidate>& candidates, NearLimits& limits,
                          std::vector<Link>& links);

/// Links an end outside the free cells to visible centres in the nearest ring of cells around
/// (i, j) that has any, up to 8 rings away. vertex_at(i, j) returns kNoVertex for a cell that is
/// not free or outside the grid. Precondition: there are no links yet.
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
