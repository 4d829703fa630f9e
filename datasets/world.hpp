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
#include "algorithms/geometry/point.hpp"

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

/// A point that a map names, such as where a player starts.
struct NamedPoint {
  std::string name;
  Point point;
  friend bool operator==(const NamedPoint&, const NamedPoint&) = default;
};

/// What a map's coordinates mean.
struct MapUnits {
  std::string unit;    ///< of length: "m", "cells", "pixels", "degrees"; empty if it is not known
  std::string origin;  ///< where (0, 0) lies, in words; empty if the file's coordinates are kept
  friend bool operator==(const MapUnits&, const MapUnits&) = default;
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
  std::string format = {};  ///< as parse_world() names it
  MapUnits units = {};
  std::vector<NamedPoint> places = {};
  /// What the reader left out, closed, rounded or assumed, and why: a sentence each.
  std::vector<std::string> notes = {};
};

}  // namespace fairway
