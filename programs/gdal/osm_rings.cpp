#include <unordered_map>

#include "programs/gdal/osm_obstacles.hpp"

namespace fairway::gdal {

bool join_osm_lines(const std::vector<const std::vector<std::int64_t>*>& lines,
                    std::vector<std::vector<std::int64_t>>& rings) {
  std::unordered_map<std::int64_t, std::vector<std::size_t>> ends;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    if (lines[l]->empty()) continue;
    ends[lines[l]->front()].push_back(l);
    ends[lines[l]->back()].push_back(l);
  }
  std::vector<bool> used(lines.size());
  for (std::size_t first = 0; first < lines.size(); ++first) {
    if (used[first] || lines[first]->empty()) continue;
    used[first] = true;
    std::vector<std::int64_t> ring = *lines[first];
    while (ring.size() < 2 || ring.back() != ring.front()) {
      std::vector<std::size_t>& here = ends[ring.back()];
      while (!here.empty() && used[here.back()]) here.pop_back();
      if (here.empty()) return false;
      const std::vector<std::int64_t>& next = *lines[here.back()];
      used[here.back()] = true;
      if (next.front() == ring.back()) {
        ring.insert(ring.end(), next.begin() + 1, next.end());
      } else {
        ring.insert(ring.end(), next.rbegin() + 1, next.rend());
      }
    }
    ring.pop_back();
    rings.push_back(std::move(ring));
  }
  return true;
}

}  // namespace fairway::gdal
