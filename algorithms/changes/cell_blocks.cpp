#include "algorithms/changes/cell_blocks.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace fairway {
namespace {

/// The smallest block that contains both blocks.
CellBlock hull_of(const CellBlock& a, const CellBlock& b) {
  const int left = std::min(a.x, b.x);
  const int top = std::min(a.y, b.y);
  return {left, top, std::max(a.x + a.width, b.x + b.width) - left,
          std::max(a.y + a.height, b.y + b.height) - top};
}

}  // namespace

CellBlock grown(const CellBlock& block, int by, const CellGrid& grid) {
  const int left = std::max(0, block.x - by);
  const int top = std::max(0, block.y - by);
  return {left, top, std::min(grid.columns, block.x + block.width + by) - left,
          std::min(grid.rows, block.y + block.height + by) - top};
}

std::vector<CellBlock> apart(std::span<const CellBlock> blocks, const CellGrid& grid) {
  std::vector<CellBlock> result;
  if (blocks.size() * blocks.size() > grid.count()) {
    result.push_back(blocks[0]);
    for (const CellBlock& block : blocks) result[0] = hull_of(result[0], block);
    return result;
  }
  for (CellBlock block : blocks) {
    const auto beside = [&](const CellBlock& other) {
      constexpr int kGap = 3;
      return other.x < block.x + block.width + kGap && block.x < other.x + other.width + kGap &&
             other.y < block.y + block.height + kGap && block.y < other.y + other.height + kGap;
    };
    for (auto near = std::ranges::find_if(result, beside); near != result.end();
         near = std::ranges::find_if(result, beside)) {
      block = hull_of(block, *near);
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
    const CellBlock cell{x, y, 1, 1};
    const auto [at, added] = blocks.try_emplace({x / kTile, y / kTile}, cell);
    at->second = hull_of(at->second, cell);
  }
  std::vector<CellBlock> result;
  for (const auto& [tile, block] : blocks) result.push_back(block);
  return result;
}

}  // namespace fairway
