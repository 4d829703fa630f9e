#include "datasets/tile_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fairway {

std::string TileTable::characters() const {
  std::string text;
  for (int c = 0; c < 256; ++c) {
    if (!find(static_cast<char>(c))) continue;
    if (!text.empty()) text += ' ';
    text += c == ' ' ? "' '" : std::string(1, static_cast<char>(c));
  }
  return text;
}

void TileTable::read_line(const TextFile& source, int line,
                          const std::vector<std::string_view>& fields) {
  if (fields.size() < 3 || fields.size() > 4 || fields[0] != "cost") {
    source.fail(line, "expected 'cost C NUMBER' or 'cost C NUMBER CLASS', C one character");
  }
  const std::string_view name = fields[1];
  if (name.size() != 1 || name[0] <= ' ' || name[0] > '~') {
    source.fail(line, fmt::format("{}: expected one character, printable ASCII and no blank",
                                  in_quotes(name)));
  }
  if (find(name[0])) {
    source.fail(line, fmt::format("another cost of {}: expected one", in_quotes(name)));
  }
  const double cost = source.number(fields[2], line, "a cost");
  if (cost != 0 && !(cost >= kLeastCost && cost <= kMostCost)) {
    source.fail(line, fmt::format("a cost of {}: expected 0 for a wall, or {} to {}", fields[2],
                                  kLeastCost, kMostCost));
  }
  const auto kind = static_cast<Raster::Class>(
      fields.size() == 4 ? source.integer(fields[3], line, "a class", 1, 254) : 1);
  set(name[0], cost == 0 ? Tile{} : Tile{kind, cost});
}

TileTable parse_terrain_table(const TextFile& source) {
  TileTable table;
  LineReader lines(source.text());
  std::string_view line;
  std::vector<std::string_view> fields;
  while (lines.next(line)) {
    split_fields(line, fields);
    if (fields.empty() || line.starts_with('#')) continue;
    table.read_line(source, lines.number(), fields);
  }
  if (table.characters().empty()) {
    source.fail(1, "no costs; expected lines 'cost C NUMBER', C a character of the map");
  }
  return table;
}

TileTable read_terrain_table(const std::filesystem::path& file) {
  return parse_terrain_table(TextFile::read(file));
}

void check_row(const TextFile& source, int line, std::string_view row, std::size_t width,
               const TileTable& table) {
  if (row.size() != width) {
    source.fail(line, fmt::format("a row of {} cells; expected {}", row.size(), width));
  }
  if (table.has_all(row)) return;
  for (std::size_t x = 0; x < row.size(); ++x) {
    if (table.find(row[x])) continue;
    source.fail(line, fmt::format("{} in column {}; expected a cell: one of {}",
                                  in_quotes(row.substr(x, 1)), x + 1, table.characters()));
  }
}

std::vector<std::string_view> next_rows(const TextFile& source, LineReader& lines,
                                        std::int64_t height, std::int64_t width,
                                        const TileTable& table) {
  std::vector<std::string_view> rows;
  std::string_view row;
  for (std::int64_t y = 0; y < height; ++y) {
    if (!lines.next(row)) {
      source.fail(
          lines.number(),
          fmt::format("the file ends after {} rows; expected {}, as in the header", y, height));
    }
    check_row(source, lines.number(), row, static_cast<std::size_t>(width), table);
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::string_view> read_rows(const TextFile& source, LineReader& lines,
                                        std::int64_t height, std::int64_t width,
                                        const TileTable& table) {
  const auto rows = next_rows(source, lines, height, width, table);
  std::string_view row;
  while (lines.next(row)) {
    if (is_blank(row)) continue;
    source.fail(
        lines.number(),
        fmt::format(
            "text after the last row; expected the end of the file after {} rows, as in the header",
            height));
  }
  return rows;
}

Raster make_raster(const std::vector<std::string_view>& rows, const TileTable& table) {
  Raster raster(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()));
  std::array<Raster::Class, 256> kinds{};
  for (std::size_t c = 0; c < kinds.size(); ++c) {
    const Tile* const tile = table.find(static_cast<char>(c));
    if (tile != nullptr) kinds[c] = tile->kind;
  }
  for (int y = 0; y < raster.height(); ++y) {
    std::ranges::transform(rows[static_cast<std::size_t>(y)], raster.row(y).begin(),
                           [&](char c) { return kinds[static_cast<unsigned char>(c)]; });
  }
  return raster;
}

WorldFile make_tile_world(const std::filesystem::path& file,
                          const std::vector<std::string_view>& rows, const TileTable& table,
                          bool with_costs) {
  Raster raster = make_raster(rows, table);
  std::optional<Terrain> terrain;
  if (with_costs) {
    terrain.emplace(raster.width(), raster.height());
    for (int y = 0; y < raster.height(); ++y) {
      const std::string_view row = rows[static_cast<std::size_t>(y)];
      for (int x = 0; x < raster.width(); ++x) {
        terrain->set_cost(x, y, table.find(row[static_cast<std::size_t>(x)])->cost);
      }
    }
  }
  return WorldFile{file, std::move(raster), {}, std::move(terrain)};
}

}  // namespace fairway
