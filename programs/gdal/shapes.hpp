#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/map_options.hpp"
#include "datasets/overlay.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::gdal {

/// An area or a line of a map, before it gets a role.
struct Shape {
  enum class Kind {
    kArea,     ///< the inside of `rings` by the even-odd rule; free by default
    kOutline,  ///< a closed line; it becomes an area, or walls if its role is wall
    kLine,     ///< rings.front() is an open line
  };
  Kind kind = Kind::kLine;
  std::vector<Ring> rings;  ///< the first point of a ring is not repeated at its end
  bool hidden = false;      ///< if true, the shape is used only if a selector chooses it
  /// Selector::number of each selector that chose the shape.
  std::vector<std::size_t> chosen = {};
};

/// One value of option `floor`, `obstacles` or `layers`: `LAYER`, `LAYER[FILTER]` or `[FILTER]`.
struct Selector {
  std::string_view option;
  std::size_t number = 0;  ///< position among all selectors
  std::string text;        ///< the whole value, as the user wrote it
  std::string layer;       ///< name of the layer; empty: every layer
  std::string filter;      ///< a WHERE clause of OGR SQL; may be empty
};
std::vector<Selector> selectors_of(const MapOptions& options);

/// The shapes of a file, with names and notes for messages.
struct Shapes {
  std::vector<Shape> all;
  std::vector<std::string> notes;
  bool geographic = false;  ///< coordinates are longitudes and latitudes in degrees
  /// Names of all layers.
  std::vector<std::string> layers;
  /// Selector::number of each selector that matched a feature, even a feature without a shape.
  std::set<std::size_t> used;
};

/// Makes a world of shapes. Selectors choose floor, obstacles and walls. The option `close` closes
/// gaps between lines. Several open lines of a role may together enclose an area. Without the
/// options `floor` and `obstacles`, all areas are free. Without the options `floor` and `layers`,
/// all lines that no selector chooses are walls. If there is no floor, the box of all shapes with a
/// role is free. Throws InputError.
WorldFile make_world(const TextFile& source, const MapOptions& options, Shapes shapes);

}  // namespace fairway::gdal
