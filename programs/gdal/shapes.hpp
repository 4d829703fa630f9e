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

/// An area or a line of a map, before it is known what it means.
struct Shape {
  enum class Kind {
    kArea,     ///< rings: what they go round an odd number of times. Free unless options say more
    kOutline,  ///< one ring, drawn as a closed line: an area if a role makes it so, else walls
    kLine,     ///< rings.front() is an open line
  };
  Kind kind = Kind::kLine;
  std::vector<Ring> rings;  ///< none repeats its first point
  bool hidden = false;      ///< used only where an option names it
  /// The numbers of the selectors that chose the shape (Selector::number).
  std::vector<std::size_t> chosen = {};
};

/// `LAYER`, `LAYER[FILTER]` or `[FILTER]`, a value of the options `floor`, `obstacles` or `layers`.
struct Selector {
  std::string_view option;
  std::size_t number = 0;  ///< among all selectors
  std::string text;        ///< as stated
  std::string layer;       ///< empty: every layer
  std::string filter;      ///< as the WHERE of OGR SQL; may be empty
};
std::vector<Selector> selectors_of(const MapOptions& options);

/// What a file holds, and what the reader says about it.
struct Shapes {
  std::vector<Shape> all;
  std::vector<std::string> notes;
  bool geographic = false;  ///< coordinates are longitudes and latitudes in degrees
  /// Names that selectors may use, for messages.
  std::vector<std::string> layers;
  /// The numbers of the selectors that chose a feature, even one without a shape.
  std::set<std::size_t> used;
};

/// Chooses floor, obstacles and walls by the selectors, closes gaps (option `close`), finds what
/// open lines enclose, and lays everything over each other. Without floor and obstacles, areas are
/// free and lines are walls; without any area, the box of all shapes is free. Throws InputError.
WorldFile make_world(const TextFile& source, const MapOptions& options, Shapes shapes);

}  // namespace fairway::gdal
