#include "algorithms/representations/grid/components.hpp"

#include <vector>

#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {

int count_components(const RasterisedSpace& raster) {
  struct Run {
    int first;
    int end;
    std::int32_t set;
  };
  const CellGrid& grid = raster.grid;
  DisjointSets sets;
  std::vector<Run> below;
  std::vector<Run> here;
  for (int j = 0; j < grid.rows; ++j) {
    here.clear();
    auto candidate = below.begin();
    for (int i = 0; i < grid.columns;) {
      if (!raster.is_free(i, j)) {
        ++i;
        continue;
      }
      Run run{i, i + 1, sets.add()};
      while (run.end < grid.columns && raster.open_west(run.end, j)) ++run.end;
      while (candidate != below.end() && candidate->end <= run.first) ++candidate;
      for (auto other = candidate; other != below.end() && other->first < run.end; ++other) {
        const int end = std::min(run.end, other->end);
        for (int k = std::max(run.first, other->first); k < end; ++k) {
          if (!raster.open_south(k, j)) continue;
          sets.join(run.set, other->set);
          break;
        }
      }
      here.push_back(run);
      i = run.end;
    }
    below.swap(here);
  }
  return sets.count();
}

}  // namespace fairway
