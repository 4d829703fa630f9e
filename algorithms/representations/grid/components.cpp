#include "algorithms/representations/grid/components.hpp"

#include <algorithm>

#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {
namespace {

/// A row of free cells with open borders between them.
struct Run {
  int first;
  int end;
  std::int32_t set;
};

/// Free, and no wall before it: it continues the run of a free cell.
constexpr std::uint8_t kOpen = RasterisedSpace::kFree | RasterisedSpace::kWestWall;

}  // namespace

CellComponents find_components(const RasterisedSpace& raster) {
  const CellGrid& grid = raster.grid;
  DisjointSets sets;
  std::vector<Run> runs;
  std::vector<std::size_t> row_ends;
  std::size_t below = 0;
  for (int j = 0; j < grid.rows; ++j) {
    const std::size_t here = runs.size();
    std::size_t candidate = below;
    const std::uint8_t* const row = raster.cells.data() + grid.index(0, j);
    for (int i = 0; i < grid.columns;) {
      if ((row[i] & RasterisedSpace::kFree) == 0) {
        ++i;
        continue;
      }
      Run run{i, i + 1, sets.add()};
      while (run.end < grid.columns && (row[run.end] & kOpen) == RasterisedSpace::kFree) ++run.end;
      while (candidate < here && runs[candidate].end <= run.first) ++candidate;
      for (std::size_t other = candidate; other < here && runs[other].first < run.end; ++other) {
        const int end = std::min(run.end, runs[other].end);
        for (int k = std::max(run.first, runs[other].first); k < end; ++k) {
          if (!raster.open_south(k, j)) continue;
          sets.join(run.set, runs[other].set);
          break;
        }
      }
      runs.push_back(run);
      i = run.end;
    }
    row_ends.push_back(runs.size());
    below = here;
  }
  CellComponents components{sets.count(), {}};
  if (components.count < 2) return components;
  components.of.assign(grid.count(), -1);
  std::size_t next = 0;
  for (int j = 0; j < grid.rows; ++j) {
    std::int32_t* const row = components.of.data() + grid.index(0, j);
    for (; next < row_ends[static_cast<std::size_t>(j)]; ++next) {
      std::fill(row + runs[next].first, row + runs[next].end, sets.find(runs[next].set));
    }
  }
  return components;
}

}  // namespace fairway
