#include "datasets/moving_ai_map.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

namespace fairway {

namespace {

/// The tiles of a map that is read without a cost table. Their costs are not used.
TileTable cell_classes() {
  TileTable table;
  for (const char c : {'.', 'G', 'S'}) table.set(c, {kGround, 1});
  for (const char c : {'@', 'O', 'T'}) table.set(c, {Raster::kBlocked, 1});
  table.set('W', {kWater, 1});
  return table;
}

/// The letters for blocked cells, ground and water.
constexpr std::string_view kLetters = "@.W";

}  // namespace

const TileTable& moving_ai_cells() {
  static const TileTable kCells = cell_classes();
  return kCells;
}

MapSize parse_map_size(const TextFile& source, LineReader& lines) {
  std::vector<std::string_view> fields;
  MapSize size;
  for (int i = 0; i < 2; ++i) {
    const bool height_missing = size.height == 0;
    const bool width_missing = size.width == 0;
    const std::string_view expected =
        height_missing ? (width_missing ? "'height H' or 'width W'" : "'height H'") : "'width W'";
    const std::string_view line = next_fields(source, lines, expected, fields);
    const bool is_height = height_missing && fields.size() == 2 && fields[0] == "height";
    const bool is_width = width_missing && fields.size() == 2 && fields[0] == "width";
    if (!is_height && !is_width) {
      source.fail(lines.number(), fmt::format("{}: expected {}", in_quotes(line), expected));
    }
    (is_height ? size.height : size.width) = static_cast<int>(
        source.integer(fields[1], lines.number(), fields[0], 1, std::numeric_limits<int>::max()));
  }
  return size;
}

WorldFile parse_moving_ai_map(const TextFile& source, const TileTable* table) {
  const TileTable& tiles = table != nullptr ? *table : moving_ai_cells();
  LineReader lines(source.text());
  expect_line(source, lines, "type octile");
  const MapSize size = parse_map_size(source, lines);
  expect_line(source, lines, "map");
  const auto rows = read_rows(source, lines, size.height, size.width, tiles);
  return make_tile_world(source.file(), rows, tiles, table != nullptr);
}

void append_cells(std::string& text, std::span<const Raster::Class> cells) {
  for (const Raster::Class kind : cells) {
    if (kind >= kLetters.size()) {
      throw std::invalid_argument(
          fmt::format("a cell has class {}; a Moving AI map has classes 0, 1 and 2 only", kind));
    }
    text += kLetters[kind];
  }
}

std::string format_moving_ai_map(const Raster& raster) {
  std::string text =
      fmt::format("type octile\nheight {}\nwidth {}\nmap\n", raster.height(), raster.width());
  const auto width = static_cast<std::size_t>(raster.width());
  text.reserve(text.size() + (width + 1) * static_cast<std::size_t>(raster.height()));
  for (int y = 0; y < raster.height(); ++y) {
    append_cells(text, raster.row(y));
    text += '\n';
  }
  return text;
}

}  // namespace fairway
