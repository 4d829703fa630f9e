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

/// Escapes the control characters of a text, and bytes that are not UTF-8, so that messages can
/// quote input. The result is one line that is safe in a terminal.
std::string escaped_controls(std::string_view text);

/// An error in a file. what() is "FILE:LINE: problem, expected ...". Line 0 stands for the whole
/// file and is not shown. Control characters are escaped.
class InputError : public std::runtime_error {
 public:
  InputError(const std::filesystem::path& file, int line, std::string_view what);
};

/// A named point of a map, such as the start of a player.
struct NamedPoint {
  std::string name;
  Point point;
  friend bool operator==(const NamedPoint&, const NamedPoint&) = default;
};

/// The meaning of the coordinates of a map.
struct MapUnits {
  std::string unit;  ///< unit of length: "m", "cells", "pixels", "degrees"; empty if unknown
  std::string
      origin;  ///< position of (0, 0) in words; empty if the coordinates of the file are unchanged
  friend bool operator==(const MapUnits&, const MapUnits&) = default;
};

/// The world in a file, with the line numbers of rings and vertices for messages.
struct WorldFile {
  std::filesystem::path file;
  std::variant<Raster, Polygons, Mesh> content;
  /// Line numbers in the file. If content is Polygons, lines[i][j] is the line of vertex j of ring
  /// i; the walls of zero width follow the rings. If content is a Mesh, lines[i][0] is the line of
  /// face i. If content is a Raster, `lines` is empty.
  std::vector<std::vector<int>> lines;
  /// The costs of the cells of the Raster. If eroded_cells is true, the costs of the cells before
  /// erosion. Empty if the file states no costs.
  std::optional<Terrain> terrain = {};
  /// Whether the Polygons were made by the erosion of a world of unit cells.
  bool eroded_cells = false;
  std::string format = {};  ///< name of the format, from parse_world()
  MapUnits units = {};
  std::vector<NamedPoint> places = {};
  /// Sentences on everything that the reader left out, closed, rounded or assumed, with the reason.
  std::vector<std::string> notes = {};
};

}  // namespace fairway
