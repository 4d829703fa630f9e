#include "algorithms/freespace/cell_facts.hpp"

#include <utility>
#include <vector>

namespace fairway {

namespace {

/// Blocks all cells of the component of cell (x, y). `queue` is empty before and after.
void block_component(Raster& raster, int x, int y, std::vector<std::pair<int, int>>& queue) {
  const Raster::Class own = raster.at(x, y);
  const auto reach = [&](int i, int j) {
    if (raster.at_or_blocked(i, j) != own) return;
    raster.set(i, j, Raster::kBlocked);
    queue.emplace_back(i, j);
  };
  reach(x, y);
  while (!queue.empty()) {
    const auto [i, j] = queue.back();
    queue.pop_back();
    reach(i + 1, j);
    reach(i - 1, j);
    reach(i, j + 1);
    reach(i, j - 1);
  }
}

}  // namespace

CellFacts cell_facts(const Raster& raster) {
  CellFacts facts;
  // Each cell side is counted once: a vertical side at the cell to its right, a horizontal side at
  // the cell above it.
  for (int y = 0; y <= raster.height(); ++y) {
    for (int x = 0; x <= raster.width(); ++x) {
      const Raster::Class own = raster.at_or_blocked(x, y);
      facts.border_sides += own != raster.at_or_blocked(x - 1, y) ? 1U : 0U;
      facts.border_sides += own != raster.at_or_blocked(x, y - 1) ? 1U : 0U;
    }
  }
  Raster left = raster;
  std::vector<std::pair<int, int>> queue;
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (left.at(x, y) == Raster::kBlocked) continue;
      block_component(left, x, y, queue);
      ++facts.components;
    }
  }
  return facts;
}

}  // namespace fairway
