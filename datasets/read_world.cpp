#include "datasets/read_world.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "datasets/freeciv.hpp"
#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/navigation_mesh.hpp"
#include "datasets/polygon_text.hpp"
#include "datasets/tiles.hpp"
#include "datasets/world_file.hpp"

namespace fairway {

namespace {

constexpr std::string_view kKnown =
    "a Moving AI map ('type octile'), a tile world ('type tiles'), polygon text ('[SCALE]' or "
    "'[BORDER]'), a navigation mesh ('mesh', format 2 or 3), GeoJSON polygons ('{' or '['), a "
    "Freeciv "
    "scenario ('[scenario]') or a world file ('{\"fairway_world\"')";

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

std::optional<WorldFormat> format_by_extension(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  const auto is = [&](std::string_view other) { return equal_ignoring_case(extension, other); };
  if (is(".map") || is(".grid")) return WorldFormat::kMovingAiMap;
  if (is(".tiles")) return WorldFormat::kTiles;
  if (is(".sav")) return WorldFormat::kFreeciv;
  if (is(".mesh")) return WorldFormat::kNavigationMesh;
  if (is(".json") || is(".geojson")) return WorldFormat::kGeoJson;
  if (is(".world")) return WorldFormat::kWorldFile;
  return std::nullopt;
}

/// The line that states a vertex of a part; the first line where the world does not say.
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
  const std::string_view word = first_word(text);
  if (word == "type") {
    const std::string_view kind = first_word(skip_space(text).substr(word.size()));
    return kind == "tiles" ? WorldFormat::kTiles : WorldFormat::kMovingAiMap;
  }
  if (word == "[scenario]" || word == "[savefile]") return WorldFormat::kFreeciv;
  if (word == "mesh") return WorldFormat::kNavigationMesh;
  if (word.starts_with('{')) {
    const std::string_view inside = skip_space(skip_space(text).substr(1));
    return inside.starts_with("\"fairway_world\"") ? WorldFormat::kWorldFile
                                                   : WorldFormat::kGeoJson;
  }
  if (word.starts_with('[')) {
    const std::string_view inside = skip_space(skip_space(text).substr(1));
    const bool is_name = !inside.empty() && inside.front() >= 'A' && inside.front() <= 'Z';
    return is_name ? WorldFormat::kPolygonText : WorldFormat::kGeoJson;
  }
  return std::nullopt;
}

WorldFile parse_world(const TextFile& source, const TileTable* terrain_table) {
  if (skip_space(source.text()).empty()) {
    source.fail(1, fmt::format("the file is empty; expected {}", kKnown));
  }
  auto format = world_format_of(source.text());
  const auto named = format_by_extension(source.file());
  const bool of_json = format == WorldFormat::kGeoJson && named == WorldFormat::kWorldFile;
  if (!format || of_json) format = named;
  if (!format) {
    const std::string_view word = first_word(source.text());
    source.fail(1, word == "version"
                       ? fmt::format("a scenario, not a world; expected {}", kKnown)
                       : fmt::format("the format is unknown: the file begins with {}; expected {}",
                                     in_quotes(word), kKnown));
  }
  if (terrain_table != nullptr && format != WorldFormat::kMovingAiMap) {
    source.fail(1, "a table of costs is given; expected a Moving AI map, to which it belongs");
  }
  switch (*format) {
    case WorldFormat::kMovingAiMap:
      return parse_moving_ai_map(source, terrain_table);
    case WorldFormat::kTiles:
      return parse_tiles(source);
    case WorldFormat::kFreeciv:
      return parse_freeciv(source);
    case WorldFormat::kPolygonText:
      return parse_polygon_text(source);
    case WorldFormat::kNavigationMesh:
      return parse_navigation_mesh(source);
    case WorldFormat::kGeoJson:
      return parse_geojson(source);
    case WorldFormat::kWorldFile:
      return parse_world_file(source);
  }
  throw std::logic_error("a world format without a reader");
}

WorldFile read_world(const std::filesystem::path& file,
                     const std::filesystem::path& terrain_table) {
  const TextFile source = TextFile::read(file);
  if (terrain_table.empty()) return parse_world(source);
  const TileTable table = read_terrain_table(terrain_table);
  return parse_world(source, &table);
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
    if (space.component_count() == 0) {
      throw InvalidWorld("the world has no free space; expected at least one free area", -1, -1);
    }
    return space;
  } catch (const InvalidWorld& invalid) {
    throw InputError(world.file, line_of(world, invalid.part(), invalid.vertex()), invalid.what());
  }
}

FreeSpace load_free_space(const std::filesystem::path& file,
                          const std::filesystem::path& terrain_table) {
  return make_free_space(read_world(file, terrain_table));
}

}  // namespace fairway
