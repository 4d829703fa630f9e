#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "datasets/changing/changing_world.hpp"

namespace fairway {

/// Most cells of a grid that begins free, and of all patches that a file of steps takes: a short
/// text could ask for more memory than there is.
inline constexpr std::int64_t kMostGridCells = std::int64_t{1} << 28;
inline constexpr std::int64_t kMostPatchedCells = std::int64_t{1} << 30;

/// Reads a scenario of version 2, whose grid begins all free. Ends are cells; a query has their
/// centres. Patches without a query between them are one burst. Throws InputError.
ChangingWorld parse_grid_changes(const TextFile& source, const OpenFile& open);

/// Reads a file of patches: `type patch`, `patches N`, then N times `patch I` and the lines of a
/// Moving AI map from its size on. Throws InputError.
std::vector<Raster> parse_patches(const TextFile& source);

/// Reads a file of changes (JSON). Throws InputError.
ChangingWorld parse_changes(const TextFile& source, const OpenFile& open);

/// Opens a file that line `line` of `source` names relative to the folder of `source`. If it cannot
/// be opened, the InputError is of that line.
TextFile open_beside(const TextFile& source, int line, std::string_view name, const OpenFile& open);

/// Checks the patches that the steps of a file take.
class PatchCheck {
 public:
  PatchCheck(const TextFile& source, int width, int height)
      : source_(source), width_(width), height_(height) {}

  /// Throws InputError unless the patch lies in the grid, and all patches so far have at most
  /// kMostPatchedCells.
  /// Preconditions: x and y are not negative.
  void add(int line, int x, int y, int width, int height);

 private:
  const TextFile& source_;
  int width_;
  int height_;
  std::int64_t cells_ = 0;
};

}  // namespace fairway
