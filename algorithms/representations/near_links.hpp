#pragma once

#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/graph/attachment.hpp"

namespace fairway {

/// A vertex to which attach() may link an end of a query.
struct NearCandidate {
  ///@{ Vertex, its position, and its distance from the end.
  Vertex vertex;
  Point at;
  double distance;
  ///@}
};

/// Limits of the work of attach() for an end of a query that is outside the represented area.
struct NearLimits {
  ///@{ Remaining number of sight tests, and remaining number of links.
  int sight_tests = 64;
  int links = 8;
  ///@}
};

/// Links the end `from` to the nearest candidates that it sees, and appends these links. The cost
/// of a link is the distance. Sorts the candidates by distance. Reduces `limits` by the sight tests
/// and links made, and stops when one of the limits is 0. Returns whether a link was added.
bool link_nearest_visible(const FreeSpace& space, const Location& from,
                          std::vector<NearCandidate>& candidates, NearLimits& limits,
                          std::vector<Link>& links);

/// Links an end outside the free cells to the nearest free cells with a visible centre. Ring r
/// consists of the cells at Chebyshev distance r from cell (i, j). Only the nearest ring with a
/// visible centre is used. Tries at most 8 rings and 64 sight tests, and adds at most 8 links.
/// vertex_at(x, y) returns the vertex of a cell, or kNoVertex if the cell is not free or not in the
/// grid. `candidates` is a buffer. Precondition: `links` is empty.
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
