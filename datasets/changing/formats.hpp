#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "datasets/changing/changing_world.hpp"

namespace fairway {

/// The maximum number of cells of a grid, and of all patches of a file. Without these limits, a
/// short text could request more memory than exists.
inline constexpr std::int64_t kMostGridCells = std::int64_t{1} << 28;
inline constexpr std::int64_t kMostPatchedCells = std::int64_t{1} << 30;

/// Reads a scenario of version 2. All cells of its grid are free before the first burst. The ends
/// of queries are centres of cells. Consecutive patches are one burst. Throws InputError.
ChangingWorld parse_grid_changes(const TextFile& source, const OpenFile& open);

/// Reads a file of patches: `type patch`, `patches N`, then N patches. A patch is a line `patch I`
/// and the lines of a Moving AI map without its first line. Throws InputError.
std::vector<Raster> parse_patches(const TextFile& source);

/// Reads a file of changes (JSON). Throws InputError.
ChangingWorld parse_changes(const TextFile& source, const OpenFile& open);

/// Opens the file `name`, which line `line` of `source` names. The path is relative to the folder
/// of `source`. Throws InputError with the line `line` if the file cannot be opened.
TextFile open_beside(const TextFile& source, int line, std::string_view name, const OpenFile& open);

/// Checks the patches in the steps of a file.
class PatchCheck {
 public:
  PatchCheck(const TextFile& source, int width, int height)
      : source_(source), width_(width), height_(height) {}

  /// Throws InputError if the patch is not inside the grid, or if all patches added so far have
  /// more than kMostPatchedCells cells together. Precondition: x and y are not negative.
  void add(int line, int x, int y, int width, int height);

 private:
  const TextFile& source_;
  int width_;
  int height_;
  std::int64_t cells_ = 0;
};

}  // namespace fairway
