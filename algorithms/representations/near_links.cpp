#include "algorithms/representations/near_links.hpp"

#include <algorithm>
#include <tuple>

#include "algorithms/freespace/visibility.hpp"

namespace fairway {

bool link_nearest_visible(const FreeSpace& space, const Location& from,
                          std::vector<NearCandidate>& candidates, NearLimits& limits,
                          std::vector<Link>& links) {
  std::sort(candidates.begin(), candidates.end(),
            [](const NearCandidate& a, const NearCandidate& b) {
              return std::tie(a.distance, a.at.y, a.at.x, a.vertex) <
                     std::tie(b.distance, b.at.y, b.at.x, b.vertex);
            });
  bool linked = false;
  for (const NearCandidate& candidate : candidates) {
    if (limits.sight_tests == 0 || limits.links == 0) break;
    --limits.sight_tests;
    if (!sees(space, from, candidate.at)) continue;
    --limits.links;
    links.push_back({candidate.vertex, candidate.distance});
    linked = true;
  }
  return linked;
}

}  // namespace fairway
