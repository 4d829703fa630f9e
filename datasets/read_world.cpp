#include "datasets/read_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "datasets/edge_program.hpp"
#include "datasets/formats/doom_wad.hpp"
#include "datasets/formats/image_world.hpp"
#include "datasets/formats/obj.hpp"
#include "datasets/formats/ros_map.hpp"
#include "datasets/formats/wkt.hpp"
#include "datasets/freeciv.hpp"
#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/navigation_mesh.hpp"
#include "datasets/polygon_text.hpp"
#include "datasets/tiles.hpp"
#include "datasets/world_file.hpp"

namespace fairway {

namespace {

bool is_space(char c) { return is_blank(c) || c == '\n'; }

std::string_view skip_space(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view first_word(std::string_view text) {
  text = skip_space(text);
  std::size_t n = 0;
  while (n < text.size() && !is_space(text[n])) ++n;
  return text.substr(0, n);
}

bool begins_with_type(std::string_view text, std::string_view kind) {
  const std::string_view word = first_word(text);
  return word == "type" && first_word(skip_space(text).substr(word.size())) == kind;
}

/// Whether a text begins with the character `first`, and inside() is true for the text after it.
/// Skips space before and after `first`.
template <class Inside>
bool begins_with(char first, std::string_view text, Inside inside) {
  text = skip_space(text);
  return text.starts_with(first) && inside(skip_space(text.substr(1)));
}

using Names = std::span<const std::string_view>;

/// A map format, and how to detect and read it.
struct Format {
  WorldFormat format;
  std::string_view name;
  std::string_view description;  ///< for messages; may state how texts of the format begin
  std::array<std::string_view, 4> extensions;
  std::array<std::string_view, 12> options;
  bool (*begins)(std::string_view text);
  WorldFile (*parse)(const TextFile& source, const MapOptions& options);
};

/// Calls a reader without options.
template <WorldFile (*parse)(const TextFile&)>
WorldFile without_options(const TextFile& source, const MapOptions&) {
  return parse(source);
}

/// Returns the names at the beginning of a list, up to the first empty name.
template <std::size_t n>
constexpr Names names_in(const std::array<std::string_view, n>& list) {
  const auto end = std::ranges::find(list, std::string_view());
  return {list.data(), static_cast<std::size_t>(end - list.begin())};
}

template <std::size_t n>
constexpr std::array<std::string_view, 12> options_of(
    const std::array<std::string_view, n>& options) {
  std::array<std::string_view, 12> row;
  std::ranges::copy(options, row.begin());
  return row;
}

/// Known formats. A text has the first format for which begins(text) is true.
constexpr std::array kFormats{
    Format{WorldFormat::kPng,
           "png",
           "a PNG image",
           {".png"},
           options_of(kImageOptions),
           begins_as_png,
           parse_png},
    Format{WorldFormat::kPnm,
           "pnm",
           "a PBM, PGM or PPM image ('P1' to 'P6')",
           {".pbm", ".pgm", ".ppm", ".pnm"},
           options_of(kImageOptions),
           begins_as_pnm,
           parse_pnm},
    Format{WorldFormat::kRosMap,
           "ros-map",
           "a ROS map ('image:' and 'resolution:')",
           {".yaml", ".yml"},
           options_of(kRosMapOptions),
           looks_like_ros_map,
           parse_ros_map},
    Format{WorldFormat::kDoomWad,
           "doom-wad",
           "a Doom WAD ('PWAD' or 'IWAD')",
           {".wad"},
           options_of(kDoomWadOptions),
           begins_as_wad,
           parse_doom_wad},
    Format{WorldFormat::kObj,
           "obj",
           "Wavefront OBJ ('v' and three numbers)",
           {".obj"},
           options_of(kObjOptions),
           looks_like_obj,
           parse_obj},
    Format{WorldFormat::kTiles,
           "tiles",
           "a tile world ('type tiles')",
           {".tiles"},
           {},
           [](std::string_view text) { return begins_with_type(text, "tiles"); },
           without_options<parse_tiles>},
    Format{WorldFormat::kMovingAiMap,
           "moving-ai",
           "a Moving AI map ('type octile')",
           {".map", ".grid"},
           {},
           [](std::string_view text) { return first_word(text) == "type"; },
           [](const TextFile& source, const MapOptions&) { return parse_moving_ai_map(source); }},
    Format{WorldFormat::kFreeciv,
           "freeciv",
           "a Freeciv scenario ('[scenario]')",
           {".sav"},
           {},
           [](std::string_view text) {
             return first_word(text) == "[scenario]" || first_word(text) == "[savefile]";
           },
           without_options<parse_freeciv>},
    Format{WorldFormat::kPolygonText,
           "polygon-text",
           "polygon text ('[SCALE]' or '[BORDER]')",
           {},
           {},
           [](std::string_view text) {
             return begins_with('[', text, [](std::string_view inside) {
               return !inside.empty() && inside.front() >= 'A' && inside.front() <= 'Z';
             });
           },
           without_options<parse_polygon_text>},
    Format{WorldFormat::kNavigationMesh,
           "navigation-mesh",
           "a navigation mesh ('mesh', format 2 or 3)",
           {".mesh"},
           {},
           [](std::string_view text) { return first_word(text) == "mesh"; },
           without_options<parse_navigation_mesh>},
    Format{WorldFormat::kWorldFile,
           "world-file",
           "a world file ('{\"fairway_world\"')",
           {".world"},
           {},
           [](std::string_view text) {
             return begins_with('{', text, [](std::string_view inside) {
               return inside.starts_with("\"fairway_world\"");
             });
           },
           without_options<parse_world_file>},
    Format{WorldFormat::kGeoJson,
           "geojson",
           "GeoJSON ('{' or '[')",
           {".json", ".geojson"},
           {},
           [](std::string_view text) {
             text = skip_space(text);
             return text.starts_with('{') || text.starts_with('[');
           },
           without_options<parse_geojson>},
    Format{WorldFormat::kWkt,
           "wkt",
           "well-known text ('POLYGON' or the like)",
           {".wkt"},
           {},
           begins_as_wkt,
           without_options<parse_wkt>},
};

/// The formats as a list for messages: "one, two or three".
std::string known_formats() {
  std::string known;
  for (const Format& format : kFormats) {
    if (!known.empty()) known += &format == &kFormats.back() ? " or " : ", ";
    known += format.description;
  }
  return known;
}

const Format* format_by_content(std::string_view text) {
  const auto* found =
      std::ranges::find_if(kFormats, [&](const Format& format) { return format.begins(text); });
  return found == kFormats.end() ? nullptr : found;
}

const Format* format_by_extension(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  if (extension.empty()) return nullptr;
  for (const Format& format : kFormats) {
    for (const std::string_view known : format.extensions) {
      if (equal_ignoring_case(extension, known)) return &format;
    }
  }
  return nullptr;
}

/// Whether a text is TopoJSON. It begins like GeoJSON, but another program reads it.
bool looks_like_topojson(std::string_view text) {
  return skip_space(text).starts_with('{') && text.find("\"Topology\"") != std::string_view::npos &&
         text.find("\"arcs\"") != std::string_view::npos;
}

/// Reads a map with the program for further formats. Throws InputError if the program is missing or
/// does not know the format.
WorldFile read_other_format(const TextFile& source, const MapOptions& options, bool with_table) {
  const std::string_view word = first_word(source.text());
  if (word == "version") {
    source.fail(1, fmt::format("a scenario, not a world; expected {}", known_formats()));
  }
  if (with_table) {
    source.fail(1, "a cost table is given; expected a Moving AI map");
  }
  const auto program = program_beside(kEdgeProgram);
  std::error_code error;
  if (program && std::filesystem::is_regular_file(source.file(), error)) {
    if (auto world = read_by_program(*program, source, options)) return std::move(*world);
  }
  source.fail(
      1,
      fmt::format("the format is unknown: the file begins with {}; expected {}{}", in_quotes(word),
                  known_formats(),
                  program ? ", or a format of GDAL"
                          : fmt::format(". The program {} reads DXF, OpenStreetMap, TopoJSON, SVG, "
                                        "Shapefile, GeoPackage, KML, GeoTIFF and other formats: {}",
                                        kEdgeProgram, kEdgeProgramMissing)));
}

/// The line of a vertex or face in the file, see WorldFile::lines; line 1 if it is unknown.
int line_of(const WorldFile& world, int part, int vertex) {
  if (part < 0 || static_cast<std::size_t>(part) >= world.lines.size()) return 1;
  const auto& lines = world.lines[static_cast<std::size_t>(part)];
  if (lines.empty()) return 1;
  return lines[vertex >= 0 && static_cast<std::size_t>(vertex) < lines.size()
                   ? static_cast<std::size_t>(vertex)
                   : 0];
}

}  // namespace

std::optional<WorldFormat> world_format_of(std::string_view text) {
  const Format* const format = format_by_content(text);
  return format != nullptr ? std::optional(format->format) : std::nullopt;
}

WorldFile parse_world(const TextFile& source, const MapOptions& options,
                      const TileTable* terrain_table) {
  if (skip_space(source.text()).empty()) {
    source.fail(1, fmt::format("the file is empty; expected {}", known_formats()));
  }
  if (begins_with('{', source.text(), [](std::string_view inside) {
        return inside.starts_with("\"fairway_changes\"");
      })) {
    source.fail(1, fmt::format("a changing world, not a world; expected {}", known_formats()));
  }
  const Format* format =
      looks_like_topojson(source.text()) ? nullptr : format_by_content(source.text());
  const Format* const named = format_by_extension(source.file());
  const bool of_json = format != nullptr && format->format == WorldFormat::kGeoJson &&
                       named != nullptr && named->format == WorldFormat::kWorldFile;
  if ((format == nullptr || of_json) && !looks_like_topojson(source.text())) format = named;
  if (format == nullptr) return read_other_format(source, options, terrain_table != nullptr);
  options.expect_known(names_in(format->options), format->name);
  if (terrain_table != nullptr && format->format != WorldFormat::kMovingAiMap) {
    source.fail(1, "a cost table is given; expected a Moving AI map");
  }
  WorldFile world = terrain_table != nullptr ? parse_moving_ai_map(source, terrain_table)
                                             : format->parse(source, options);
  world.format = format->name;
  if (world.units.unit.empty() && std::holds_alternative<Raster>(world.content)) {
    world.units.unit = "cells";
  }
  return world;
}

WorldFile read_world(const std::filesystem::path& file, const MapOptions& options,
                     const std::filesystem::path& terrain_table) {
  const TextFile source = TextFile::read(file);
  if (terrain_table.empty()) return parse_world(source, options);
  const TileTable table = read_terrain_table(terrain_table);
  return parse_world(source, options, &table);
}

FreeSpace make_free_space(WorldFile&& world) {
  const auto build = [&] {
    if (auto* raster = std::get_if<Raster>(&world.content)) {
      if (world.terrain) {
        return FreeSpace::from_raster(std::move(*raster), std::move(*world.terrain));
      }
      return FreeSpace::from_raster(std::move(*raster));
    }
    if (const auto* polygons = std::get_if<Polygons>(&world.content)) {
      if (world.eroded_cells) {
        return FreeSpace::from_eroded_cells(*polygons, std::move(world.terrain));
      }
      return FreeSpace::from_polygons(*polygons);
    }
    return FreeSpace::from_mesh(std::move(std::get<Mesh>(world.content)));
  };
  try {
    FreeSpace space = build();
    if (space.area() == 0) {
      throw InvalidWorld("the world has no free space; expected at least one free area", -1, -1);
    }
    return space;
  } catch (const InvalidWorld& invalid) {
    throw InputError(world.file, line_of(world, invalid.part(), invalid.vertex()), invalid.what());
  }
}

FreeSpace load_free_space(const std::filesystem::path& file, const MapOptions& options,
                          const std::filesystem::path& terrain_table) {
  return make_free_space(read_world(file, options, terrain_table));
}

}  // namespace fairway
