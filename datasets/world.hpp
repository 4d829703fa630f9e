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

/// A text that may quote what others wrote, its control characters escaped: one line, and safe to
/// show in a terminal.
std::string escaped_controls(std::string_view text);

/// A fault in a file: what() reads FILE:LINE: what is wrong and what was expected. Line 0, which is
/// not told, is the file as a whole: it cannot be read. Control characters are escaped.
class InputError : public std::runtime_error {
 public:
  InputError(const std::filesystem::path& file, int line, std::string_view what);
};

/// A world as its file states it, with the lines of its rings and vertices for messages.
struct WorldFile {
  std::filesystem::path file;
  std::variant<Raster, Polygons, Mesh> content;
  /// lines[part][vertex]: the line that states a vertex of a ring (Polygons); lines[part][0]: the
  /// line that states a face (Mesh). Walls of zero width follow the rings. Empty for a Raster.
  std::vector<std::vector<int>> lines;
  /// What the cells of a Raster, or of the world that was eroded, cost, where the file says.
  std::optional<Terrain> terrain = {};
  /// Whether Polygons are what is left of a world of unit cells that was eroded.
  bool eroded_cells = false;

  bool is_raster() const { return std::holds_alternative<Raster>(content); }
};

}  // namespace fairway
