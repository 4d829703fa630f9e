#include "datasets/moving_ai_map.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

namespace fairway {

namespace {

/// The cells of a map without a table. Their costs are not used.
TileTable cell_classes() {
  TileTable table;
  for (const char c : {'.', 'G', 'S'}) table.set(c, {kGround, 1});
  for (const char c : {'@', 'O', 'T'}) table.set(c, {Raster::kBlocked, 1});
  table.set('W', {kWater, 1});
  return table;
}

/// Of blocked cells, ground and water.
constexpr std::string_view kLetters = "@.W";

struct Header {
  int width = 0;
  int height = 0;
};

Header parse_header(const TextFile& source, LineReader& lines) {
  std::vector<std::string_view> fields;
  const auto next_fields = [&](std::string_view expected) {
    std::string_view line;
    if (!lines.next(line)) {
      source.fail(lines.number(), fmt::format("the file ends here; expected {}", expected));
    }
    split_fields(line, fields);
    return line;
  };
  const std::string_view type = next_fields("'type octile'");
  if (fields.size() != 2 || fields[0] != "type" || fields[1] != "octile") {
    source.fail(lines.number(), fmt::format("{}: expected 'type octile'", in_quotes(type)));
  }
  Header header;
  for (int i = 0; i < 2; ++i) {
    const bool height_missing = header.height == 0;
    const bool width_missing = header.width == 0;
    const std::string_view expected =
        height_missing ? (width_missing ? "'height H' or 'width W'" : "'height H'") : "'width W'";
    const std::string_view line = next_fields(expected);
    const bool is_height = height_missing && fields.size() == 2 && fields[0] == "height";
    const bool is_width = width_missing && fields.size() == 2 && fields[0] == "width";
    if (!is_height && !is_width) {
      source.fail(lines.number(), fmt::format("{}: expected {}", in_quotes(line), expected));
    }
    (is_height ? header.height : header.width) = static_cast<int>(
        source.integer(fields[1], lines.number(), fields[0], 1, std::numeric_limits<int>::max()));
  }
  const std::string_view map = next_fields("'map'");
  if (fields.size() != 1 || fields[0] != "map") {
    source.fail(lines.number(), fmt::format("{}: expected 'map'", in_quotes(map)));
  }
  return header;
}

}  // namespace

WorldFile parse_moving_ai_map(const TextFile& source, const TileTable* table) {
  static const TileTable kClasses = cell_classes();
  const TileTable& tiles = table != nullptr ? *table : kClasses;
  LineReader lines(source.text());
  const Header header = parse_header(source, lines);
  const auto rows = read_rows(source, lines, header.height, header.width, tiles);
  return make_tile_world(source.file(), rows, tiles, table != nullptr);
}

std::string format_moving_ai_map(const Raster& raster) {
  std::string text =
      fmt::format("type octile\nheight {}\nwidth {}\nmap\n", raster.height(), raster.width());
  const auto width = static_cast<std::size_t>(raster.width());
  text.reserve(text.size() + (width + 1) * static_cast<std::size_t>(raster.height()));
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      const Raster::Class kind = raster.at(x, y);
      if (kind >= kLetters.size()) {
        throw std::invalid_argument(fmt::format(
            "cell ({}, {}) has class {}; a Moving AI map has classes 0, 1 and 2 only", x, y, kind));
      }
      text += kLetters[kind];
    }
    text += '\n';
  }
  return text;
}

}  // namespace fairway
