#include "datasets/read_world.hpp"

#include <fmt/format.h>

#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/navigation_mesh.hpp"
#include "datasets/polygon_text.hpp"

namespace fairway {

namespace {

constexpr std::string_view kKnown =
    "a Moving AI map ('type octile'), polygon text ('[SCALE]' or '[BORDER]'), a navigation mesh "
    "('mesh', format 2 or 3) or GeoJSON polygons ('{' or '[')";

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

std::optional<WorldFormat> format_by_content(std::string_view text) {
  const std::string_view word = first_word(text);
  if (word == "type") return WorldFormat::kMovingAiMap;
  if (word == "mesh") return WorldFormat::kNavigationMesh;
  if (word.starts_with('{')) return WorldFormat::kGeoJson;
  if (word.starts_with('[')) {
    const std::string_view inside = skip_space(skip_space(text).substr(1));
    const bool is_name = !inside.empty() && inside.front() >= 'A' && inside.front() <= 'Z';
    return is_name ? WorldFormat::kPolygonText : WorldFormat::kGeoJson;
  }
  return std::nullopt;
}

std::optional<WorldFormat> format_by_extension(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  const auto is = [&](std::string_view other) { return equal_ignoring_case(extension, other); };
  if (is(".map") || is(".grid")) return WorldFormat::kMovingAiMap;
  if (is(".mesh")) return WorldFormat::kNavigationMesh;
  if (is(".json") || is(".geojson")) return WorldFormat::kGeoJson;
  return std::nullopt;
}

}  // namespace

std::optional<WorldFormat> world_format(const std::filesystem::path& file, std::string_view text) {
  const auto format = format_by_content(text);
  return format ? format : format_by_extension(file);
}

WorldFile parse_world(const TextFile& source) {
  if (skip_space(source.text()).empty()) {
    source.fail(1, fmt::format("the file is empty; expected {}", kKnown));
  }
  const auto format = world_format(source.file(), source.text());
  if (!format) {
    const std::string_view word = first_word(source.text());
    source.fail(1, word == "version"
                       ? fmt::format("a scenario, not a world; expected {}", kKnown)
                       : fmt::format("the format is unknown: the file begins with {}; expected {}",
                                     in_quotes(word), kKnown));
  }
  switch (*format) {
    case WorldFormat::kMovingAiMap:
      return parse_moving_ai_map(source);
    case WorldFormat::kPolygonText:
      return parse_polygon_text(source);
    case WorldFormat::kNavigationMesh:
      return parse_navigation_mesh(source);
    case WorldFormat::kGeoJson:
      return parse_geojson(source);
  }
  throw std::logic_error("a world format without a reader");
}

WorldFile read_world(const std::filesystem::path& file) {
  return parse_world(TextFile::read(file));
}

FreeSpace make_free_space(WorldFile&& world) {
  try {
    if (auto* raster = std::get_if<Raster>(&world.content)) {
      return FreeSpace::from_raster(std::move(*raster));
    }
    if (const auto* polygons = std::get_if<Polygons>(&world.content)) {
      return FreeSpace::from_polygons(*polygons);
    }
    return FreeSpace::from_mesh(std::get<Mesh>(world.content));
  } catch (const InvalidWorld& invalid) {
    int line = 1;
    if (invalid.part() >= 0 && static_cast<std::size_t>(invalid.part()) < world.lines.size()) {
      const auto& lines = world.lines[static_cast<std::size_t>(invalid.part())];
      const auto vertex = static_cast<std::size_t>(std::max(invalid.vertex(), 0));
      if (!lines.empty()) line = lines[vertex < lines.size() ? vertex : 0];
    }
    throw InputError(world.file, line, invalid.what());
  }
}

FreeSpace load_free_space(const std::filesystem::path& file) {
  return make_free_space(read_world(file));
}

}  // namespace fairway
