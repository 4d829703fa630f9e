#pragma once

#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/attachment.hpp"

namespace fairway {

/// A vertex that an end of a query may be linked to, if it sees it.
struct NearCandidate {
  Vertex vertex;
  Point at;
  double distance;
};

/// How much attach() spends on an end that lies outside what a representation covers.
struct NearLimits {
  int sight_tests = 64;
  int links = 8;
};

/// Links `from` to the nearest candidates that it sees, at their distance, and counts the tests
/// down in `limits`. Sorts the candidates. Returns whether there was one.
bool link_nearest_visible(const FreeSpace& space, const Location& from,
                          std::vector<NearCandidate>& candidates, NearLimits& limits,
                          std::vector<Link>& links);

}  // namespace fairway
