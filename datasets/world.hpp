#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/terrain.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// A text with its control characters escaped, which makes it one line that is safe to show in a
/// terminal. For messages that quote input.
std::string escaped_controls(std::string_view text);

/// An error in a file. what() reads FILE:LINE: what is wrong and what was expected. Line 0 stands
/// for the whole file, which cannot be read, and is not shown. Control characters are escaped.
class InputError : public std::runtime_error {
 public:
  InputError(const std::filesystem::path& file, int line, std::string_view what);
};

/// A world as its file states it, with the lines of rings and vertices for messages.
struct WorldFile {
  std::filesystem::path file;
  std::variant<Raster, Polygons, Mesh> content;
  /// lines[part][vertex] is the line of a ring's vertex (Polygons), lines[part][0] the line of a
  /// face (Mesh). Walls of zero width follow the rings. Empty for a Raster.
  std::vector<std::vector<int>> lines;
  /// The costs of the cells of the Raster, or of the world before it was eroded, if the file states
  /// them.
  std::optional<Terrain> terrain = {};
  /// Whether the Polygons are an eroded world of unit cells.
  bool eroded_cells = false;
};

}  // namespace fairway
