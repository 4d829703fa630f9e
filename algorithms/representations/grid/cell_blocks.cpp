#include "algorithms/representations/grid/cell_blocks.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace fairway {

CellBlock grown(const CellBlock& block, int by, const CellGrid& grid) {
  const int left = std::max(0, block.x - by);
  const int top = std::max(0, block.y - by);
  return {left, top, std::min(grid.columns, block.x + block.width + by) - left,
          std::min(grid.rows, block.y + block.height + by) - top};
}

std::vector<CellBlock> apart(std::span<const CellBlock> blocks) {
  std::vector<CellBlock> result;
  for (CellBlock block : blocks) {
    const auto beside = [&](const CellBlock& other) {
      constexpr int kGap = 3;
      return other.x < block.x + block.width + kGap && block.x < other.x + other.width + kGap &&
             other.y < block.y + block.height + kGap && block.y < other.y + other.height + kGap;
    };
    for (auto near = std::ranges::find_if(result, beside); near != result.end();
         near = std::ranges::find_if(result, beside)) {
      const int right = std::max(block.x + block.width, near->x + near->width);
      const int bottom = std::max(block.y + block.height, near->y + near->height);
      block.x = std::min(block.x, near->x);
      block.y = std::min(block.y, near->y);
      block.width = right - block.x;
      block.height = bottom - block.y;
      result.erase(near);
    }
    result.push_back(block);
  }
  return result;
}

std::vector<CellBlock> blocks_of(std::span<const ChangingRaster::Cell> cells) {
  constexpr int kTile = 16;
  std::map<std::pair<int, int>, CellBlock> blocks;
  for (const auto& [x, y] : cells) {
    const auto [at, added] = blocks.try_emplace({x / kTile, y / kTile}, CellBlock{x, y, 1, 1});
    CellBlock& block = at->second;
    const int right = std::max(block.x + block.width, x + 1);
    const int top = std::max(block.y + block.height, y + 1);
    block.x = std::min(block.x, x);
    block.y = std::min(block.y, y);
    block.width = right - block.x;
    block.height = top - block.y;
  }
  std::vector<CellBlock> result;
  for (const auto& [tile, block] : blocks) result.push_back(block);
  return result;
}

}  // namespace fairway
