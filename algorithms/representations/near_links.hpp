#pragma once

#include <vector>

#include "algorithms/freespace/free_space.hpp"
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

}  // namespace fairway
