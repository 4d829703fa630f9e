#include "datasets/formats/dxf_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fairway {

namespace {

constexpr double kUnknownSize = -1;
constexpr double kBeingFound = -2;
constexpr int kMostNested = 64;

}  // namespace

DxfBlockSizes::DxfBlockSizes(const TextFile& source, const DxfDrawing& drawing)
    : source_(source), drawing_(drawing), sizes_(drawing.blocks.size(), kUnknownSize) {
  all_ = size_of(drawing.entities);
  if (all_ > kMostPoints) {
    source.fail(1, fmt::format("the blocks that are inserted have {} points in all; expected at "
                               "most {}",
                               all_, kMostPoints));
  }
}

double DxfBlockSizes::size_of(const std::vector<DxfEntity>& entities) {
  double size = 0;
  for (const DxfEntity& entity : entities) {
    if (const auto* path = std::get_if<DxfPath>(&entity.shape)) {
      size += static_cast<double>(path->points.size());
    } else if (const auto* spline = std::get_if<DxfSpline>(&entity.shape)) {
      size += static_cast<double>(spline->points.size());
    } else if (const auto* insert = std::get_if<DxfInsert>(&entity.shape)) {
      size += static_cast<double>(insert->columns) * static_cast<double>(insert->rows) *
              block_size(entity, insert->block);
    } else {
      size += 1;
    }
  }
  return size;
}

double DxfBlockSizes::block_size(const DxfEntity& insert, std::int32_t number) {
  double& size = sizes_[static_cast<std::size_t>(number)];
  if (size >= 0) return size;
  const DxfBlock& block = drawing_.blocks[static_cast<std::size_t>(number)];
  const std::string name = in_quotes(drawing_.block_names.name(number));
  if (size == kBeingFound) {
    source_.fail(insert.line, fmt::format("the block {} is inserted into itself; expected blocks "
                                          "of others",
                                          name));
  }
  if (block.line == 0) {
    source_.fail(insert.line, fmt::format("the block {} is inserted, but not defined; expected it "
                                          "in the section BLOCKS",
                                          name));
  }
  if (depth_ == kMostNested) {
    source_.fail(insert.line,
                 fmt::format("blocks nested deeper than {}; expected fewer", kMostNested));
  }
  size = kBeingFound;
  ++depth_;
  const double found = size_of(block.entities);
  --depth_;
  // Sizes may grow by 1e9 with each of 64 levels.
  return size = std::min(found, 1e100);
}

}  // namespace fairway
