#include "algorithms/representations/grid/components.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {
namespace {

/// A run: the cells i of a row with first <= i < end, all free, with open borders between them.
struct Run {
  int first;
  int end;
  std::int32_t set;
};

constexpr std::int32_t kNoSet = -1;

/// Mask of two flags of a cell. The cell continues the run to its west if kFree is set and
/// kWestWall is not.
constexpr std::uint8_t kOpen = RasterisedSpace::kFree | RasterisedSpace::kWestWall;

constexpr std::uint64_t kAllFree = 0x0101010101010101U * RasterisedSpace::kFree;

/// Returns the first cell k of [i, end) for which found(row[k]) is true, or `end`. Skips eight
/// cells at once if their bytes equal `skipped`. Precondition: `skipped` consists of eight equal
/// bytes, and found() is false for this byte.
template <class Found>
int find_cell(const std::uint8_t* row, int i, int end, std::uint64_t skipped, Found found) {
  static_assert(std::endian::native == std::endian::little);
  while (i < end) {
    if (i + 8 <= end) {
      std::uint64_t next;
      std::memcpy(&next, row + i, sizeof(next));
      if (next == skipped) {
        i += 8;
        continue;
      }
      i += std::countr_zero(next ^ skipped) / 8;
    }
    if (found(row[i])) return i;
    ++i;
  }
  return end;
}

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
    const auto next_free = [&](int i) {
      return find_cell(row, i, grid.columns, 0,
                       [](std::uint8_t cell) { return (cell & RasterisedSpace::kFree) != 0; });
    };
    for (int i = next_free(0); i < grid.columns;) {
      Run run{i, i + 1, kNoSet};
      run.end = find_cell(row, run.end, grid.columns, kAllFree, [](std::uint8_t cell) {
        return (cell & kOpen) != RasterisedSpace::kFree;
      });
      while (candidate < here && runs[candidate].end <= run.first) ++candidate;
      for (std::size_t other = candidate; other < here && runs[other].first < run.end; ++other) {
        const int end = std::min(run.end, runs[other].end);
        for (int k = std::max(run.first, runs[other].first); k < end; ++k) {
          // Both cells are free, as they belong to runs.
          if ((row[k] & RasterisedSpace::kSouthWall) != 0) continue;
          if (run.set == kNoSet) {
            run.set = runs[other].set;
          } else {
            sets.join(run.set, runs[other].set);
          }
          break;
        }
      }
      if (run.set == kNoSet) run.set = sets.add();
      runs.push_back(run);
      i = next_free(run.end);
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
